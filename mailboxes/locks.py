"""The person's lock and the mailbox's: gates first, recipients next, counters, and a budget always last.

Every transition about a person begins with `enter`. Below the recipient the order is free, because nobody else
can be there; only the mailbox's budget is shared with other people's transitions, so it is taken last.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import connection

from app import sql
from app.gates import STOP_PATIENCE, Gates, milliseconds
from mailboxes.models import Budget

MOST_RECIPIENTS = 200  # in one transaction


def enter(gates: Gates, recipients: Collection[int], *, patience: timedelta = STOP_PATIENCE) -> dict[int, int]:
    """Lock gates (shared) and recipients (in key order, at most 200); return each one's fence, read anew.

    Raises OperationalError when a lock is not to be had within `patience`; see app.actions.attempts.
    """
    if len(recipients) > MOST_RECIPIENTS:
        message = f"at most {MOST_RECIPIENTS} people are locked at once"
        raise ValueError(message)
    values = {"patience": milliseconds(patience), "gates": gates.numbers(), "recipients": list(recipients)}
    return dict(sql.rows("mailboxes", "enter", values))


def lock_budget(mailbox_id: int) -> Budget:
    """Lock the mailbox's budget, the last lock of a transaction; state and limits of a mailbox change under it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [milliseconds(STOP_PATIENCE)])
    return Budget.objects.select_for_update(no_key=True).get(mailbox_id=mailbox_id)
