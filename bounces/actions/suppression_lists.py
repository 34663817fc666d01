"""Take in a list of whom nobody may contact: streaming, in batches, every row a result."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from django.utils.module_loading import import_string

from app import sql
from app.actions import events
from app.actions.attempts import in_transaction
from app.actions.event_batches import Line, append_many
from app.questions import QUESTIONS
from bounces.actions import spellings
from bounces.actions.suppressions import BATCH, ENDS, WISHES, suppress_domain
from bounces.core.list_rows import Listed, read_list
from bounces.core.ways import Way
from mailboxes.actions import recipients
from mailboxes.core.csv_sheet import RowError

ERRORS_KEPT = 1000


@dataclass(slots=True)
class Report:
    """What became of a list; of the rows that could not be read, the first thousand with line and reason."""

    rows: int = 0
    new: int = 0
    bad: int = 0
    errors: list[RowError] = field(default_factory=list)

    @property
    def known(self) -> int:
        """Return how many rows named somebody who was on the list already, or came twice."""
        return self.rows - self.new - self.bad


def take_in(workspace_id: int, source: BinaryIO, *, by_id: int | None = None) -> Report:
    """Suppress everybody a file names; bad rows are reported and keep nobody else out.

    Each batch of 100 is a transaction that locks its recipients and their other spellings. May be repeated: what is
    there stays as it is. Raises SheetError, Busy: the batches before stay written.
    """
    report = Report()
    waiting: dict[str, list[Listed]] = {}
    for row in read_list(source):
        report.rows += 1
        if isinstance(row, RowError):
            report.bad += 1
            report.errors += [row] if len(report.errors) < ERRORS_KEPT else []
        elif row.domain is not None:
            entry = suppress_domain(workspace_id, row.domain, reason=row.reason, by_id=by_id, source=Way.IMPORT)
            report.new += entry
        else:
            waiting.setdefault(row.reason, []).append(row)
            if len(waiting[row.reason]) == BATCH:
                report.new += _suppressed(workspace_id, waiting.pop(row.reason), by_id)
    report.new += sum(_suppressed(workspace_id, rest, by_id) for rest in waiting.values())
    return report


def _suppressed(workspace_id: int, rows: Sequence[Listed], by_id: int | None) -> int:
    return in_transaction(lambda: _write(workspace_id, rows, by_id))


def _write(workspace_id: int, rows: Sequence[Listed], by_id: int | None) -> int:
    """Nothing -> entries, for rows of one reason, with an event each. Locks the recipients."""
    addresses = [row.address for row in rows if row.address is not None]
    ids = set(recipients.remember(workspace_id, addresses).values())
    ids |= set(recipients.remember_keys(workspace_id, [row.fingerprint for row in rows if row.fingerprint]).values())
    spellings.lock(workspace_id, ids)
    values = {
        "workspace_id": workspace_id,
        "recipients": sql.array(sorted(ids)),
        "reason": rows[0].reason,
        "wish": rows[0].reason in WISHES,
        "source": Way.IMPORT.value,
        "by_id": by_id,
    }
    made = dict(sql.rows("bounces", "suppress_many", values))
    _tell(workspace_id, made, rows[0].reason)
    return len(made)


def _tell(workspace_id: int, made: dict[int, int], reason: str) -> None:
    """Write the events; only for who is in a campaign has anybody something to do about it."""
    data = {"reason": reason, "ends": reason if reason in ENDS else "stopped"}
    enrolled = _in_campaigns(made.values())
    quiet = [Line(entry_id, person, data) for entry_id, person in made.items() if person not in enrolled]
    append_many(kind="recipient.suppressed", workspace_id=workspace_id, lines=quiet, quiet=True)
    for entry_id, person in made.items():
        if person in enrolled:
            events.append(
                kind="recipient.suppressed",
                workspace_id=workspace_id,
                subject_id=entry_id,
                recipient_id=person,
                data=data,
            )


def _in_campaigns(people: Iterable[int]) -> frozenset[int]:
    found: frozenset[int] = import_string(QUESTIONS["who_is_in_a_campaign"])(list(people))
    return found
