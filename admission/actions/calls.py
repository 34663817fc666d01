"""The one call of a granted permit, and how it ended in the words of the ledger."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import Error as DatabaseFailed

from admission.actions.permits import token_for
from admission.core.settlement import Accepted, Deferred, NotCalled, Settlement, Vanished, of_error
from app.failpoints import failpoint
from mailboxes.actions import limits
from mailboxes.core.errors import CredentialError, MarkLost, Scope, TransportError, VerdictUnknown
from mailboxes.core.message import Envelope, Thread
from mailboxes.transports.base import Transport

THREAD_GONE = 404  # of a send: the only thing a send names is its thread
A_NEW_ONE = Thread(None)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One mail as it leaves. `forget_thread` is called where its conversation is gone at the provider."""

    delivery_id: int
    mailbox_id: int
    envelope: Envelope
    octets: bytes
    thread: Thread = A_NEW_ONE
    forget_thread: Callable[[], None] | None = None


def make_call(mail: Outgoing, transport: Transport, permit_id: int) -> Settlement:
    """Make the one call of a granted permit. No transaction is open."""
    token = token_for(permit_id, delivery_id=mail.delivery_id, mailbox_id=mail.mailbox_id)
    try:
        receipt = transport.deliver(token, mail.envelope, mail.octets, mail.thread)
    except (MarkLost, DatabaseFailed) as error:  # without the mark's yes, written or not, no byte leaves
        return NotCalled("mark_lost" if isinstance(error, MarkLost) else "mark_unknown")
    except VerdictUnknown as error:
        return Vanished(type(error).__name__)
    except CredentialError as error:
        limits.refused(mail.mailbox_id, reconnect=error.reconnect, said=error.words or str(error))
        return Deferred(Scope.MAILBOX)
    except TransportError as error:
        return _refused(mail, error)
    failpoint("dispatch.after_acceptance")
    return Accepted(receipt)


def _refused(mail: Outgoing, error: TransportError) -> Settlement:
    """Return what a clear no means; without its thread, which is gone, the same mail is sent soon."""
    if error.code == THREAD_GONE and mail.thread.provider_thread_id is not None and mail.forget_thread is not None:
        mail.forget_thread()
        return Deferred(Scope.MESSAGE, code=THREAD_GONE)
    # What is final before the first byte (too large for this server) is final; anything else there was no call.
    return of_error(error) if error.began or error.permanent else NotCalled("not_reached")
