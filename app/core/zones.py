"""IANA zones through `pytz`: wall clock to instants and back, so that each local day exists exactly once.

A wall time in a gap means the end of the gap, an ambiguous one its first instant. Read so, wall times never run
backwards: what opens at 02:30 and closes at 03:15 still opens before it closes on the day 02:00-03:00 is missing.
`pytz` knows rule changes up to 2037; later days use the offset that was valid then.
"""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache

import pytz
from pytz.tzinfo import BaseTzInfo

from app.core.clock import as_utc

ONE_DAY = timedelta(days=1)
ONE_SECOND = timedelta(seconds=1)


class ZoneError(ValueError):
    """Text that does not name an IANA zone; the message is for a person."""


def zone_named(text: str) -> str:
    """The IANA name meant by typed or imported text: "europe/paris " is Europe/Paris. Raises ZoneError.

    Only places and UTC: CET has no country, and GMT+2 would be read as Etc/GMT+2, which lies west of Greenwich.
    """
    name = "_".join("/".join(part.strip() for part in text.split("/")).split())
    if "/" not in name and name.upper() != "UTC":
        raise ZoneError(f"{text.strip()!r} is not a time zone with a place, such as Europe/Berlin")
    known = _names().get(name.lower())
    if known is None:
        raise ZoneError(f"{text.strip()!r} is not a known time zone")
    return known


@cache
def _names() -> dict[str, str]:
    return {name.lower(): name for name in pytz.all_timezones}


def is_known(name: str) -> bool:
    """Tell whether a stored name is one of a zone, by which the rest of this module can count."""
    return name in pytz.all_timezones_set


def zone_or_utc(name: str) -> str:
    """Return a stored name, or UTC in place of one that is nobody's any more: for pages and for jobs over many."""
    return name if is_known(name) else "UTC"


@cache
def _zone(name: str) -> BaseTzInfo:
    if not is_known(name):
        raise ZoneError(f"{name!r} is not a known time zone")
    return pytz.timezone(name)


def instant_of(zone: str, wall: datetime) -> datetime:
    """When the clocks of the zone first show this naive wall time, or the end of the gap that swallowed it."""
    place = _zone(zone)
    try:
        return as_utc(place.localize(wall, is_dst=None))
    except pytz.AmbiguousTimeError:
        return min(as_utc(place.localize(wall, is_dst=dst)) for dst in (True, False))
    except pytz.NonExistentTimeError:
        before, after = sorted(as_utc(place.localize(wall, is_dst=dst)) for dst in (True, False))
        return _gap_end(place, before, after)


def _gap_end(place: BaseTzInfo, before: datetime, after: datetime) -> datetime:
    """The change between two instants around it, found by halving: 17 steps for a gap of a whole day."""
    target = after.astimezone(place).utcoffset()
    while after - before > ONE_SECOND:
        middle = before + timedelta(seconds=(after - before) // ONE_SECOND // 2)
        if middle.astimezone(place).utcoffset() == target:
            after = middle
        else:
            before = middle
    return after


@lru_cache(maxsize=65_536)
def day_start(zone: str, day: date) -> datetime:
    """The instant at which a local day begins, in UTC."""
    return instant_of(zone, datetime.combine(day, time.min))


def day_bounds(zone: str, day: date) -> tuple[datetime, datetime]:
    """First instant of a local day and of the next: 23, 24 or 25 hours, none for a day the date line swallowed."""
    return day_start(zone, day), day_start(zone, day + ONE_DAY)


def local_day(zone: str, instant: datetime) -> date:
    """The one local day whose bounds hold this instant; it never goes back, also where clocks cross midnight twice."""
    instant = as_utc(instant)
    day = instant.astimezone(_zone(zone)).date()
    following = day + ONE_DAY
    return following if instant >= day_start(zone, following) else day


def wall_time(zone: str, instant: datetime) -> datetime:
    """What a clock on the wall shows, with its offset: for screens and logs, not for arithmetic."""
    return as_utc(instant).astimezone(_zone(zone))


@cache
def _countries() -> dict[str, str]:
    return {zone: code for code, zones in pytz.country_timezones.items() for zone in zones}


def country_of_zone(name: str) -> str:
    """The country (ISO 3166) in which a zone's place lies; "" for UTC and for old names of places."""
    return _countries().get(name, "")


def zone_of_country(code: str, year: int) -> str | None:
    """The zone of a country (ISO 3166) whose clocks agreed all that year; None for several, or an unknown code."""
    try:
        names = pytz.country_timezones[code.strip().upper()]
    except KeyError:
        return None
    noons = [datetime(year, month, 1, 12, tzinfo=UTC) for month in range(1, 13)]
    clocks = {tuple(noon.astimezone(_zone(name)).utcoffset() for noon in noons) for name in names}
    return names[0] if len(clocks) == 1 else None


@cache
def zones_on_offer() -> tuple[str, ...]:
    """Return the zones that a form suggests: those in common use, by name."""
    return tuple(name for name in pytz.common_timezones if "/" in name and not name.startswith(("US/", "Canada/")))
