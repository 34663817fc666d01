"""The accounting of ramps: once for each day, from the ledger, whenever and however often it runs."""

from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from admission.actions import ramp
from admission.core.ramp import NotCounted
from admission.models import Permit, RampDay, SentDay, SentPast, Standing
from app.actions import clock
from app.core.zones import local_day
from app.models import Event
from mailboxes.models import Delivery, Mailbox
from tests.factories import a_mailbox, a_recipient, a_workspace
from tests.plugins.world import World
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
ZONE = "America/New_York"
FIRST = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def mailbox(world: World) -> Mailbox:
    return a_mailbox(a_workspace(), cap=9, ramp_start=5, time_zone=ZONE)


def sends(mailbox: Mailbox, number: int = 1, *, state: str = "accepted", kind: str = "campaign") -> None:
    newest = Permit.objects.filter(mailbox=mailbox).count()
    now = clock.world_now()
    person = a_recipient(mailbox.workspace, "ada@acme.example")
    mail, _ = Delivery.objects.get_or_create(
        workspace=mailbox.workspace, recipient=person, mailbox=mailbox, token="t", message_id="m", created_at=FIRST
    )
    for each in range(newest + 1, newest + 1 + number):
        Permit.objects.create(
            workspace_id=mailbox.workspace_id, delivery=mail, mailbox=mailbox, recipient=person, kind=kind,
            state=state, fence=0, number=each, local_day=local_day(ZONE, now), granted_at=clock.now(), world_at=now,
            settled_at=clock.now(),
        )  # fmt: skip


def earned(mailbox: Mailbox) -> tuple[int | None, date | None]:
    standing = Standing.objects.get(mailbox=mailbox)
    return standing.ramp_limit, standing.ramp_day


def a_day(world: World, mailbox: Mailbox, number: int = 1, **sent: str) -> date:
    """Let the mailbox send for a day, looked at in between, and the day end."""
    today = local_day(ZONE, clock.world_now())
    sends(mailbox, number, **sent)
    ramp.account()
    world.pass_time(timedelta(days=1))
    return today


def test_a_day_counts_once_it_is_over_and_once_however_often_it_is_looked_at(world: World, mailbox: Mailbox) -> None:
    day = a_day(world, mailbox, 3)
    assert earned(mailbox) == (None, None), "the day was not over"
    for _ in range(3):
        ramp.account()
    assert earned(mailbox) == (7, day)
    assert Event.objects.filter(kind="mailbox.ramp").count() == 1


def test_what_was_not_accepted_or_is_no_campaign_mail_proves_nothing(world: World, mailbox: Mailbox) -> None:
    a_day(world, mailbox, state="rejected")
    a_day(world, mailbox, kind="manual")
    ramp.account()
    assert earned(mailbox) == (None, None)
    assert set(RampDay.objects.exclude(sent=None).values_list("why", flat=True)) == {NotCounted.NO_SEND}


@pytest.mark.parametrize("health", ["fail", "unknown", "old", "missing"])
def test_a_day_without_fresh_good_health_earns_nothing(world: World, mailbox: Mailbox, health: str) -> None:
    row = Standing.objects.filter(mailbox=mailbox)
    if health == "missing":
        row.delete()
    elif health == "old":
        row.update(health_good_until=clock.world_now() - timedelta(seconds=1))
    else:
        row.update(health=health)
    day = a_day(world, mailbox)
    row.update(health="pass", health_good_until=clock.world_now() + timedelta(days=3))
    ramp.account()
    assert not row.filter(ramp_limit__isnull=False).exists(), "what was learned later says nothing of that day"
    assert RampDay.objects.get(mailbox=mailbox, day=day).why == NotCounted.NOT_HEALTHY


def test_days_that_nobody_looked_at_earn_nothing_and_late_accounting_catches_up(world: World, mailbox: Mailbox) -> None:
    first = a_day(world, mailbox)
    sends(mailbox)  # nobody looks on this day
    world.pass_time(timedelta(days=40))
    ramp.account()
    assert earned(mailbox) == (7, first)
    whys = dict(RampDay.objects.exclude(sent=None).values_list("day", "why"))
    assert whys == {first: "", first + timedelta(days=1): NotCounted.NOT_HEALTHY}


def test_the_ceiling_is_the_cap_and_a_ramp_that_was_switched_off_climbs_no_more(world: World, mailbox: Mailbox) -> None:
    for _ in range(4):
        a_day(world, mailbox)
    ramp.account()
    assert earned(mailbox)[0] == 9
    Mailbox.objects.update(ramp_start=None)
    a_day(world, mailbox)
    assert ramp.account() == 0


def test_the_stairs_tell_each_day_and_why_it_did_not_count(world: World, mailbox: Mailbox) -> None:
    a_day(world, mailbox, 2)
    a_day(world, mailbox, 0)
    ramp.account()
    told = [(one.sent, one.limit, one.why) for one in ramp.stairs_of(mailbox)]
    assert told == [(2, 5, None), (0, 7, NotCounted.NO_SEND), (0, 7, NotCounted.NOT_OVER)]
    for _ in range(6):
        a_day(world, mailbox, 0)
    assert RampDay.objects.count() <= 5, "that an idle mailbox is healthy is kept for days only"


def test_the_command_shows_days_and_the_past_that_a_ramp_begins_with(world: World, mailbox: Mailbox) -> None:
    a_day(world, mailbox, 2)
    ramp.account()
    SentPast.objects.create(mailbox=mailbox, read_at=clock.now(), mails=900, looked_at=600, low=22, high=28, start=25)
    SentDay.objects.create(mailbox=mailbox, day=date(2027, 3, 1), counted=24, left_out=3)
    out = StringIO()
    call_command("ramp", mailbox.address, stdout=out)
    first, past, day, today = out.getvalue().splitlines()
    assert first == "You have sent 22-28 a day here (told from 600 of 900 mails): starting at 5 a day."
    assert past.startswith("2027-03-01: 24 sent before (3 left out")
    assert day == "2027-03-09: 2 of 5 sent; counted: 7 from the next day on"
    assert today == "2027-03-10: 0 of 7 sent; not over"


def test_runs_that_meet_judge_a_day_once(world: World, mailbox: Mailbox) -> None:
    day = a_day(world, mailbox)
    at_once(lambda _: ramp.account(), range(4))
    assert earned(mailbox) == (7, day)
    assert Event.objects.filter(kind="mailbox.ramp").count() == 1
