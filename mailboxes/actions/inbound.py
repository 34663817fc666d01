"""Read one mailbox: what came and how far we read go into the database in one transaction, or neither does."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import connection, transaction

from app.actions import clock
from app.core.backoff import retry_delay
from app.failpoints import failpoint
from mailboxes.actions import limits
from mailboxes.actions.accounts import account_of, allowed
from mailboxes.core.errors import CredentialError, EndpointRefused, InboundError
from mailboxes.core.states import MailboxState
from mailboxes.inbound.base import Batch, Feed, Head, headers_alone
from mailboxes.inbound.registry import NoFeed, open_feed
from mailboxes.models import InboundCursor, InboundMessage, InboundRaw, Mailbox

log = logging.getLogger(__name__)

POLL = timedelta(minutes=2)
HURRIED_POLL = timedelta(seconds=0.5)  # of a rehearsal, where two minutes are nothing
MOST_BATCHES = 50  # in one poll; the next poll goes on from the cursor
READABLE = (MailboxState.CONNECTED, MailboxState.PAUSED)


class CursorMoved(Exception):
    """Another reader was faster: what this one fetched is stored already."""


def due() -> list[int]:
    """Claim the mailboxes whose next poll is due by moving it on; return their ids."""
    speed = clock.world_clock().speed
    now = clock.now()
    wait = max(HURRIED_POLL, POLL / speed) if speed > 1 else POLL
    found = InboundCursor.objects.filter(next_poll_at__lte=now, mailbox__state__in=READABLE)
    return [
        mailbox_id
        for mailbox_id in found.order_by("next_poll_at").values_list("mailbox_id", flat=True)[:1000]
        if InboundCursor.objects.filter(mailbox_id=mailbox_id, next_poll_at__lte=now).update(next_poll_at=now + wait)
    ]


def poll(mailbox_id: int) -> int:
    """Read a mailbox up to now; return how many messages are new. A failure is noted and tried again later.

    Locks nothing; calls out, so no transaction may be open (TransactionOpen).
    """
    mailbox = Mailbox.objects.get(id=mailbox_id)
    try:
        feed = open_feed(account_of(mailbox), only=allowed())
    except (EndpointRefused, NoFeed) as error:
        _failed(mailbox_id, type(error).__name__)
        return 0
    try:
        return _read(mailbox, feed)
    except CredentialError as error:
        limits.refused(mailbox_id, reconnect=error.reconnect)
        _failed(mailbox_id, "credentials")
    except InboundError:
        _failed(mailbox_id, "InboundError")
    except CursorMoved:
        return 0
    finally:
        feed.close()
    return 0


def _read(mailbox: Mailbox, feed: Feed) -> int:
    new = 0
    for _ in range(MOST_BATCHES):
        row = InboundCursor.objects.get(mailbox_id=mailbox.id)
        began = _database_time()
        batch = feed.fetch(row.value)
        bodies = _bodies(mailbox, feed, batch)
        failpoint("inbound.after_fetch")
        new += store(mailbox, row, batch, bodies, began)
        if batch.complete:
            break
    return new


def _bodies(mailbox: Mailbox, feed: Feed, batch: Batch) -> dict[str, bytes]:
    """Fetch the messages that are not stored yet; of one that is gone meanwhile its headers are all there is."""
    known = _known(mailbox, batch)
    wanted = {head.provider_id: head for head in batch.heads if not head.own and head.provider_id not in known}
    return {name: feed.whole(head) or headers_alone(head.headers) for name, head in wanted.items()}


def _known(mailbox: Mailbox, batch: Batch) -> set[str]:
    names = {head.provider_id for head in batch.heads}
    stored = InboundMessage.objects.filter(mailbox_id=mailbox.id, provider_id__in=names)
    return set(stored.values_list("provider_id", flat=True)) if names else set()


def _database_time() -> datetime:
    """Return the database's clock before the first request: nothing that came earlier can be missing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    return at


def store(mailbox: Mailbox, row: InboundCursor, batch: Batch, bodies: Mapping[str, bytes], began: datetime) -> int:
    """Store messages and cursor in one transaction; a message that is known already is left out.

    bodies: whole messages by provider_id. Raises CursorMoved when the cursor is not the one the batch was read from.
    """
    with transaction.atomic(durable=True):
        changes = {"listed_at": began} if batch.complete else {}
        won = InboundCursor.objects.filter(mailbox_id=mailbox.id, version=row.version).update(
            value=batch.cursor, version=row.version + 1, failures=0, error="", **changes
        )
        if not won:
            raise CursorMoved
        known = _known(mailbox, batch)
        fresh = {head.provider_id: head for head in batch.heads if head.provider_id not in known}
        made = InboundMessage.objects.bulk_create([_row(mailbox, head) for head in fresh.values()])
        InboundRaw.objects.bulk_create(
            [InboundRaw(message_id=one.id, raw=bodies[one.provider_id]) for one in made if one.provider_id in bodies]
        )
    return len(made)


def _row(mailbox: Mailbox, head: Head) -> InboundMessage:
    now = clock.now()
    return InboundMessage(
        workspace_id=mailbox.workspace_id,
        mailbox_id=mailbox.id,
        provider_id=head.provider_id,
        provider_thread_id=head.provider_thread_id,
        own=head.own,
        received_at=head.received_at,
        stored_at=now,
        next_try_at=now,
    )


def _failed(mailbox_id: int, error: str) -> None:
    """Note that the mailbox could not be read: it goes blind, visibly, and is tried again with growing distance."""
    log.warning("mailbox %d could not be read: %s", mailbox_id, error)
    row = InboundCursor.objects.get(mailbox_id=mailbox_id)
    wait = retry_delay(min(row.failures + 1, 20), 0.5, base=timedelta(seconds=5), cap=timedelta(minutes=10))
    InboundCursor.objects.filter(mailbox_id=mailbox_id).update(
        failures=min(row.failures + 1, 1000), error=error[:60], next_poll_at=clock.now() + wait
    )
