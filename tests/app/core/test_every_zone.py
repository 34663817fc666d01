"""Every zone that pytz knows, on every day from 2020 to 2030 on which its clocks change: days, windows, draws.

Zones with the same changes are the same clock: each clock is walked through once, and each name is looked at.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
import pytz

from app.core.window_text import window_of_text
from app.core.windows import Hours, Span, Window
from app.core.zones import day_bounds, local_day, wall_time
from sequences.core.due import Delay, DelayUnit, pick_instant, schedule

ONE_DAY = timedelta(days=1)
ONE_MINUTE = timedelta(minutes=1)
FIRST, LAST = date(2020, 1, 1), date(2030, 12, 31)
LEAP_DAYS = [date(2020, 2, 29), date(2024, 2, 29), date(2028, 2, 29)]
EVERY_DAY = "mon-sun"
WINDOWS = [
    window_of_text(text)
    for text in (
        f"{EVERY_DAY} 09:00-12:00, 13:00-17:00",
        f"{EVERY_DAY} 22:00-02:00",
        f"{EVERY_DAY} 00:00-24:00",
        f"{EVERY_DAY} 00:30-01:15, 02:30-03:15",  # in what springs forward, and twice in what falls back
        f"{EVERY_DAY} 23:30-00:20",
    )
]


def changes(zone: str) -> tuple[tuple[date, timedelta | None], ...]:
    """The local dates of a zone's changes in these years, each with the offset from then on."""
    place = pytz.timezone(zone)
    times = [at.replace(tzinfo=UTC) for at in getattr(place, "_utc_transition_times", [])]
    known = [at for at in times if FIRST <= at.date() <= LAST]
    return tuple((at.astimezone(place).date(), at.astimezone(place).utcoffset()) for at in known)


def clocks() -> dict[tuple[object, ...], str]:
    """One zone for each way in which clocks go."""
    now = datetime(2020, 1, 1, tzinfo=UTC)
    found: dict[tuple[object, ...], str] = {}
    for zone in pytz.all_timezones:
        found.setdefault((wall_time(zone, now).utcoffset(), changes(zone)), zone)
    return found


CLOCKS = sorted(clocks().values())


def days_of_interest(zone: str) -> Iterator[date]:
    yield from LEAP_DAYS
    yield from (day for day, _ in changes(zone))


def around(zone: str, day: date) -> list[Span]:
    """The local days from two before to two after."""
    days = [day + number * ONE_DAY for number in range(-2, 3)]
    return [Span(*day_bounds(zone, one)) for one in days]


def test_each_local_day_is_there_once_and_has_one_cap() -> None:
    for zone in CLOCKS:
        for day in days_of_interest(zone):
            found = around(zone, day)
            assert all(before.end == after.start for before, after in pairwise(found)), (zone, day)
            middle = day - 2 * ONE_DAY
            for number, span in enumerate(found):
                if span.start < span.end:  # the date line can swallow one
                    inside = (span.start, span.start + (span.end - span.start) / 2, span.end - timedelta(seconds=1))
                    assert {local_day(zone, at) for at in inside} == {middle + number * ONE_DAY}, (zone, day)


def openings(hours: Hours, zone: str, day: date) -> list[Span]:
    """What opens from the day before to the day after."""
    start, end = day_bounds(zone, day - ONE_DAY)[0], day_bounds(zone, day + ONE_DAY)[1]
    return _until(hours, start, end)


def _until(hours: Hours, start: datetime, end: datetime) -> list[Span]:
    found: list[Span] = []
    for span in hours.spans_from(start):
        if span.start >= end:
            return found
        found.append(span)
    return found


@pytest.mark.parametrize("window", WINDOWS, ids=range(len(WINDOWS)))
def test_openings_never_overlap_and_a_draw_falls_inside_one_after_its_first_minute(window: Window) -> None:
    for zone in CLOCKS:
        hours = Hours(window, zone)
        for day in days_of_interest(zone):
            found = openings(hours, zone, day)
            assert all(before.end <= after.start for before, after in pairwise(found)), (zone, day)
            for number, span in enumerate(found):
                chance = (number * 0.377 + day.day * 0.071) % 1
                drawn = pick_instant(hours, span.start, chance)
                assert hours.is_open(drawn), (zone, day, drawn)
                held = next(one for one in found if one.end > drawn) if drawn < found[-1].end else None
                assert held is None or drawn >= held.start + ONE_MINUTE, (zone, day, drawn)
                touching = number == 0 or found[number - 1].end == span.start
                assert touching or not hours.is_open(span.start - timedelta(seconds=1)), (zone, day)


def test_no_send_of_a_day_is_lost_or_doubled_at_a_clock_change() -> None:
    """A step due in each hour of three days: none leaves before it is due, and each leaves in the next opening."""
    office = Hours(WINDOWS[0], "UTC")
    for zone in CLOCKS:
        hours = Hours(office.window, zone)
        for day in days_of_interest(zone):
            due, end = day_bounds(zone, day - ONE_DAY)[0], day_bounds(zone, day + ONE_DAY)[1]
            spans = _until(hours, due, end + ONE_DAY)
            assert len({local_day(zone, span.start) for span in spans}) * 2 == len(spans), "two openings a day"
            while due < end:
                drawn = pick_instant(hours, due, 0.5)
                ahead = [span for span in spans if span.end > due + ONE_MINUTE]
                assert drawn >= due
                assert ahead[0].start <= drawn < ahead[0].end, (zone, day, due)
                due += timedelta(hours=7)


def test_every_name_of_a_zone_opens_by_its_own_clock() -> None:
    hours_of_day = time(9, 1), time(17, 0)
    for number, zone in enumerate(pytz.all_timezones):
        previous = datetime(2020, 1, 1, 10, tzinfo=UTC) + timedelta(days=number * 6, hours=number)
        sent = schedule(previous, Delay(1, DelayUnit.BUSINESS_DAYS), Hours(WINDOWS[0], zone), 0.61).eligible_at
        assert hours_of_day[0] <= wall_time(zone, sent).time() < hours_of_day[1], zone
        assert local_day(zone, sent) == local_day(zone, previous) + ONE_DAY, zone
