"""Append to the log and run the reactions of the change, in the caller's transaction."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.module_loading import import_string
from psycopg.types.json import Jsonb

from app import sql
from app.actions import clock
from app.actions.attempts import lost_race
from app.actions.transactions import savepoint
from app.core.backoff import retry_delay
from app.models import Event, ReactionDue
from app.reactions import REACTIONS

log = logging.getLogger(__name__)

FIRST_DEBT_DUE = timedelta(seconds=1)
LONGEST_DEBT_WAIT = timedelta(seconds=30)

APPEND = """
INSERT INTO app_event (workspace_id, kind, subject_id, recipient_id, data, at, world_at)
SELECT %s, %s, %s, %s, %s, t.at, i.anchor_world + (t.at - i.anchor_real) * i.speed
FROM app_installation i, (SELECT clock_timestamp() AS at) t
RETURNING id, at, world_at
"""


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of the log as reactions and readers get it; `at` is true time."""

    id: int
    workspace_id: int
    kind: str
    subject_id: int
    recipient_id: int | None
    data: dict[str, Any]
    at: datetime
    world_at: datetime


def append(
    *,
    kind: str,
    workspace_id: int,
    subject_id: int,
    recipient_id: int | None = None,
    data: dict[str, Any] | None = None,
) -> EventRow:
    """Write one event and react to it; the caller's transaction must be the one that made the change.

    `data` holds ids, states, numbers and reasons only, never an address, a name or a text.
    """
    values = [workspace_id, kind, subject_id, recipient_id, Jsonb(data or {})]
    ((event_id, at, world_at),) = sql.execute(APPEND, values).rows()
    event = EventRow(event_id, workspace_id, kind, subject_id, recipient_id, data or {}, at, world_at)
    react(event)
    return event


def react(event: EventRow) -> None:
    """Run each reaction of the event in a savepoint; owe the ones that fail."""
    for reaction in REACTIONS.get(event.kind, ()):
        try:
            with savepoint():
                import_string(reaction)(event)
        except Exception as error:  # noqa: BLE001 - a reaction of any make must not undo what it reacts to
            owe(event, reaction, error)


def owe(event: EventRow, reaction: str, error: BaseException) -> None:
    """Note that a reaction is due; its error is named by class, since its text may quote data."""
    level = logging.INFO if lost_race(error) else logging.ERROR
    log.log(level, "reaction %s of event %d failed with %s and is owed", reaction, event.id, type(error).__name__)
    put_by(event, reaction, error=type(error).__name__)


def put_by(event: EventRow, reaction: str, *, error: str = "") -> None:
    """Owe a reaction to an event of this transaction: it is run after the commit, in a transaction of its own."""
    now = clock.now()
    ReactionDue.objects.get_or_create(
        event_id=event.id,
        reaction=reaction,
        defaults={
            "workspace_id": event.workspace_id,
            "due_at": now + FIRST_DEBT_DUE,
            "created_at": now,
            "error": error,
        },
    )


def pay_debts(*, limit: int = 100) -> int:
    """Run due reactions, each in a transaction of its own; return how many were paid."""
    due = ReactionDue.objects.filter(due_at__lte=clock.now()).order_by("due_at").values_list("id", flat=True)
    return sum(_pay(debt_id) for debt_id in list(due[:limit]))


def _pay(debt_id: int) -> bool:
    """Run one owed reaction; a failure pushes it back before anything else, so that it blocks nobody."""
    try:
        with transaction.atomic(durable=True):
            debt = ReactionDue.objects.select_for_update(skip_locked=True).filter(id=debt_id).first()
            if debt is None:
                return False
            import_string(debt.reaction)(read(debt.event_id))
            debt.delete()
    except Exception as error:  # noqa: BLE001 - see react()
        _put_off(debt_id, error)
        return False
    return True


def _put_off(debt_id: int, error: BaseException) -> None:
    debt = ReactionDue.objects.filter(id=debt_id).first()
    if debt is None:
        return
    wait = retry_delay(debt.attempts + 1, 0.5, base=FIRST_DEBT_DUE, cap=LONGEST_DEBT_WAIT)
    log.error("reaction %s of event %d still fails with %s", debt.reaction, debt.event_id, type(error).__name__)
    ReactionDue.objects.filter(id=debt_id).update(
        attempts=debt.attempts + 1, due_at=clock.now() + wait, error=type(error).__name__
    )


def read(event_id: int) -> EventRow:
    """Return one event as it was written."""
    row = Event.objects.get(id=event_id)
    return EventRow(
        row.id, row.workspace_id, row.kind, row.subject_id, row.recipient_id, row.data, row.at, row.world_at
    )
