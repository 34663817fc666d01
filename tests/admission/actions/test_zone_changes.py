"""A mailbox that moves to another time zone has one room a day; the next opens with a day of the new zone."""

from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from admission.core.verdict import Grant, Reason, Wait
from admission.models import Permit
from app.core.errors import Refused
from app.models import Event
from mailboxes.actions import workdays
from mailboxes.models import Budget, HandMail, Mailbox
from sequences.actions import audit, room
from sequences.screens.capacity import rooms
from tests.factories import a_campaign, a_user, a_workspace, weekly
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared

pytestmark = pytest.mark.django_db(transaction=True)

TUESDAY, THURSDAY = date(2027, 3, 9), date(2027, 3, 11)
CLOSES, OPENS = datetime(2027, 3, 10, 5, tzinfo=UTC), datetime(2027, 3, 10, 15, tzinfo=UTC)


@pytest.fixture
def mails(world: World) -> list[Ready]:
    """Three mails of a mailbox in New York that has one a day; the first one left at noon of its Tuesday."""
    world.at(datetime(2027, 3, 9, 17, tzinfo=UTC))
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, cap=1, time_zone="America/New_York")
    campaign = a_campaign(workspace, mailboxes=[mailbox], window=weekly("00:00", "24:00"))
    ready = prepared(campaign, mailbox, people(workspace, 3))
    assert isinstance(granted(ready[0]), Grant)
    Budget.objects.update(in_flight_permit=None)
    return ready


@pytest.mark.parametrize("hours", [1, 13, 21])  # of New York's Tuesday, after it closed, and before Tokyo's Thursday
def test_a_mailbox_that_moves_gets_no_second_room(mails: list[Ready], world: World, hours: int) -> None:
    mailbox = Mailbox.objects.get()
    workdays.set_time_zone(mailbox, "Asia/Tokyo")
    world.pass_time(timedelta(hours=hours))
    assert granted(mails[1]) == Wait(Reason.CAP, OPENS)
    ((shown,), (planned,)) = rooms(mailbox.workspace_id), room.mailbox_days(world.now(), room.running(world.now()))
    assert (shown.used, shown.free, planned.used_today, planned.room().free) == (1, 0, 1, 0)
    assert planned.resets_at == OPENS


def test_the_next_room_opens_with_a_day_of_the_new_zone(mails: list[Ready], world: World) -> None:
    mailbox = Mailbox.objects.get()
    assert Budget.objects.get().closes_at == CLOSES
    workdays.set_time_zone(mailbox, "Asia/Tokyo")
    workdays.set_time_zone(mailbox, "America/New_York")
    workdays.set_time_zone(mailbox, "Asia/Tokyo")
    world.at(OPENS)
    assert isinstance(granted(mails[1]), Grant)
    assert list(Permit.objects.order_by("id").values_list("local_day", flat=True)) == [TUESDAY, THURSDAY]
    assert not [one for one in audit.violations() if "charged_days" in str(one)]


def test_mails_by_hand_of_the_day_that_goes_on_stay_counted(mails: list[Ready], world: World) -> None:
    mailbox = Mailbox.objects.get()
    Mailbox.objects.update(daily_cap=2)
    workdays.set_time_zone(mailbox, "Asia/Tokyo")
    for day in (TUESDAY, date(2027, 3, 10)):  # written before the change, and after it
        HandMail.objects.all().delete()
        HandMail.objects.create(
            workspace_id=mailbox.workspace_id, mailbox=mailbox, provider_id="a", sent_at=world.now(), local_day=day
        )
        assert granted(mails[1]) == Wait(Reason.CAP, OPENS)
        ((shown,), (planned,)) = rooms(mailbox.workspace_id), room.mailbox_days(world.now(), room.running(world.now()))
        assert (shown.by_hand, planned.by_hand) == (1, 1)


def test_a_change_of_zone_is_told_once_and_by_whom(mails: list[Ready]) -> None:
    mailbox = Mailbox.objects.get()
    user = a_user(mailbox.workspace)
    for zone in ("europe/madrid", "Europe/Madrid"):
        call_command("mailbox_hours", mailbox.address, "--zone", zone, "--by", user.email, stdout=StringIO())
    told = Event.objects.get(kind="mailbox.zone_changed")
    assert told.data == {"by": user.id, "zones": ["America/New_York", "Europe/Madrid"]}


@pytest.mark.parametrize("zone", ["", "CET", "Europe/Atlantis", "GMT+2"])
def test_what_is_no_zone_changes_nothing(mails: list[Ready], zone: str) -> None:
    with pytest.raises(Refused):
        workdays.set_time_zone(Mailbox.objects.get(), zone)
    assert Mailbox.objects.get().time_zone == "America/New_York"
    assert not Event.objects.filter(kind="mailbox.zone_changed").exists()
