"""Transports and feeds kept between two uses of a mailbox, so that a mail or an empty look costs no login."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from mailboxes.actions.accounts import account_of, allowed
from mailboxes.actions.keeping import Keep
from mailboxes.inbound.base import Feed
from mailboxes.inbound.registry import open_feed
from mailboxes.models import Credential, Mailbox
from mailboxes.transports.base import Transport
from mailboxes.transports.registry import open_transport

IDLE = timedelta(seconds=60)  # longer than most gaps of a busy mailbox, shorter than servers' own limits
FEEDS_IDLE = timedelta(seconds=150)  # longer than the time between two polls
MOST = 250  # of each sort in one process: each may hold two sockets, and 1,024 files are open at most


def _transport_of(mailbox_id: int) -> Transport:
    return open_transport(account_of(Mailbox.objects.get(id=mailbox_id)), only=allowed())


def _feed_of(mailbox_id: int) -> Feed:
    return open_feed(account_of(Mailbox.objects.get(id=mailbox_id)), only=allowed())


_transports: Keep[Transport] = Keep(_transport_of, idle=IDLE, most=MOST)
_feeds: Keep[Feed] = Keep(_feed_of, idle=FEEDS_IDLE, most=MOST)


@contextmanager
def transport_for(mailbox_id: int, account_version: str | None = None) -> Iterator[Transport]:
    """Lend a transport of this mailbox; it comes back to the pool unless an error passed through.

    `account_version` changes with endpoints, address or credentials; it is read where the caller has not read it.
    Raises EndpointRefused before any socket is opened.
    """
    with _transports.lend(mailbox_id, account_version or version_of(mailbox_id)) as transport:
        yield transport


@contextmanager
def feed_for(mailbox_id: int) -> Iterator[Feed]:
    """Lend a feed of this mailbox, likewise. Raises EndpointRefused, NoFeed before any socket is opened."""
    with _feeds.lend(mailbox_id, version_of(mailbox_id)) as feed:
        yield feed


def version_of(mailbox_id: int) -> str:
    """Return what a transport depends on: endpoints and credentials as they stand now."""
    row = Credential.objects.values_list("updated_at", "mailbox__endpoints", "mailbox__address").get(
        mailbox_id=mailbox_id
    )
    return repr(row)


def close_idle(*, older_than: timedelta | None = None) -> int:
    """Close what waited for longer than that, or than it is kept; return how many."""
    return _transports.close_idle(older_than=older_than) + _feeds.close_idle(older_than=older_than)
