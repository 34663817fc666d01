"""What can still be told of a message that cannot be read: who wrote it and what it answers.

Its person must be held, so somebody has to find them. Only short prefixes are looked at, and nothing raises.
"""

from datetime import datetime

from bounces.core.headers import (
    FIELD_LIMIT,
    HEADER_LIMIT,
    Headers,
    Unreadable,
    mailbox,
    message_id,
    message_ids,
    parse_headers,
)
from bounces.core.reading import Kind, Reading

VALUE_LIMIT = 2_000  # characters of one field
WANTED = frozenset({
    "from", "message-id", "in-reply-to", "references", "subject", "date", "return-path", "content-type",
})  # fmt: skip


def unreadable(raw: bytes, rule: str, reason: str, received_at: datetime) -> Reading:
    """An UNREADABLE reading with the thread and sender that its first header fields name."""
    headers = first_fields(raw)
    try:
        name, address = mailbox(headers.get("from"))
    except Unreadable:
        name, address = "", None
    answered = message_ids(headers.get("in-reply-to"))
    return Reading(
        Kind.UNREADABLE,
        rule,
        reason,
        from_address=address,
        from_name=name,
        message_id=message_id(headers.get("message-id")),
        in_reply_to=answered[0] if answered else None,
        references=message_ids(headers.get("references")),
        subject=headers.words("subject")[:200],
        date=received_at,
    )


def first_fields(raw: bytes) -> Headers:
    """Read the fields that tell who wrote and what is answered, each cut short; none where even that is hostile."""
    block = raw[:HEADER_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n").partition(b"\n\n")[0]
    lines = [line[:VALUE_LIMIT] for line in block.split(b"\n")[:FIELD_LIMIT]]
    try:
        fields = parse_headers(b"\n".join(lines)).fields
    except Unreadable:
        return Headers()
    return Headers(tuple((name, value[:VALUE_LIMIT]) for name, value in fields if name in WANTED))
