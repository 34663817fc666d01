"""What counts as turns already taken: who joins at noon starves nobody and is not starved."""

from collections import Counter
from datetime import timedelta

from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.charges import Sent, charge
from tests.sequences.core.planner.noon import MIDNIGHT, NOON, campaign, demand, followup, openers, room

MORNING = NOON - timedelta(hours=3)


def test_who_had_the_last_place_of_yesterday_does_not_have_the_first_of_today() -> None:
    campaigns = {1: campaign(1), 2: campaign(2)}
    assert charge(campaigns, [(1, 1, MIDNIGHT - timedelta(hours=8))], {1: MIDNIGHT}) == {(1, 1): 1}
    assert charge(campaigns, [(1, 1, MIDNIGHT - timedelta(hours=25))], {1: MIDNIGHT}) == {}


def test_who_joins_at_noon_owes_nothing_and_is_owed_nothing() -> None:
    """Twenty mails of the morning are one turn of the round that is going on: from noon on both take turns."""
    campaigns = {number: campaign(number) for number in (1, 2)}
    touches = [*openers(20, 1, MORNING), *openers(20, 2, NOON)]
    morning = [(1, 1, MORNING + timedelta(minutes=8 * number)) for number in range(20)]
    charges = charge(campaigns, morning, {1: MIDNIGHT})
    assert charges == {(1, 1): 1}
    plan = weighted_round_robin(demand(touches, campaigns.values(), [room(1, 10)], charges))
    assert Counter(slot.campaign_id for slot in plan.slots) == {1: 5, 2: 5}
    assert plan.slots[0].campaign_id == 2


def test_a_run_at_noon_does_not_give_the_mornings_share_again() -> None:
    """Both had work all the time and one of them got two places more: the other one comes first."""
    campaigns = {number: campaign(number) for number in (1, 2)}
    sends = [(1, number, MORNING + timedelta(minutes=at)) for at, number in enumerate((1, 2, 1, 2, 1))]
    assert charge(campaigns, sends, {1: MIDNIGHT}) == {(1, 1): 1}


def test_the_order_of_the_rows_does_not_matter() -> None:
    campaigns = {1: campaign(1), 2: campaign(2), 3: campaign(3)}
    sends = [(1, 1 + number * number % 3, MORNING + timedelta(minutes=number)) for number in range(12)]
    assert charge(campaigns, reversed(sends), {1: MIDNIGHT}) == charge(campaigns, sends, {1: MIDNIGHT})


def test_each_mailbox_has_its_own_rounds() -> None:
    campaigns = {1: campaign(1, 1, 2), 2: campaign(2, 2)}
    sends = [(1, 1, NOON), (2, 1, NOON), (2, 2, NOON), (2, 2, NOON), (3, 1, NOON)]
    assert charge(campaigns, sends, {1: MIDNIGHT, 2: MIDNIGHT}) == {(1, 1): 1, (2, 2): 1}


def test_a_campaign_that_does_not_run_any_more_takes_no_turns() -> None:
    assert charge({1: campaign(1)}, [(1, 2, NOON), (1, 1, NOON)], {1: MIDNIGHT}) == {(1, 1): 1}


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
        charges = charge(campaigns, made, {1: MIDNIGHT})
        (slot,) = weighted_round_robin(demand(waiting, campaigns.values(), [room(1, 1)], charges)).slots
        waiting = [touch for touch in waiting if touch.touch_id != slot.touch_id]
        made.append((1, slot.campaign_id, now))
        got[slot.campaign_id] += 1
    assert got == {1: 20, 2: 20, 3: 20}
