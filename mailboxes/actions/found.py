"""Mail that found nobody when it came and concerns us after all: its ids were learned later, or it is claimed."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from app.actions import clock, events
from mailboxes.actions.intake import NOT_OURS, name_key
from mailboxes.actions.recipients import key_of_text
from mailboxes.core.errors import InboundError
from mailboxes.core.states import InboundState
from mailboxes.inbound.base import NOTHING_READ, Feed, Head, headers_alone
from mailboxes.models import InboundCursor, InboundMessage, InboundRaw, InboundTrace, Mailbox

MOST_FOUND = 200  # messages that one id or address finds
TRIES = 5  # to fetch one of them; then as many to fetch its headers at least
MOST_BODIES = 20  # fetched in one poll


def look_again(
    workspace_id: int,
    *,
    names: Collection[str] = (),
    senders: Collection[str] = (),
    since: datetime | None = None,
) -> int:
    """not_ours, classified -> stored: what answers these ids or is from these addresses is to be read again.

    It had found nobody, or is a report that could not name its mail: both left traces.

    Joins the caller's transaction or makes one; locks the messages. From its commit on the inbox counts as unread
    until they are classified. since: nothing that came earlier. Returns how many there are.
    """
    keys = {name_key(name) for name in names} | {key_of_text(sender) for sender in senders}
    traces = InboundTrace.objects.filter(workspace_id=workspace_id, key__in=keys)
    ids = list(traces.values_list("message_id", flat=True).distinct()[:MOST_FOUND]) if keys else []
    if not ids:
        return 0
    with transaction.atomic():
        undecided = InboundMessage.objects.filter(
            id__in=ids, state__in=[InboundState.NOT_OURS, InboundState.CLASSIFIED]
        )
        wanted = undecided.filter(received_at__gte=since) if since else undecided
        found = list(wanted.select_for_update().order_by("id"))
        for message in found:
            reopen(message, "inbound.found")
        return len(found)


def reopen_new(mailbox_id: int, names: Collection[str], since: datetime) -> None:
    """not_ours, classified -> stored: what was passed over since that time by the database's clock, by provider_id."""
    with transaction.atomic(durable=True):
        passed_over = InboundMessage.objects.filter(mailbox_id=mailbox_id, provider_id__in=names, stored_at__gte=since)
        by_headers = Q(state=InboundState.NOT_OURS) | Q(state=InboundState.CLASSIFIED, concern="", own=False)
        for message in passed_over.filter(by_headers).select_for_update().order_by("id"):
            reopen(message, "inbound.found")


def reopen(message: InboundMessage, kind: str, **data: int | None) -> None:
    """not_ours, classified -> stored, to be read again; the caller holds the row. A missing body will be fetched."""
    now = clock.now()
    message_raw = InboundRaw.objects.filter(message_id=OuterRef("id"))
    rows = InboundMessage.objects.filter(id=message.id)
    rows.update(
        state=InboundState.STORED,
        disposition="",
        decided_at=None,
        stored_at=now,
        next_try_at=now,
        attempts=0,
        concern=message.concern or "found",
        body_due=~Exists(message_raw),
    )
    InboundTrace.objects.filter(message_id=message.id).delete()
    InboundCursor.objects.filter(mailbox_id=message.mailbox_id, next_poll_at__gt=now).update(next_poll_at=now)
    events.append(kind=kind, workspace_id=message.workspace_id, subject_id=message.id, data=dict(data))


def fetch_bodies(mailbox: Mailbox, feed: Feed) -> InboundMessage | None:
    """Fetch what was found again; what is gone meanwhile is other people's mail for good.

    What is there and cannot be had is never passed over: its headers are read instead, and where even they fail, it is
    stored as a message of which nothing is known, which somebody has to look at.

    Ends at the first body that cannot be read, and returns its message: the reading that follows shows whether the
    mailbox can be read at all; where it cannot, the try was none (take_back). Raises CredentialError.
    """
    for message in list(bodies_due(mailbox.id).order_by("id")[:MOST_BODIES]):
        _count(message, message.attempts + 1)  # before the call, which may end this process
        try:
            raw = _fetched(feed, message)
        except InboundError:
            return message
        with transaction.atomic(durable=True):
            _keep(message, raw)
    return None


def _fetched(feed: Feed, message: InboundMessage) -> bytes | None:
    head = head_of(message)
    if message.attempts < TRIES:
        return feed.whole(head)
    if message.attempts >= 2 * TRIES:
        return NOTHING_READ
    headers = feed.headers(head)
    return None if headers is None else headers_alone(headers)


def take_back(message: InboundMessage) -> None:
    """Its body was not to be had because nothing was: that says nothing of the message."""
    _count(message, message.attempts)


def _count(message: InboundMessage, attempts: int) -> None:
    bodies_due(message.mailbox_id).filter(id=message.id).update(attempts=attempts)


def bodies_due(mailbox_id: int) -> QuerySet[InboundMessage]:
    """Return the messages of a mailbox whose bodies are to be fetched."""
    return InboundMessage.objects.filter(mailbox_id=mailbox_id, body_due=True)


def _keep(message: InboundMessage, raw: bytes | None) -> None:
    """stored -> not_ours when it is gone, else it waits to be read."""
    now = clock.now()
    rows = bodies_due(message.mailbox_id).filter(id=message.id)
    if raw is None:
        gone = {"state": InboundState.NOT_OURS, "disposition": NOT_OURS, "rule": "gone", "decided_at": now}
        if rows.update(body_due=False, concern="", **gone):
            events.append(
                kind="inbound.decided",
                workspace_id=message.workspace_id,
                subject_id=message.id,
                data={"disposition": NOT_OURS},
            )
    elif rows.update(body_due=False, attempts=0, next_try_at=now):
        InboundRaw.objects.update_or_create(message_id=message.id, defaults={"raw": raw})


def head_of(message: InboundMessage) -> Head:
    """Return what is left of a message's head, enough to ask its feed for all of it."""
    return Head(
        provider_id=message.provider_id,
        provider_thread_id=message.provider_thread_id,
        labels=frozenset(),
        headers=b"",
        size=None,
        own=message.own,
        received_at=message.received_at,
    )
