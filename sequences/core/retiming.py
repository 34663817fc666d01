"""Where a waiting step moves when its campaign's hours change: to where it would have been from the start."""

from dataclasses import dataclass
from datetime import datetime

from app.core.clock import latest
from app.core.windows import Hours, NeverOpens
from sequences.core.due import Due
from sequences.core.following import drawn, due_next


@dataclass(frozen=True, slots=True)
class WaitingStep:
    """An open step as it stands, and what its times were worked out from."""

    due: Due
    for_window: bool  # it was put off because its window was closed
    previous: datetime
    amount: int
    unit: str
    chance: float
    absent_until: datetime | None
    own: Hours | None = None  # of the mailbox it leaves from; None: always, or no mailbox yet


def retimed(step: WaitingStep, before: Hours, after: Hours, now: datetime) -> Due | None:
    """Return the new times of a step; None where they stay, also where it would never leave any more.

    What a person or a server moved keeps its place, and moves only out of closed hours.
    """
    try:
        old, new = (_worked_out(step, hours) for hours in (before, after))
        found = new if step.due == old else _kept(step, old, new, after, now)
    except NeverOpens:
        return None
    return None if found == step.due else found


def _worked_out(step: WaitingStep, hours: Hours) -> Due:
    return due_next(step.previous, step.amount, step.unit, hours, step.chance, step.absent_until, own=step.own)


def _kept(step: WaitingStep, old: Due, new: Due, after: Hours, now: datetime) -> Due:
    due_at = new.due_at if step.due.due_at == old.due_at else step.due.due_at
    if step.for_window:
        return Due(due_at, after.next_open(latest(due_at, now, step.absent_until)))
    eligible_at = max(step.due.eligible_at, due_at)
    if eligible_at > now and not after.is_open(eligible_at):
        eligible_at = drawn(after, step.own, eligible_at, step.chance)
    return Due(due_at, eligible_at)
