from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.clock import NaiveInstant, WorldClock, add_months, as_utc, latest

REAL = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WORLD = datetime(2027, 5, 14, 7, 0, tzinfo=UTC)
FAST = WorldClock(anchor_real=REAL, anchor_world=WORLD, speed=4320)  # a day in 20 seconds


def test_twenty_seconds_are_a_day_in_a_rehearsal() -> None:
    assert FAST.world(REAL + timedelta(seconds=20)) == WORLD + timedelta(days=1)
    assert FAST.real_span(timedelta(days=1)) == timedelta(seconds=20)


def test_the_true_clock_is_the_same_formula() -> None:
    same = WorldClock(anchor_real=REAL, anchor_world=REAL)
    assert same.world(WORLD) == WORLD


@given(st.timedeltas(timedelta(0), timedelta(days=30)))
def test_world_time_leads_back_to_the_true_instant(passed: timedelta) -> None:
    assert abs(FAST.real(FAST.world(REAL + passed)) - (REAL + passed)) <= timedelta(microseconds=1)


@pytest.mark.parametrize("speed", [0, -1, float("nan")])
def test_a_clock_that_stands_or_runs_back_is_refused(speed: float) -> None:
    with pytest.raises(ValueError, match="speed above 0"):
        WorldClock(REAL, WORLD, speed)


def test_an_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(NaiveInstant, match="no time zone"):
        as_utc(datetime(2027, 1, 1, 9, 0))  # noqa: DTZ001 - the point of the test
    with pytest.raises(NaiveInstant):
        FAST.world(datetime(2027, 1, 1, 9, 0))  # noqa: DTZ001 - the point of the test


def test_the_latest_of_instants_in_different_zones_comes_back_in_utc() -> None:
    east = datetime(2027, 1, 1, 12, 0, tzinfo=timezone(timedelta(hours=9)))
    assert latest(None, east, datetime(2027, 1, 1, 1, 0, tzinfo=UTC)) == datetime(2027, 1, 1, 3, 0, tzinfo=UTC)
    assert latest(east).tzinfo is UTC


@pytest.mark.parametrize(
    ("start", "months", "expected"),
    [
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2028, 1, 31), 2, date(2028, 3, 31)),
        (date(2028, 1, 31), 13, date(2029, 2, 28)),
        (date(2028, 2, 29), 12, date(2029, 2, 28)),
        (date(2028, 2, 29), -12, date(2027, 2, 28)),
        (date(2027, 12, 31), 1, date(2028, 1, 31)),
    ],
)
def test_months_end_on_the_last_day_and_do_not_drift(start: date, months: int, expected: date) -> None:
    assert add_months(start, months) == expected
