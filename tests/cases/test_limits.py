"""The given cases of limits: what eight workers, a limit lowered at noon and a day of waiting leave of a cap."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from django.db.models import Sum

from admission.models import Permit
from app.actions import clock
from app.core.zones import local_day
from app.models import Workspace
from bounces.actions import unsubscribe
from bounces.core.tokens import UnsubscribeToken
from mailboxes.actions.numbers import set_numbers
from mailboxes.models import Budget, Delivery, InboundCursor, Mailbox
from sequences.actions import audit, dispatch, plan
from sequences.models import Contact, Enrollment, Touch
from sequences.screens.capacity import rooms
from tests.cases.sending import in_step
from tests.factories import a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import an_smtp, send_due
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.races.ready import people, scheduled
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

WORKERS = 8
MINUTE = timedelta(minutes=1)
TEXT = "Hello {{ first_name }} of {{ company }}"


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture(autouse=True)
def every_promise_is_kept(simulator: Simulator) -> Iterator[None]:
    """What `manage.py audit` looks at, by our ledger and the simulator's journal, after each case."""
    yield
    assert {key: rows for key, rows in audit.violations(simulator.journal_path).items() if rows} == {}


def due_from(mailbox: Mailbox, number: int) -> None:
    """As many people, each of a company of their own, whose first mail is due from this mailbox now."""
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox])
    made = scheduled(campaign, people(mailbox.workspace, number))
    Touch.objects.filter(id__in=made).update(mailbox=mailbox)


def planned_now(number: int) -> list[int]:
    """Give so many who are due a slot at this very instant, past the planner that would give them none."""
    found = list(Touch.objects.filter(state="scheduled").order_by("id").values_list("id", flat=True)[:number])
    Touch.objects.filter(id__in=found).update(state="planned", slot_at=clock.world_now(), hold_reason="")
    return found


def by_eight_workers() -> list[str]:
    """Let eight workers each take a mail that is due, all at once."""
    return at_once(dispatch.send_touch, planned_now(WORKERS))


def minutes_pass(world: World, simulator: Simulator, number: int) -> list[str]:
    """Let eight workers try every minute; return what happened to each try."""
    happened = []
    for _ in range(number):
        happened += by_eight_workers()
        world.pass_time(MINUTE)
        in_step(world, simulator)
        InboundCursor.objects.update(listed_at=datetime.now(UTC))
    return happened


def sent_at() -> list[datetime]:
    """When the server took each mail, in order."""
    times = Delivery.objects.exclude(accepted_world=None).order_by("accepted_world")
    return [at for at in times.values_list("accepted_world", flat=True) if at is not None]


def shown(workspace: Workspace) -> tuple[int, int, int]:
    """What the page of mailboxes says of the only one: used, cap and free."""
    (room,) = rooms(workspace.id)
    return room.used, room.cap, room.free


# G-LIM-01: many workers, one daily cap


@pytest.mark.parametrize(("cap", "minutes"), [(20, 21), (1, 2)])
def test_g_lim_01_eight_workers_send_exactly_the_cap_and_keep_the_pause(
    workspace: Workspace, world: World, simulator: Simulator, cap: int, minutes: int
) -> None:
    mailbox = an_smtp(workspace, simulator, world, cap=cap, gap=60, gap_jitter=0)
    due_from(mailbox, 200)
    happened = minutes_pass(world, simulator, minutes)
    assert happened.count("accepted") == cap == len(simulator.journal("accept"))
    assert all(later - earlier >= MINUTE for earlier, later in pairwise(sent_at()))
    assert {local_day("UTC", at) for at in sent_at()} == {local_day("UTC", world.now())}
    assert shown(workspace) == (cap, cap, 0)
    assert set(happened) <= {"accepted", "wait:in_flight", "wait:gap", "wait:cap"}
    touches = Touch.objects.exclude(state="sent")
    assert touches.count() == 200 - cap
    assert touches.filter(state="held").count() == 0
    plan.plan()
    assert touches.filter(state="planned").count() == 0  # nobody is handed over to find the day used up


# G-LIM-02: a limit lowered in the middle of the day


@pytest.fixture
def noon(workspace: Workspace, world: World, simulator: Simulator) -> Mailbox:
    """A mailbox with cap 50 that has sent 30 mails by noon; 40 people wait."""
    world.at(datetime(2027, 3, 9, 11, 30, tzinfo=UTC))
    mailbox = an_smtp(workspace, simulator, world, cap=50, gap=60, gap_jitter=0)
    due_from(mailbox, 70)
    for _ in range(30):
        (touch_id,) = planned_now(1)
        assert dispatch.send_touch(touch_id) == "accepted"
        world.pass_time(MINUTE)
    return mailbox


def test_g_lim_02_a_cap_that_is_lowered_holds_at_once_and_a_raised_one_too(
    workspace: Workspace, world: World, simulator: Simulator, noon: Mailbox
) -> None:
    assert shown(workspace)[:2] == (30, 50)
    set_numbers(noon, {"cap": 20})
    assert set(minutes_pass(world, simulator, 3)) == {"wait:cap"}
    assert shown(workspace) == (30, 20, 0)
    world.at(datetime(2027, 3, 9, 14, 0, tzinfo=UTC))
    set_numbers(noon, {"cap": 35})
    assert minutes_pass(world, simulator, 8).count("accepted") == 5
    assert shown(workspace) == (35, 35, 0)
    assert len(simulator.journal("accept")) == 35


def test_g_lim_02_a_longer_pause_counts_from_the_last_send(
    workspace: Workspace, world: World, simulator: Simulator, noon: Mailbox
) -> None:
    last = sent_at()[-1]
    set_numbers(noon, {"gap": 600})
    world.at(last + timedelta(seconds=599))
    assert set(by_eight_workers()) == {"wait:gap"}
    world.at(last + timedelta(seconds=601))
    assert by_eight_workers().count("accepted") == 1
    assert sent_at()[-1] - last >= timedelta(minutes=10)


# G-LIM-03: waiting and skipping cost no budget. A mail that the server refused for now is charged: it was tried.


def test_g_lim_03_only_what_reached_the_server_uses_the_day(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    mailbox = an_smtp(workspace, simulator, world, cap=10, gap=300)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(text=TEXT)], in_person_zone=True)
    persons = [a_contact(workspace, f"silent-{number}@acme{number}.example") for number in range(60)]
    enrollments = [enrolled(campaign, person) for person in persons]
    lacking, asleep = persons[5:8], persons[8:28]
    Contact.objects.filter(id__in=[person.id for person in lacking]).update(company=" ")
    Contact.objects.filter(id__in=[person.id for person in asleep]).update(time_zone="Asia/Tokyo", zone_origin="given")
    simulator.fault("status", op="smtp.rcpt", status=451, text="4.7.1 greylisted", times=2)
    for person in persons[:5]:
        unsubscribe.request(UnsubscribeToken(workspace.id, person.recipient_id, 0))
    for _ in range(48):
        send_due(world)
        world.pass_time(timedelta(minutes=10))
    assert world.now().day == 9
    assert len(simulator.journal("accept")) == 8
    assert Permit.objects.filter(state="deferred").count() == 2  # listed by their reason, each with its code
    assert shown(workspace) == (10, 10, 0)
    assert Budget.objects.aggregate(used=Sum("used_today")) == {"used": 10}
    told = dict(Touch.objects.exclude(hold_reason="").values_list("enrollment_id", "hold_reason"))
    waiting = {told[one.id] for one in enrollments[5:8]}  # who the drawn paces did not come to shows why, too
    assert "missing_field" in waiting <= {"missing_field", "no_room"}
    assert {told[one.id] for one in enrollments[8:28]} == {"window_closed"}
    states = list(Enrollment.objects.values_list("state", flat=True))
    assert (states.count("unsubscribed"), states.count("finished"), states.count("active")) == (5, 8, 47)
