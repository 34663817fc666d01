"""One page of a Gmail listing or of its history, as ids of messages to fetch."""

from dataclasses import dataclass

from googleapiclient.http import HttpRequest

from mailboxes.core.errors import TransportError
from mailboxes.core.history import SKIPPED, Listing, Place
from mailboxes.wire.gmail_api import GmailApi, Json

LISTED = 50  # messages of a page, whose headers are all read before the cursor may move past the page


class Expired(Exception):
    """The history id is not known any more (Gmail keeps them a week, sometimes hours)."""


class PageRefused(Exception):
    """The page token is not good any more."""


@dataclass(frozen=True, slots=True)
class Page:
    """ids in the order given, each once. newest_id: the mailbox's history id then; None for a listing."""

    ids: tuple[str, ...]
    next_page: str | None
    newest_id: str | None


def listing_page(api: GmailApi, listing: Listing) -> Page:
    """Read one page of a listing, Spam and Trash included. Raises PageRefused, TransportError."""
    request = api.messages.list(
        userId="me",
        q=listing.query,
        includeSpamTrash=True,
        maxResults=LISTED,
        pageToken=listing.page,
        labelIds=["INBOX"] if listing.inbox_only else None,
    )
    answer = _ask(api, request, paged=listing.page is not None)
    ids = dict.fromkeys(str(message["id"]) for message in answer.get("messages", []))
    return Page(tuple(ids), answer.get("nextPageToken"), None)


def history_page(api: GmailApi, place: Place) -> Page:
    """Read one page of what was added since the place. Raises Expired, PageRefused, TransportError."""
    request = api.history.list(
        userId="me",
        startHistoryId=place.history_id,
        historyTypes=["messageAdded"],
        maxResults=LISTED,
        pageToken=place.page,
    )
    try:
        answer = _ask(api, request, paged=place.page is not None)
    except TransportError as error:
        if error.code == 404:
            raise Expired from error
        raise
    added = [entry["message"] for record in answer.get("history", []) for entry in record.get("messagesAdded", [])]
    ids = dict.fromkeys(str(message["id"]) for message in added if SKIPPED.isdisjoint(message.get("labelIds", [])))
    return Page(tuple(ids), answer.get("nextPageToken"), str(answer.get("historyId") or place.history_id))


def _ask(api: GmailApi, request: HttpRequest, *, paged: bool) -> Json:
    try:
        return api.read(request)
    except TransportError as error:
        if paged and error.code == 400:
            raise PageRefused from error
        raise
