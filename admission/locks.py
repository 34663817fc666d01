"""The one lock order, written once: gates (shared), the recipient, counters, and the mailbox's budget last."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from admission.core.scopes import NO_DAY
from app import sql
from app.core.zones import local_day
from app.gates import PERMIT_PATIENCE, Gates, milliseconds


@dataclass(frozen=True, slots=True)
class CounterLimit:
    """One count per day against a cap; `key` names the domain or the campaign, `zone` whose days.

    WITHOUT_A_DAY in place of a zone counts since ever.
    """

    scope: str
    key: str
    cap: int
    zone: str

    def day(self, world_now: datetime) -> date:
        """Return the day that is counted."""
        return local_day(self.zone, world_now) if self.zone else NO_DAY


def enter(gates: Gates, *, recipient_id: int, mailbox_id: int, counters: Sequence[CounterLimit]) -> "Entered":
    """Ask for every lock of a permit in one statement that raises counters below their caps; the next ones go along.

    Waits 500 ms for each lock, then raises OperationalError. The caller rolls
    back unless it grants.
    """
    values = {
        "patience": milliseconds(PERMIT_PATIENCE),
        "gates": sql.array(gates.numbers()),
        "recipient_id": recipient_id,
        "mailbox_id": mailbox_id,
        "workspace_id": gates.workspace_id,
        "scopes": sql.array(counter.scope for counter in counters),
        "keys": sql.array(counter.key for counter in counters),
        "caps": sql.array(counter.cap for counter in counters),
        "zones": sql.array(counter.zone for counter in counters),
    }
    return Entered(sql.ask("admission", "lock", values), tuple(counter.scope for counter in counters))


@dataclass(frozen=True, slots=True)
class Entered:
    """The locks of a permit, as asked for, and which counters were to be raised."""

    asked: sql.Answer
    scopes: tuple[str, ...]

    def full(self) -> tuple[str, ...]:
        """Return the counters that were at their cap."""
        ((raised,),) = self.asked.rows()
        return tuple(scope for scope in self.scopes if scope not in raised)
