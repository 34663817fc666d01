"""A mailbox's room today: which of its limits is the smallest, by name, and what of it is left.

The one arithmetic of room: the permit, the planner's window, the explanation and the forecast all call it, so that they
cannot disagree. Numbers are mails of the mailbox's local day.
"""

from dataclasses import dataclass

CAP, RAMP, HARD, PROTECTION, ROLLING = "cap", "ramp", "hard", "protection", "rolling"  # the names of limits
ALL = 100  # percent


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a mailbox's room is made of. None: there is no such limit. Percentages are of the smaller of cap and ramp.

    `used_today` are automated mails, `by_hand_today` mails that people wrote past this installation; `reserved` is kept
    for theirs. `rolling_used` counts both in the provider's 24 hours.
    """

    cap: int
    used_today: int = 0
    by_hand_today: int = 0
    reserved: int = 0
    ramp: int | None = None
    hard_percent: int = ALL
    protection_percent: int = ALL
    rolling_cap: int | None = None
    rolling_used: int = 0


@dataclass(frozen=True, slots=True)
class Room:
    """The smallest limit and its name, and what it leaves: free = limit - used - by_hand - reserved, never negative.

    `used` may exceed a limit that was lowered. `reserved` is what is left of the reserve: what people wrote by hand has
    used it up first.
    """

    limit: int
    bound_by: str
    used: int
    by_hand: int
    reserved: int
    free: int


def room(numbers: Numbers) -> Room:
    """Return the room of a mailbox now; of two limits that are equal the first named one binds."""
    limit, bound_by = min(limits(numbers), key=lambda pair: pair[0])
    reserved = max(0, numbers.reserved - numbers.by_hand_today)
    free = max(0, limit - numbers.used_today - numbers.by_hand_today - reserved)
    return Room(limit, bound_by, numbers.used_today, numbers.by_hand_today, reserved, free)


def limits(numbers: Numbers) -> list[tuple[int, str]]:
    """Return every limit that is set, with its name: those a person chose before those that evidence lowered."""
    whole = numbers.cap if numbers.ramp is None else min(numbers.cap, numbers.ramp)
    found = [(numbers.cap, CAP)]
    if numbers.ramp is not None:
        found.append((numbers.ramp, RAMP))
    if numbers.hard_percent < ALL:
        found.append((share(whole, numbers.hard_percent), HARD))
    if numbers.protection_percent < ALL:
        found.append((share(whole, numbers.protection_percent), PROTECTION))
    if numbers.rolling_cap is not None:
        left = max(0, numbers.rolling_cap - numbers.rolling_used)
        found.append((numbers.used_today + numbers.by_hand_today + left, ROLLING))
    return found


def share(whole: int, percent: int) -> int:
    """Return a percentage of a limit, rounded down; of a mailbox that is only slowed at least one mail is left."""
    return max(whole * percent // ALL, min(1, whole) if percent else 0)
