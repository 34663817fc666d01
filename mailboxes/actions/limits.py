"""What a provider's own words do to a mailbox: wait for a while, or wait for a person to sign in again."""

from datetime import datetime, timedelta

from django.db.models import F, Value
from django.db.models.functions import Greatest

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.machine import sources_of
from mailboxes import locks
from mailboxes.core.states import MAILBOX, MailboxState
from mailboxes.models import Mailbox

FIRST_WAIT = timedelta(seconds=30)  # when the provider names no time
LONGEST_WAIT = timedelta(days=7)


def limit(mailbox_id: int, retry_after: timedelta | None) -> None:
    """Let the mailbox rest as long as its provider asked (true time), at most a week.

    A rest is never shortened by another one. Locks the budget, in a transaction of its own. Raises Busy.
    """

    def work() -> None:
        locks.lock_budget(mailbox_id)
        until = clock.now() + min(retry_after or FIRST_WAIT, LONGEST_WAIT)
        rest(mailbox_id, until)

    in_transaction(work)


def rest(mailbox_id: int, until: datetime) -> None:
    """Write the end of a rest, unless a longer one was asked for; the caller holds the budget's lock."""
    Mailbox.objects.filter(id=mailbox_id).update(limited_until=Greatest(F("limited_until"), Value(until)))


def refused(mailbox_id: int, *, reconnect: bool) -> None:
    """The credentials were refused: for good, and a person must connect anew; or for now, and it rests.

    connected or paused -> reconnect_needed. Locks the budget, in a transaction of its own. Raises Busy.
    """
    if not reconnect:
        limit(mailbox_id, None)
        return

    def work() -> None:
        locks.lock_budget(mailbox_id)
        won = Mailbox.objects.filter(id=mailbox_id, state__in=sources_of(MAILBOX, "revoke")).update(
            state=MailboxState.RECONNECT_NEEDED, state_reason="credentials_refused"
        )
        if won:
            workspace_id = Mailbox.objects.values_list("workspace_id", flat=True).get(id=mailbox_id)
            events.append(kind="mailbox.reconnect_needed", workspace_id=workspace_id, subject_id=mailbox_id)

    in_transaction(work)
