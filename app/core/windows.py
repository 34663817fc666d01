"""The weekly sending window: on which days, from when to when, by the clocks of a zone that the caller names.

A window may cross midnight and belongs to the day on which it opens: Friday 22:00-02:00 is open on Saturday at 01:00,
and a holiday on Saturday does not shorten it. `closed` names local dates on which no window opens (`DaysOff`).
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property, lru_cache
from typing import NamedTuple

from app.core.clock import as_utc
from app.core.zones import ONE_DAY, instant_of, local_day

SHORTEST = 5  # minutes; the opening minute itself is never used, and less would leave nothing to draw from
LOOK_AHEAD = 800  # days, more than two years: who is away longer is held for a person, not searched for
NEVER_CLOSED: frozenset[date] = frozenset()


class WindowError(ValueError):
    """A window that cannot be meant; the message is for a person, the field says where to show it."""

    def __init__(self, problem: str, *, field: str = "") -> None:
        """Say what is wrong with which of days, opens and closes."""
        super().__init__(problem)
        self.field = field


class NeverOpens(WindowError):
    """No opening within LOOK_AHEAD days: every one falls on a day off."""


@dataclass(frozen=True)
class Window:
    """Days are ISO weekdays 1-7; opens and closes are whole minutes of local time; closes <= opens is the next day."""

    days: frozenset[int]
    opens: time
    closes: time

    def __post_init__(self) -> None:
        """Refuse what nobody can mean; start equal to end is neither always nor never."""
        if not self.days or not self.days <= frozenset(range(1, 8)):
            raise WindowError("Choose at least one day, Monday to Sunday.", field="days")
        if self.opens == self.closes:
            raise WindowError(
                "The window opens and closes at the same time; use 00:00 to 23:59 for all day.", field="closes"
            )
        if any(at.second or at.microsecond or at.tzinfo for at in (self.opens, self.closes)):
            raise WindowError("Opening and closing are whole minutes of local time.", field="opens")
        if self.minutes < SHORTEST:
            raise WindowError(f"The window is shorter than {SHORTEST} minutes.", field="closes")

    def __hash__(self) -> int:
        """Windows are keys of the span cache, so the hash is worked out once."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.days, self.opens, self.closes))

    @cached_property
    def crosses_midnight(self) -> bool:
        """True when it closes on the day after the one it belongs to."""
        return self.closes < self.opens

    @property
    def minutes(self) -> int:
        """Its length by the wall clock, on a day without a clock change."""
        opens, closes = (at.hour * 60 + at.minute for at in (self.opens, self.closes))
        return (closes - opens) % (24 * 60)


class Span(NamedTuple):
    """Open from start until just before end, both UTC."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class DaysOff:
    """Local dates on which nothing opens: holidays, and away ranges whose first and last day are both included."""

    holidays: Container[date] = NEVER_CLOSED
    away: tuple[tuple[date, date], ...] = ()

    def __contains__(self, day: object) -> bool:
        """True on a holiday or inside an away range."""
        if not isinstance(day, date):
            return False
        return day in self.holidays or any(first <= day <= last for first, last in self.away)


@lru_cache(maxsize=65_536)
def _span(window: Window, zone: str, day: date) -> Span | None:
    """The opening that belongs to a local day; None on other weekdays and where a clock change swallowed it."""
    if day.isoweekday() not in window.days:
        return None
    closing_day = day + ONE_DAY if window.crosses_midnight else day
    start = opening_on(window, zone, day)
    end = instant_of(zone, datetime.combine(closing_day, window.closes))
    return Span(start, end) if start < end else None


def opening_on(window: Window, zone: str, day: date) -> datetime:
    """The instant at which the window opens, or would open, on a local date, whatever kind of day that is."""
    return instant_of(zone, datetime.combine(day, window.opens))


def opening_day(window: Window, zone: str, instant: datetime, closed: Container[date] = NEVER_CLOSED) -> date | None:
    """The local day whose opening holds this instant; None while the window is closed."""
    instant = as_utc(instant)
    day = local_day(zone, instant)
    if _holds(_span(window, zone, day), instant):
        return None if day in closed else day
    if window.crosses_midnight and _holds(_span(window, zone, day - ONE_DAY), instant):
        return None if day - ONE_DAY in closed else day - ONE_DAY
    return None


def _holds(span: Span | None, instant: datetime) -> bool:
    return span is not None and span.start <= instant < span.end


def is_open(window: Window, zone: str, instant: datetime, closed: Container[date] = NEVER_CLOSED) -> bool:
    """True when a send at this instant falls into the window; the closing instant itself is outside."""
    return opening_day(window, zone, instant, closed) is not None


def closes_at(window: Window, zone: str, instant: datetime, closed: Container[date] = NEVER_CLOSED) -> datetime | None:
    """When the opening that holds this instant ends; None while the window is closed."""
    day = opening_day(window, zone, instant, closed)
    span = None if day is None else _span(window, zone, day)
    return None if span is None else span.end


def spans_from(window: Window, zone: str, instant: datetime, closed: Container[date] = NEVER_CLOSED) -> Iterator[Span]:
    """Whole openings in order, beginning with the one that holds this instant, for LOOK_AHEAD days."""
    instant = as_utc(instant)
    day = local_day(zone, instant) - ONE_DAY
    for _ in range(LOOK_AHEAD):
        span = _span(window, zone, day)
        if span is not None and span.end > instant and day not in closed:
            yield span
        day += ONE_DAY


def next_span(window: Window, zone: str, instant: datetime, closed: Container[date] = NEVER_CLOSED) -> Span:
    """The opening that holds this instant, else the first after it. Raises NeverOpens."""
    for span in spans_from(window, zone, instant, closed):
        return span
    raise NeverOpens(f"The window does not open within {LOOK_AHEAD} days.", field="days")


def next_open(window: Window, zone: str, instant: datetime, closed: Container[date] = NEVER_CLOSED) -> datetime:
    """This instant while the window is open, else the next opening. Raises NeverOpens."""
    return max(as_utc(instant), next_span(window, zone, instant, closed).start)


def open_spans(
    window: Window, zone: str, start: datetime, end: datetime, closed: Container[date] = NEVER_CLOSED
) -> Iterator[Span]:
    """What is open between two instants, cut to them."""
    for span in spans_from(window, zone, start, closed):
        if span.start >= end:
            return
        yield Span(max(span.start, as_utc(start)), min(span.end, as_utc(end)))


def open_time(
    window: Window, zone: str, start: datetime, end: datetime, closed: Container[date] = NEVER_CLOSED
) -> timedelta:
    """How long the window is open between two instants."""
    return sum((span.end - span.start for span in open_spans(window, zone, start, end, closed)), timedelta(0))


def is_working_day(window: Window, day: date, closed: Container[date] = NEVER_CLOSED) -> bool:
    """A day of the window's week on which it does open."""
    return day.isoweekday() in window.days and day not in closed


def working_day(window: Window, day: date, count: int = 0, closed: Container[date] = NEVER_CLOSED) -> date:
    """The count-th working day after a date, whatever kind of day that is; count 0: the first one not before it.

    From Saturday, one working day is Monday: days off are skipped one by one, never "once". Raises NeverOpens.
    """
    left = count
    candidate = day if count == 0 else day + ONE_DAY
    for _ in range(LOOK_AHEAD + 7 * count):
        if is_working_day(window, candidate, closed):
            left -= 1
            if left <= 0:
                return candidate
        candidate += ONE_DAY
    raise NeverOpens(f"There is no working day within {LOOK_AHEAD} days.", field="days")


@dataclass(frozen=True, slots=True)
class Hours:
    """A window with the zone by which it is read and the days off: all that is needed to ask when to send."""

    window: Window
    zone: str
    closed: Container[date] = NEVER_CLOSED

    def is_open(self, instant: datetime) -> bool:
        """True when a send at this instant falls into the window."""
        return is_open(self.window, self.zone, instant, self.closed)

    def next_open(self, instant: datetime) -> datetime:
        """This instant while open, else the next opening. Raises NeverOpens."""
        return next_open(self.window, self.zone, instant, self.closed)
