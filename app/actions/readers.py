"""Internal readers of the log: each follows a cursor of (transaction id, id) and misses nothing.

Ids commit out of order, so no reader goes past the oldest transaction that is still running: below it everything is
decided, and what a transaction wrote is seen as a whole or never. One writer that stays open holds all readers up,
none of them skips it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection

from app.actions.events import EventRow
from app.core.errors import ForbearError
from app.models import ReaderCursor

BATCH = 500

READ = """
SELECT e.txid::text::bigint, e.id, e.workspace_id, e.kind, e.subject_id, e.recipient_id, e.data, e.at, e.world_at
FROM app_event e
WHERE (e.txid, e.id) > (%(txid)s::text::xid8, %(event_id)s::bigint)
  AND e.txid < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY e.txid, e.id LIMIT %(limit)s
"""


NEWEST = """
SELECT e.txid::text::bigint, e.id FROM app_event e
WHERE e.txid < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY e.txid DESC, e.id DESC LIMIT 1
"""


class ReaderOvertaken(ForbearError):
    """Another reader of the same name was faster: what was just read is its business; read again."""


@dataclass(frozen=True, slots=True)
class Position:
    """The last event a reader is done with; zeros stand before the first one."""

    txid: int = 0
    event_id: int = 0


def position(name: str) -> Position:
    """Return how far a reader came; a new one begins at the first event."""
    row = ReaderCursor.objects.filter(name=name).values_list("txid", "event_id").first()
    return Position(*row) if row else Position()


def read_new(name: str, *, limit: int = BATCH) -> Iterator[EventRow]:
    """Yield up to `limit` events behind the reader's cursor, which moves when the last one was worked off.

    A consumer that raises or stops early gets them all again. One that reads inside a transaction of its own has its
    work and the cursor committed together: exactly once. Raises ReaderOvertaken at the end when the cursor had moved.
    """
    start = position(name)
    found = _after(start, limit)
    for _, event in found:
        yield event
    if found:
        last, _ = found[-1]
        advance(name, start, last)


def _after(start: Position, limit: int) -> list[tuple[Position, EventRow]]:
    with connection.cursor() as cursor:
        cursor.execute(READ, {"txid": str(start.txid), "event_id": start.event_id, "limit": limit})
        return [(Position(txid, columns[0]), _event(columns)) for txid, *columns in cursor.fetchall()]


def _event(columns: list[Any]) -> EventRow:
    event_id, workspace_id, kind, subject_id, recipient_id, data, at, world_at = columns
    return EventRow(event_id, workspace_id, kind, subject_id, recipient_id, json.loads(data), at, world_at)


def advance(name: str, start: Position, last: Position) -> None:
    """Move a reader from `start` to `last` by compare-and-set; only one of two that read the same batch can.

    Raises ReaderOvertaken: nothing was moved.
    """
    if start == Position():
        ReaderCursor.objects.get_or_create(name=name)
    still = ReaderCursor.objects.filter(name=name, txid=start.txid, event_id=start.event_id)
    if not still.update(txid=last.txid, event_id=last.event_id):
        raise ReaderOvertaken(f"reader {name} was moved on by somebody else")


def skip_to_now(name: str) -> None:
    """Let a reader begin behind everything that is decided by now: nobody wanted what lies before.

    Raises ReaderOvertaken as advance() does.
    """
    with connection.cursor() as cursor:
        cursor.execute(NEWEST)
        found = cursor.fetchone()
    start = position(name)
    if found is not None and (last := Position(*found)) != start:
        advance(name, start, last)
