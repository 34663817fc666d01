"""Two times: the machine's, and the world's, in which people live and mail is dated."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


def machine_now() -> datetime:
    """Read the machine's clock, UTC; token lifetimes and journal times use it."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class WorldClock:
    """World time = anchor_world + (machine time - anchor_real) * speed."""

    anchor_real: datetime
    anchor_world: datetime
    speed: float

    def __post_init__(self) -> None:
        """Refuse a clock that stands still or runs backwards."""
        if self.speed <= 0:
            msg = f"speed must be above 0, got {self.speed}"
            raise ValueError(msg)
        if self.anchor_real.tzinfo is None or self.anchor_world.tzinfo is None:
            msg = "clock anchors need a time zone"
            raise ValueError(msg)

    @classmethod
    def starting_now(cls, speed: float) -> "WorldClock":
        """Start in step with the machine, then run `speed` times as fast."""
        now = machine_now()
        return cls(anchor_real=now, anchor_world=now, speed=speed)

    def now(self) -> datetime:
        """Give the world's time, UTC."""
        return self.anchor_world + (machine_now() - self.anchor_real) * self.speed

    def wait_for(self, due: datetime) -> float:
        """Give the machine seconds until the world reaches `due`, at least 0."""
        return max((due - self.now()) / timedelta(seconds=1) / self.speed, 0.0)
