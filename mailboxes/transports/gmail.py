"""Sends through the Gmail API: users.messages.send, once."""

import time
from base64 import urlsafe_b64encode
from typing import NamedTuple

from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account
from mailboxes.core.addressed import read_named, require_addressed
from mailboxes.core.errors import CredentialError, EndpointRefused, Scope, TransportError, VerdictUnknown
from mailboxes.core.message import Envelope, PermitToken, Receipt, SentPosition, Thread
from mailboxes.oauth import MailboxTokens
from mailboxes.transports.base import SentSearch
from mailboxes.transports.gmail_sent import find_in_history, header
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.gmail_api import GmailApi, Json
from mailboxes.wire.http_client import AnswerTooLarge, HttpClient

UNITS_GOOD_FOR = 3.0  # seconds: position and permit lie before the call
PLACE_GOOD_FOR = 600.0  # seconds: a search from there reads ten minutes more of what was sent


def open_gmail(account: Account, allowed: Allowed) -> "GmailTransport":
    """Make the transport of one Gmail mailbox; opens no socket. Raises EndpointRefused."""
    if account.endpoints.api is None:
        raise EndpointRefused("a Gmail mailbox needs the address of the API")
    client = HttpClient(allowed)
    return GmailTransport(GmailApi(account.endpoints.api, client, MailboxTokens(account, client), account.meter))


class _Place(NamedTuple):
    """A history id, and when it was the newest (monotonic seconds)."""

    history_id: str
    seen_at: float


class GmailTransport:
    """One Gmail mailbox's way out; see Transport for what each method promises."""

    def __init__(self, api: GmailApi) -> None:
        self._api = api
        self._token: str | None = None
        self._place: _Place | None = None
        self._units_until = 0.0  # monotonic seconds

    def ready(self) -> None:
        """Get an access token that outlives the send, and the quota for it.

        position() then opens the connection that deliver() uses.
        """
        require_no_transaction()
        self._token = self._api.authorise()
        if self._units_until < time.monotonic() + UNITS_GOOD_FOR:
            self._units_until = self._api.set_aside_for_send()

    def position(self) -> SentPosition:
        """Return the newest history id, or one seen minutes ago: any older one is as good a start for a search.

        So a busy mailbox asks once in a while, and one whose connection has to be opened anyway asks over the new one.
        """
        require_no_transaction()
        now = time.monotonic()
        if self._place is None or now - self._place.seen_at > PLACE_GOOD_FOR or not self._api.is_connected():
            self._place = _Place(self._api.history_id(), now)
        return {"history_id": self._place.history_id}

    def deliver(self, permit: PermitToken, envelope: Envelope, message: bytes, thread: Thread) -> Receipt:
        """Post the bytes with the token of ready(). Gmail reads the recipient from them, so they are checked first."""
        require_no_transaction()
        if self._token is None:
            raise TransportError("ready() was not called", scope=Scope.MAILBOX, permanent=False)
        require_addressed(read_named(message), envelope)
        if self._units_until < time.monotonic():  # the permit took longer than they were good for
            self._units_until = self._api.set_aside_for_send()
        body = {"raw": urlsafe_b64encode(message).decode("ascii")}
        if thread.provider_thread_id is not None:
            body["threadId"] = thread.provider_thread_id
        request = self._api.messages.send(userId="me", body=body)
        within = permit.deadline.total_seconds()
        self._units_until = 0.0
        try:
            answer = self._api.post_once(request, self._token, within=within, mark=permit.begin_call)
        except CredentialError:
            self._token = None
            raise
        return _receipt(answer)

    def real_message_id(self, receipt: Receipt) -> str | None:
        require_no_transaction()
        request = self._api.messages.get(
            userId="me", id=receipt.provider_id, format="metadata", metadataHeaders=["Message-ID"]
        )
        try:
            return header(self._api.read(request), "message-id")
        except (TransportError, CredentialError, AnswerTooLarge):
            return None  # repaired later; nothing is resent for it

    def find_sent(self, token: str, message_id: str, since: SentPosition) -> SentSearch:
        require_no_transaction()
        return find_in_history(self._api, token=token, message_id=message_id, since=since)

    def close(self) -> None:
        self._api.close()


def _receipt(answer: Json) -> Receipt:
    """Read the acceptance. An answer without an id accepts nothing and refuses nothing."""
    match answer:
        case {"id": str(provider_id), "threadId": str(thread_id)} if provider_id and thread_id:
            return Receipt(provider_id, thread_id, None, f"200 {provider_id}")
        case _:
            raise VerdictUnknown("Gmail answered 200 without saying which message it made")
