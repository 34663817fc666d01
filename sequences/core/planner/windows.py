"""The capacity window of a mailbox: how many mails it may still send today, and at which instants."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import takewhile

from admission.core.capacity import ALL, Numbers, Room, room
from app.core.clock import as_utc, latest
from app.core.windows import Hours, Span
from app.core.zones import day_bounds, local_day

OPENING_MINUTE = timedelta(minutes=1)  # nobody writes at exactly 09:00
NOTHING = timedelta(0)
GOLDEN = 0.6180339887498949  # multiples of it, modulo 1, are spread evenly however many are taken
HOUR = timedelta(hours=1)
LATE_BY = timedelta(minutes=1)  # a mail leaves a little after its slot
GAP = timedelta(minutes=4)
JITTER = 0.35


def chance_of(chance: float, number: int) -> float:
    """The number-th of many well spread chances (0..1) made from a single drawn one."""
    return (chance + number * GOLDEN) % 1.0


@dataclass(frozen=True, slots=True)
class MailboxDay:
    """What is known of a mailbox now. Counts are mails of its local day; None means no such limit.

    `handed_out` are slots given and not yet used, `last_at` the later of the last send and the last such slot, `recent`
    the automated mails and slots from an hour ago on. `by_hand` are mails that people wrote past this installation,
    `reserved` is what is kept for theirs. `hours` are the sending hours of all who use the mailbox (their union counts;
    none means all day), `own` its workday without the days its owner is away.
    """

    mailbox_id: int
    zone: str
    cap: int
    resets_at: datetime | None = None  # where a change of its zone holds its day open: when the next one opens
    used_today: int = 0
    handed_out: int = 0
    by_hand: int = 0
    reserved: int = 0
    ramp: int | None = None
    hard_percent: int = ALL
    protection_percent: int = ALL
    rolling_cap: int | None = None
    rolling_used: int = 0
    hourly_cap: int | None = None
    recent: tuple[datetime, ...] = ()
    gap: timedelta = GAP
    jitter: float = JITTER
    last_at: datetime | None = None
    hours: tuple[Hours, ...] = ()
    own: Hours | None = None
    away: bool = False  # why `own` is closed now, where it is: days away, or else its workday

    def closed_at(self, now: datetime) -> bool:
        """Tell whether its own hours keep it from sending now."""
        return self.own is not None and not self.own.is_open(now)

    def room(self) -> Room:
        """Today's room, as the permit counts it; what is handed out counts as used."""
        return room(
            Numbers(
                cap=self.cap,
                used_today=self.used_today + self.handed_out,
                by_hand_today=self.by_hand,
                reserved=self.reserved,
                ramp=self.ramp,
                hard_percent=self.hard_percent,
                protection_percent=self.protection_percent,
                rolling_cap=self.rolling_cap,
                rolling_used=self.rolling_used + self.handed_out,
            )
        )


@dataclass(frozen=True, slots=True)
class CapacityWindow:
    """Free = limit - used - by hand - reserved - handed out, never negative, although used may exceed a lowered limit.

    `gap` is the pace that fills the open time evenly, never under the configured one and an hour's cap; `earliest` the
    first instant the configured gap allows. The pace counts from `paced_from`: the last mail, or today's opening when
    there was none since (`fresh`). `spans` is the usable open time between now and `resets_at`, the next local
    midnight. `reserved` is what is left of the reserve.
    """

    mailbox_id: int
    limit: int
    bound_by: str
    used_today: int
    handed_out: int
    by_hand: int
    reserved: int
    free: int
    gap: timedelta
    least_gap: timedelta
    jitter: float
    earliest: datetime
    paced_from: datetime
    fresh: bool
    spans: tuple[Span, ...]
    resets_at: datetime
    hourly_cap: int | None = None
    recent: tuple[datetime, ...] = ()

    @property
    def open_left(self) -> timedelta:
        """Open time between now and the reset."""
        return sum((span.end - span.start for span in self.spans), NOTHING)


def capacity(day: MailboxDay, now: datetime) -> CapacityWindow:
    """The capacity window of a mailbox at this instant of world time."""
    found = day.room()
    free = 0 if day.hourly_cap == 0 else found.free
    midnight, ends_at = day_bounds(day.zone, local_day(day.zone, now))
    resets_at = day.resets_at or ends_at
    today = _union(day.hours, day.own, midnight, resets_at)
    spans = tuple(Span(max(span.start, as_utc(now)), span.end) for span in today if span.end > now)
    opened = today[0].start if today else as_utc(now)
    fresh = day.last_at is None or day.last_at < opened
    open_left = sum((span.end - span.start for span in spans), NOTHING)
    least_gap = day.gap * (1 + day.jitter)  # the permit draws a gap up to this long: a slot must not be told to wait
    return CapacityWindow(
        mailbox_id=day.mailbox_id,
        limit=found.limit,
        bound_by=found.bound_by,
        used_today=day.used_today,
        handed_out=day.handed_out,
        by_hand=found.by_hand,
        reserved=found.reserved,
        free=free,
        gap=max(day.gap, HOUR / day.hourly_cap if day.hourly_cap else NOTHING, open_left / max(free, 1)),
        least_gap=least_gap,
        jitter=day.jitter,
        earliest=latest(now, None if day.last_at is None else day.last_at + least_gap),
        paced_from=opened if fresh else latest(day.last_at),
        fresh=fresh,
        spans=spans,
        resets_at=resets_at,
        hourly_cap=day.hourly_cap,
        recent=day.recent,
    )


def slot_times(window: CapacityWindow, chance: float, until: datetime | None = None) -> tuple[datetime, ...]:
    """Up to `free` instants inside the open time, spread by gap and jitter, only those before `until`.

    A planner that runs every minute asks for the next minutes only: what is not handed out yet is still there for
    a campaign that starts at noon. A forecast asks for the whole day.
    """
    end = window.resets_at if until is None else min(window.resets_at, as_utc(until))
    return tuple(takewhile(lambda at: at < end, _paced(window, chance_of(chance, window.mailbox_id))))


def _paced(window: CapacityWindow, chance: float) -> Iterator[datetime]:
    """An even grid of open time from the first slot on, each point moved by chance within the jitter.

    Moving points of a grid, not adding moved steps, keeps the last slot of the day inside the day.
    """
    hour = _Hour(window)
    first = at = _land(window.spans, hour.after(_first(window, chance)), NOTHING)
    for number in range(1, window.free + 1):
        if first is None or at is None:
            return
        yield at
        hour.note(at)
        moved = number + window.jitter * (chance_of(chance, number) - chance)
        grid = _land(window.spans, first, window.gap * moved)
        soonest = _land(window.spans, hour.after(at + window.least_gap), NOTHING)
        at = None if grid is None or soonest is None else max(grid, soonest)


class _Hour:
    """The cap of any 60 minutes: a place comes an hour and a little after the mail that many places before it."""

    def __init__(self, window: CapacityWindow) -> None:
        self._cap = window.hourly_cap
        self._times = sorted(window.recent) if self._cap else []

    def note(self, at: datetime) -> None:
        if self._cap:
            self._times.append(at)

    def after(self, at: datetime) -> datetime:
        if not self._cap or len(self._times) < self._cap:
            return at
        return max(at, self._times[-self._cap] + HOUR + LATE_BY)


def _first(window: CapacityWindow, chance: float) -> datetime:
    """One pace after the last mail, or part of one after today's opening; when that is past, a little after now.

    The draw hangs on what it counts from, not on the run: a planner that looks every minute and drew anew each time
    would soon draw "now", and the day's mails would all leave in the morning.
    """
    drawn = chance_of(0.0, int(window.paced_from.timestamp()) + window.mailbox_id)
    if window.fresh:
        part = drawn if window.free == 1 else drawn * (1 - window.jitter)
    else:
        part = 1 + window.jitter * (2 * drawn - 1)
    paced = window.paced_from + window.gap * part
    soon = window.earliest + min(window.gap, window.least_gap) * window.jitter * chance
    return paced if paced > window.earliest else soon


def _land(spans: Iterable[Span], start: datetime, wait: timedelta) -> datetime | None:
    """The instant reached after waiting so much open time from start; None when the open time runs out."""
    for span in spans:
        begin = max(span.start, start)
        if begin >= span.end:
            continue
        if begin + wait < span.end:
            return begin + wait
        wait -= span.end - begin
    return None


@lru_cache(maxsize=4096)
def _union(hours: tuple[Hours, ...], own: Hours | None, start: datetime, end: datetime) -> tuple[Span, ...]:
    """Open time of any of the hours, and of the mailbox's own, without opening minutes, as spans that do not touch."""
    if not hours and own is None:
        return (Span(as_utc(start), end),)
    hours = tuple(each.narrowed(own) for each in hours) or ((own,) if own is not None else ())
    merged: list[Span] = []
    for span in sorted(span for each in hours for span in _usable(each, start, end)):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def _usable(hours: Hours, start: datetime, end: datetime) -> Iterator[Span]:
    """Openings from their second minute on, cut to start and end."""
    for opening in hours.spans_from(start):
        begin = max(opening.start + OPENING_MINUTE, as_utc(start))
        if begin >= end:
            return
        if begin < opening.end:
            yield Span(begin, min(opening.end, end))
