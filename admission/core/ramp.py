"""The ramp of a mailbox: what its proven days have earned, and what is left of that after silence.

A day is proven by an automated mail that the provider accepted, while a recent good measurement of the mailbox's health
stood. Idle days, days of warm-up mail alone and days nobody knows enough of prove nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

IDLE_DAYS = 14  # whole local days without a proven one, after which half of what was earned is left


class NotCounted(StrEnum):
    """Why a day earned nothing."""

    NO_SEND = "no_send"
    NOT_HEALTHY = "not_healthy"
    NOT_OVER = "not_over"


@dataclass(frozen=True, slots=True)
class Slope:
    """start: mails of the first day; step: more for each proven day; ceiling: the cap, where no step goes beyond."""

    start: int
    step: int
    ceiling: int


@dataclass(frozen=True, slots=True)
class Day:
    """A local day: how many automated mails were accepted, and whether the mailbox was healthy by fresh evidence."""

    day: date
    sent: int
    healthy: bool


@dataclass(frozen=True, slots=True)
class Stair:
    """A local day as it is shown: what the ramp allowed, what was sent, and why it did not count, where it did not.

    earned: the limit that stands earned after the day.
    """

    day: date
    sent: int
    limit: int
    earned: int
    why: NotCounted | None = None


def limit_today(earned: int | None, last_day: date | None, start: int | None, today: date) -> int | None:
    """Return the ramp's limit on the local day `today`; None: the mailbox has no ramp.

    `earned` is the limit that the days up to `last_day`, the last proven one, have earned; the cap is no matter here.
    Each 14 idle days in a row halve it, never under `start`. A day in the future is no proof.
    """
    return None if start is None else _limit(earned, last_day, start, today)


def _limit(earned: int | None, last_day: date | None, start: int, today: date) -> int:
    if earned is None or last_day is None:
        return start
    idle = max(0, (today - last_day).days - 1)
    return max(start, earned >> min(idle // IDLE_DAYS, 31))


def after_day(limit: int, step: int, ceiling: int) -> int:
    """Return what stands earned after a proven day that had this limit: a step more, and no step beyond the ceiling."""
    return max(limit, min(limit + step, ceiling))


def climb(earned: int | None, last_day: date | None, slope: Slope, days: Iterable[Day]) -> list[Stair]:
    """Return what each of these completed days made of what was earned before them, in their order.

    A day that is not after `last_day` was judged before and is left out.
    """
    stairs: list[Stair] = []
    for one in sorted(days, key=lambda day: day.day):
        if last_day is not None and one.day <= last_day:
            continue
        limit = _limit(earned, last_day, slope.start, one.day)
        why = _why_not(one)
        if why is None:
            earned, last_day = after_day(limit, slope.step, slope.ceiling), one.day
        stairs.append(Stair(one.day, one.sent, limit, limit if earned is None else earned, why))
    return stairs


def _why_not(day: Day) -> NotCounted | None:
    if day.sent < 1:
        return NotCounted.NO_SEND
    return None if day.healthy else NotCounted.NOT_HEALTHY


def stairs(judged: Sequence[Stair], start: int, first: date, today: date, sent_today: int = 0) -> list[Stair]:
    """Return every local day from `first` to `today` for a screen: the judged ones, and the idle ones between them."""
    known = {one.day: one for one in judged}
    proven = [one for one in judged if one.why is None and one.day < first]
    last = max(proven, key=lambda one: one.day, default=None)
    shown: list[Stair] = []
    for number in range((today - first).days + 1):
        day = first + timedelta(days=number)
        limit = _limit(last.earned, last.day, start, day) if last else start
        why = NotCounted.NOT_OVER if day == today else NotCounted.NO_SEND
        stair = known.get(day) or Stair(day, sent_today if day == today else 0, limit, limit, why)
        last = stair if stair.why is None else last
        shown.append(stair)
    return shown
