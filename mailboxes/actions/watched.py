"""A transport or feed whose calls are timed and whose failures are noted for its provider; otherwise the same."""

from mailboxes.actions.isolation import Use
from mailboxes.core.message import Envelope, PermitToken, Receipt, SentPosition, Thread
from mailboxes.inbound.base import Batch, Cursor, Feed, Head
from mailboxes.transports.base import SentSearch, Transport


class WatchedTransport:
    """See Transport. A login proves nothing yet: only a mail that was answered does."""

    def __init__(self, transport: Transport, use: Use) -> None:
        self._transport = transport
        self._use = use

    def ready(self) -> None:
        with self._use.calling(proof=False):
            self._transport.ready()

    def position(self) -> SentPosition:
        with self._use.calling(proof=False):
            return self._transport.position()

    def deliver(self, permit: PermitToken, envelope: Envelope, message: bytes, thread: Thread) -> Receipt:
        with self._use.calling(proof=True):
            return self._transport.deliver(permit, envelope, message, thread)

    def real_message_id(self, receipt: Receipt) -> str | None:
        with self._use.calling(proof=False):
            return self._transport.real_message_id(receipt)

    def find_sent(self, token: str, message_id: str, since: SentPosition) -> SentSearch:
        """Say nothing of the provider: where copies lie may be another server than the one that sends."""
        return self._transport.find_sent(token, message_id, since)

    def close(self) -> None:
        self._transport.close()


class WatchedFeed:
    """See Feed."""

    def __init__(self, feed: Feed, use: Use) -> None:
        self._feed = feed
        self._use = use

    def fetch(self, cursor: Cursor) -> Batch:
        with self._use.calling(proof=True):
            return self._feed.fetch(cursor)

    def whole(self, head: Head) -> bytes | None:
        with self._use.calling(proof=True):
            return self._feed.whole(head)

    def headers(self, head: Head) -> bytes | None:
        with self._use.calling(proof=True):
            return self._feed.headers(head)

    def close(self) -> None:
        self._feed.close()
