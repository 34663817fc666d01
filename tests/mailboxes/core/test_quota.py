"""Whatever N processes do, no minute holds more units than the limit, and what is allowed can be used."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.quota import WINDOW, Limit, Purse, Short, Taken, take

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
LIMITS = (200, 6_000, 15_000, 1_200_000)


@dataclass
class Office:
    """Processes with a purse each, over one stored instant; `spent` is what the provider saw."""

    limit: Limit
    purses: list[Purse]
    full_at: datetime | None = None

    def call(self, process: int, now: datetime, need: int) -> int:
        """Spend if it may; return the units."""
        purse, seconds = self.purses[process], (now - NOON).total_seconds()
        if not purse.holds(need, seconds):
            taken = take(self.limit, self.full_at, now, need)
            if isinstance(taken, Short):
                return 0
            self.full_at = taken.full_at
            purse.fill(taken.units, seconds)
        purse.units -= need
        return need


def most_in_a_window(calls: list[tuple[datetime, int]]) -> int:
    most = within = first = 0
    for at, units in calls:
        within += units
        while calls[first][0] <= at - WINDOW:
            within -= calls[first][1]
            first += 1
        most = max(most, within)
    return most


STEPS = st.lists(
    st.tuples(
        st.integers(0, 3),  # process
        st.sampled_from([0, 0, 1, 1_000, 14_999, 15_000, 60_000]) | st.integers(0, 70_000),  # milliseconds later
        st.sampled_from([1, 2, 5, 100]),
        st.integers(1, 60),  # calls in a row
    ),
    max_size=40,
)


@settings(deadline=None)
@given(STEPS, st.sampled_from(LIMITS[:3]))
def test_no_minute_holds_more_than_the_limit(steps: list[tuple[int, int, int, int]], units: int) -> None:
    office = Office(Limit(units), [Purse() for _ in range(4)])
    now, calls = NOON, []
    for process, later, need, times in steps:
        now += timedelta(milliseconds=later)
        calls += [(now, office.call(process, now, need)) for _ in range(times)]
    assert most_in_a_window(calls) <= units


@given(st.sampled_from(LIMITS), st.integers(1, 100), st.integers(0, 10**7), st.integers(0, 10**7))
def test_the_wait_told_is_enough_and_not_more(units: int, need: int, ahead: int, later: int) -> None:
    limit, full_at = Limit(units), NOON + timedelta(microseconds=ahead * 20)
    now = NOON + timedelta(microseconds=later)
    answer = take(limit, full_at, now, need)
    if isinstance(answer, Short):
        assert answer.wait > timedelta(0)
        assert isinstance(take(limit, full_at, now + answer.wait, need), Taken)
        assert isinstance(take(limit, full_at, now + answer.wait - limit.each, need), Short)
    else:
        assert need <= answer.units <= limit.burst


@pytest.mark.parametrize("units", LIMITS[1:])
def test_a_busy_mailbox_gets_most_of_what_the_provider_allows(units: int) -> None:
    """Six tenths: the rest is what leases and bursts may cost at the edges of a minute."""
    office, calls, now = Office(Limit(units), [Purse()]), [], NOON
    for _ in range(600):
        now += timedelta(seconds=1)
        while spent := office.call(0, now, 5):
            calls.append(spent)
    assert sum(calls) >= 10 * units * 0.6


def test_after_a_quiet_while_only_a_burst_is_there() -> None:
    limit = Limit(6_000)
    taken = take(limit, NOON - timedelta(days=9), NOON, 100)
    assert isinstance(taken, Taken)
    assert taken.full_at == NOON + limit.each * taken.units


def test_one_statement_serves_many_calls() -> None:
    taken = take(Limit(1_200_000), None, NOON, 100)
    assert isinstance(taken, Taken)
    assert taken.units == 4_800


def test_what_never_fits_is_a_fault_of_the_settings() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        take(Limit(150), None, NOON, 100)


def test_a_world_that_hurries_has_a_provider_that_does() -> None:
    assert (Limit(6_000).hurried(1_000).units, Limit(6_000).hurried(0.5).units) == (6_000_000, 6_000)
