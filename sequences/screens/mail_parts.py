"""What a message that came in holds beside its words: its HTML for a sandboxed frame, and its files.

Untrusted bytes are read here, by the reader's own bounded parser and no further than its limits.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bounces.core.mail.charsets import transfer_decoded
from bounces.core.mail.headers import Unreadable
from bounces.core.mail.parsing import Part, parse
from mailboxes.core.mime_files import ANYTHING, safe_name, safe_type
from mailboxes.models import InboundRaw

MOST_HTML = 512 * 1024  # characters
MOST_FILE = 8 * 1024 * 1024  # bytes
MOST_FILES = 30
REMOTE = re.compile(
    r"""(?:src|srcset|background|poster)\s{0,5}=\s{0,5}["']?\s{0,5}(?:https?:)?//|"""
    r"""url\(\s{0,5}["']?\s{0,5}(?:https?:)?//""",
    re.IGNORECASE,
)
FILE_NAME = re.compile(r"""filename\*?=(?:UTF-8'')?"?([^";\r\n]{1,200})""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class File:
    """A file of a message; `number` is its place among the parts. `size` is of what was read."""

    number: int
    name: str
    content_type: str
    size: int


@dataclass(frozen=True, slots=True)
class Contents:
    """The HTML of a message, "" where it has none or is kept no longer, and its files."""

    html: str
    remote: bool
    files: tuple[File, ...]


NOTHING = Contents("", remote=False, files=())


def contents(message_id: int) -> Contents:
    """Return what a message holds; nothing where its bytes are gone or break a limit. One statement."""
    message = _parsed(message_id)
    if message is None:
        return NOTHING
    html = "\n".join(_html(message))[:MOST_HTML]
    files = tuple(File(number, *_named(part), len(_content(part))) for number, part in _files(message))
    return Contents(html, remote=bool(REMOTE.search(html)), files=files)


def file(message_id: int, number: int) -> tuple[str, bytes] | None:
    """Return name and content of one file; None: there is none of this number."""
    message = _parsed(message_id)
    found = dict(_files(message)) if message else {}
    return (_named(found[number])[0], _content(found[number])) if number in found else None


def _parsed(message_id: int) -> Part | None:
    raw = InboundRaw.objects.values_list("raw", flat=True).filter(message_id=message_id).first()
    if raw is None:
        return None
    try:
        return parse(bytes(raw))
    except Unreadable:
        return None


def _html(message: Part) -> Iterator[str]:
    return (one.text() for one in message.leaves() if one.content_type == "text/html" and not one.attached)


def _files(message: Part) -> list[tuple[int, Part]]:
    """Return what is offered as a file, or is no text that is shown, with its place among the parts."""
    leaves = [(number, one) for number, one in enumerate(message.leaves())]
    offered = [(number, one) for number, one in leaves if one.attached or not one.content_type.startswith("text/")]
    return offered[:MOST_FILES]


def _named(part: Part) -> tuple[str, str]:
    given = FILE_NAME.search(part.headers.get("content-disposition"))
    name = given[1] if given else part.parameters.get("name", "")
    return safe_name(name), safe_type(part.content_type or ANYTHING)


def _content(part: Part) -> bytes:
    return transfer_decoded(part.body[: 2 * MOST_FILE], part.headers.get("content-transfer-encoding"))[:MOST_FILE]
