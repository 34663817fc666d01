"""What becomes of the steps that fell due while a campaign was paused: a person chooses when it goes on."""

from datetime import datetime, timedelta
from enum import StrEnum

from app.core.windows import Hours, NeverOpens
from sequences.core.due import Due, pick_instant


class Overdue(StrEnum):
    """The three ways on."""

    SPREAD = "spread"  # they stay due, and get places in the coming days, as much a day as there is room
    SHIFT = "shift"  # every date moves by as long as the pause was
    SKIP = "skip"  # they are passed over, and the step after each follows from now by its delay


def moved(due: Due, pause: timedelta, hours: Hours, chance: float) -> Due:
    """Return the times of a step that a pause of this length moves: as much later, and inside the sending hours.

    What falls outside of them gets an instant of the next opening, by chance; where none comes it only moves.
    """
    due_at, eligible_at = due.due_at + pause, due.eligible_at + pause
    if hours.is_open(eligible_at):
        return Due(due_at, eligible_at)
    try:
        return Due(due_at, pick_instant(hours, eligible_at, chance))
    except NeverOpens:
        return Due(due_at, eligible_at)


def length(since: datetime, until: datetime) -> timedelta:
    """Return how long a pause was, in whole minutes."""
    return timedelta(minutes=max(0, (until - since) // timedelta(minutes=1)))
