"""What counts as turns already taken: who joins at noon starves nobody and is not starved."""

from collections import Counter
from datetime import timedelta

from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.charges import Sent, charge, charged_from
from tests.sequences.core.planner.noon import MIDNIGHT, NOON, campaign, demand, followup, openers, room

MORNING = NOON - timedelta(hours=3)


def test_sends_count_from_midnight_while_nobody_new_competes() -> None:
    assert charged_from(MIDNIGHT, [MIDNIGHT - timedelta(days=3)]) == MIDNIGHT
    assert charged_from(MIDNIGHT, []) == MIDNIGHT


def test_sends_count_from_when_the_newest_competitor_fell_due() -> None:
    assert charged_from(MIDNIGHT, [MIDNIGHT - timedelta(days=3), NOON, MORNING]) == NOON


def test_who_joins_at_noon_does_not_take_the_whole_afternoon() -> None:
    """Twenty mails of the morning are not owed: from noon on both take turns."""
    campaigns = {number: campaign(number) for number in (1, 2)}
    touches = [*openers(20, 1, MORNING), *openers(20, 2, NOON)]
    morning = [(1, 1, MORNING + timedelta(minutes=8 * number)) for number in range(20)]
    charges = charge(touches, campaigns, morning, {1: MIDNIGHT})
    assert charges == {}
    plan = weighted_round_robin(demand(touches, campaigns.values(), [room(1, 10)], charges))
    assert Counter(slot.campaign_id for slot in plan.slots) == {1: 5, 2: 5}


def test_sends_after_noon_are_charged_to_who_made_them() -> None:
    campaigns = {number: campaign(number) for number in (1, 2)}
    touches = [*openers(20, 1, MORNING), *openers(20, 2, NOON)]
    sends = [(1, 1, NOON - timedelta(minutes=1)), (1, 1, NOON), (1, 2, NOON), (1, 2, NOON + timedelta(hours=1))]
    assert charge(touches, campaigns, sends, {1: MIDNIGHT}) == {(1, 1): 1, (1, 2): 2}


def test_each_mailbox_counts_from_its_own_newest_competitor() -> None:
    campaigns = {1: campaign(1, 1, 2), 2: campaign(2, 2)}
    touches = [*openers(3, 1, MORNING), followup(9, 2, 2, NOON)]
    sends = [(mailbox, 1, NOON - timedelta(minutes=5)) for mailbox in (1, 2, 3)]
    assert charge(touches, campaigns, sends, {1: MIDNIGHT, 2: MIDNIGHT}) == {(1, 1): 1}


def test_a_campaign_that_trickles_does_not_let_the_oldest_backlog_starve_another() -> None:
    """Each mail of the trickle falls due anew and resets the count; the two backlogs still take turns."""
    campaigns = {number: campaign(number) for number in (1, 2, 3)}
    waiting = [*openers(50, 1, MORNING), *openers(50, 2, MORNING + timedelta(minutes=1))]
    got: Counter[int] = Counter()
    made: list[Sent] = []
    for tick in range(60):
        now = NOON + timedelta(minutes=5 * tick)
        if not any(touch.campaign_id == 3 for touch in waiting):
            waiting.append(followup(9000 + tick, 3, 1, now))
        charges = charge(waiting, campaigns, made, {1: MIDNIGHT})
        (slot,) = weighted_round_robin(demand(waiting, campaigns.values(), [room(1, 1)], charges)).slots
        waiting = [touch for touch in waiting if touch.touch_id != slot.touch_id]
        made.append((1, slot.campaign_id, now))
        got[slot.campaign_id] += 1
    assert got == {1: 20, 2: 20, 3: 20}
