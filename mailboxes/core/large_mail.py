"""What is kept of a message that is too large to keep: its words; of its attachments only what is said about them.

Nobody here needs more: an answer or a report says what it says in its first parts, and an attachment is looked at where
it lies. The work is linear in what was fetched, which the caller bounds.
"""

import binascii
import re
from base64 import encodebytes, urlsafe_b64decode
from collections.abc import Iterator, Mapping
from typing import Any

NOTE = b"X-Body-Cut: yes\r\n"  # a field that tells that this is not the whole message
ATTACHMENT = re.compile(
    rb"(?:\A|\n)(?:content-disposition:[ \t]{0,80}attachment"
    rb"|content-type:[ \t]{0,80}(?:application|image|audio|video|font)/)",
    re.IGNORECASE,
)
END = re.compile(rb"\r?\n\r?\n")
PARTS = 200  # of a tree that are written out
DEPTH = 20
TEXT_OF = 400_000  # bytes of one part's content
DROPPED = frozenset({"content-transfer-encoding", "content-length", "lines"})
BOUNDARY = re.compile(r"""boundary=("?)([0-9A-Za-z'()+_,./:=?\- ]{1,70})\1""", re.IGNORECASE)

type Json = Mapping[str, Any]


def beginning(prefix: bytes) -> bytes:
    """Return what came of a message without what is attached to it, and with a note that it is cut."""
    kept = b"".join(_without_attachments(prefix))
    head = END.search(kept)
    if head is None:
        return kept.rstrip(b"\r\n") + b"\r\n" + NOTE + b"\r\n"
    start = head.start() + (2 if kept.startswith(b"\r", head.start()) else 1)
    return kept[:start] + NOTE + kept[start:]


def _without_attachments(prefix: bytes) -> Iterator[bytes]:
    """Yield what lies between attachments, their own headers with it."""
    at = 0
    for _ in range(PARTS):
        found = ATTACHMENT.search(prefix, at)
        end = END.search(prefix, found.start()) if found else None
        if found is None or end is None:
            yield prefix[at:]
            return
        yield prefix[at : end.end()]
        at = _next_part(prefix, found.start(), end.end())
        if at < 0:
            return


def _next_part(prefix: bytes, start: int, content: int) -> int:
    """Return where the line before the next part begins: the same as that before this one, whose headers are here."""
    opening = prefix.rfind(b"\n--", 0, start)
    mark = prefix[opening : max(prefix.find(b"\n", opening + 1), 0)].rstrip() if opening >= 0 else b""
    return prefix.find(mark, content - 1) if len(mark) > 3 else -1


def written_out(payload: Json) -> bytes:
    """Return the message that a Gmail part tree shows, attachments without their content, with the note.

    Raises ValueError for a tree that is none.
    """
    try:
        return _Writer().part(payload, NOTE, 0)
    except (TypeError, AttributeError, KeyError, binascii.Error) as error:
        raise ValueError("this is no tree of parts") from error


class _Writer:
    """Writes parts until there are enough of them."""

    def __init__(self) -> None:
        self.left = PARTS

    def part(self, payload: Json, note: bytes, depth: int) -> bytes:
        """One part with all below it. note: header lines of our own."""
        self.left -= 1
        fields = [(str(one["name"]), " ".join(str(one["value"]).split())) for one in payload.get("headers") or ()]
        head = "".join(f"{name}: {value}\r\n" for name, value in fields if name.lower() not in DROPPED)
        children = [one for one in payload.get("parts") or () if self.left > 0 and depth < DEPTH]
        encoding, body = self._body(payload, {name.lower(): value for name, value in fields}, children, depth)
        return head.encode("utf-8", "replace") + encoding + note + b"\r\n" + body

    def _body(self, payload: Json, fields: dict[str, str], children: list[Json], depth: int) -> tuple[bytes, bytes]:
        kind = str(payload.get("mimeType") or "text/plain").lower()
        if kind.startswith("message/") and children:
            return b"", self.part(children[0], b"", depth + 1)
        if children:
            boundary = BOUNDARY.search(fields.get("content-type", ""))
            mark = b"--" + boundary[2].encode() if boundary else b"--"
            pieces = [mark + b"\r\n" + self.part(one, b"", depth + 1) for one in children if self.left > 0]
            return b"", b"\r\n".join([*pieces, mark + b"--\r\n"])
        attached = fields.get("content-disposition", "").lower().startswith("attachment")
        if attached or not kind.startswith(("text/", "message/")):
            return b"", b""
        data = str((payload.get("body") or {}).get("data") or "")[: TEXT_OF * 4 // 3]
        return b"Content-Transfer-Encoding: base64\r\n", encodebytes(_decoded(data)).replace(b"\n", b"\r\n")


def _decoded(data: str) -> bytes:
    whole = data[: len(data) // 4 * 4] if len(data) % 4 == 1 else data
    return urlsafe_b64decode(whole + "=" * (-len(whole) % 4))
