"""A bounded reader of MIME: cuts a message into parts without ever doing more than a fixed amount of work.

The standard parser recurses, is quadratic in several places and raises on damage (STANDARDS.md 0.9). This one
reads prefixes, counts what it does, and knows two answers: a tree of parts, or Unreadable with the reason.
A returned or forwarded message is a leaf here; `inner` opens it one level at a time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bounces.core.mail.charsets import TEXT_LIMIT, decoded, transfer_decoded
from bounces.core.mail.headers import HEADER_LIMIT, Headers, Unreadable, addresses, parameters, parse_headers

MESSAGE_LIMIT = 64 * 1024 * 1024  # bytes; larger ones are set aside unread
READ_LIMIT = 4 * 1024 * 1024  # bytes that are looked at: text comes before attachments
NESTING_LIMIT = 100  # multiparts inside each other; Postfix's mime_nesting_limit
PART_LIMIT = 1_000
WORK_LIMIT = 64 * 1024 * 1024  # bytes searched for boundaries over all levels

GUESSED_BOUNDARY = re.compile(rb"(?:\A|\n)--([^\n-][^\n]{1,200})\nContent-", re.IGNORECASE)


@dataclass(slots=True)
class Budget:
    """What one message may still cost."""

    parts: int = PART_LIMIT
    work: int = WORK_LIMIT

    def spend(self, size: int) -> None:
        """Pay for one part. Raises Unreadable when the message is a bomb."""
        self.parts -= 1
        self.work -= size
        if self.parts < 0:
            raise Unreadable("parts")
        if self.work < 0:
            raise Unreadable("work")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a message. `body` is undecoded; `parts` is empty for a leaf."""

    headers: Headers
    content_type: str
    parameters: dict[str, str]
    body: bytes
    parts: tuple["Part", ...] = ()
    preamble: bytes = field(default=b"", repr=False)

    @property
    def attached(self) -> bool:
        """Whether the part is offered as a file."""
        return self.headers.get("content-disposition").strip().lower().startswith("attachment")

    def content(self) -> bytes:
        """The body with its transfer encoding undone, capped."""
        return transfer_decoded(self.body[: 2 * TEXT_LIMIT], self.headers.get("content-transfer-encoding"))

    def text(self) -> str:
        """The body as text, capped, line ends as LF."""
        text = decoded(self.content()[:TEXT_LIMIT], self.parameters.get("charset", ""))
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def walk(self) -> Iterator["Part"]:
        """The part and all below it, in order."""
        stack = [self]
        while stack:
            part = stack.pop()
            yield part
            stack.extend(reversed(part.parts))

    def leaves(self) -> Iterator["Part"]:
        """The parts that hold content."""
        return (part for part in self.walk() if not part.parts)

    def inner(self) -> "Part | None":
        """The message inside a message part, None when it cannot be read."""
        try:
            return parse(self.content())
        except Unreadable:
            return None


def parse(raw: bytes) -> Part:
    """Read a message. Raises Unreadable when a limit is broken; damage alone never does."""
    if len(raw) > MESSAGE_LIMIT:
        raise Unreadable("message-bytes")
    data = raw[:READ_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if data.startswith(b"From "):
        data = data.partition(b"\n")[2]
    if len(data) > HEADER_LIMIT and data.find(b"\n\n", 0, HEADER_LIMIT + 2) < 0:
        raise Unreadable("header-bytes")
    headers, body = split_message(data)
    for name in ("from", "to", "cc", "reply-to", "sender"):
        for value in headers.all(name):
            addresses(value)
    return _part(headers, body, Budget(), NESTING_LIMIT)


def split_message(data: bytes) -> tuple[Headers, bytes]:
    """Header block and body of a message or part, line ends already LF."""
    if data.startswith(b"\n"):
        return Headers(), data[1:]
    end = data.find(b"\n\n")
    if end < 0:
        return parse_headers(data[:HEADER_LIMIT]), b""
    return parse_headers(data[:end]), data[end + 2 :]


def _part(headers: Headers, body: bytes, budget: Budget, nesting: int) -> Part:
    budget.spend(len(body))
    content_type, values = parameters(headers.get("content-type"))
    if "/" not in content_type:
        content_type = "text/plain"
    if not content_type.startswith("multipart/"):
        return Part(headers, content_type, values, body)
    if nesting == 0:
        raise Unreadable("nesting")
    pieces = list(_pieces(body, values.get("boundary", "")))
    if len(pieces) < 2:
        return Part(headers, "text/plain", values, body)
    children = tuple(_part(*split_message(piece), budget, nesting - 1) for piece in pieces[1:])
    return Part(headers, content_type, values, body, children, pieces[0])


def _pieces(body: bytes, boundary: str) -> Iterator[bytes]:
    """Preamble and parts of a multipart. Without a usable boundary the body's own is guessed."""
    mark = b"--" + boundary.strip().encode("utf-8", "replace")
    if not boundary.strip() or (b"\n" + body).find(b"\n" + mark) < 0:
        guess = GUESSED_BOUNDARY.search(body)
        if guess is None:
            return
        mark = b"--" + guess[1].rstrip()
    start, position = 0, 0
    while (found := _line_starting(body, mark, position)) >= 0:
        line_end = body.find(b"\n", found)
        line_end = len(body) if line_end < 0 else line_end
        tail = body[found + len(mark) : line_end].strip()
        position = line_end
        if tail not in {b"", b"--"}:
            continue
        yield body[start : max(found - 1, start)]
        start = min(line_end + 1, len(body))
        if tail == b"--":
            return
    yield body[start:]


def _line_starting(body: bytes, mark: bytes, position: int) -> int:
    if position == 0 and body.startswith(mark):
        return 0
    found = body.find(b"\n" + mark, position)
    return found + 1 if found >= 0 else -1
