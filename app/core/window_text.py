"""Windows as people and files write them: {"days": "mon-fri", "opens": "08:30", "closes": "17:30"}, and back."""

import re
from collections.abc import Iterable, Mapping
from datetime import time

from app.core.windows import Window, WindowError

NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::00)?")
MINUTES_A_DAY = 24 * 60


def parse_window(given: Mapping[str, object]) -> Window:
    """A window from its three fields; raises WindowError, whose field names the one at fault."""
    for field in given:
        if field not in {"days", "opens", "closes"}:
            raise WindowError(f"A window has days, opens and closes, not {field!r}.", field=str(field))
    opens, closes = (_time(given.get(field), field) for field in ("opens", "closes"))
    return Window(days=_days(given.get("days")), opens=opens, closes=closes)


def window_json(window: Window) -> dict[str, object]:
    """What parse_window reads back: days as names in week order, times as HH:MM."""
    days = [NAMES[number - 1] for number in sorted(window.days)]
    return {"days": days, "opens": f"{window.opens:%H:%M}", "closes": f"{window.closes:%H:%M}"}


def _time(given: object, field: str) -> time:
    """HH:MM, a time, or the minutes of the day that YAML makes of an unquoted 17:30; 24:00 is midnight."""
    match given:
        case time():
            return given
        case bool():
            pass
        case int() if 0 <= given <= MINUTES_A_DAY:
            return _of_minutes(given)
        case str() if found := CLOCK.fullmatch(given.strip()):
            minutes = int(found[1]) * 60 + int(found[2])
            if int(found[2]) < 60 and minutes <= MINUTES_A_DAY:
                return _of_minutes(minutes)
    raise WindowError(f"Write the time as HH:MM, such as 08:30, not {given!r}.", field=field)


def _of_minutes(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


def _days(given: object) -> frozenset[int]:
    """Names, ISO numbers and ranges, in a list or one text: "mon-fri", "mon, wed", "fri-mon", [1, 2]."""
    if isinstance(given, str):
        return frozenset(day for part in re.split(r"[,\s]+", given.strip()) if part for day in _range(part))
    if isinstance(given, Iterable):
        return frozenset(day for part in given for day in _range(str(part)))
    raise WindowError("Name the days, such as mon-fri.", field="days")


def _range(text: str) -> list[int]:
    first, _, last = text.partition("-")
    start, end = _day(first, text), _day(last or first, text)
    return [(start - 1 + offset) % 7 + 1 for offset in range((end - start) % 7 + 1)]


def _day(text: str, whole: str) -> int:
    """An ISO weekday of a number or an English name of at least three letters."""
    word = text.strip().lower()
    if word in {"1", "2", "3", "4", "5", "6", "7"}:
        return int(word)
    full = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    for number, name in enumerate(full, start=1):
        if len(word) >= 3 and name.startswith(word):
            return number
    raise WindowError(f"{whole!r} is not a day of the week.", field="days")
