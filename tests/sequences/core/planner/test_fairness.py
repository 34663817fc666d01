"""Recorded days through both allocators: the measure tells them apart."""

from dataclasses import replace
from datetime import timedelta

import pytest

from sequences.core.planner.allocation import priority_first, weighted_round_robin
from sequences.core.planner.fairness import compare, fairness
from sequences.core.planner.generated import generated
from sequences.core.planner.replay import RecordedDay, Replay
from tests.sequences.core.planner.noon import MIDNIGHT, campaign, followup, openers

CAMPAIGNS = {1: campaign(1, 1, 2, turns=3), 2: campaign(2, 1, 2), 3: campaign(3, 1, 2)}


def recorded(days: int = 3) -> list[RecordedDay]:
    """Thirty places on each of two mailboxes; the heavy campaign has more than all of them, the third joins at noon."""
    return [a_day(number) for number in range(days)]


def a_day(number: int) -> RecordedDay:
    start, arrivals = MIDNIGHT + timedelta(days=number), []
    for campaign_id, count, hour in ((1, 200, 8), (2, 30, 8), (3, 30, 12)):
        base, due = 10_000 * number + 1000 * campaign_id, start + timedelta(hours=hour)
        arrivals += [followup(base + n, campaign_id, n % 2 + 1, due) for n in range(count)]
    times = [start + timedelta(hours=9, minutes=16 * n) for n in range(30)]
    return RecordedDay(start, {1: times, 2: times}, arrivals)


def test_round_robin_gives_each_campaign_its_share_and_priority_first_does_not() -> None:
    got = compare(CAMPAIGNS, recorded())
    fair, greedy = got["weighted_round_robin"], got["priority_first"]
    assert fair.evenness > 0.98
    assert greedy.evenness == pytest.approx(1 / 3)
    assert (fair.starved, greedy.starved) == ((), (2, 3))


def test_the_share_won_is_close_to_the_share_the_turns_give() -> None:
    for each in fairness(CAMPAIGNS, recorded(), weighted_round_robin).campaigns:
        assert each.share == pytest.approx(each.fair_share, abs=0.05)


def test_every_place_is_given_and_every_touch_counted() -> None:
    got = fairness(CAMPAIGNS, recorded(2), weighted_round_robin)
    assert sum(each.sent for each in got.campaigns) == 2 * 60
    assert sum(each.sent + each.unsent for each in got.campaigns) == 2 * 260


def test_the_longest_wait_of_a_starved_campaign_is_the_whole_record() -> None:
    got = {each.campaign_id: each for each in fairness(CAMPAIGNS, recorded(2), priority_first).campaigns}
    assert got[2].sent == 0
    assert got[2].longest_wait == timedelta(days=1, hours=1, minutes=16 * 29)


def test_a_campaign_alone_has_all_and_is_not_contested() -> None:
    alone = fairness(
        {1: campaign(1)}, [RecordedDay(MIDNIGHT, {1: [MIDNIGHT]}, openers(1, 1, MIDNIGHT))], priority_first
    )
    assert (alone.campaigns[0].share, alone.campaigns[0].contested, alone.evenness) == (1.0, 0, 1.0)


def test_days_without_places_or_work_measure_nothing() -> None:
    assert fairness({1: campaign(1)}, [], weighted_round_robin).longest_wait == timedelta(0)


def test_new_contacts_per_day_are_allowed_again_the_next_day() -> None:
    limited = {1: replace(campaign(1), openers_left=2)}
    tomorrow = MIDNIGHT + timedelta(days=1)
    hours = [timedelta(hours=number) for number in range(5)]
    days = [
        RecordedDay(MIDNIGHT, {1: [MIDNIGHT + hour for hour in hours]}, openers(9, 1, MIDNIGHT)),
        RecordedDay(tomorrow, {1: [tomorrow + hour for hour in hours]}, ()),
    ]
    replay = Replay(limited, days, weighted_round_robin)
    sent_on = [given.slot.at.date() for given in replay.given()]
    assert sent_on == [MIDNIGHT.date()] * 2 + [tomorrow.date()] * 2
    assert len(list(replay.waiting())) == 5


@pytest.mark.parametrize("seed", [1, 5, 7, 18])
def test_in_a_week_of_too_much_work_nobody_is_passed_over_for_more_than_two_rounds(seed: int) -> None:
    campaigns, days = generated(seed, 5)
    found = fairness(campaigns, days, weighted_round_robin)
    assert found.starved == ()
