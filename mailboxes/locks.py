"""The person's lock and the mailbox's: gates first, recipients next, counters, and a budget always last.

Every transition about a person begins with `enter`. Below the recipient the order is free, because nobody else
can be there; only the mailbox's budget is shared with other people's transitions, so it is taken last.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

from app import sql
from app.gates import STOP_PATIENCE, Gates, milliseconds
from mailboxes.models import Budget

MOST_RECIPIENTS = 200  # in one transaction
_TAKEN = "_forbear_taken"  # beside the connection: the last taking of locks in its transaction


@dataclass(frozen=True, slots=True)
class Taken:
    """One taking of locks: in which transaction, inside which savepoints, and what."""

    transaction: object
    savepoints: tuple[str | None, ...]
    gates: frozenset[int]
    recipients: frozenset[int]


def ensure(gates: Gates, recipients: Collection[int]) -> None:
    """Lock what `enter` would, unless this very transaction took it before: for reactions inside one that did."""
    taken: Taken | None = getattr(connection, _TAKEN, None)
    if taken is None or not _covers(taken, frozenset(gates.numbers()), frozenset(recipients)):
        enter(gates, recipients)


def held_people() -> frozenset[int]:
    """Return the recipients whose locks this transaction took last and still holds; none outside of one."""
    taken: Taken | None = getattr(connection, _TAKEN, None)
    return taken.recipients if taken is not None and _covers(taken, frozenset(), frozenset()) else frozenset()


def _covers(taken: Taken, gates: frozenset[int], recipients: frozenset[int]) -> bool:
    """Tell whether these locks are still held: not those of an ended transaction or a savepoint that was left."""
    blocks = connection.atomic_blocks
    return (
        bool(blocks)
        and blocks[0] is taken.transaction
        and tuple(connection.savepoint_ids[: len(taken.savepoints)]) == taken.savepoints
        and gates <= taken.gates
        and recipients <= taken.recipients
    )


def enter(gates: Gates, recipients: Collection[int], *, patience: timedelta = STOP_PATIENCE) -> dict[int, int]:
    """Lock gates (shared) and recipients (in key order, at most 200); return each one's fence, read anew.

    Raises OperationalError when a lock is not to be had within `patience`; see app.actions.attempts.
    """
    return dict(entering(gates, recipients, patience=patience).rows())


def entering(
    gates: Gates, recipients: Collection[int], *, patience: timedelta = STOP_PATIENCE, keyed: bool = False
) -> sql.Answer:
    """Ask for these locks: the next statement goes along, and is done only once they are had.

    `keyed`: what follows in this transaction looks rows up by their keys alone, so that prepared plans are kept.
    """
    if len(recipients) > MOST_RECIPIENTS:
        message = f"at most {MOST_RECIPIENTS} people are locked at once"
        raise ValueError(message)
    values = {
        "patience": milliseconds(patience),
        "gates": sql.array(gates.numbers()),
        "recipients": sql.array(recipients),
        "plans": "force_generic_plan" if keyed else None,
    }
    asked = sql.ask("mailboxes", "enter", values)
    if connection.atomic_blocks:
        within = tuple(connection.savepoint_ids)
        taken = Taken(connection.atomic_blocks[0], within, frozenset(gates.numbers()), frozenset(recipients))
        setattr(connection, _TAKEN, taken)
    return asked


def lock_budget(mailbox_id: int) -> Budget:
    """Lock the mailbox's budget, the last lock of a transaction; state and limits of a mailbox change under it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [milliseconds(STOP_PATIENCE)])
    return Budget.objects.select_for_update(no_key=True).get(mailbox_id=mailbox_id)
