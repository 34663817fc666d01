"""Each local day exists exactly once, whatever the clocks of the zone do."""

from datetime import UTC, date, datetime, timedelta

import pytest
import pytz
from hypothesis import given
from hypothesis import strategies as st

from app.core.zones import ZoneError, day_bounds, day_start, instant_of, local_day, zone_named, zone_of_country

instants = st.datetimes(datetime(1985, 1, 1), datetime(2037, 12, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds of UTC
zones = st.sampled_from(pytz.common_timezones)


def utc(*parts: int) -> datetime:
    year, month, day, hour, minute = parts
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


def wall(*parts: int) -> datetime:
    return utc(*parts).replace(tzinfo=None)


@given(zones, instants)
def test_every_instant_lies_in_the_bounds_of_its_local_day_and_of_no_other(zone: str, instant: datetime) -> None:
    day = local_day(zone, instant)
    start, end = day_bounds(zone, day)
    assert start <= instant < end
    assert not start <= day_start(zone, day - timedelta(days=1)) - timedelta(seconds=1) < end


@given(zones, st.dates(date(1985, 1, 1), date(2037, 11, 30)))
def test_days_follow_each_other_without_gap_or_overlap(zone: str, day: date) -> None:
    start, end = day_bounds(zone, day)
    assert start <= end == day_start(zone, day + timedelta(days=1))


@given(zones, instants, st.timedeltas(timedelta(0), timedelta(days=2)))
def test_a_local_day_only_moves_forward(zone: str, instant: datetime, later: timedelta) -> None:
    assert local_day(zone, instant) <= local_day(zone, instant + later)


@given(zones, instants, st.integers(1, 48 * 60))
def test_wall_times_never_run_backwards(zone: str, instant: datetime, minutes: int) -> None:
    shown = instant.replace(tzinfo=None)
    assert instant_of(zone, shown) <= instant_of(zone, shown + timedelta(minutes=minutes))


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("America/New_York", date(2027, 3, 14), 23),
        ("America/New_York", date(2027, 11, 7), 25),
        ("Europe/Berlin", date(2027, 3, 28), 23),
        ("Europe/Berlin", date(2027, 10, 31), 25),
        ("Australia/Lord_Howe", date(2027, 10, 3), 23.5),
        ("Australia/Lord_Howe", date(2027, 4, 4), 24.5),
        ("Asia/Kolkata", date(2027, 3, 28), 24),
        ("Africa/Cairo", date(2025, 4, 25), 23),  # midnight itself is in the gap
        ("America/Havana", date(2025, 11, 2), 25),  # midnight comes twice
        ("Europe/Berlin", date(2028, 2, 29), 24),
        ("Pacific/Apia", date(2011, 12, 30), 0),  # swallowed by the date line
        ("Pacific/Kwajalein", date(1993, 8, 21), 0),
    ],
)
def test_a_local_day_has_as_many_hours_as_its_clocks_make(zone: str, day: date, hours: float) -> None:
    start, end = day_bounds(zone, day)
    assert end - start == timedelta(hours=hours)


def test_a_time_in_a_gap_means_the_end_of_the_gap() -> None:
    assert instant_of("Europe/Berlin", wall(2027, 3, 28, 2, 30)) == utc(2027, 3, 28, 1, 0)
    assert instant_of("Australia/Lord_Howe", wall(2027, 10, 3, 2, 15)) == utc(2027, 10, 2, 15, 30)


def test_an_ambiguous_time_means_its_first_instant() -> None:
    assert instant_of("America/New_York", wall(2027, 11, 7, 1, 30)) == utc(2027, 11, 7, 5, 30)
    assert instant_of("Australia/Lord_Howe", wall(2027, 4, 4, 1, 45)) == utc(2027, 4, 3, 14, 45)


def test_a_day_that_began_does_not_end_when_clocks_go_back_over_midnight() -> None:
    """St. John's fell back at 00:01 to 23:01 of the day before: the new day's cap must not come twice."""
    zone, midnight = "America/St_Johns", day_start("America/St_Johns", date(2006, 10, 29))
    assert local_day(zone, midnight - timedelta(seconds=1)) == date(2006, 10, 28)
    assert {local_day(zone, midnight + timedelta(minutes=30 * n)) for n in range(6)} == {date(2006, 10, 29)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/paris ", "Europe/Paris"),
        ("America/New York", "America/New_York"),
        ("America/Sao_Paulo", "America/Sao_Paulo"),
        ("asia/kolkata", "Asia/Kolkata"),
        ("utc", "UTC"),
        (" Europe / Berlin ", "Europe/Berlin"),
        ("america/new york", "America/New_York"),
    ],
)
def test_a_zone_is_read_as_people_type_it(text: str, name: str) -> None:
    assert zone_named(text) == name


@pytest.mark.parametrize(
    "text", ["", "CET", "EST", "GMT+2", "GMT-0", "Mars/Olympus", "../etc/passwd", "Europe/", "Zürich/x"]
)
def test_what_names_no_place_is_refused(text: str) -> None:
    with pytest.raises(ZoneError):
        zone_named(text)


def test_an_unknown_zone_is_refused_where_it_is_used() -> None:
    with pytest.raises(ZoneError, match="not a known time zone"):
        local_day("europe/berlin", utc(2027, 1, 1, 0, 0))


@pytest.mark.parametrize(
    ("code", "zone"),
    [
        ("DE", "Europe/Berlin"),
        ("in", "Asia/Kolkata"),
        ("US", None),
        ("BR", None),
        ("AU", None),
        ("XX", None),
        ("", None),
    ],
)
def test_a_country_gives_a_zone_only_when_all_its_clocks_agree(code: str, zone: str | None) -> None:
    assert zone_of_country(code, 2027) == zone
