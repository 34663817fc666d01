"""Poll one mailbox: headers first, bodies only of what concerns us, stored by mailboxes.actions.intake."""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from django.utils.module_loading import import_string

from app import sql
from app.actions import clock
from app.core.backoff import retry_delay
from app.failpoints import failpoint
from app.questions import QUESTIONS
from mailboxes.actions import found, intake, limits, pool, real_ids
from mailboxes.actions.intake import CursorMoved
from mailboxes.actions.isolation import NotReadNow
from mailboxes.core.errors import CredentialError, EndpointRefused, InboundError
from mailboxes.core.judged import Judged
from mailboxes.core.states import MailboxState
from mailboxes.inbound.base import Batch, Cursor, Feed, Head, headers_alone
from mailboxes.inbound.registry import NoFeed
from mailboxes.models import InboundCursor, Mailbox

log = logging.getLogger(__name__)

POLL = timedelta(minutes=2)
HURRIED_POLL = timedelta(seconds=0.5)  # of a rehearsal, where two minutes are nothing
MOST_DUE = 1_000  # mailboxes that one tick wakes a reader for
MOST_BATCHES = 50  # in one poll; the next poll goes on from the cursor
LONGEST = timedelta(seconds=45)  # after which a poll stores what it has and lets the next mailbox have its thread
MOST_BYTES = 8 * 1024 * 1024  # of bodies in one transaction
SKEW = timedelta(minutes=1)  # that two clocks may differ by
PATIENCE = 8  # failures in a row, which take some twenty minutes
UNKNOWN = "unknown"  # why a body is read whose headers the provider keeps back: anybody may have written it
NO_BODY = "body"  # the error of a mailbox whose headers could be read
PUT_OFF = timedelta(seconds=15)  # when its provider may not be asked now
READABLE = (MailboxState.CONNECTED, MailboxState.PAUSED)


@dataclass(frozen=True, slots=True)
class Start:
    """Where a reading begins: the cursor, its version, and the database's clock before the first request.

    patient: it is not so that reading bodies failed again and again, for which one bad message may be the reason.
    """

    cursor: Cursor
    version: int
    began: datetime
    patient: bool


class BodyFailed(InboundError):
    """The headers could be read, and then the body of a message could not."""


def due() -> list[int]:
    """Claim the mailboxes whose next poll is due by moving it on; return their ids. One statement, waits for nobody."""
    speed = clock.world_clock().speed
    now = clock.now()
    wait = max(HURRIED_POLL, POLL / speed) if speed > 1 else POLL
    values = {"now": now, "next": now + wait, "states": list(READABLE), "limit": MOST_DUE}
    return [mailbox_id for (mailbox_id,) in sql.rows("mailboxes", "due_polls", values)]


def poll(mailbox_id: int) -> int:
    """Read a mailbox up to now; return how many messages are new. A failure is noted and tried again later.

    Locks nothing; calls out, so no transaction may be open (TransactionOpen).
    """
    mailbox = Mailbox.objects.get(id=mailbox_id)
    if mailbox.state not in READABLE:
        return 0
    try:
        with pool.feed_for(mailbox_id) as feed:
            return _poll(mailbox, feed)
    except (EndpointRefused, NoFeed) as error:
        _failed(mailbox_id, type(error).__name__)
    except CredentialError as error:
        limits.refused(mailbox_id, reconnect=error.reconnect, said=error.words or str(error))
        _failed(mailbox_id, "credentials")
    except NotReadNow as wait:
        _put_off(mailbox_id, wait.reason)
    except BodyFailed:
        _failed(mailbox_id, NO_BODY)
    except InboundError as error:
        _failed(mailbox_id, "InboundError", start_anew=error.cursor_expired)
    return 0


def _poll(mailbox: Mailbox, feed: Feed) -> int:
    """Fetch what was found again, then read on; a reader who comes second leaves the feed as good as it was."""
    failed = found.fetch_bodies(mailbox, feed)
    try:
        return read(mailbox, feed)
    except CursorMoved:
        return 0
    except InboundError:
        if failed is not None:
            found.take_back(failed)
        raise


def read(mailbox: Mailbox, feed: Feed) -> int:
    """Read batch after batch until nothing is left or the time is over; return how many messages are new.

    Raises what the feed does, and CursorMoved.
    """
    new = 0
    over = clock.now() + LONGEST
    for _ in range(MOST_BATCHES):
        start = _start(mailbox.id)
        batch = feed.fetch(start.cursor)
        real_ids.learn_from_sent(mailbox, batch.heads)
        judged = judge(mailbox, batch.heads)
        version, complete = start.version, False
        for piece, bodies in _pieces(mailbox, feed, batch, judged, start, over):
            failpoint("inbound.after_fetch")
            new += intake.store(mailbox, version, piece, bodies, start.began, judged)
            _look_twice(mailbox, piece, judged, start.began)
            version, complete = version + 1, piece.complete
        if complete:
            return new
        if clock.now() > over:
            break
    InboundCursor.objects.filter(mailbox_id=mailbox.id).update(next_poll_at=clock.now())
    return new


def _look_twice(mailbox: Mailbox, piece: Batch, judged: Mapping[str, Judged], began: datetime) -> None:
    """Judge again what was passed over, now that it can be found: an id may have been learned in between."""
    passed = [head for head in piece.heads if not head.own and not judged[head.provider_id].reason]
    ours = [name for name, one in judge(mailbox, passed).items() if one.reason]
    if ours:
        found.reopen_new(mailbox.id, ours, began - SKEW)


def judge(mailbox: Mailbox, heads: Sequence[Head]) -> dict[str, Judged]:
    """Ask whose mail this is (app.questions); what shows no headers is nobody else's until somebody knows better."""
    if not heads:
        return {}
    ask = import_string(QUESTIONS["which_mail_concerns_us"])
    blank = [head.provider_id for head in heads if not head.own and not head.headers.strip()]
    return cast("dict[str, Judged]", ask(mailbox, heads)) | {name: Judged(reason=UNKNOWN) for name in blank}


def _pieces(
    mailbox: Mailbox, feed: Feed, batch: Batch, judged: Mapping[str, Judged], start: Start, over: datetime
) -> Iterator[tuple[Batch, dict[str, bytes]]]:
    """Fetch the bodies that concern us; yield the batch in pieces that fit into memory, the cursor with the last one.

    Of a message that is gone meanwhile its headers are all there is. When the time is over the rest is left to the next
    poll, which finds the pieces stored.
    """
    known = intake.known_of(mailbox.id, batch)
    heads: list[Head] = []
    bodies: dict[str, bytes] = {}
    size = 0
    for head in batch.heads:
        if head.provider_id not in known and judged[head.provider_id].reason:
            if bodies and (size >= MOST_BYTES or clock.now() > over):
                yield Batch(tuple(heads), start.cursor, complete=False), bodies
                if clock.now() > over:
                    return
                heads, bodies, size = [], {}, 0
            bodies[head.provider_id] = _whole(feed, head, patient=start.patient)
            size += len(bodies[head.provider_id])
        heads.append(head)
    yield Batch(tuple(heads), batch.cursor, batch.complete), bodies


def _whole(feed: Feed, head: Head, *, patient: bool) -> bytes:
    """Read a body; one that fails again and again must not keep the whole mailbox unread for ever."""
    try:
        return feed.whole(head) or headers_alone(head.headers)
    except InboundError as error:
        if patient:
            raise BodyFailed(str(error)) from error
        return headers_alone(head.headers)


def _start(mailbox_id: int) -> Start:
    ((value, version, failures, error, began),) = sql.rows("mailboxes", "reading", {"mailbox_id": mailbox_id})
    return Start(json.loads(value), version, began, patient=error != NO_BODY or failures < PATIENCE)


def _put_off(mailbox_id: int, reason: str) -> None:
    """Read it soon instead: its provider is slow or left alone, of which the mailbox itself is not guilty."""
    InboundCursor.objects.filter(mailbox_id=mailbox_id).update(error=reason[:60], next_poll_at=clock.now() + PUT_OFF)


def _failed(mailbox_id: int, error: str, *, start_anew: bool = False) -> None:
    """Note that the mailbox could not be read: it goes blind, visibly, and is tried again with growing distance.

    start_anew: its cursor says nothing to its feed, and is forgotten.
    """
    log.warning("mailbox %d could not be read: %s", mailbox_id, error)
    row = InboundCursor.objects.get(mailbox_id=mailbox_id)
    wait = retry_delay(min(row.failures + 1, 20), 0.5, base=timedelta(seconds=5), cap=timedelta(minutes=10))
    unread = {"value": {}, "version": row.version + 1} if start_anew else {}
    InboundCursor.objects.filter(mailbox_id=mailbox_id, version=row.version).update(
        failures=min(row.failures + 1, 1000), error=error[:60], next_poll_at=clock.now() + wait, **unread
    )
