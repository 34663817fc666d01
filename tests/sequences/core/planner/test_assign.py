"""Due touches become slots, or a visible reason why not."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from sequences.core.planner.allocation import priority_first
from sequences.core.planner.assign import assign
from sequences.core.planner.demand import CampaignTurns, DueTouch, HoldReason, LeftReason, Plan
from sequences.core.planner.windows import MailboxDay, capacity
from tests.sequences.core.planner.noon import BERLIN, NOON, OFFICE, campaign, followup, opener, openers

ONE = MailboxDay(1, BERLIN, cap=5, hours=(OFFICE,))
TWO = MailboxDay(2, BERLIN, cap=8, hours=(OFFICE,))


def plan(touches: Sequence[DueTouch], *campaigns: CampaignTurns, days: Sequence[MailboxDay] = (ONE, TWO)) -> Plan:
    return assign(
        touches,
        {each.campaign_id: each for each in campaigns},
        [capacity(day, NOON) for day in days],
        connected={1, 2},
        charged={},
        chance=0.5,
    )


def test_followups_keep_their_mailbox_and_openers_get_one() -> None:
    got = plan([followup(1, 1, mailbox=1), opener(2, 1)], campaign(1, 1, 2))
    assert {(slot.touch_id, slot.mailbox_id) for slot in got.slots} == {(1, 1), (2, 2)}
    assert {slot.reason for slot in got.slots} == {"stays with its mailbox", "most room: 8 left, weight 1"}


def test_a_followup_whose_mailbox_is_gone_is_held_and_never_moved() -> None:
    got = plan([followup(1, 1, mailbox=7), followup(2, 1, mailbox=1)], campaign(1, 1, 2, 7))
    assert [(hold.touch_id, hold.reason) for hold in got.holds] == [(1, HoldReason.MAILBOX_GONE)]
    assert [slot.touch_id for slot in got.slots] == [2]


def test_an_opener_without_any_connected_mailbox_is_held() -> None:
    got = plan([opener(1, 1)], campaign(1, 7, 8))
    assert [hold.reason for hold in got.holds] == [HoldReason.NO_MAILBOX]


def test_a_full_mailbox_is_no_reason_to_hold() -> None:
    got = plan([followup(1, 1, mailbox=1)], campaign(1, 1), days=[TWO])
    assert not got.holds
    assert [left.reason for left in got.left] == [LeftReason.NO_ROOM]


def test_no_more_slots_than_the_windows_have_room_for() -> None:
    got = plan(openers(100, 1), campaign(1, 1, 2))
    assert len(got.slots) == ONE.cap + TWO.cap
    assert len(got.left) == 87


def test_the_same_input_gives_the_same_slots() -> None:
    touches = openers(20, 1)
    assert plan(touches, campaign(1, 1, 2)) == plan(touches, campaign(1, 1, 2))
    assert plan(touches[::-1], campaign(1, 1, 2), days=(TWO, ONE)).slots == plan(touches, campaign(1, 1, 2)).slots


def test_slots_stand_in_order_of_time_inside_the_open_hours() -> None:
    times = [slot.at for slot in plan(openers(100, 1), campaign(1, 1, 2)).slots]
    assert times == sorted(times)
    assert all(OFFICE.is_open(at) for at in times)


def test_the_allocator_can_be_exchanged() -> None:
    touches = [*openers(9, 1), *openers(9, 2)]
    got = assign(
        touches,
        {1: campaign(1), 2: campaign(2, turns=2)},
        [capacity(replace(ONE, cap=4), NOON)],
        connected={1},
        charged={},
        chance=0.1,
        until=NOON + timedelta(hours=12),
        allocator=priority_first,
    )
    assert {slot.campaign_id for slot in got.slots} == {2}
