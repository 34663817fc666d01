"""The numbers of a version of the graded policy: data, checked by name, order and range before they are kept."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from admission.core.states import Stage
from app.core.errors import Refused

# The least and the most of each number. Percentages are of mails, unless they say of what.
RANGES: dict[str, tuple[float, float]] = {
    "days": (1, 30),
    "least_sends": (20, 2000),
    "bounces_slow": (0.1, 50),
    "bounces_cool": (0.1, 50),
    "bounces_pause": (0.1, 50),
    "blocks_slow": (0.1, 50),
    "blocks_cool": (0.1, 50),
    "blocks_pause": (0.1, 50),
    "complaints_slow": (1, 100),
    "complaints_cool": (1, 100),
    "complaints_pause": (1, 100),
    "slowed_percent": (10, 90),
    "cooling_percent": (5, 75),
    "clean_days": (1, 60),
    "clean_sends": (10, 1000),
    "blind_percent": (1, 100),
    "blind_least": (1, 1000),
}
ASCENDING = ("bounces", "blocks", "complaints")
WHOLE = frozenset(RANGES) - {f"{name}_{step}" for name in ("bounces", "blocks") for step in ("slow", "cool", "pause")}


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a mailbox is judged by; the defaults watch from day one."""

    version: int = 0
    days: int = 7  # mails sent in these last days are judged
    least_sends: int = 100  # fewer of them say nothing
    bounces_slow: float = 4.0  # percent of hard bounces from which on it is slowed, cools down, pauses
    bounces_cool: float = 6.0
    bounces_pause: float = 8.0
    blocks_slow: float = 5.0  # percent refused for what we are: authentication, policy, reputation
    blocks_cool: float = 10.0
    blocks_pause: float = 20.0
    complaints_slow: int = 1  # how many, not which share: a mailbox sends too few in a week
    complaints_cool: int = 2
    complaints_pause: int = 3
    slowed_percent: int = 50  # of the room, while slowed
    cooling_percent: int = 25
    clean_days: int = 7  # per stage on the way back
    clean_sends: int = 50
    blind_percent: int = 20  # of bounces that name no mail of ours, more than which nobody can judge
    blind_least: int = 5  # fewer bounces in all blind nobody

    def percent(self, stage: Stage) -> int:
        """Return how much of its room a mailbox is left in this stage."""
        left = {Stage.NORMAL: 100, Stage.SLOWED: self.slowed_percent, Stage.COOLING_DOWN: self.cooling_percent}
        return left.get(stage, 0)


def parse(values: Mapping[str, Any], *, version: int = 0) -> Numbers:
    """Return the numbers of a version from stored JSON; what is unknown, impossible or out of order is refused."""
    for name, value in values.items():
        _check(name, value)
    numbers = Numbers(version=version, **values)
    for name in ASCENDING:
        slow, cool, pause = (getattr(numbers, f"{name}_{step}") for step in ("slow", "cool", "pause"))
        if not slow <= cool <= pause:
            raise Refused(f"{name}_slow, {name}_cool and {name}_pause must not fall.")
    if numbers.cooling_percent >= numbers.slowed_percent:
        raise Refused("cooling_percent must be below slowed_percent.")
    return numbers


def _check(name: str, value: object) -> None:
    if name not in RANGES:
        raise Refused(f"{name} is no number of the protection policy; known are {', '.join(RANGES)}.")
    least, most = RANGES[name]
    kinds = (int,) if name in WHOLE else (int, float)
    if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
        raise Refused(f"{name} must be {'a whole number' if name in WHOLE else 'a number'} from {least} to {most}.")


def as_values(numbers: Numbers) -> dict[str, Any]:
    """Return the numbers as they are kept."""
    return {field.name: getattr(numbers, field.name) for field in fields(Numbers) if field.name != "version"}
