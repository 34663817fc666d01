"""Two clocks and the few things done with aware datetimes; every instant is aware and answers are UTC.

Machine time is the true one. World time is what rehearsals may offset and accelerate: the same formula everywhere.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta


class NaiveInstant(ValueError):
    """An instant without a zone: nobody can say when that is."""


def as_utc(instant: datetime) -> datetime:
    """The same instant in UTC; raises NaiveInstant when it has no zone."""
    if instant.tzinfo is UTC:
        return instant
    if instant.utcoffset() is None:
        message = f"{instant.isoformat()} has no time zone"
        raise NaiveInstant(message)
    return instant.astimezone(UTC)


def latest(*instants: datetime | None) -> datetime:
    """The last of those given; None means there is none of that kind. At least one must be an instant."""
    return as_utc(max(instant for instant in instants if instant is not None))


def add_months(start: date, months: int) -> date:
    """N calendar months from a date, on the month's last day where it is shorter.

    Count from the first date, not from the last answer: 31 January + 1 is 29 February, + 2 is 31 March.
    """
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    return date(year, month + 1, min(start.day, monthrange(year, month + 1)[1]))


@dataclass(frozen=True, slots=True)
class WorldClock:
    """World time = anchor_world + (true time - anchor_real) x speed. Speed 1 and equal anchors: the true clock."""

    anchor_real: datetime
    anchor_world: datetime
    speed: float = 1.0

    def __post_init__(self) -> None:
        """Refuse a clock that stands still or runs backwards, and anchors without a zone."""
        if not self.speed > 0:
            message = f"a world clock needs a speed above 0, not {self.speed}"
            raise ValueError(message)
        object.__setattr__(self, "anchor_real", as_utc(self.anchor_real))
        object.__setattr__(self, "anchor_world", as_utc(self.anchor_world))

    def world(self, real: datetime) -> datetime:
        """What the world's clock shows at this true instant."""
        return self.anchor_world + (as_utc(real) - self.anchor_real) * self.speed

    def real(self, world: datetime) -> datetime:
        """The true instant at which the world's clock shows this; exact to the microsecond of true time."""
        return self.anchor_real + (as_utc(world) - self.anchor_world) / self.speed

    def real_span(self, world_span: timedelta) -> timedelta:
        """How long a span of world time takes by the true clock: what a broker delay must be."""
        return world_span / self.speed
