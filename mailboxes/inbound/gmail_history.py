"""Reads a Gmail mailbox by its history: everything added since the cursor, Spam and Trash included."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from app.actions import clock
from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account
from mailboxes.core.errors import EndpointRefused, InboundError, TransportError
from mailboxes.core.history import Place, first_look, from_cursor, resync, to_cursor
from mailboxes.inbound.base import Batch, Cursor, Head
from mailboxes.inbound.gmail_messages import read_head, read_headers, read_whole
from mailboxes.inbound.gmail_pages import Expired, Page, PageRefused, history_page, listing_page
from mailboxes.oauth import MailboxTokens
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.gmail_api import GmailApi
from mailboxes.wire.http_client import AnswerTooLarge, HttpClient

MOST_MESSAGES = 100  # of a batch, looked at after each page: the caller stores a batch in one transaction
FETCH_WITHIN = timedelta(seconds=60)  # then the batch ends, though in the middle of a page
MOST_RESTARTS = 2  # of one fetch: an expired history and one refused page token


def open_gmail_feed(account: Account, allowed: Allowed) -> "GmailFeed":
    """Make the feed of one Gmail mailbox; opens no socket. Raises EndpointRefused."""
    if account.endpoints.api is None:
        raise EndpointRefused("a Gmail mailbox needs the address of the API")
    client = HttpClient(allowed)
    return GmailFeed(
        account.address, GmailApi(account.endpoints.api, client, MailboxTokens(account, client), account.meter)
    )


class GmailFeed:
    """One Gmail mailbox's way in; see Feed for what it promises."""

    def __init__(self, address: str, api: GmailApi) -> None:
        self._address = address
        self._api = api
        self._read: dict[str, Head] = {}  # in the last batch, where it was not the last one: its page may come again

    def fetch(self, cursor: Cursor) -> Batch:
        require_no_transaction()
        try:
            place = from_cursor(cursor)
        except ValueError as error:
            raise InboundError(str(error), cursor_expired=True) from error
        try:
            batch = self._fetch(place)
        except (TransportError, AnswerTooLarge) as error:
            raise InboundError(f"the mailbox could not be read: {error}") from error
        self._read = {} if batch.complete else {head.provider_id: head for head in batch.heads}
        return batch

    def whole(self, head: Head) -> bytes | None:
        require_no_transaction()
        try:
            return read_whole(self._api, head)
        except (TransportError, AnswerTooLarge) as error:
            raise InboundError(f"a message could not be read: {error}") from error

    def headers(self, head: Head) -> bytes | None:
        require_no_transaction()
        try:
            return read_headers(self._api, head.provider_id)
        except (TransportError, AnswerTooLarge) as error:
            raise InboundError(f"a message's headers could not be read: {error}") from error

    def close(self) -> None:
        self._api.close()

    def _fetch(self, place: Place | None) -> Batch:
        """Read page after page until nothing is left or the batch is full."""
        started = clock.now()
        until = started + FETCH_WITHIN
        place = place or first_look(self._api.history_id(), started)
        heads: dict[str, Head] = {}
        restarts = 0
        while True:
            try:
                page = self._page(place)
            except (Expired, PageRefused) as error:
                restarts += 1
                if restarts > MOST_RESTARTS:
                    raise InboundError("Gmail gives a place to read from and refuses it at once") from error
                expired = isinstance(error, Expired)
                place = resync(place, self._api.history_id(), started) if expired else place.restarted()
                continue
            if not self._take(page, heads, until):
                return Batch(tuple(heads.values()), to_cursor(place), complete=False)
            place = _past(page, place, heads)
            complete = place.listing is None and page.newest_id is not None and page.next_page is None
            if complete:
                place = place.read_through(started)
            if complete or len(heads) >= MOST_MESSAGES:
                return Batch(tuple(heads.values()), to_cursor(place), complete)

    def _page(self, place: Place) -> Page:
        if place.listing is not None:
            return listing_page(self._api, place.listing)
        return history_page(self._api, place)

    def _take(self, page: Page, heads: dict[str, Head], until: datetime) -> bool:
        """Read the headers of a page; False when the time was over before the last."""
        for provider_id in page.ids:
            if provider_id in heads:
                continue
            if clock.now() > until and heads:
                return False
            head = self._read.get(provider_id) or read_head(self._api, provider_id, self._address)
            if head is not None:
                heads[provider_id] = head
        return True


def _past(page: Page, place: Place, heads: Mapping[str, Head]) -> Place:
    """Return the place behind a page whose headers were all read."""
    for provider_id in page.ids:
        if provider_id in heads:
            place = place.seen(int(heads[provider_id].received_at.timestamp() * 1000))
    if page.newest_id is None:
        return place.listed(page.next_page)
    return place.followed(page.next_page, page.newest_id)
