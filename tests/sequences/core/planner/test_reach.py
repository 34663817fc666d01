"""What is looked at is enough for every place, and no more than places and a little."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.demand import DueTouch
from sequences.core.planner.reach import Head, reach
from tests.sequences.core.planner.noon import NOON, campaign, demand, followup, openers, room

counts = st.lists(st.integers(0, 30), min_size=2, max_size=6)


def heads(touches: list[DueTouch]) -> list[Head]:
    return [Head(*pair, NOON) for pair in {(touch.campaign_id, touch.mailbox_id) for touch in touches}]


@given(counts, st.integers(1, 12))
def test_looking_no_further_than_reach_gives_each_campaign_as_much(waiting: list[int], places: int) -> None:
    """Where everybody has work enough, the few that are looked at are shared out as all would be."""
    campaigns = [campaign(number) for number in range(1, len(waiting) + 1)]
    touches = [followup(100 * each.campaign_id + n, each.campaign_id) for each in campaigns for n in range(40)]
    asked = reach(heads(touches), {each.campaign_id: each for each in campaigns}, {1: places}, {})
    seen = [touch for touch in touches if touch.touch_id % 100 < asked.get((touch.campaign_id, 1), 0)]
    few, all_ = (weighted_round_robin(demand(some, campaigns, [room(1, places)])) for some in (seen, touches))
    assert Counter(slot.campaign_id for slot in few.slots) == Counter(slot.campaign_id for slot in all_.slots)


@given(st.integers(1, 50), st.integers(1, 20), st.integers(0, 12))
def test_what_is_asked_for_grows_with_places_not_with_campaigns(many: int, mailboxes: int, places: int) -> None:
    pool = range(1, mailboxes + 1)
    campaigns = {number: campaign(number, *pool) for number in range(1, many + 1)}
    found = [Head(number, mailbox, NOON) for number in campaigns for mailbox in (*pool, None)]
    asked = reach(found, campaigns, dict.fromkeys(pool, places), {})
    total = places * mailboxes
    assert sum(asked.values()) <= 2.2 * total + mailboxes + 2 * many


def test_who_was_charged_less_is_looked_at_further() -> None:
    campaigns = {1: campaign(1), 2: campaign(2)}
    found = [Head(1, 1, NOON), Head(2, 1, NOON)]
    assert reach(found, campaigns, {1: 4}, {(1, 1): 9}) == {(2, 1): 4}


def test_openers_alone_get_all_places_of_their_pool() -> None:
    asked = reach(heads(openers(3, 1)), {1: campaign(1, 1, 2)}, {1: 5, 2: 5}, {})
    assert asked == {(1, None): 11}
