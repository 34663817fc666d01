"""Append many events of one kind by one statement, for batches in which a statement per event would be the cost."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from psycopg.types.json import Jsonb

from app.reactions import REACTIONS

APPEND = """
INSERT INTO app_event (workspace_id, kind, subject_id, recipient_id, data, at, world_at)
SELECT %(workspace_id)s::bigint, %(kind)s::text, e.subject_id, e.recipient_id, e.data, t.at,
  i.anchor_world + (t.at - i.anchor_real) * i.speed
FROM app_installation i, (SELECT clock_timestamp() AS at) t,
  unnest(%(subjects)s::bigint[], %(recipients)s::bigint[], %(data)s::jsonb[]) AS e(subject_id, recipient_id, data)
"""


@dataclass(frozen=True, slots=True)
class Line:
    """One event of the batch; `data` holds ids, states, numbers and reasons only."""

    subject_id: int
    recipient_id: int | None = None
    data: dict[str, Any] = field(default_factory=dict)


def append_many(*, kind: str, workspace_id: int, lines: Collection[Line], quiet: bool = False) -> None:
    """Write one event for each line in the caller's transaction, which made the changes.

    Only for kinds that nothing reacts to: a reaction is a savepoint each. Raises ValueError for another kind, unless
    the caller knows of each line that there is nothing to react to, and says so by `quiet`.
    """
    if REACTIONS.get(kind) and not quiet:
        raise ValueError(f"{kind} has reactions: append its events one by one")
    if not lines:
        return
    values: dict[str, Any] = {
        "workspace_id": workspace_id,
        "kind": kind,
        "subjects": [line.subject_id for line in lines],
        "recipients": [line.recipient_id for line in lines],
        "data": [Jsonb(line.data) for line in lines],
    }
    with connection.cursor() as cursor:
        cursor.execute(APPEND, values)
