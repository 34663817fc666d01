"""Transports and feeds kept between two uses of a mailbox, so that a mail or an empty look costs no login."""

import atexit
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta

from app.core.errors import Busy
from mailboxes.actions import isolation
from mailboxes.actions.accounts import account_of, allowed
from mailboxes.actions.keeping import Keep
from mailboxes.actions.places import Lack, Place, Places
from mailboxes.actions.watched import WatchedFeed, WatchedTransport
from mailboxes.inbound.base import Feed
from mailboxes.inbound.registry import open_feed
from mailboxes.models import Credential, Mailbox
from mailboxes.transports.base import Transport
from mailboxes.transports.registry import open_transport

IDLE = timedelta(seconds=60)  # longer than most gaps of a busy mailbox, shorter than servers' own limits
FEEDS_IDLE = timedelta(seconds=150)  # longer than the time between two polls
MOST = 250  # of each sort in one process: each may hold two sockets, and 1,024 files are open at most
WAIT = 2.0  # seconds for a connection of somebody else's to come back; a thread is worth more than that

_places = Places()
_taken: dict[int, Place] = {}  # by the id() of a transport that lives


class _NoPlace(Exception):
    """The mailbox or its server has as many connections as it may have."""


def _transport_of(mailbox_id: int) -> Transport:
    """Open one where there is a place for it; another mailbox's idle connection to the same server makes room."""
    if not _places.room_for(mailbox_id):
        raise _NoPlace  # before the account is read: who waits asks again with each connection that comes back
    account = account_of(Mailbox.objects.get(id=mailbox_id))
    place = Place(mailbox_id, account.endpoints.smtp.host if account.endpoints.smtp else None)
    while lacks := _places.take(place):
        if lacks is not Lack.SERVER or not _transports.spare(lambda one: _taken[id(one)].host == place.host):
            raise _NoPlace
    try:
        transport = open_transport(account, only=allowed())
    except BaseException:
        _places.give_back(place)
        raise
    _taken[id(transport)] = place
    return transport


def _let_go(transport: Transport) -> None:
    _places.give_back(_taken.pop(id(transport)))


def _feed_of(mailbox_id: int) -> Feed:
    return open_feed(account_of(Mailbox.objects.get(id=mailbox_id)), only=allowed())


_transports: Keep[Transport] = Keep(_transport_of, idle=IDLE, most=MOST, closed=_let_go)
_feeds: Keep[Feed] = Keep(_feed_of, idle=FEEDS_IDLE, most=MOST)


@contextmanager
def transport_for(mailbox_id: int, account_version: str | None = None) -> Iterator[Transport]:
    """Lend a transport of this mailbox; it comes back to the pool unless an error passed through.

    `account_version` changes with endpoints, address or credentials; it is read where the caller has not read it.
    Raises EndpointRefused, and NotNow while its provider may not be asked, before any socket is opened; Busy when
    there are as many connections as there may be.
    """
    made_from = account_version or version_of(mailbox_id)
    try:
        with isolation.admitted(mailbox_id, "out", made_from) as use, ExitStack() as stack:
            yield WatchedTransport(_lent(stack, mailbox_id, made_from), use)
    finally:
        _places.stir()


def _lent(stack: ExitStack, mailbox_id: int, made_from: str) -> Transport:
    ends = time.monotonic() + WAIT
    while True:
        seen = _places.changes()
        try:
            return stack.enter_context(_transports.lend(mailbox_id, made_from))
        except _NoPlace:
            if not _places.wait_for_more(seen, ends):
                raise Busy("As many connections are open as there may be.") from None


@contextmanager
def feed_for(mailbox_id: int) -> Iterator[Feed]:
    """Lend a feed of this mailbox, likewise. Raises EndpointRefused, NoFeed, NotReadNow before any socket is opened."""
    made_from = version_of(mailbox_id)
    with isolation.admitted(mailbox_id, "in", made_from) as use, _feeds.lend(mailbox_id, made_from) as feed:
        yield WatchedFeed(feed, use)


def version_of(mailbox_id: int) -> str:
    """Return what a transport depends on: endpoints and credentials as they stand now."""
    row = Credential.objects.values_list("updated_at", "mailbox__endpoints", "mailbox__address").get(
        mailbox_id=mailbox_id
    )
    return repr(row)


def close_idle(*, older_than: timedelta | None = None) -> int:
    """Close what waited for longer than that, or than it is kept; return how many."""
    return _transports.close_idle(older_than=older_than) + _feeds.close_idle(older_than=older_than)


atexit.register(close_idle, older_than=timedelta(0))  # a command takes its leave too; workers have IdleConnections
