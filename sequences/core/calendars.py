"""Which days nobody is written to: the holidays of a named calendar, of a country, or of each person's own country."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from sequences.core.holiday_dates import HolidayError, holiday_dates

YEARS_AHEAD = 3  # of holidays; longer than any window is searched for
NO_DAYS: frozenset[date] = frozenset()


@dataclass(frozen=True, slots=True)
class Calendar:
    """Holidays of a country or a part of it, and dates that a workspace added or removed. No country: only those."""

    country: str = ""
    subdivision: str = ""
    added: frozenset[date] = NO_DAYS
    removed: frozenset[date] = NO_DAYS

    def dates(self, year: int) -> frozenset[date]:
        """Return its days, from the year before this one to some years ahead. Raises HolidayError."""
        return _dates(self, year)

    def as_json(self) -> dict[str, Any]:
        """Return what is stored, and read_calendar reads back."""
        days = {name: sorted(map(date.isoformat, getattr(self, name))) for name in ("added", "removed")}
        return {"country": self.country, "subdivision": self.subdivision} | days


@lru_cache(maxsize=1024)
def _dates(calendar: Calendar, year: int) -> frozenset[date]:
    found = NO_DAYS
    if calendar.country:
        found = holiday_dates(calendar.country, year - 1, year + YEARS_AHEAD, calendar.subdivision or None)
    return (found | calendar.added) - calendar.removed


def read_calendar(stored: Mapping[str, Any]) -> Calendar:
    """Return the calendar of stored JSON; what is not there is empty."""
    added, removed = (frozenset(map(date.fromisoformat, stored.get(name, ()))) for name in ("added", "removed"))
    return Calendar(stored.get("country", ""), stored.get("subdivision", ""), added, removed)


@dataclass(frozen=True, slots=True)
class KeptDays:
    """What a campaign keeps: one calendar for everybody, or, `by_country`, for each person the one of their country.

    `own` are the workspace's calendars that stand for a country; the others are the library's.
    """

    calendar: Calendar | None = None
    by_country: bool = False
    own: tuple[tuple[str, Calendar], ...] = ()

    def closed(self, country: str, year: int) -> frozenset[date]:
        """Return the days off for a person of this country, around this year; unknown countries keep none."""
        if self.by_country:
            return _of_country(dict(self.own).get(country) or Calendar(country), year) if country else NO_DAYS
        return self.calendar.dates(year) if self.calendar else NO_DAYS


def _of_country(calendar: Calendar, year: int) -> frozenset[date]:
    try:
        return calendar.dates(year)
    except HolidayError:
        return NO_DAYS


@lru_cache(maxsize=1024)
def stored_days(text: str) -> KeptDays:
    """Return what the stored JSON text of a campaign says; the same value for the same text."""
    return read_days(json.loads(text))


def read_days(stored: Mapping[str, Any]) -> KeptDays:
    """Return what stored JSON says: {} nothing, a calendar, or {"by_country": {code: calendar}}."""
    if "by_country" in stored:
        own = ((code, read_calendar(one)) for code, one in sorted(stored["by_country"].items()))
        return KeptDays(by_country=True, own=tuple(own))
    return KeptDays(read_calendar(stored)) if stored else KeptDays()
