"""Looks for one mail among all that a Gmail mailbox sent since a history id."""

from collections.abc import Iterator

from mailboxes.core.errors import TransportError
from mailboxes.core.message import Receipt, SentPosition
from mailboxes.transports.base import Absent, Found, SentSearch, Unknown
from mailboxes.wire.gmail_api import GmailApi, Json
from mailboxes.wire.http_client import AnswerTooLarge

GONE = 404
OUR_REF = "x-entity-ref"
MOST_PAGES = 200  # of 500 records: a mailbox that moved more since then is for a person


class _Incomplete(Exception):
    """The read cannot be complete, now or ever; str() says why, in words for a person."""


def find_in_history(api: GmailApi, *, token: str, message_id: str, since: SentPosition) -> SentSearch:
    """Read every SENT message added since the position, Trash and Spam included, and compare our ids exactly.

    Raises CredentialError; anything else that keeps the read from being complete is Unknown.
    """
    start = since.get("history_id")
    if not isinstance(start, str) or not start:
        return Unknown("no history id was stored with the permit", final=True)
    vanished = False
    try:
        for provider_id in _sent_since(api, start):
            mail = _metadata(api, provider_id)
            if mail is None:
                vanished = True
            elif header(mail, OUR_REF) == token or header(mail, "message-id") == message_id:
                return Found(_receipt(mail))
    except _Incomplete as error:
        return Unknown(str(error), final=True)
    except (TransportError, AnswerTooLarge) as error:
        return Unknown(f"the mailbox could not be read: {error}")
    return Unknown("a mail sent since then was deleted for good") if vanished else Absent()


def header(message: Json, name: str) -> str | None:
    """Return a header of a metadata answer without angle brackets, None when it is not there. name in lower case."""
    headers = message.get("payload", {}).get("headers", [])
    value = next((h["value"] for h in headers if str(h.get("name", "")).lower() == name), None)
    return value.strip().removeprefix("<").removesuffix(">") if isinstance(value, str) else None


def _sent_since(api: GmailApi, start: str) -> Iterator[str]:
    page: str | None = None
    seen: set[str] = set()
    for _ in range(MOST_PAGES):
        answer = _history_page(api, start, page)
        for record in answer.get("history", []):
            for added in record.get("messagesAdded", []):
                message = added["message"]
                # SENT cannot be taken off a mail, wherever it is moved; without labels we cannot tell, so we look.
                if message["id"] not in seen and "SENT" in message.get("labelIds", ["SENT"]):
                    seen.add(message["id"])
                    yield str(message["id"])
        page = answer.get("nextPageToken")
        if not page:
            return
    raise _Incomplete("too much happened in the mailbox since then")


def _history_page(api: GmailApi, start: str, page: str | None) -> Json:
    request = api.history.list(
        userId="me", startHistoryId=start, historyTypes=["messageAdded"], maxResults=500, pageToken=page
    )
    try:
        return api.read(request)
    except TransportError as error:
        if error.code == GONE:
            raise _Incomplete("the history since then has expired") from error
        raise


def _metadata(api: GmailApi, provider_id: str) -> Json | None:
    request = api.messages.get(
        userId="me", id=provider_id, format="metadata", metadataHeaders=["Message-ID", "X-Entity-Ref"]
    )
    try:
        return api.read(request)
    except TransportError as error:
        if error.code == GONE:
            return None
        raise


def _receipt(mail: Json) -> Receipt:
    return Receipt(str(mail["id"]), str(mail["threadId"]), header(mail, "message-id"), "found in Sent")
