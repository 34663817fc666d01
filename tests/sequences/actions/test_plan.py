"""The planner proposes slots in free room only, in turn, and never twice; what it passes over shows why."""

from datetime import date, datetime, timedelta
from itertools import pairwise
from unittest.mock import patch

import pytest
from django.db import connection, transaction

from admission.actions.settle import settle
from admission.core.settlement import Accepted, Deferred
from admission.core.verdict import Grant, Reason, Wait
from app import sql
from app.actions import clock, halts
from app.core.window_text import window_of_text
from mailboxes.actions import workdays
from mailboxes.core.errors import Scope
from mailboxes.core.message import Receipt
from mailboxes.models import Budget, Delivery, Mailbox
from sequences.actions import campaigns, dispatch, handover, plan, touches
from sequences.actors import send_touch
from sequences.core.planner import slots
from sequences.models import Campaign, CampaignMailbox, Enrollment, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, an_email, enrolled, weekly
from tests.journeys.office import HERE, Office, an_office, asked, sent, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
WEEKDAYS = [1, 2, 3, 4, 5]


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def openers(campaign: Campaign, number: int) -> list[Touch]:
    """People who are due for their first mail, with no mailbox yet."""
    people = [a_contact(campaign.workspace) for _ in range(number)]
    return [Touch.objects.get(enrollment=enrolled(campaign, person)) for person in people]


def planned() -> int:
    return Touch.objects.filter(state="planned").count()


def plan_for(world: World, span: timedelta, every: timedelta = timedelta(minutes=5)) -> int:
    """Run the planner again and again, nothing being sent and nothing drawn anew; return how many slots there are."""
    until = world.now() + span
    with patch.object(slots, "OVERDUE", 2 * span):
        while world.now() < until:
            plan.plan()
            world.pass_time(every)
    return planned()


def send_for(world: World, until: datetime) -> list[datetime]:
    """Plan every few minutes and send each touch at its slot; return when permits were granted."""
    times: list[datetime] = []
    while world.now() < until:
        plan.plan()
        for touch in Touch.objects.filter(state="planned", slot_at__lt=until).order_by("slot_at"):
            assert touch.slot_at is not None
            world.at(max(world.now(), touch.slot_at))
            verdict, _ = asked(touch.id)
            if isinstance(verdict, Grant):
                settle(verdict.permit_id, Accepted(Receipt("id", "thread", None, "250")), chance=0.5)
                times.append(world.now())
            else:
                touches.unplan(touch.id)
        world.pass_time(timedelta(minutes=5))
    return times


def test_slots_are_handed_out_in_free_room_only(office: Office) -> None:
    Mailbox.objects.update(daily_cap=5, gap_seconds=60)
    Budget.objects.update(used_today=2, day=office.world.now().date())
    openers(office.campaign, 20)
    assert plan_for(office.world, timedelta(hours=9)) == 3
    assert set(Touch.objects.filter(state="scheduled").values_list("hold_reason", flat=True)) <= {"", "no_room"}


def test_slots_keep_the_gap_of_their_mailbox(office: Office) -> None:
    Mailbox.objects.update(gap_seconds=600)
    openers(office.campaign, 30)
    plan_for(office.world, timedelta(hours=7))
    slots = sorted(slot for slot in Touch.objects.values_list("slot_at", flat=True) if slot)
    gaps = [after - before for before, after in pairwise(slots)]
    assert len(slots) > 10
    assert min(gaps) >= timedelta(seconds=600)


def test_a_second_run_gives_no_second_slot(office: Office) -> None:
    (touch,) = openers(office.campaign, 1)
    plan.plan()
    first = Touch.objects.get(id=touch.id).slot_at
    assert first is not None
    plan.plan()
    assert (Touch.objects.get(id=touch.id).slot_at, planned()) == (first, 1)


def test_a_follow_up_stays_with_its_mailbox_and_an_opener_is_given_one_with_a_reason(office: Office) -> None:
    other = a_mailbox(office.workspace, gap=0, endpoints=HERE)
    CampaignMailbox.objects.create(workspace=office.workspace, campaign=office.campaign, mailbox=other, weight=5)
    ada = office.mailed()
    Touch.objects.filter(enrollment=ada.enrollment, position=2).update(eligible_at=office.world.now())
    openers(office.campaign, 4)
    plan_for(office.world, timedelta(hours=3))
    followed = Touch.objects.get(enrollment=ada.enrollment, position=2)
    assert (followed.mailbox_id, followed.assigned_reason) == (office.mailbox.id, "stays with its mailbox")
    opened = Touch.objects.filter(position=1, state="planned")
    assert opened.count() == 4
    assert all(touch.assigned_reason.startswith("most room: ") and touch.mailbox_id for touch in opened)


def test_new_contacts_a_day_hold_over_every_run_of_the_day(office: Office) -> None:
    Campaign.objects.update(new_per_day=3)
    openers(office.campaign, 10)
    assert plan_for(office.world, timedelta(hours=2), timedelta(minutes=1)) == 3
    reasons = set(Touch.objects.filter(state="scheduled").values_list("hold_reason", flat=True))
    assert reasons == {"new_contacts_per_day"}
    for touch in Touch.objects.filter(state="planned"):
        sent(touch.id)
    assert plan_for(office.world, timedelta(hours=2)) == 0
    office.world.pass_time(timedelta(days=1))
    assert plan_for(office.world, timedelta(hours=2)) == 3


def test_a_campaigns_number_for_the_day_holds_over_every_run_of_the_day(office: Office) -> None:
    Campaign.objects.update(day_cap=4)
    openers(office.campaign, 10)
    assert plan_for(office.world, timedelta(hours=2), timedelta(minutes=1)) == 4
    assert Touch.objects.filter(hold_reason="campaign_day_cap").count() == 6


@pytest.mark.parametrize("stop", ["paused", "archived", "halted", "draft", "ended"])
def test_a_campaign_that_does_not_run_gets_no_slots(office: Office, stop: str) -> None:
    openers(office.campaign, 2)
    if stop == "paused":
        campaigns.pause(office.campaign)
    elif stop == "archived":
        campaigns.archive(office.campaign)
    elif stop == "halted":
        halts.halt(office.workspace.id, reason="test")
    elif stop == "draft":
        Campaign.objects.update(state="draft", started_at=None)
    else:
        Campaign.objects.update(ends_on=office.world.now().date() - timedelta(days=1))
    plan.plan()
    assert planned() == 0


def test_the_last_of_all_days_means_never_and_stops_no_planner(office: Office) -> None:
    Campaign.objects.update(ends_on=date.max)
    openers(office.campaign, 1)
    plan.plan()
    assert planned() == 1
    assert sent(Touch.objects.get().id).state == "accepted"


@pytest.mark.parametrize("bound", [True, False])
def test_whose_mailbox_is_away_or_at_home_shows_that_and_goes_on_after_it(office: Office, *, bound: bool) -> None:
    (touch,) = openers(office.campaign, 1)
    Touch.objects.update(mailbox=office.mailbox if bound else None)
    workdays.add_away(office.mailbox, date(2027, 3, 9), date(2027, 3, 10))
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("scheduled", "mailbox_away")
    workdays.take_back(office.mailbox, date(2027, 3, 9))
    workdays.set_workday(office.mailbox, window_of_text("mon 09:00-12:00"))
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("scheduled", "mailbox_workday")
    workdays.set_workday(office.mailbox, None)
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("planned", "")


def test_a_campaign_that_ended_shows_it_and_goes_on_when_its_end_is_moved(world: World) -> None:
    office = an_office(world)
    Campaign.objects.update(ends_on=date(2027, 3, 9))
    (touch,) = openers(office.campaign, 1)
    world.at(world.now() + timedelta(days=1))
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("scheduled", "campaign_ended")
    assert Enrollment.objects.get().state == "active"
    Campaign.objects.update(ends_on=date(2027, 3, 31))
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("planned", "")


def test_what_is_overdue_because_nobody_worked_leaves_in_the_next_window(world: World) -> None:
    office = an_office(world)
    Campaign.objects.update(window=weekly("09:00", "17:00", WEEKDAYS), time_zone="Europe/Madrid")
    (touch,) = openers(office.campaign, 1)
    thursday = datetime(2027, 3, 11, 15, 0, tzinfo=world.now().tzinfo)  # 16:00 in Madrid
    Touch.objects.update(due_at=thursday, eligible_at=thursday)
    world.at(thursday + timedelta(hours=3))  # 19:00 there
    plan.plan()
    assert planned() == 0
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("scheduled", "window_closed")
    friday = touch.eligible_at
    assert (friday.date(), friday.hour) == (date(2027, 3, 12), 8)  # 09:00 there
    world.at(friday)
    plan.plan()
    assert planned() == 1


def test_a_person_waits_for_the_window_of_their_own_clock(office: Office) -> None:
    Campaign.objects.update(in_person_zone=True)
    contact = a_contact(office.workspace, time_zone="Asia/Tokyo")
    enrolled(office.campaign, contact)
    plan.plan()
    touch = Touch.objects.get()
    assert (touch.state, touch.hold_reason) == ("scheduled", "window_closed")
    assert touch.eligible_at.hour == 23  # 08:00 in Tokyo


def test_a_cap_lowered_at_noon_holds_at_once_and_raised_again_gives_the_rest(world: World) -> None:
    office = an_office(world)
    Mailbox.objects.update(daily_cap=50, gap_seconds=60, gap_jitter=0)
    openers(office.campaign, 60)
    Budget.objects.update(used_today=30, day=world.now().date())
    Mailbox.objects.update(daily_cap=20)
    assert send_for(world, world.now() + timedelta(hours=2)) == []
    Mailbox.objects.update(daily_cap=35)
    assert len(send_for(world, world.now().replace(hour=18))) == 5
    assert Budget.objects.values_list("used_today", flat=True).get() == 35


def test_a_gap_that_was_raised_counts_from_the_last_send(world: World) -> None:
    office = an_office(world)
    Mailbox.objects.update(gap_seconds=60, gap_jitter=0, daily_cap=500)
    openers(office.campaign, 5)
    first = send_for(world, world.now() + timedelta(minutes=4))
    Mailbox.objects.update(gap_seconds=600)
    second = send_for(world, world.now() + timedelta(minutes=30))
    assert first
    assert second
    assert second[0] - first[-1] >= timedelta(seconds=600)


def test_a_slot_given_before_a_cap_was_lowered_is_refused_by_the_permit(office: Office) -> None:
    openers(office.campaign, 1)
    plan.plan()
    touch = Touch.objects.get(state="planned")
    Mailbox.objects.update(daily_cap=0)
    assert touch.slot_at is not None
    office.world.at(touch.slot_at)
    verdict, _ = asked(touch.id)
    assert isinstance(verdict, Wait)
    assert verdict.reason is Reason.CAP
    assert Budget.objects.values_list("used_today", flat=True).get() == 0


def test_two_campaigns_share_a_mailbox_turn_by_turn(office: Office) -> None:
    Mailbox.objects.update(daily_cap=6, gap_seconds=60)
    second = a_campaign(office.workspace, mailboxes=[office.mailbox], steps=(an_email(),))
    openers(office.campaign, 20)
    openers(second, 20)
    plan_for(office.world, timedelta(hours=9))
    given = [Touch.objects.filter(state="planned", campaign_id=one.id).count() for one in (office.campaign, second)]
    assert given == [3, 3]


def test_another_workspaces_mailbox_is_nobodys_room(office: Office) -> None:
    stranger = a_mailbox(a_workspace())
    openers(office.campaign, 3)
    plan_for(office.world, timedelta(hours=1))
    assert not Touch.objects.filter(mailbox=stranger).exists()


def test_a_slot_whose_wake_up_was_lost_is_handed_over_again_under_the_same_name(office: Office) -> None:
    openers(office.campaign, 1)
    plan.plan()
    touch = Touch.objects.get()
    assert touch.slot_at is not None
    (first,) = plan.due_slots() or [plan.Due(touch.id, touch.slot_at)]
    office.world.at(touch.slot_at + timedelta(seconds=5))
    assert plan.due_slots() == []  # its wake-up is on its way
    office.world.at(touch.slot_at + timedelta(days=1))
    (again,) = plan.due_slots()
    assert handover.message_id_of(first) == handover.message_id_of(again)
    assert handover.hand_over([again], send_touch) == 1


@pytest.mark.parametrize("state", ["sending", "uncertain", "accepted"])
def test_what_is_under_way_is_not_handed_over_again(office: Office, state: str) -> None:
    touch = office.waiting()
    tried(touch.id, Deferred(Scope.RECIPIENT))
    Touch.objects.update(state="planned", slot_at=office.world.now() - timedelta(days=1))
    assert [due.touch_id for due in plan.due_slots()] == [touch.id]
    now = clock.now()
    Delivery.objects.update(state=state, lease_until=now, call_began_at=now, accepted_world=office.world.now())
    assert plan.due_slots() == []
    assert dispatch.send_touch(touch.id) == "nothing"


def test_people_whose_window_is_closed_do_not_stand_before_others(office: Office) -> None:
    """Their eligible time is older, and there are more of them than the mailbox has room for."""
    Campaign.objects.update(in_person_zone=True)
    Mailbox.objects.update(daily_cap=5)
    for _ in range(8):
        enrolled(office.campaign, a_contact(office.workspace, time_zone="Asia/Tokyo"), mailbox=office.mailbox)
    touch = office.waiting()
    Touch.objects.filter(id=touch.id).update(eligible_at=office.world.now() + timedelta(seconds=1))
    office.world.pass_time(timedelta(minutes=1))
    for _ in range(3):
        plan.plan()
    assert Touch.objects.get(id=touch.id).state == "planned"


def nobody_worked(office: Office, gap: int) -> list[Touch]:
    """Twelve people who had places in the morning; the workers come back at three in the afternoon."""
    Mailbox.objects.update(gap_seconds=gap, daily_cap=20)
    waiting = openers(office.campaign, 12)
    Touch.objects.update(state="planned", slot_at=office.world.now(), mailbox=office.mailbox)
    office.world.at(office.world.now().replace(hour=15))
    return waiting


@pytest.mark.parametrize("gap", [0, 240])
def test_after_the_workers_were_down_places_are_drawn_anew_and_nothing_bursts(office: Office, gap: int) -> None:
    waiting = nobody_worked(office, gap)
    plan.plan()
    assert planned() <= 3
    assert set(Touch.objects.filter(state="planned").values_list("slot_at__hour", flat=True)) == {15}
    assert {touch.id for touch in waiting} == set(
        Touch.objects.filter(state__in=["planned", "scheduled"]).values_list("id", flat=True)
    )
    assert len(plan.due_slots()) <= 3


@pytest.mark.parametrize("gap", [0, 240])
def test_a_wake_up_that_lay_there_for_hours_gives_the_place_back_and_sends_nothing(office: Office, gap: int) -> None:
    waiting = nobody_worked(office, gap)
    assert {dispatch.send_touch(touch.id) for touch in waiting} == {"late"}
    assert set(Touch.objects.values_list("state", "hold_reason")) == {("scheduled", "")}
    assert not Delivery.objects.exists()


def test_a_wake_up_that_is_a_few_minutes_late_is_no_reason_to_draw_anew(office: Office) -> None:
    (touch,) = openers(office.campaign, 1)
    slot = office.world.now()
    Touch.objects.update(state="planned", slot_at=slot, mailbox=office.mailbox)
    office.world.pass_time(timedelta(minutes=9))
    plan.plan()
    touch.refresh_from_db()
    assert (touch.state, touch.slot_at) == ("planned", slot)
    assert [due.touch_id for due in plan.due_slots()] == [touch.id]


def test_what_is_looked_at_lies_in_one_index_in_its_own_order(office: Office) -> None:
    """However many are due: the oldest of a pair are read, not sorted."""
    openers(office.campaign, 3)
    values = {"campaigns": "{1}", "mailboxes": "{1}", "most": "{5}", "open_campaigns": "{1}", "open_most": "{5}"}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_sort = off")
        for name in ("heads", "due"):
            cursor.execute("EXPLAIN " + sql.statements("sequences")[name], values | {"now": office.world.now()})
            text = "\n".join(row[0] for row in cursor.fetchall())
            assert text.count("touch_due") == 2, text
            assert "Sort" not in text, text
