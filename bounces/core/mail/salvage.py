"""What can still be told of a message that cannot be read: who wrote it and what it answers.

Its person must be held, so somebody has to find them. Each field is cut short, the work is linear, and nothing raises:
this is all that is ever done with hostile bytes outside of the process that reads them.
"""

import re
from datetime import datetime

from bounces.core.mail.headers import HEADER_LIMIT, Headers, Unreadable, mailbox, message_id, message_ids, parse_headers
from bounces.core.mail.parsing import MESSAGE_LIMIT
from bounces.core.reading import Kind, Reading

VALUE_LIMIT = 2_000  # characters of one field
FOUND_LIMIT = 40  # fields that are kept
BLOCK_LIMIT = 2 * 1024 * 1024  # bytes in which they are looked for: behind a subject of 1 MB, say
WANTED = re.compile(
    rb"(?:from|message-id|in-reply-to|references|subject|date|return-path|content-type|reply-to|sender)[ \t]*:",
    re.IGNORECASE,
)
BLANK = re.compile(rb"\r\n\r\n|\n\n|\r\r")


def broken_limit(raw: bytes) -> str:
    """Return which limit on size a message breaks before anybody has to read it; "" for none."""
    if len(raw) > MESSAGE_LIMIT:
        return "message-bytes"
    if len(raw) <= HEADER_LIMIT or raw.find(b"\r\n\r\n", 0, HEADER_LIMIT) >= 0:
        return ""
    start = raw[: 2 * (HEADER_LIMIT + 2)].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    ends = len(start) <= HEADER_LIMIT or start.find(b"\n\n", 0, HEADER_LIMIT + 2) >= 0
    return "" if ends else "header-bytes"


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
    try:
        return Headers(parse_headers(b"\n".join(_wanted_lines(raw))).fields)
    except Unreadable:
        return Headers()


def _wanted_lines(raw: bytes) -> list[bytes]:
    """Return the lines of the fields that are wanted, a folded one in one line, none longer than VALUE_LIMIT."""
    end = BLANK.search(raw, 0, BLOCK_LIMIT)
    block = raw[: end.start() if end else BLOCK_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    kept: list[bytes] = []
    open_field = False
    for line in block.split(b"\n"):
        if line[:1] in {b" ", b"\t"}:
            if open_field and len(kept[-1]) < VALUE_LIMIT:
                kept[-1] = (kept[-1] + line)[:VALUE_LIMIT]
            continue
        open_field = WANTED.match(line) is not None
        if open_field:
            if len(kept) == FOUND_LIMIT:
                break
            kept.append(line[:VALUE_LIMIT])
    return kept
