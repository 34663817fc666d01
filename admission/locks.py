"""The one lock order, written once: gates (shared), the recipient, counters, and the mailbox's budget last."""

from collections.abc import Sequence
from dataclasses import dataclass

from app import sql
from app.gates import PERMIT_PATIENCE, Gates, milliseconds


@dataclass(frozen=True, slots=True)
class CounterLimit:
    """One count per day against a cap; `key` names the domain or the campaign."""

    scope: str
    key: str
    cap: int


def enter(
    gates: Gates, *, recipient_id: int, mailbox_id: int, counters: Sequence[CounterLimit], zone: str
) -> tuple[str, ...]:
    """Take every lock of a permit in one statement, raising counters below their caps; return the full ones.

    Counters count local days of `zone`. Waits 500 ms for each lock, then raises OperationalError. The caller rolls
    back unless it grants.
    """
    values = {
        "patience": milliseconds(PERMIT_PATIENCE),
        "gates": sql.array(gates.numbers()),
        "recipient_id": recipient_id,
        "mailbox_id": mailbox_id,
        "workspace_id": gates.workspace_id,
        "zone": zone,
        "scopes": sql.array(counter.scope for counter in counters),
        "keys": sql.array(counter.key for counter in counters),
        "caps": sql.array(counter.cap for counter in counters),
    }
    ((raised,),) = sql.rows("admission", "lock", values)
    return tuple(counter.scope for counter in counters if counter.scope not in raised)
