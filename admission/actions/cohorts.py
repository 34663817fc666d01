"""The sends around a mail, of one mailbox or of all of a sending domain: among them a report about it counts."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from admission.core.protection.breakers import HARD, holds_nearest
from app import sql


@dataclass(frozen=True, slots=True)
class Row:
    """One send. `later`: than what slowed its mailbox."""

    permit_id: int
    mailbox_id: int
    later: bool
    came_back: bool


def around(mailbox_ids: Collection[int], permit_id: int, width: int) -> list[Row]:
    """Return the `width` sends before and after a permit, in order, asking each mailbox for few more than its share."""
    few = width if len(mailbox_ids) == 1 else min(width, 10 + 3 * width // len(mailbox_ids))
    while True:
        rows = _asked(mailbox_ids, permit_id, few)
        before, after = (
            [row for row in rows if row.permit_id <= permit_id],
            [row for row in rows if row.permit_id > permit_id],
        )
        sides = ([*reversed(before)], after)
        if few >= width or all(holds_nearest(_distances(side, permit_id), few, width) for side in sides):
            return before[-width:] + after[:width]
        few = min(width, few * 4)


def _asked(mailbox_ids: Collection[int], permit_id: int, few: int) -> list[Row]:
    values = {"mailbox_ids": sql.array(mailbox_ids), "permit_id": permit_id, "few": few, "hard": sql.array(HARD)}
    return [Row(*row) for row in sql.rows("admission", "sends_around", values)]


def _distances(side: Sequence[Row], permit_id: int) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for row in side:
        found.setdefault(row.mailbox_id, []).append(abs(row.permit_id - permit_id))
    return [*found.values()]
