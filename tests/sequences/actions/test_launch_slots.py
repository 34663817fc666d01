"""The first mail of a launch comes two to eight minutes after it, where somebody may be written to then."""

from datetime import timedelta

import pytest

from app.actions import clock
from mailboxes.models import Mailbox
from sequences.actions import campaigns, plan
from sequences.models import Campaign, Touch
from tests.factories import a_contact, a_link_host, enrolled
from tests.journeys.office import Office, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
SOONEST, LATEST = timedelta(minutes=2), timedelta(minutes=8)


@pytest.fixture
def office(world: World) -> Office:
    a_link_host()
    office = an_office(world)
    Mailbox.objects.update(daily_cap=20, gap_seconds=240)
    Campaign.objects.update(state="draft", started_at=None)
    office.campaign.refresh_from_db()
    return office


def started(office: Office, due: timedelta = timedelta(0)) -> None:
    """Twelve people, who are due after so long, and the launch."""
    for _ in range(12):
        enrolled(office.campaign, a_contact(office.workspace))
    Touch.objects.update(eligible_at=clock.world_now() + due)
    campaigns.start(office.campaign)


def test_one_place_is_given_two_to_eight_minutes_after_the_launch_and_no_other_before_it(office: Office) -> None:
    started(office)
    launched = office.world.now()
    for _ in range(8):
        plan.plan()
        office.world.pass_time(timedelta(minutes=1))
    slots = sorted(at for at in Touch.objects.values_list("slot_at", flat=True) if at)
    assert SOONEST <= slots[0] - launched <= LATEST + timedelta(seconds=5)
    assert all(at >= slots[0] for at in slots)
    assert Touch.objects.get(slot_at=slots[0]).assigned_reason == "first of its campaign"


def test_people_who_were_drawn_for_later_today_do_not_keep_the_launch_waiting(office: Office) -> None:
    started(office, due=timedelta(hours=3))
    launched = office.world.now()
    plan.plan()
    (slot,) = [at for at in Touch.objects.values_list("slot_at", flat=True) if at]
    assert SOONEST <= slot - launched <= LATEST + timedelta(seconds=5)


def test_outside_sending_hours_the_launch_waits_for_them(office: Office) -> None:
    office.world.at(office.world.now().replace(hour=20))
    started(office)
    plan.plan()
    assert not Touch.objects.filter(state="planned").exists()
    assert Touch.objects.filter(hold_reason="window_closed").exists()


def test_a_mailbox_that_has_just_sent_keeps_its_gap(office: Office) -> None:
    started(office)
    Mailbox.objects.update(gap_seconds=1800)
    office.mailbox.budget.last_send_at = office.world.now()
    office.mailbox.budget.save()
    plan.plan()
    assert not Touch.objects.filter(slot_at__lt=office.world.now() + timedelta(minutes=30)).exists()
