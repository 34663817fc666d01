"""The graded policy: worse at once, better by stages and clean days, and never by what nobody knows."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from admission.core.protection.history import History, Mark, Step, steps
from admission.core.protection.judging import Evidence, Tally, evidence_from, judge, says_something
from admission.core.protection.numbers import RANGES, Numbers, as_values, parse
from admission.core.states import GRAVITY, Stage
from app.core.errors import Refused

NUMBERS = Numbers()
GOOD = Tally(100)
QUIET = Evidence(Tally(0), Tally(0), 30)
MARCH = date(2027, 3, 1)


def seen(recent: Tally, clean: Tally = GOOD, days: float = 7, known: int = 0, unknown: int = 0) -> Evidence:
    return Evidence(recent, clean, days, known, unknown)


@pytest.mark.parametrize(
    ("tally", "stage", "reason"),
    [
        (Tally(100, bounces=3), "normal", ""),
        (Tally(100, bounces=4), "slowed", "bounces"),
        (Tally(100, bounces=6), "cooling_down", "bounces"),
        (Tally(100, bounces=8), "paused", "bounces"),
        (Tally(99, bounces=99), "normal", ""),
        (Tally(100, blocks=10), "cooling_down", "blocks"),
        (Tally(100, bounces=4, blocks=20), "paused", "blocks"),
        (Tally(5, complaints=1), "slowed", "complaints"),
        (Tally(5, complaints=3), "paused", "complaints"),
    ],
)
def test_it_gets_worse_at_once_and_as_far_as_it_is(tally: Tally, stage: str, reason: str) -> None:
    found = judge(Stage.NORMAL, seen(tally), NUMBERS)
    assert (found.stage, found.reason) == (stage, reason)


@pytest.mark.parametrize(("stage", "after"), [("slowed", "normal"), ("cooling_down", "slowed")])
def test_it_gets_better_by_one_stage_after_clean_days_with_enough_mails(stage: str, after: str) -> None:
    assert judge(Stage(stage), seen(GOOD, Tally(50), 7), NUMBERS).stage == after
    for few in (seen(GOOD, Tally(49), 7), seen(GOOD, Tally(50), 6.9)):
        assert judge(Stage(stage), few, NUMBERS).stage == stage


def test_nothing_but_a_person_leaves_the_pause() -> None:
    assert judge(Stage.PAUSED, seen(GOOD, Tally(10_000), 400), NUMBERS).event == ""


def test_days_that_are_not_clean_begin_anew() -> None:
    found = judge(Stage.SLOWED, seen(Tally(100, bounces=4), Tally(50, bounces=2), 6), NUMBERS)
    assert (found.stage, found.unclean, found.reason) == ("slowed", True, "bounces")


def test_the_mails_that_slowed_it_do_not_keep_it_slowed() -> None:
    assert judge(Stage.SLOWED, seen(Tally(100, bounces=4), Tally(50), 7), NUMBERS).stage == "normal"


@pytest.mark.parametrize(("unknown", "stage"), [(2, "normal"), (3, "slowed")])
def test_a_blind_policy_improves_nothing_and_still_gets_worse(unknown: int, stage: str) -> None:
    assert judge(Stage.SLOWED, seen(GOOD, known=8, unknown=unknown), NUMBERS).stage == stage
    assert judge(Stage.SLOWED, seen(Tally(100, bounces=8), known=8, unknown=unknown), NUMBERS).stage == "paused"


tallies = st.builds(Tally, st.integers(0, 500), *[st.integers(0, 40)] * 3)


@given(st.sampled_from(Stage), tallies, tallies, st.floats(0, 60), st.integers(0, 20), st.integers(0, 20))
def test_it_never_improves_without_enough_clean_mails_nor_by_more_than_one_stage(
    stage: Stage, recent: Tally, clean: Tally, days: float, known: int, unknown: int
) -> None:
    evidence = Evidence(recent, clean, days, known, unknown)
    found = judge(stage, evidence, NUMBERS)
    better = GRAVITY.index(stage) - GRAVITY.index(found.stage)
    assert better <= 1
    if better == 1:
        assert (stage != Stage.PAUSED, days >= 7, clean.sends >= 50) == (True, True, True)
    assert evidence_from(evidence.as_json()) == evidence
    if found.stage != stage == Stage.NORMAL:
        assert says_something(recent, NUMBERS)


def test_no_mails_are_no_good_news() -> None:
    assert judge(Stage.COOLING_DOWN, QUIET, NUMBERS).stage == "cooling_down"
    assert judge(Stage.NORMAL, QUIET, NUMBERS).stage == "normal"


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"bounce": 3}, "bounce is no number"),
        ({"days": 0}, "days must be a whole number from 1 to 30"),
        ({"days": 2.5}, "days must be a whole number"),
        ({"bounces_slow": True}, "bounces_slow must be a number"),
        ({"bounces_slow": "3"}, "bounces_slow must be a number"),
        ({"bounces_slow": 9}, "must not fall"),
        ({"cooling_percent": 60}, "cooling_percent must be below"),
    ],
)
def test_impossible_numbers_are_refused_by_name(values: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused, match=says):
        parse(values)


def test_numbers_are_kept_and_read_again() -> None:
    assert parse(as_values(NUMBERS), version=3) == Numbers(version=3)
    assert set(as_values(NUMBERS)) == set(RANGES)
    assert [NUMBERS.percent(stage) for stage in Stage] == [100, 50, 25, 0]


def day(number: int) -> date:
    return MARCH + timedelta(days=number)


def test_past_days_are_judged_by_what_was_known_on_each() -> None:
    """4 of 100 came back of the first days; the reports of two came days later. Two weeks later it is normal again."""
    sends = {day(number): 20 for number in range(30)}
    marks = [Mark(day(sent), day(came), "bounces") for sent, came in ((0, 0), (1, 1), (1, 4), (2, 4))]
    history = History(sends, marks)
    assert steps(history, NUMBERS, MARCH, day(29)) == [
        Step(day(4), Stage.NORMAL, Stage.SLOWED, "bounces"),
        Step(day(11), Stage.SLOWED, Stage.NORMAL, "clean"),
    ]
    assert steps(history, Numbers(bounces_slow=4.1), MARCH, day(29)) == []
