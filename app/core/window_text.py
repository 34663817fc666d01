"""Weekly hours as people and files write them, and as they are stored: a list of {"days", "opens", "closes"}.

{"days": "mon-thu", "opens": "09:00", "closes": "12:00"} are one entry; `days` may be "working days", whose weekdays are
the country's. Stored days are ISO numbers or the word "working", times HH:MM; closes <= opens is the day after.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import time
from functools import lru_cache

from app.core.windows import A_DAY, WORKING, DaySpan, Window, WindowError, clock_text, day_name

CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::00)?")
WORKING_DAYS = re.compile(r"working(?:[ _-]days)?", re.IGNORECASE)
TYPED = re.compile(r"([A-Za-z0-9 ,-]{1,100}?)\s+([0-9]{1,2}:[0-9]{2}-[0-9: ,-]{1,200})")
FIELDS = ("days", "opens", "closes")
MOST_ENTRIES = 50


def parse_window(given: object) -> Window:
    """A window from one entry or a list of them; raises WindowError, whose entry and field name the one at fault."""
    entries = [given] if isinstance(given, Mapping) else given
    if not isinstance(entries, Sequence) or isinstance(entries, str) or not 0 < len(entries) <= MOST_ENTRIES:
        raise WindowError("A window is a list of days, opens and closes.")
    spans: tuple[DaySpan, ...] = ()
    window = None
    for number, entry in enumerate(entries):
        try:
            spans += _entry(entry)
            window = Window(spans)
        except WindowError as error:
            raise WindowError(str(error), field=error.field, entry=number) from None
    if window is None:
        raise WindowError("A window is a list of days, opens and closes.")
    return window


def _entry(given: object) -> tuple[DaySpan, ...]:
    if not isinstance(given, Mapping):
        raise WindowError("A window has days, opens and closes.")
    for field in given:
        if field not in FIELDS:
            raise WindowError(f"A window has days, opens and closes, not {field!r}.", field=str(field))
    opens, closes = (_minutes(given.get(field), field) for field in ("opens", "closes"))
    days = _days(given.get("days"))
    if not days:
        raise WindowError("Choose at least one day, Monday to Sunday.", field="days")
    if opens == A_DAY:
        raise WindowError("A window opens between 00:00 and 23:59.", field="opens")
    end = closes if closes > opens else closes + A_DAY
    if closes == opens:
        end = opens  # neither always nor never: Window says so
    return tuple(DaySpan(day, opens, end) for day in sorted(days))


def window_of_text(text: str) -> Window:
    """A window as one types it, and window_text writes it: "mon-thu 09:00-12:00, 13:00-17:00; fri 09:00-12:00"."""
    entries = []
    for part in filter(None, map(str.strip, text.split(";"))):
        found = TYPED.fullmatch(part)
        if found is None:
            raise WindowError("Write hours as mon-fri 09:00-17:00, or working days 08:30-17:30.", field="days")
        spans = (one.partition("-") for one in re.split(r"\s*,\s*", found[2]))
        days = found[1].strip().rstrip(",").replace(" to ", "-")
        entries += [{"days": days, "opens": opens, "closes": closes} for opens, _, closes in spans]
    return parse_window(entries)


@lru_cache(maxsize=4096)
def stored_window(text: str) -> Window:
    """The window of stored JSON text; the same value for the same text. Raises WindowError."""
    return parse_window(json.loads(text))


@lru_cache(maxsize=4096)
def window_json(window: Window) -> list[dict[str, object]]:
    """What is stored, and parse_window reads back: days with the same hours in one entry. Do not change it."""
    found: dict[tuple[int, int], list[int]] = {}
    for span in window.spans:
        found.setdefault((span.opens, span.closes), []).append(span.day)
    return [
        {
            "days": "working" if days == [WORKING] else days,
            "opens": clock_text(opens),
            "closes": clock_text(closes),
        }
        for (opens, closes), days in found.items()
    ]


def window_text(window: Window) -> str:
    """Name it for a person: "Monday to Friday 09:00-12:00, 13:00-17:00; Saturday 10:00-12:00"."""
    hours: dict[int, list[str]] = {}
    for span in window.spans:
        hours.setdefault(span.day, []).append(f"{clock_text(span.opens)}-{clock_text(span.closes)}")
    alike: dict[str, list[int]] = {}
    for day, texts in hours.items():
        alike.setdefault(", ".join(texts), []).append(day)
    return "; ".join(f"{_named(days)} {text}" for text, days in alike.items())


def _named(days: list[int]) -> str:
    first, last = days[0], days[-1]
    if len(days) > 2 and last - first == len(days) - 1:
        return f"{day_name(first)} to {day_name(last)}"
    return ", ".join(map(day_name, days))


def _minutes(given: object, field: str) -> int:
    """HH:MM, a time, or the minutes of the day that YAML makes of an unquoted 17:30; 24:00 is the day's end."""
    match given:
        case time(second=0, microsecond=0):
            return given.hour * 60 + given.minute
        case bool():
            pass
        case int() if 0 <= given <= A_DAY:
            return given
        case str() if found := CLOCK.fullmatch(given.strip()):
            minutes = int(found[1]) * 60 + int(found[2])
            if int(found[2]) < 60 and minutes <= A_DAY:
                return minutes
    raise WindowError(f"Write the time as HH:MM, such as 08:30, not {given!r}.", field=field)


def _days(given: object) -> frozenset[int]:
    """Names, ISO numbers and ranges, in a list or one text: "mon-fri", "mon, wed", "fri-mon", [1, 2]; working days."""
    if isinstance(given, str):
        if WORKING_DAYS.fullmatch(given.strip()):
            return frozenset({WORKING})
        return frozenset(day for part in re.split(r"[,\s]+", given.strip()) if part for day in _range(part))
    if isinstance(given, Iterable):
        return frozenset(day for part in given for day in _range(str(part)))
    raise WindowError("Name the days, such as mon-fri, or say working days.", field="days")


def _range(text: str) -> list[int]:
    first, _, last = text.partition("-")
    start, end = _day(first, text), _day(last or first, text)
    return [(start - 1 + offset) % 7 + 1 for offset in range((end - start) % 7 + 1)]


def _day(text: str, whole: str) -> int:
    """An ISO weekday of a number or an English name of at least three letters."""
    word = text.strip().lower()
    if word in {"1", "2", "3", "4", "5", "6", "7"}:
        return int(word)
    for number in range(1, 8):
        if len(word) >= 3 and day_name(number).lower().startswith(word):
            return number
    raise WindowError(f"{whole!r} is not a day of the week.", field="days")
