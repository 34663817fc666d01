"""Transports kept between sends: one thread uses one at a time, idle ones are closed, changed ones are dropped."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.actions import clock
from mailboxes.actions.accounts import account_of, allowed
from mailboxes.models import Credential, Mailbox
from mailboxes.transports.base import Transport
from mailboxes.transports.registry import open_transport

IDLE = timedelta(seconds=60)  # longer than most gaps of a busy mailbox, shorter than servers' own limits


@dataclass(slots=True)
class Kept:
    """A transport that waits for its next send, and what it was made from."""

    transport: Transport
    made_from: str
    used_at: datetime


_lock = threading.Lock()
_idle: dict[int, list[Kept]] = defaultdict(list)


@contextmanager
def transport_for(mailbox_id: int, account_version: str | None = None) -> Iterator[Transport]:
    """Lend a transport of this mailbox; it comes back to the pool unless an error passed through.

    `account_version` changes with endpoints, address or credentials; it is read where the caller has not read it.
    Raises EndpointRefused before any socket is opened.
    """
    made_from = account_version or version_of(mailbox_id)
    kept = _take(mailbox_id, made_from)
    try:
        yield kept.transport
    except BaseException:
        kept.transport.close()
        raise
    kept.used_at = clock.now()
    with _lock:
        _idle[mailbox_id].append(kept)


def version_of(mailbox_id: int) -> str:
    """Return what a transport depends on: endpoints and credentials as they stand now."""
    row = Credential.objects.values_list("updated_at", "mailbox__endpoints", "mailbox__address").get(
        mailbox_id=mailbox_id
    )
    return repr(row)


def _take(mailbox_id: int, made_from: str) -> Kept:
    """Return an idle transport made from the same settings, else a new one; close what is too old."""
    stale, found = [], None
    with _lock:
        waiting = _idle.pop(mailbox_id, [])
        for kept in reversed(waiting):
            fresh = kept.made_from == made_from and clock.now() - kept.used_at < IDLE
            if fresh and found is None:
                found = kept
            elif fresh:
                _idle[mailbox_id].append(kept)
            else:
                stale.append(kept)
    for kept in stale:
        kept.transport.close()
    return found or _open(mailbox_id, made_from)


def _open(mailbox_id: int, made_from: str) -> Kept:
    account = account_of(Mailbox.objects.get(id=mailbox_id))
    return Kept(open_transport(account, only=allowed()), made_from, clock.now())


def close_idle(*, older_than: timedelta = IDLE) -> int:
    """Close transports that waited too long; return how many."""
    limit = clock.now() - older_than
    with _lock:
        old = [kept for waiting in _idle.values() for kept in waiting if kept.used_at <= limit]
        for mailbox_id in list(_idle):
            _idle[mailbox_id] = [kept for kept in _idle[mailbox_id] if kept.used_at > limit]
    for kept in old:
        kept.transport.close()
    return len(old)
