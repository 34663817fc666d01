"""Windows: midnight, clock changes, days off. Case G-SCH-05 and the properties every window must have."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
import pytz
from hypothesis import given
from hypothesis import strategies as st

from app.core.windows import (
    DaysOff,
    Hours,
    NeverOpens,
    Window,
    WindowError,
    daily,
)
from app.core.zones import instant_of, local_day

WEEKDAYS = frozenset({1, 2, 3, 4, 5})
OFFICE = daily(WEEKDAYS, time(9), time(17))
NIGHT = daily(WEEKDAYS, time(22), time(2))
TOKYO = "Asia/Tokyo"
BERLIN = "Europe/Berlin"

instants = st.datetimes(datetime(1990, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds of UTC
zones = st.sampled_from(pytz.common_timezones)
minutes = st.integers(0, 24 * 60 - 1).map(lambda number: time(number // 60, number % 60))


@st.composite
def windows(draw: st.DrawFn) -> Window:
    opens = draw(minutes)
    length = draw(st.integers(5, 24 * 60 - 1))
    closes = (opens.hour * 60 + opens.minute + length) % (24 * 60)
    return daily(draw(st.frozensets(st.integers(1, 7), min_size=1)), opens, time(closes // 60, closes % 60))


def at(zone: str, *parts: int) -> datetime:
    year, month, day, hour, minute = parts
    return instant_of(zone, datetime(year, month, day, hour, minute))  # noqa: DTZ001 - wall time of the zone


@given(windows(), zones, instants)
def test_the_next_opening_is_open_and_not_in_the_past(window: Window, zone: str, instant: datetime) -> None:
    opening = Hours(window, zone).next_open(instant)
    assert opening >= instant
    assert Hours(window, zone).is_open(opening)
    assert (opening == instant) == Hours(window, zone).is_open(instant)


@given(windows(), zones, instants, st.floats(0, 0.999))
def test_nothing_is_open_before_the_next_opening(window: Window, zone: str, instant: datetime, part: float) -> None:
    opening = Hours(window, zone).next_open(instant)
    between = instant + (opening - instant) * part
    assert between == opening or not Hours(window, zone).is_open(between)


@given(windows(), zones, instants)
def test_a_window_is_open_until_just_before_it_closes(window: Window, zone: str, instant: datetime) -> None:
    span = Hours(window, zone).next_span(instant)
    assert Hours(window, zone).is_open(span.end - timedelta(seconds=1))
    following = Hours(window, zone).next_span(span.end)
    assert following.start >= span.end


@given(windows(), zones, instants, st.sets(st.integers(0, 20)))
def test_no_window_opens_on_a_day_off(window: Window, zone: str, instant: datetime, off: set[int]) -> None:
    closed = frozenset(local_day(zone, instant) + timedelta(days=number) for number in off)
    span = Hours(window, zone, closed).next_span(instant)
    assert local_day(zone, span.start) not in closed


@pytest.mark.parametrize(
    ("instant", "expected"),
    [
        (at(TOKYO, 2027, 5, 14, 23, 30), True),  # Friday night
        (at(TOKYO, 2027, 5, 15, 1, 0), True),  # still Friday's window
        (at(TOKYO, 2027, 5, 15, 2, 0), False),
        (at(TOKYO, 2027, 5, 15, 23, 0), False),  # Saturday
        (at(TOKYO, 2027, 5, 17, 1, 0), False),  # would be Sunday's
    ],
)
def test_a_window_over_midnight_belongs_to_the_day_it_opens(instant: datetime, expected: bool) -> None:
    assert Hours(NIGHT, TOKYO).is_open(instant) is expected


@pytest.mark.parametrize("due", [at(TOKYO, 2027, 5, 15, 23, 0), at(TOKYO, 2027, 5, 17, 1, 0)])
def test_what_is_due_outside_the_night_window_goes_out_on_monday_night(due: datetime) -> None:
    assert Hours(NIGHT, TOKYO).next_open(due) == at(TOKYO, 2027, 5, 17, 22, 0)


def test_a_holiday_closes_the_window_that_opens_on_it_not_the_one_that_reaches_into_it() -> None:
    monday = frozenset({date(2027, 5, 17)})
    assert not Hours(NIGHT, TOKYO, monday).is_open(at(TOKYO, 2027, 5, 18, 1, 0))
    assert Hours(NIGHT, TOKYO, monday).is_open(at(TOKYO, 2027, 5, 18, 22, 0))
    assert Hours(NIGHT, TOKYO, frozenset({date(2027, 5, 15)})).is_open(at(TOKYO, 2027, 5, 15, 1, 0))


@pytest.mark.parametrize(
    ("days", "opens", "closes", "field", "message"),
    [
        (WEEKDAYS, time(9), time(9), "closes", "same time"),
        (frozenset[int](), time(9), time(17), "days", "at least one day"),
        (frozenset({0, 1}), time(9), time(17), "days", "not both"),
        (frozenset({8}), time(9), time(17), "days", "at least one day"),
        (WEEKDAYS, time(9), time(9, 4), "closes", "shorter than 5 minutes"),
        (WEEKDAYS, time(9, 0, 30), time(17), "opens", "whole minutes"),
    ],
)
def test_a_window_nobody_can_mean_is_refused_at_its_field(
    days: frozenset[int], opens: time, closes: time, field: str, message: str
) -> None:
    with pytest.raises(WindowError, match=message) as refused:
        daily(days, opens, closes)
    assert refused.value.field == field
    assert isinstance(refused.value, ValueError)


def test_the_window_keeps_its_local_hours_over_a_clock_change() -> None:
    narrow = daily(WEEKDAYS, time(9), time(9, 30))
    before = Hours(narrow, "America/New_York").next_span(at("America/New_York", 2027, 3, 12, 0, 0))
    after = Hours(narrow, "America/New_York").next_span(at("America/New_York", 2027, 3, 15, 0, 0))
    assert (before.start.hour, after.start.hour) == (14, 13)
    assert after.end == datetime(2027, 3, 15, 13, 30, tzinfo=UTC)


def test_an_hour_that_comes_twice_is_open_once() -> None:
    """F19: 01:15-01:45 in New York on 7 November 2027 opens at the first 01:15 only."""
    every_day = daily(frozenset(range(1, 8)), time(1, 15), time(1, 45))
    first = datetime(2027, 11, 7, 5, 20, tzinfo=UTC)
    assert Hours(every_day, "America/New_York").is_open(first)
    assert not Hours(every_day, "America/New_York").is_open(first + timedelta(hours=1))
    day = (datetime(2027, 11, 7, 4, 0, tzinfo=UTC), datetime(2027, 11, 8, 5, 0, tzinfo=UTC))
    (opening,) = Hours(every_day, "America/New_York").open_spans(*day)
    assert opening.end - opening.start == timedelta(minutes=30)


def test_a_window_that_opens_in_a_gap_opens_once_at_its_end() -> None:
    """F19: 02:30-04:00 in Berlin on 28 March 2027 opens at 03:00, which is 01:00 UTC."""
    window = daily(frozenset(range(1, 8)), time(2, 30), time(4))
    spans = list(Hours(window, BERLIN).open_spans(at(BERLIN, 2027, 3, 28, 0, 0), at(BERLIN, 2027, 3, 29, 0, 0)))
    assert spans == [(datetime(2027, 3, 28, 1, 0, tzinfo=UTC), datetime(2027, 3, 28, 2, 0, tzinfo=UTC))]


def test_a_window_swallowed_by_a_gap_opens_the_next_day() -> None:
    window = daily(frozenset(range(1, 8)), time(2, 10), time(2, 50))
    assert Hours(window, BERLIN).next_open(at(BERLIN, 2027, 3, 28, 0, 0)) == at(BERLIN, 2027, 3, 29, 2, 10)


def test_a_day_the_date_line_swallowed_is_passed_over() -> None:
    friday_gone = at("Pacific/Apia", 2011, 12, 29, 18, 0)
    assert local_day("Pacific/Apia", Hours(OFFICE, "Pacific/Apia").next_open(friday_gone)) == date(2012, 1, 2)


def test_away_ranges_include_both_ends_and_move_rather_than_drop() -> None:
    away = DaysOff(holidays=frozenset({date(2027, 5, 17)}), away=((date(2027, 5, 18), date(2027, 5, 20)),))
    assert Hours(OFFICE, BERLIN, away).next_open(at(BERLIN, 2027, 5, 14, 18, 0)) == at(BERLIN, 2027, 5, 21, 9, 0)
    assert "not a date" not in away


def test_a_window_that_never_opens_says_so() -> None:
    forever = DaysOff(away=((date(2027, 1, 1), date(2037, 1, 1)),))
    with pytest.raises(NeverOpens, match="does not open within 800 days"):
        Hours(OFFICE, BERLIN, forever).next_open(at(BERLIN, 2027, 5, 14, 18, 0))
    with pytest.raises(NeverOpens):
        Hours(OFFICE, "UTC", forever).working_day(date(2027, 5, 14), 1)


@pytest.mark.parametrize(
    ("day", "count", "expected"),
    [
        (date(2027, 5, 14), 1, date(2027, 5, 18)),  # Friday; Monday is a holiday
        (date(2027, 5, 14), 2, date(2027, 5, 19)),
        (date(2027, 5, 15), 1, date(2027, 5, 18)),  # from Saturday no day is counted twice or lost
        (date(2027, 5, 15), 0, date(2027, 5, 18)),
        (date(2027, 5, 14), 0, date(2027, 5, 14)),
        (date(2028, 2, 28), 1, date(2028, 2, 29)),
    ],
)
def test_working_days_skip_weekend_and_holiday_one_by_one(day: date, count: int, expected: date) -> None:
    assert Hours(OFFICE, "UTC", frozenset({date(2027, 5, 17)})).working_day(day, count) == expected


def test_hours_bundle_what_is_needed_to_ask() -> None:
    hours = Hours(OFFICE, "Asia/Kolkata")
    assert hours.is_open(datetime(2027, 5, 18, 3, 30, tzinfo=UTC))
    assert not hours.is_open(datetime(2027, 5, 18, 3, 29, tzinfo=UTC))
    assert hours.next_open(datetime(2027, 5, 18, 3, 29, tzinfo=UTC)) == datetime(2027, 5, 18, 3, 30, tzinfo=UTC)
