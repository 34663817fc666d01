"""Fetches one Gmail message whole, or its headers when it is larger than anybody needs to read."""

import binascii
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta

from mailboxes.core.errors import InboundError, TransportError
from mailboxes.core.history import SKIPPED
from mailboxes.core.own_mail import is_from
from mailboxes.inbound.base import Fetched
from mailboxes.wire.gmail_api import GmailApi, Json
from mailboxes.wire.http_client import AnswerTooLarge

RAW_LIMIT = 10 * 1024 * 1024  # bytes of a message; replies and reports are far smaller, attachments are not read
ANSWER_LIMIT = RAW_LIMIT * 4 // 3 + 65_536  # the same in base64, with the JSON around it
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def fetch_message(api: GmailApi, provider_id: str, address: str) -> Fetched | None:
    """Return the message; None when it is gone, a draft or a chat. Raises TransportError, InboundError."""
    try:
        answer, raw = _whole(api, provider_id)
        truncated = False
    except AnswerTooLarge:
        answer = api.read(api.messages.get(userId="me", id=provider_id, format="metadata"))
        raw, truncated = _headers(answer), True
    except TransportError as error:
        if error.code == 404:
            return None
        raise
    labels = frozenset(str(label) for label in answer.get("labelIds", []))
    if not labels.isdisjoint(SKIPPED):
        return None
    return Fetched(
        provider_id=provider_id,
        provider_thread_id=str(answer.get("threadId") or provider_id),
        labels=labels,
        raw=raw,
        own="SENT" in labels or is_from(raw, address),
        received_at=EPOCH + timedelta(milliseconds=int(answer.get("internalDate") or 0)),
        truncated=truncated,
    )


def _whole(api: GmailApi, provider_id: str) -> tuple[Json, bytes]:
    answer = api.read(api.messages.get(userId="me", id=provider_id, format="raw"), at_most=ANSWER_LIMIT)
    encoded = answer.get("raw")
    try:
        if isinstance(encoded, str) and encoded:
            return answer, urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    except (binascii.Error, ValueError) as error:
        raise InboundError("Gmail gave a message that is not base64") from error
    raise InboundError("Gmail gave a message without its bytes")


def _headers(answer: Json) -> bytes:
    """Return the headers of a metadata answer as a message without a body."""
    headers = answer.get("payload", {}).get("headers", [])
    lines = [f"{header['name']}: {' '.join(str(header['value']).split())}\r\n" for header in headers]
    return "".join(lines).encode("utf-8", "replace") + b"\r\n"
