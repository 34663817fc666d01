"""A mailbox's own calendar: the workday it keeps and the days its owner is away, in the mailbox's zone.

Both are asked besides the campaign's window: nothing automated leaves while either is closed.
"""

import json
from datetime import date, datetime
from functools import lru_cache

from app.core.weekends import weekend_of
from app.core.window_text import stored_window
from app.core.windows import ALWAYS, DaysOff, Hours, in_week_with
from app.core.zones import country_of_zone

type Away = tuple[tuple[date, date], ...]
NOBODY_AWAY: Away = ()


def away_ranges(value: object) -> Away:
    """Return the ranges of a JSON list of [first day, last day], as text or read already; None is none."""
    return _ranges(value if isinstance(value, str) else json.dumps(value)) if value else NOBODY_AWAY


@lru_cache(maxsize=4096)
def _ranges(text: str) -> Away:
    found = ((date.fromisoformat(first), date.fromisoformat(last)) for first, last in json.loads(text) or ())
    return tuple(sorted(found))


def workday_hours(workday: object, zone: str, at: datetime) -> Hours | None:
    """Return the hours of a workday as it is stored, text or read already; None: the mailbox has none of its own.

    Its working days are those of the zone's country.
    """
    if not workday or workday == "null":
        return None
    text = workday if isinstance(workday, str) else json.dumps(workday)
    return _workday(text, zone, at.year)


@lru_cache(maxsize=4096)
def _workday(text: str, zone: str, year: int) -> Hours:
    return Hours(in_week_with(stored_window(text), weekend_of(country_of_zone(zone), year)), zone)


@lru_cache(maxsize=4096)
def away_hours(zone: str, away: Away) -> Hours | None:
    """Return all the time but the days away, both ends included; None: nobody is away."""
    return Hours(ALWAYS, zone, DaysOff(away=away)) if away else None


def mailbox_hours(workday: object, zone: str, away: Away, at: datetime) -> Hours | None:
    """Return when both are open, the workday and the days that are not away; None: always."""
    return both(workday_hours(workday, zone, at), away_hours(zone, away))


def both(one: Hours | None, other: Hours | None) -> Hours | None:
    """Return the hours that two calendars have in common; one that is None is always open."""
    return other if one is None else one.narrowed(other)
