"""Weekly hours: on which days, from when to when, by the clocks of a zone; and calendars that must be open together.

A window is a set of spans, several on a day if one likes. A span may cross midnight and belongs to the day on which it
opens: Friday 22:00-02:00 is open on Saturday at 01:00, and a holiday on Saturday does not shorten it. A window of
"working days" names no weekdays: it is read by the weekend of a country (`in_week_with`) before anybody asks it.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple, Self

from app.core.clock import as_utc
from app.core.zones import ONE_DAY, instant_of, local_day

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WORKING = 0  # stands for a weekday: every working day of the country
A_DAY = 24 * 60  # minutes
A_WEEK = 7 * A_DAY
SHORTEST = 5  # minutes; the opening minute itself is never used, and less would leave nothing to draw from
MOST_SPANS = 7 * 12
LOOK_AHEAD = 800  # days, more than two years: who is away longer is held for a person, not searched for
NEVER_CLOSED: frozenset[date] = frozenset()
WEEK = frozenset(range(1, 8))


class WindowError(ValueError):
    """A window that cannot be meant; the message is for a person, the field says where to show it."""

    def __init__(self, problem: str, *, field: str = "", entry: int = 0) -> None:
        """Say what is wrong with which of days, opens and closes, and in which entry of a list, from 0."""
        super().__init__(problem)
        self.field = field
        self.entry = entry


class NeverOpens(WindowError):
    """No opening within LOOK_AHEAD days: every one falls on a day off."""


class DaySpan(NamedTuple):
    """Hours of one ISO weekday 1-7, or of WORKING days, in minutes of that day; over 24 hours is the day after."""

    day: int
    opens: int
    closes: int

    def __str__(self) -> str:
        """Name it for a person: "Friday 22:00-02:00"."""
        return f"{day_name(self.day)} {clock_text(self.opens)}-{clock_text(self.closes)}"


def day_name(day: int) -> str:
    """Return the name of an ISO weekday, or of every working day."""
    return DAY_NAMES[day - 1] if day else "working days"


def clock_text(minutes: int) -> str:
    """Return HH:MM; the end of a day is 24:00, later is the morning after."""
    minutes = minutes if minutes <= A_DAY else minutes - A_DAY
    return f"{minutes // 60:02}:{minutes % 60:02}"


@dataclass(frozen=True)
class Window:
    """Spans of a week in order, none overlapping another; of weekdays, or of working days and of nothing else."""

    spans: tuple[DaySpan, ...]

    def __post_init__(self) -> None:
        """Sort the spans and refuse what nobody can mean."""
        object.__setattr__(self, "spans", tuple(sorted(self.spans)))
        if not self.spans or not self.days <= WEEK | {WORKING}:
            raise WindowError("Choose at least one day, Monday to Sunday.", field="days")
        if self.of_working_days and len(self.days) > 1:
            raise WindowError("Name the days, or say working days; not both.", field="days")
        if len(self.spans) > MOST_SPANS:
            raise WindowError(f"A week has at most {MOST_SPANS} spans.", field="days")
        for span in self.spans:
            _check_length(span)
        self._check_overlaps()

    def _check_overlaps(self) -> None:
        """The week is a circle: the last span may not reach into the first one."""
        placed = [(span.day * A_DAY + span.opens, span.day * A_DAY + span.closes, span) for span in self.spans]
        around = A_DAY if self.of_working_days else A_WEEK
        first_opens, first_closes, first = placed[0]
        placed.append((first_opens + around, first_closes + around, first))
        for (_, closes, span), (opens, _, following) in pairwise(placed):
            if opens < closes:
                raise WindowError(f"{span} and {following} overlap.", field="opens")

    def __hash__(self) -> int:
        """Windows are keys of the span cache, so the hash is worked out once."""
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.spans)

    @cached_property
    def days(self) -> frozenset[int]:
        """ISO weekdays on which it opens; {WORKING} until a country says which those are."""
        return frozenset(span.day for span in self.spans)

    @property
    def of_working_days(self) -> bool:
        """True while it waits for a country's weekend."""
        return WORKING in self.days

    @cached_property
    def by_day(self) -> dict[int, tuple[DaySpan, ...]]:
        """The spans that open on a weekday, in order."""
        return {day: tuple(span for span in self.spans if span.day == day) for day in self.days}

    @cached_property
    def crosses_midnight(self) -> bool:
        """True when a span closes on the day after the one it belongs to."""
        return any(span.closes > A_DAY for span in self.spans)


def _check_length(span: DaySpan) -> None:
    if not 0 <= span.opens < A_DAY:
        raise WindowError("A window opens between 00:00 and 23:59.", field="opens")
    if span.closes <= span.opens or span.closes > span.opens + A_DAY:
        raise WindowError(
            "The window opens and closes at the same time; use 00:00 to 24:00 for all day.", field="closes"
        )
    if span.closes - span.opens < SHORTEST:
        raise WindowError(f"The window is shorter than {SHORTEST} minutes.", field="closes")


def daily(days: frozenset[int], opens: time, closes: time) -> Window:
    """Return the window that has the same hours on each of these weekdays; closes <= opens is the day after."""
    if any(at.second or at.microsecond or at.tzinfo for at in (opens, closes)):
        raise WindowError("Opening and closing are whole minutes of local time.", field="opens")
    if opens == closes:
        raise WindowError(
            "The window opens and closes at the same time; use 00:00 to 24:00 for all day.", field="closes"
        )
    start, end = (at.hour * 60 + at.minute for at in (opens, closes))
    return Window(tuple(DaySpan(day, start, end if end > start else end + A_DAY) for day in sorted(days)))


ALWAYS = Window(tuple(DaySpan(day, 0, A_DAY) for day in range(1, 8)))


@lru_cache(maxsize=4096)
def in_week_with(window: Window, weekend: frozenset[int]) -> Window:
    """Return the window with its working days named, by this weekend; one that names its days stays as it is."""
    if not window.of_working_days:
        return window
    return Window(tuple(span._replace(day=day) for span in window.spans for day in sorted(WEEK - weekend)))


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
def _spans(window: Window, zone: str, day: date) -> tuple[Span, ...]:
    """The openings that belong to a local day; none on other weekdays and where a clock change swallowed them."""
    midnight = datetime.combine(day, time.min)
    found = (
        Span(
            instant_of(zone, midnight + timedelta(minutes=one.opens)),
            instant_of(zone, midnight + timedelta(minutes=one.closes)),
        )
        for one in window.by_day.get(day.isoweekday(), ())
    )
    return tuple(span for span in found if span.start < span.end)


@dataclass(frozen=True, slots=True)
class Hours:
    """A window with the zone by which it is read and the days off: all that is needed to ask when to send.

    `within` is another calendar that has to be open as well. Days and working days are those of the first one.
    """

    window: Window
    zone: str
    closed: Container[date] = NEVER_CLOSED
    within: Self | None = None

    def narrowed(self, other: Self | None) -> Self:
        """Return the hours in which the other calendar is open too."""
        if other is None:
            return self
        return replace(self, within=other if self.within is None else self.within.narrowed(other))

    def is_open(self, instant: datetime) -> bool:
        """True when a send at this instant falls into the window; the closing instant itself is outside."""
        return self.opening_day(instant) is not None and (self.within is None or self.within.is_open(instant))

    def opening_day(self, instant: datetime) -> date | None:
        """The local day whose opening holds this instant, by this calendar alone; None while it is closed."""
        instant = as_utc(instant)
        day = local_day(self.zone, instant)
        if self._holds(day, instant):
            return None if day in self.closed else day
        before = day - ONE_DAY
        if self.window.crosses_midnight and self._holds(before, instant):
            return None if before in self.closed else before
        return None

    def _holds(self, day: date, instant: datetime) -> bool:
        return any(start <= instant < end for start, end in _spans(self.window, self.zone, day))

    def spans_from(self, instant: datetime) -> Iterator[Span]:
        """Whole openings in order, beginning with the one that holds this instant, for LOOK_AHEAD days."""
        mine = self._own_spans(as_utc(instant))
        return mine if self.within is None else _in_both(mine, self.within.spans_from(instant), as_utc(instant))

    def _own_spans(self, instant: datetime) -> Iterator[Span]:
        day = local_day(self.zone, instant) - ONE_DAY
        for _ in range(LOOK_AHEAD):
            if day not in self.closed:
                yield from (span for span in _spans(self.window, self.zone, day) if span.end > instant)
            day += ONE_DAY

    def next_span(self, instant: datetime) -> Span:
        """The opening that holds this instant, else the first after it. Raises NeverOpens."""
        for span in self.spans_from(instant):
            return span
        raise NeverOpens(f"The window does not open within {LOOK_AHEAD} days.", field="days")

    def next_open(self, instant: datetime) -> datetime:
        """This instant while the window is open, else the next opening. Raises NeverOpens."""
        return max(as_utc(instant), self.next_span(instant).start)

    def open_spans(self, start: datetime, end: datetime) -> Iterator[Span]:
        """What is open between two instants, cut to them."""
        for span in self.spans_from(start):
            if span.start >= end:
                return
            yield Span(max(span.start, as_utc(start)), min(span.end, as_utc(end)))

    def local_day(self, instant: datetime) -> date:
        """The local day of an instant."""
        return local_day(self.zone, instant)

    def opening_on(self, day: date) -> datetime:
        """The instant at which the window first opens, or would open, on a local date, whatever kind of day that is."""
        spans = self.window.by_day.get(day.isoweekday(), self.window.spans)
        opens = min(span.opens for span in spans)
        return instant_of(self.zone, datetime.combine(day, time.min) + timedelta(minutes=opens))

    def is_working_day(self, day: date) -> bool:
        """A day of the window's week on which it does open."""
        return day.isoweekday() in self.window.days and day not in self.closed

    def working_day(self, day: date, count: int = 0) -> date:
        """The count-th working day after a date, whatever kind of day that is; count 0: the first one not before it.

        From Saturday, one working day is Monday: days off are skipped one by one, never "once". Raises NeverOpens.
        """
        left = count
        candidate = day if count == 0 else day + ONE_DAY
        for _ in range(LOOK_AHEAD + 7 * count):
            if self.is_working_day(candidate):
                left -= 1
                if left <= 0:
                    return candidate
            candidate += ONE_DAY
        raise NeverOpens(f"There is no working day within {LOOK_AHEAD} days.", field="days")


def _in_both(first: Iterator[Span], second: Iterator[Span], instant: datetime) -> Iterator[Span]:
    """What two calendars have in common, in order, as far as the shorter one was looked at."""
    one, other = next(first, None), next(second, None)
    while one is not None and other is not None:
        start, end = max(one.start, other.start), min(one.end, other.end)
        if start < end and end > instant:
            yield Span(start, end)
        if one.end <= other.end:
            one = next(first, None)
        else:
            other = next(second, None)
