"""What the next days bring, from small worlds in which one can count by hand."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.windows import DaysOff, Hours
from sequences.core.forecast.course import Bound
from sequences.core.forecast.inputs import StepAhead
from sequences.core.planner.launch import launch
from tests.sequences.core.forecast.worlds import (
    MADRID,
    OFFICE,
    THREE,
    TUESDAY,
    ahead,
    box,
    campaign,
    crowd,
    of,
    sends,
    start,
)


def test_each_working_day_has_its_cap_and_the_rest_waits_for_room() -> None:
    days = ahead(start([box(cap=10)], [campaign()], [crowd(35)]))
    assert sends(days)[:8] == [10, 10, 10, 5, 0, 0, 0, 0]
    assert of(days)[0].bound == (Bound("cap", 1, 25),)
    assert [one.left for one in of(days)[:4]] == [25, 15, 5, 0]
    assert days[0].day == date(2027, 3, 9)
    assert days[0].mailboxes[1].sends == 10


def test_the_weekend_is_no_room_and_a_day_off_neither() -> None:
    closed = Hours(OFFICE.window, MADRID, DaysOff(frozenset({date(2027, 3, 10)})))
    days = ahead(start([box(cap=10)], [campaign()], [crowd(40, hours=closed)]), days=7)
    assert sends(days) == [10, 0, 10, 10, 0, 0, 10]
    assert [one.bound[0].reason for one in of(days)[:6]] == ["cap", "day_off", "cap", "cap", "day_off", "day_off"]


def test_after_the_last_hour_of_a_working_day_its_hours_are_over_and_it_is_no_day_off() -> None:
    days = ahead(start([box()], [campaign()], [crowd(4)], TUESDAY.replace(hour=19)), days=2)
    assert of(days)[0].bound == (Bound("window", None, 4),)
    assert sends(days) == [0, 4]


def test_a_launched_campaign_has_its_first_mail_where_the_planner_gives_it() -> None:
    noon = TUESDAY.replace(hour=11)
    started = launch(noon, 0.5)
    world = replace(start([box()], [campaign()], [crowd(4, due=noon)], noon), launches={1: started})
    day = of(ahead(world, days=1))[0]
    assert (day.first_at, day.sends, day.openers) == (noon + timedelta(minutes=5), 4, 4)
    full = replace(start([box(cap=0)], [campaign()], [crowd(4, due=noon)], noon), launches={1: started})
    assert of(ahead(full, days=1))[0].sends == 0


def test_follow_ups_fall_due_by_the_delays_from_what_was_sent() -> None:
    days = ahead(start([box(cap=100)], [campaign(steps=THREE)], [crowd(8)]), days=14)
    found = {one.day.isoformat(): day.sends for one, day in zip(days, of(days), strict=True) if day.sends}
    assert found == {"2027-03-09": 8, "2027-03-12": 8, "2027-03-19": 8}
    assert [one.openers for one in of(days)][:4] == [8, 0, 0, 0]
    assert of(days)[-1].left == 0


def test_nobody_is_mailed_again_before_they_may_be() -> None:
    """A mail on Tuesday, the next due on Wednesday: two business days of theirs make it Thursday."""
    steps = (StepAhead(1, "email", 0, "days"), StepAhead(2, "email", 1, "days"))
    world = start([box()], [campaign(steps=steps)], [crowd(4)])
    assert sends(ahead(world, days=4)) == [4, 4, 0, 0]
    assert sends(ahead(replace(world, person_gap_days=2), days=4)) == [4, 0, 4, 0]


def test_a_task_between_two_mails_is_taken_for_done_when_it_falls_due() -> None:
    steps = (StepAhead(1, "email", 0, "days"), StepAhead(2, "linkedin", 1, "days"), StepAhead(3, "email", 2, "days"))
    days = ahead(start([box()], [campaign(steps=steps)], [crowd(4)]), days=6)
    assert sends(days) == [4, 0, 0, 4, 0, 0]


def test_a_ramp_climbs_by_days_on_which_something_was_sent() -> None:
    young = box(cap=20, ramp_start=5, ramp_step=2)
    young = replace(young, today=replace(young.today, ramp=5))
    days = ahead(start([young], [campaign()], [crowd(60)]), days=10)
    assert sends(days) == [5, 7, 9, 11, 0, 0, 13, 15, 0, 0]
    assert (days[1].mailboxes[1].limit, days[1].mailboxes[1].bound_by) == (7, "ramp")
    assert of(days)[0].bound[0] == Bound("ramp", 1, 55)


def test_who_leaves_after_a_mail_gets_no_further_one() -> None:
    world = start([box(cap=100)], [campaign(steps=THREE)], [crowd(40)])
    assert sum(sends(ahead(world, leave_share=0.25))) == 40 + 30 + 22
    assert sum(sends(ahead(world))) == 120


def test_a_campaigns_own_numbers_bind_by_name() -> None:
    few = ahead(start([box()], [campaign(new_per_day=3, openers_left=2)], [crowd(9)]), days=4)
    assert sends(few) == [2, 3, 3, 1]
    assert of(few)[0].bound == (Bound("new_contacts_per_day", None, 7),)
    capped = ahead(start([box()], [campaign(day_cap=4, sends_left=4)], [crowd(9)]), days=3)
    assert sends(capped) == [4, 4, 1]
    assert of(capped)[0].bound == (Bound("campaign_day_cap", None, 5),)


def test_campaigns_that_share_a_mailbox_share_its_days_by_their_turns() -> None:
    world = start([box(cap=12)], [campaign(1), campaign(2, turns=2)], [crowd(50, 1), crowd(50, 2)])
    days = ahead(world, days=3)
    assert (sends(days, 1), sends(days, 2)) == ([4, 4, 4], [8, 8, 8])


def test_a_campaign_that_is_over_sends_nothing_more() -> None:
    ending = campaign(ends_at=datetime(2027, 3, 10, 23, 0, tzinfo=UTC))
    assert sends(ahead(start([box()], [ending], [crowd(50)]), days=4)) == [10, 10, 0, 0]


def test_a_mailbox_with_a_problem_sends_nothing_and_names_it() -> None:
    world = start([box(1, problem="mailbox_not_connected")], [campaign()], [crowd(5)])
    assert of(ahead(world, days=1))[0].bound == (Bound("mailbox_not_connected", 1, 5),)
    two = start([box(1, problem="health_fail"), box(2)], [campaign(1, 1, 2)], [crowd(5), crowd(3, box=1, position=1)])
    (day,) = of(ahead(two, days=1))
    assert (day.sends, day.bound) == (5, (Bound("health_fail", 1, 3),))


def test_slots_that_are_given_already_are_sent_first() -> None:
    taken = box(cap=10)
    taken = replace(taken, today=replace(taken.today, handed_out=4))
    slotted = crowd(4, box=1, slot=TUESDAY + timedelta(hours=2))
    days = ahead(start([taken], [campaign(steps=THREE)], [slotted, crowd(20)]), days=4)
    assert sends(days)[:3] == [10, 10, 4]
    assert sends(days)[3] == 10  # the first ten again, three business days later


def test_after_its_first_people_a_campaign_rests_and_goes_on() -> None:
    late = TUESDAY + timedelta(hours=9)  # 17:00 in Madrid: half an hour is left
    world = start([box(cap=50, ramp_start=None)], [campaign(canary=4)], [crowd(20)])
    (first, second) = of(ahead(world, days=2))
    assert (first.sends, second.sends) == (20, 0)  # a few hours are enough for the rest of two hours
    evening = ahead(replace(world, now=late), days=2)
    assert [one.sends for one in of(evening)] == [4, 16]
    assert of(evening)[0].bound == (Bound("canary_rests", None, 16),)
    held = start([box()], [campaign(held=True, steps=THREE)], [crowd(5), crowd(2, box=1, position=2)])
    (day,) = of(ahead(held, days=1))
    assert (day.sends, day.bound) == (2, (Bound("canary_held", None, 5),))


def test_the_first_mail_is_named() -> None:
    (day,) = of(ahead(start([box()], [campaign()], [crowd(5)]), days=1))
    assert day.first_at is not None
    assert TUESDAY + timedelta(minutes=31) <= day.first_at < TUESDAY + timedelta(hours=3)


WORLDS = st.tuples(
    st.lists(
        st.tuples(st.integers(1, 3), st.sampled_from([None, 1, 2]), st.integers(1, 3), st.integers(0, 40)), max_size=8
    ),
    st.integers(0, 25),
    st.integers(1, 25),
)


@pytest.mark.parametrize("leave_share", [0.0, 0.3])
@settings(deadline=None)
@given(WORLDS)
def test_nobody_is_lost_and_no_limit_is_passed(
    leave_share: float, made: tuple[list[tuple[int, int | None, int, int]], int, int]
) -> None:
    groups, first, second = made
    crowds = [crowd(many, number, box=who, position=at) for number, who, at, many in groups if who or at == 1]
    world = start(
        [box(1, first), box(2, second, ramp_start=3, ramp_step=2)],
        [campaign(number, 1, 2, steps=THREE) for number in (1, 2, 3)],
        crowds,
    )
    days = ahead(world, days=60, leave_share=leave_share)
    for day in days:
        for number, cap in ((1, first), (2, second)):
            if number in day.mailboxes:
                assert day.mailboxes[number].sends <= day.mailboxes[number].limit <= cap
        assert sum(one.sends for one in day.campaigns.values()) == sum(one.sends for one in day.mailboxes.values())
    mails = sum(sum(sends(days, number)) for number in (1, 2, 3))
    left = sum(days[-1].campaigns[number].left for number in (1, 2, 3))
    wanted = sum(one.people * (4 - one.position) for one in crowds)
    if not leave_share and not left:
        assert mails == wanted
    assert mails <= wanted
