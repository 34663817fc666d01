"""Reads one Gmail message: its headers, all of it, or its words where all would be too much."""

import binascii
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta

from mailboxes.core.errors import TransportError
from mailboxes.core.history import SKIPPED
from mailboxes.core.large_mail import written_out
from mailboxes.core.own_mail import is_from
from mailboxes.inbound.base import WHOLE_LIMIT, Head, headers_alone
from mailboxes.wire.gmail_api import GmailApi, Json
from mailboxes.wire.http_client import AnswerTooLarge

ANSWER_LIMIT = WHOLE_LIMIT * 4 // 3 + 65_536  # bytes of a message in base64, with the JSON around it
TREE_LIMIT = 4 * 1024 * 1024  # bytes of a message's parts, attachments left where they are
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def read_head(api: GmailApi, provider_id: str, address: str) -> Head | None:
    """Return the message's headers; None when it is gone, a draft or a chat. Raises TransportError, AnswerTooLarge."""
    answer = _get(api, provider_id, "metadata")
    labels = frozenset(str(label) for label in (answer or {}).get("labelIds", []))
    if answer is None or not labels.isdisjoint(SKIPPED):
        return None
    headers = _headers(answer)
    return Head(
        provider_id=provider_id,
        provider_thread_id=str(answer.get("threadId") or provider_id),
        labels=labels,
        headers=headers,
        size=int(answer["sizeEstimate"]) if "sizeEstimate" in answer else None,
        own="SENT" in labels or is_from(headers, address),
        received_at=EPOCH + timedelta(milliseconds=int(answer.get("internalDate") or 0)),
    )


def read_whole(api: GmailApi, head: Head) -> bytes | None:
    """Return the message's bytes; its words where it is too large; None when it is gone. Raises TransportError."""
    if head.size is not None and head.size > WHOLE_LIMIT:
        return _words(api, head)
    try:
        answer = _get(api, head.provider_id, "raw", at_most=ANSWER_LIMIT)
    except AnswerTooLarge:
        return _words(api, head)
    if answer is None:
        return None
    return _decoded(answer.get("raw")) or _headers_alone(api, head)


def read_headers(api: GmailApi, provider_id: str) -> bytes | None:
    """Return the message's headers; None when it is gone. Raises TransportError, AnswerTooLarge."""
    answer = _get(api, provider_id, "metadata")
    return None if answer is None else _headers(answer)


def _words(api: GmailApi, head: Head) -> bytes | None:
    """Read a large message part by part: Gmail tells of attachments and keeps their content."""
    try:
        answer = _get(api, head.provider_id, "full", at_most=TREE_LIMIT)
        return None if answer is None else written_out(answer["payload"])
    except (AnswerTooLarge, KeyError, ValueError):
        return _headers_alone(api, head)


def _headers_alone(api: GmailApi, head: Head) -> bytes | None:
    headers = head.headers or read_headers(api, head.provider_id)
    return None if headers is None else headers_alone(headers)


def _decoded(encoded: object) -> bytes:
    if not isinstance(encoded, str):
        return b""
    try:
        return urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    except (binascii.Error, ValueError):
        return b""


def _get(api: GmailApi, provider_id: str, form: str, **options: int) -> Json | None:
    try:
        return api.read(api.messages.get(userId="me", id=provider_id, format=form), **options)
    except TransportError as error:
        if error.code == 404:
            return None
        raise


def _headers(answer: Json) -> bytes:
    """Return the headers of a metadata answer as a message without a body."""
    headers = answer.get("payload", {}).get("headers", [])
    lines = [f"{header['name']}: {' '.join(str(header['value']).split())}\r\n" for header in headers]
    return "".join(lines).encode("utf-8", "replace") + b"\r\n"
