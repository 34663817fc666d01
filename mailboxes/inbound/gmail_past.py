"""Reads the heads of what a Gmail mailbox sent since a day."""

from datetime import datetime, timedelta

from app.actions import clock
from mailboxes.core.account import Account
from mailboxes.core.errors import EndpointRefused, InboundError, TransportError
from mailboxes.inbound.gmail_messages import read_head
from mailboxes.inbound.past import MOST_HEADS, Past, spread
from mailboxes.oauth import MailboxTokens
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.gmail_api import GmailApi
from mailboxes.wire.http_client import AnswerTooLarge, HttpClient

READ_WITHIN = timedelta(seconds=200)  # for the whole look, less than what the worker's job may take
LISTED = 500  # ids of a page
MOST_PAGES = 40  # of the newest mails; what lies behind 20,000 of them says nothing more


def read_sent(account: Account, allowed: Allowed, since: datetime) -> Past:
    """Return heads of what lies in Sent since then; see mailboxes.inbound.past.read_past."""
    if account.endpoints.api is None:
        raise EndpointRefused("a Gmail mailbox needs the address of the API")
    client = HttpClient(allowed)
    api = GmailApi(account.endpoints.api, client, MailboxTokens(account, client), account.meter)
    try:
        return _read(api, account.address, since)
    except (TransportError, AnswerTooLarge) as error:
        raise InboundError(f"the mailbox could not be read: {error}") from error
    finally:
        api.close()


def _read(api: GmailApi, address: str, since: datetime) -> Past:
    until = clock.now() + READ_WITHIN
    ids = _listed(api, since, until)
    heads = []
    for provider_id in spread(ids, MOST_HEADS):
        _require_time(until)
        heads.append(read_head(api, provider_id, address))
    return Past(len(ids), tuple(head for head in heads if head is not None))


def _listed(api: GmailApi, since: datetime, until: datetime) -> list[str]:
    """List ids, the newest first. What was thrown away since was sent all the same."""
    ids: dict[str, None] = {}
    page: str | None = None
    query = f"after:{int(since.timestamp())}"
    for _ in range(MOST_PAGES):
        _require_time(until)
        request = api.messages.list(
            userId="me", q=query, labelIds=["SENT"], includeSpamTrash=True, maxResults=LISTED, pageToken=page
        )
        answer = api.read(request)
        ids |= dict.fromkeys(str(message["id"]) for message in answer.get("messages", []))
        page = answer.get("nextPageToken")
        if not page:
            break
    return list(ids)


def _require_time(until: datetime) -> None:
    if clock.now() > until:
        raise InboundError("the Sent folder could not be read in time")
