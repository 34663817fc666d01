"""Who gets the next place: rounds, weights, shares, limits, and that nobody starves."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import time, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.windows import DaysOff, Hours, daily
from sequences.core.planner.allocation import priority_first, weighted_round_robin
from sequences.core.planner.demand import Allocator, Demand, HoldReason, LeftReason, Plan
from tests.sequences.core.planner.noon import NOON, OFFICE, campaign, demand, followup, opener, openers, room

BOTH = pytest.mark.parametrize("allocator", [weighted_round_robin, priority_first])


def order(plan: Plan) -> list[int]:
    return [slot.campaign_id for slot in plan.slots]


@st.composite
def demands(draw: st.DrawFn) -> Demand:
    numbers = range(1, draw(st.integers(1, 5)) + 1)
    mailboxes = range(1, draw(st.integers(1, 4)) + 1)
    pools = st.sets(st.sampled_from(mailboxes), min_size=1)
    campaigns = [
        replace(
            campaign(number, *draw(pools), turns=draw(st.integers(1, 3)), share=draw(st.floats(0, 1))),
            sends_left=draw(st.none() | st.integers(0, 10)),
            openers_left=draw(st.none() | st.integers(0, 5)),
        )
        for number in numbers
    ]
    kinds = st.tuples(st.sampled_from(numbers), st.sampled_from([0, *mailboxes]), st.integers(0, 5000))
    touches = [
        replace(
            followup(index, number, mailbox, NOON - timedelta(minutes=age)),
            opener=not mailbox,
            mailbox_id=mailbox or None,
        )
        for index, (number, mailbox, age) in enumerate(draw(st.lists(kinds, max_size=40)))
    ]
    return demand(touches, campaigns, [room(mailbox, draw(st.integers(0, 8))) for mailbox in mailboxes])


@BOTH
@given(demands())
def test_no_mailbox_gives_more_than_its_places_and_no_place_twice(allocator: Allocator, given_: Demand) -> None:
    slots = allocator(given_).slots
    places = [(slot.mailbox_id, slot.at) for slot in slots]
    assert len(set(places)) == len(places)
    assert set(places) <= {(each.mailbox_id, at) for each in given_.rooms for at in each.times}


@BOTH
@given(demands())
def test_every_touch_is_answered_exactly_once(allocator: Allocator, given_: Demand) -> None:
    plan = allocator(given_)
    placed, waiting = [slot.touch_id for slot in plan.slots], [wait.touch_id for wait in plan.waits]
    answered = placed + waiting + [each.touch_id for each in plan.holds] + [each.touch_id for each in plan.left]
    assert sorted(answered) == sorted(touch.touch_id for touch in given_.touches)


@BOTH
@given(demands())
def test_limits_of_a_campaign_hold_and_followups_never_move(allocator: Allocator, given_: Demand) -> None:
    touches = {touch.touch_id: touch for touch in given_.touches}
    slots = allocator(given_).slots
    sends = Counter(slot.campaign_id for slot in slots)
    firsts = Counter(slot.campaign_id for slot in slots if touches[slot.touch_id].opener)
    for number, each in given_.campaigns.items():
        assert each.sends_left is None or sends[number] <= each.sends_left
        assert each.openers_left is None or firsts[number] <= each.openers_left
    assert all(touches[slot.touch_id].mailbox_id in {None, slot.mailbox_id} for slot in slots)
    assert all(
        slot.mailbox_id in given_.campaigns[slot.campaign_id].mailboxes
        for slot in slots
        if touches[slot.touch_id].opener
    )


@BOTH
@given(demands())
def test_no_place_is_left_empty_while_somebody_could_use_it(allocator: Allocator, given_: Demand) -> None:
    plan = allocator(given_)
    unserved = {left.touch_id for left in plan.left if left.reason is LeftReason.NO_ROOM}
    full = {
        each.mailbox_id
        for each in given_.rooms
        if sum(s.mailbox_id == each.mailbox_id for s in plan.slots) == len(each.times)
    }
    for touch in given_.touches:
        if touch.touch_id in unserved:
            pool = given_.campaigns[touch.campaign_id].mailboxes if touch.mailbox_id is None else {touch.mailbox_id}
            assert set(pool) <= full


@given(demands(), st.randoms())
def test_the_order_of_the_input_does_not_matter(given_: Demand, random: Random) -> None:
    shuffled = list(given_.touches)
    random.shuffle(shuffled)
    again = weighted_round_robin(replace(given_, touches=shuffled, rooms=tuple(reversed(given_.rooms))))
    assert again.slots == weighted_round_robin(given_).slots


@given(st.lists(st.integers(1, 4), min_size=2, max_size=6), st.integers(1, 4))
def test_within_each_round_every_campaign_gets_exactly_its_turns(turns: list[int], rounds: int) -> None:
    campaigns = [campaign(number, turns=count) for number, count in enumerate(turns, start=1)]
    touches = [touch for each in campaigns for touch in openers(60, each.campaign_id)]
    got = order(weighted_round_robin(demand(touches, campaigns, [room(1, sum(turns) * rounds)])))
    for start in range(0, len(got), sum(turns)):
        assert Counter(got[start : start + sum(turns)]) == dict(enumerate(turns, start=1))


@given(st.lists(st.integers(1, 4), min_size=2, max_size=6))
def test_nobody_starves_when_each_run_has_a_single_place(turns: list[int]) -> None:
    """What a run gave is charged to the next, so rounds go on over runs of one place each."""
    campaigns = [campaign(number, turns=count) for number, count in enumerate(turns, start=1)]
    waiting = [touch for each in campaigns for touch in openers(40, each.campaign_id)]
    charged: Counter[tuple[int, int]] = Counter()
    for _ in range(2 * sum(turns)):
        (slot,) = weighted_round_robin(demand(waiting, campaigns, [room(1, 1)], charged)).slots
        waiting = [touch for touch in waiting if touch.touch_id != slot.touch_id]
        charged[1, slot.campaign_id] += 1
    assert charged == {(1, number): 2 * count for number, count in enumerate(turns, start=1)}


def test_priority_first_lets_the_others_starve_where_rounds_do_not() -> None:
    campaigns = [campaign(1, turns=3), campaign(2), campaign(3)]
    touches = [*openers(20, 1), *openers(20, 2), *openers(20, 3)]
    needed = demand(touches, campaigns, [room(1, 10)])
    assert Counter(order(priority_first(needed))) == {1: 10}
    assert Counter(order(weighted_round_robin(needed))) == {1: 6, 2: 2, 3: 2}


def test_the_campaign_with_the_oldest_due_touch_comes_first_in_a_round() -> None:
    touches = [opener(1, 1), opener(2, 2, NOON - timedelta(hours=2)), opener(3, 3, NOON - timedelta(hours=1))]
    assert order(weighted_round_robin(demand(touches, map(campaign, (1, 2, 3)), [room(1, 3)]))) == [2, 3, 1]


def test_what_was_sent_today_is_charged_first() -> None:
    touches = [*openers(10, 1), *openers(10, 2)]
    plan = weighted_round_robin(demand(touches, map(campaign, (1, 2)), [room(1, 6)], {(1, 1): 4}))
    assert order(plan) == [2, 2, 2, 2, 1, 2]


def test_mails_from_a_mailbox_of_its_own_do_not_cost_a_campaign_its_turn_on_a_shared_one() -> None:
    campaigns = [campaign(1, 1, 2), campaign(2, 2)]
    touches = [*[followup(number, 1, 2) for number in range(5)], *openers(5, 2)]
    plan = weighted_round_robin(demand(touches, campaigns, [room(2, 4)], {(1, 1): 300}))
    assert Counter(order(plan)) == {1: 2, 2: 2}


def kinds(count: int, *, recent: tuple[int, int] = (0, 0), share: float = 0.2) -> list[str]:
    asked = replace(campaign(1, share=share), recent_sends=recent[0], recent_openers=recent[1])
    touches = [*openers(50, 1), *[followup(number, 1) for number in range(50)]]
    plan = weighted_round_robin(demand(touches, [asked], [room(1, count)]))
    return ["opener" if slot.touch_id >= 1000 else "followup" for slot in plan.slots]


def test_followups_come_first_and_every_fifth_place_is_kept_for_openers() -> None:
    assert kinds(10) == (["followup"] * 4 + ["opener"]) * 2


def test_a_mailbox_with_one_place_a_day_comes_to_its_openers_share_within_the_week() -> None:
    assert kinds(1, recent=(3, 0)) == ["followup"]
    assert kinds(1, recent=(4, 0)) == ["opener"]


def test_a_share_of_one_puts_openers_first_and_of_nothing_last() -> None:
    assert kinds(3, share=1.0) == ["opener"] * 3
    assert kinds(3, share=0.0) == ["followup"] * 3


def test_a_share_that_nobody_needs_is_not_wasted() -> None:
    plan = weighted_round_robin(demand([followup(number, 1) for number in range(9)], [campaign(1)], [room(1, 9)]))
    assert len(plan.slots) == 9


def test_new_contacts_per_day_stops_openers_and_not_followups() -> None:
    asked = replace(campaign(1), openers_left=1)
    plan = weighted_round_robin(demand([*openers(3, 1), followup(1, 1), followup(2, 1)], [asked], [room(1, 9)]))
    assert len(plan.slots) == 3
    assert {left.reason for left in plan.left} == {LeftReason.NEW_PER_DAY}


def test_a_campaigns_own_cap_is_named() -> None:
    plan = weighted_round_robin(demand(openers(3, 1), [replace(campaign(1), sends_left=2)], [room(1, 9)]))
    assert [left.reason for left in plan.left] == [LeftReason.CAMPAIGN_CAP]


def mailboxes(plan: Plan) -> Sequence[tuple[int, int]]:
    return sorted(Counter(slot.mailbox_id for slot in plan.slots).items())


def test_an_opener_goes_where_most_room_is_left_and_says_so() -> None:
    rooms = [room(1, 5, free=5), room(2, 5, free=8)]
    plan = weighted_round_robin(demand(openers(5, 1), [campaign(1, 1, 2)], rooms))
    assert mailboxes(plan) == [(1, 1), (2, 4)]
    assert {"most room: 8 left, weight 1", "most room: 5 left, weight 1"} <= {slot.reason for slot in plan.slots}


def test_a_heavier_mailbox_gets_more_openers() -> None:
    heavy = replace(campaign(1), mailboxes={1: 1, 2: 3})
    plan = weighted_round_robin(demand(openers(6, 1), [heavy], [room(1, 10), room(2, 10)]))
    assert mailboxes(plan) == [(2, 6)]


def test_a_touch_whose_own_window_is_closed_waits_and_blocks_nobody() -> None:
    kolkata = Hours(OFFICE.window, "Asia/Kolkata")  # 15:30 there at noon in Berlin
    sydney = Hours(OFFICE.window, "Australia/Sydney")  # 20:00
    touches = [opener(1, 1, NOON - timedelta(days=9), hours=sydney), opener(2, 1, hours=kolkata), opener(3, 1)]
    plan = weighted_round_robin(demand(touches, [campaign(1)], [room(1, 2)]))
    assert [slot.touch_id for slot in plan.slots] == [2, 3]
    assert [(wait.touch_id, wait.until) for wait in plan.waits] == [(1, sydney.next_open(NOON))]


def test_a_touch_takes_the_first_place_inside_its_own_window() -> None:
    opens_later = Hours(daily(frozenset({2}), time(12, 12), time(17)), OFFICE.zone)
    plan = weighted_round_robin(demand([opener(1, 1, hours=opens_later)], [campaign(1)], [room(1, 6)]))
    assert [slot.at for slot in plan.slots] == [NOON + timedelta(minutes=15)]


def test_a_touch_whose_window_never_opens_is_held() -> None:
    never = replace(OFFICE, closed=DaysOff(away=((NOON.date(), NOON.date() + timedelta(days=2000)),)))
    plan = weighted_round_robin(demand([opener(1, 1, hours=never), opener(2, 1)], [campaign(1)], [room(1, 2)]))
    assert [hold.reason for hold in plan.holds] == [HoldReason.NEVER_OPENS]
    assert [slot.touch_id for slot in plan.slots] == [2]
