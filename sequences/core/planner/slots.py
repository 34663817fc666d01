"""How far ahead slots are written, and how long past one may be; spans of world time."""

from datetime import timedelta

AHEAD = timedelta(minutes=15)  # so that who joins at noon finds room at noon
AHEAD_REAL = timedelta(seconds=1)  # but never nearer than a few ticks of a hurried rehearsal
LATE_REAL = timedelta(seconds=20)  # a slot this long past without a call: its wake-up is lost
LATE_HURRIED = timedelta(seconds=2)
OVERDUE = timedelta(minutes=10)  # a slot this long past is drawn anew, so that a stop is not made up for at once
OVERDUE_REAL = timedelta(seconds=3)  # but never sooner than a few ticks of a hurried rehearsal


def ahead(speed: float) -> timedelta:
    """Return how far slots are written."""
    return max(AHEAD, AHEAD_REAL * speed)


def late(speed: float) -> timedelta:
    """Return how long a slot may be past before its touch is handed over again."""
    return LATE_REAL if speed <= 1 else LATE_HURRIED * speed


def overdue(speed: float) -> timedelta:
    """Return how long a slot may be past before it is given back."""
    return max(OVERDUE, OVERDUE_REAL * speed)
