"""What a provider's own words do to a mailbox: wait for a while, or wait for a person to sign in or look."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import F, Value
from django.db.models.functions import Greatest

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.backoff import retry_delay
from app.core.machine import sources_of
from mailboxes import locks
from mailboxes.actions import pauses
from mailboxes.core.states import MAILBOX, MailboxState
from mailboxes.models import Budget, Mailbox

FIRST_WAIT = timedelta(seconds=30)  # when the provider names no time; it doubles while nothing gets through
LONGEST_OWN_WAIT = timedelta(hours=1)
LONGEST_WAIT = timedelta(days=7)
SHOWS_A_PAUSE = (MailboxState.PAUSED, MailboxState.DISCONNECTED)  # the third shows that its credentials were refused


def limit(mailbox_id: int, retry_after: timedelta | None, *, said: str = "") -> None:
    """Let a mailbox that could not be reached rest as long as its provider asked (true time), at most a week.

    Without a time of the provider's each failure in a row doubles the wait. A rest is never shortened by another one.
    `said` is shown with the mailbox. Locks the budget, in a transaction of its own. Raises Busy.
    """

    def work() -> None:
        locks.lock_budget(mailbox_id)
        failures = _count_failure(mailbox_id)
        own = retry_delay(failures, 1, base=FIRST_WAIT, cap=LONGEST_OWN_WAIT)
        rest(mailbox_id, clock.now() + min(retry_after or own, LONGEST_WAIT), said=said)

    in_transaction(work)


def _count_failure(mailbox_id: int) -> int:
    """Return how many times in a row the mailbox could not be reached: a permit since the last time begins anew."""
    granted = Budget.objects.values_list("granted", flat=True).get(mailbox_id=mailbox_id)
    failures, after = Mailbox.objects.values_list("failures", "failed_after").get(id=mailbox_id)
    failures = failures + 1 if after == granted else 1
    Mailbox.objects.filter(id=mailbox_id).update(failures=min(failures, 1000), failed_after=granted)
    return failures


def rest(mailbox_id: int, until: datetime, *, said: str = "") -> None:
    """Write the end of a rest, unless a longer one was asked for; the caller holds the budget's lock."""
    Mailbox.objects.filter(id=mailbox_id).update(
        limited_until=Greatest(F("limited_until"), Value(until)), said=said[:600]
    )


def refused(mailbox_id: int, *, reconnect: bool, said: str = "") -> None:
    """The credentials were refused: for good, and a person must connect anew; or for now, and it rests.

    connected or paused -> reconnect_needed. Locks the budget, in a transaction of its own. Raises Busy.
    """
    if not reconnect:
        limit(mailbox_id, None, said=said)
        return

    def work() -> None:
        locks.lock_budget(mailbox_id)
        won = Mailbox.objects.filter(id=mailbox_id, state__in=sources_of(MAILBOX, "revoke")).update(
            state=MailboxState.RECONNECT_NEEDED, state_reason="credentials_refused", said=said[:600]
        )
        if won:
            _tell(mailbox_id, "mailbox.reconnect_needed")

    in_transaction(work)


def pause(mailbox_ids: Collection[int], *, reason: str, said: str) -> None:
    """connected -> paused: what these mailboxes send is refused whoever it is for; a person repairs it and resumes.

    One that is paused already, is disconnected or waits for new credentials is told the reason, once: it comes back
    paused, and whoever resumes it sees why. Locks their budgets, in the order of their ids, in that of the caller.
    """
    for mailbox_id in sorted(mailbox_ids):
        locks.lock_budget(mailbox_id)
        told = {"state_reason": reason, "said": said[:600]}
        sending = Mailbox.objects.filter(id=mailbox_id, state__in=sources_of(MAILBOX, "pause"))
        if not sending.update(state=MailboxState.PAUSED, **told):
            if reason in pauses.reasons(mailbox_id):
                continue
            Mailbox.objects.filter(id=mailbox_id, state__in=SHOWS_A_PAUSE).update(**told)
        _tell(mailbox_id, "mailbox.paused", reason=reason)


def warn(mailbox_id: int, *, reason: str, said: str) -> bool:
    """Tell the owner of a connected mailbox, once, that its mails come back for this reason; it goes on sending.

    Any move of the mailbox takes the warning back. Locks its budget, in the caller's transaction.
    """
    locks.lock_budget(mailbox_id)
    quiet = Mailbox.objects.filter(id=mailbox_id, state=MailboxState.CONNECTED).exclude(state_reason=reason)
    won = quiet.update(state_reason=reason, said=said[:600]) == 1
    if won:
        _tell(mailbox_id, "mailbox.warned", reason=reason)
    return won


def _tell(mailbox_id: int, kind: str, **data: object) -> None:
    workspace_id = Mailbox.objects.values_list("workspace_id", flat=True).get(id=mailbox_id)
    events.append(kind=kind, workspace_id=workspace_id, subject_id=mailbox_id, data=data)
