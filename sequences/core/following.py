"""Which variant a person gets and when their next step falls due."""

from collections.abc import Sequence
from datetime import datetime

from app.core.clock import latest
from app.core.windows import Hours, NeverOpens
from sequences.core.due import Delay, DelayUnit, Due, due_after, pick_instant


def variant_for(variants: Sequence[tuple[int, int]], chance: float) -> int | None:
    """Return the id of (id, weight) that the chance falls on; None for a step without texts."""
    total = sum(weight for _, weight in variants)
    if not total:
        return variants[0][0] if variants else None
    place = chance * total
    for variant_id, weight in variants:
        place -= weight
        if place < 0:
            return variant_id
    return variants[-1][0]


def due_next(
    previous: datetime,
    amount: int,
    unit: str,
    hours: Hours,
    chance: float,
    absent_until: datetime | None,
    *,
    own: Hours | None = None,
) -> Due:
    """Return when a step is due after the previous one, not before a known absence ends. Raises NeverOpens.

    Days are counted in the campaign's hours; the instant falls where those of its mailbox (None: always) are open too.
    """
    due_at = due_after(previous, Delay(amount, DelayUnit(unit)), hours)
    return Due(due_at, drawn(hours, own, latest(due_at, absent_until), chance))


def drawn(hours: Hours, own: Hours | None, not_before: datetime, chance: float) -> datetime:
    """Return an instant at which campaign and mailbox are open; where they never are together, one of the campaign.

    Such a mailbox keeps the mail waiting, and that is shown; another may be given to it.
    """
    if own is not None:
        try:
            return pick_instant(hours.narrowed(own), not_before, chance)
        except NeverOpens:
            pass
    return pick_instant(hours, not_before, chance)
