"""Which variant a person gets and when their next step falls due."""

from collections.abc import Sequence
from datetime import datetime

from app.core.clock import latest
from app.core.windows import Hours
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
    previous: datetime, amount: int, unit: str, hours: Hours, chance: float, absent_until: datetime | None
) -> Due:
    """Return when a step is due after the previous one, not before a known absence ends. Raises NeverOpens."""
    due_at = due_after(previous, Delay(amount, DelayUnit(unit)), hours)
    not_before = latest(due_at, absent_until)
    return Due(due_at, pick_instant(hours, not_before, chance))
