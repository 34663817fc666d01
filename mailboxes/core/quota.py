"""How much of a provider's quota may be spent, by any number of processes, through one stored instant.

A bucket holds a burst of units and fills again at a steady rate; stored is only when it will be full. A process takes
units for a lease and spends them without asking anybody; what it has not spent by then is lost. So within any minute at
most burst + rate x (a minute + a lease) units are spent, and the rate is chosen so that this is the limit.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

WINDOW = timedelta(minutes=1)  # in which providers count
LEASE = timedelta(seconds=15)
BURST = 5  # the fifth part of a minute's units may go at once …
LARGEST_CALL = 100  # … and at least a send, though never more than half
BATCH = 50  # the fiftieth part of a burst is taken at a time, so that many calls share one statement
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """Units that may be spent in any minute; at least 2 x LARGEST_CALL."""

    units: int

    @property
    def burst(self) -> int:
        """The most that can be taken at once."""
        return max(self.units // BURST, min(LARGEST_CALL, self.units // 2))

    @property
    def each(self) -> timedelta:
        """In how long one unit comes back, rounded up."""
        microseconds = (WINDOW + LEASE) // MICROSECOND
        return MICROSECOND * -(-microseconds // (self.units - self.burst))

    def hurried(self, speed: float) -> "Limit":
        """The limit of a provider in a world that runs faster, where a minute holds more than a minute's work."""
        return Limit(int(self.units * max(1.0, speed)))


@dataclass(frozen=True, slots=True)
class Taken:
    """Units to be spent within LEASE of when they were taken, and when the bucket is full again."""

    units: int
    full_at: datetime


@dataclass(frozen=True, slots=True)
class Short:
    """So few are there that a call has to wait so long, if nobody else takes any."""

    wait: timedelta


def take(limit: Limit, full_at: datetime | None, now: datetime, need: int) -> Taken | Short:
    """Take at least `need` units, and a few more for the calls after this one. full_at None: never used.

    Raises ValueError where a single call needs more than there can ever be.
    """
    if need > limit.burst:
        message = f"a call of {need} units does not fit into a quota of {limit.units} a minute"
        raise ValueError(message)
    start = max(full_at or now, now)
    missing = -(-(start - now) // limit.each)
    there = limit.burst - missing
    if there < need:
        return Short((start - now) - limit.each * (limit.burst - need))
    units = min(there, max(need, limit.burst // BATCH))
    return Taken(units, start + limit.each * units)


@dataclass(slots=True)
class Purse:
    """What one process has taken out of a bucket and not spent; dies_at and now are seconds of one steady clock."""

    units: int = 0
    dies_at: float = 0.0

    def holds(self, need: int, until: float) -> bool:
        """Tell whether a call of `need` units is in it, and good until then."""
        return self.units >= need and self.dies_at >= until

    def fill(self, units: int, now: float) -> None:
        """Put in what was taken no earlier than now. What is left of before comes with it and brings its own end."""
        dies_at = now + LEASE.total_seconds()
        if self.units and self.dies_at > now:
            units, dies_at = units + self.units, min(dies_at, self.dies_at)
        self.units, self.dies_at = units, dies_at


class Meter(Protocol):
    """What counts the calls of one mailbox against the quotas of its provider, before they are made."""

    def spend(self, method: str) -> None:
        """Count one call, waiting a moment where that is enough. Raises TransportError (began False, retry_after)."""

    def reserve(self, method: str) -> float:
        """Set units aside for a call that follows; return until when (time.monotonic()). Raises as spend."""


class Free:
    """A provider without quotas."""

    def spend(self, method: str) -> None:
        """Count nothing."""

    def reserve(self, method: str) -> float:  # noqa: ARG002
        """Set nothing aside, for ever."""
        return float("inf")


FREE = Free()
