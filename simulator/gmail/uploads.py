"""The bodies of the upload variant of send."""

import json
import re
from email import message_from_bytes
from typing import Any

from simulator.gmail.errors import Violation

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
type Upload = tuple[Any, bytes]  # metadata or None, the mail


def read_upload(kind: str, content_type: str, body: bytes) -> Upload:
    """Take a `media` or `multipart` upload apart; raises Violation for any other shape."""
    if kind == "media":
        if not content_type.startswith("message/"):
            msg = f"upload of type {content_type!r}, accepted: message/*"
            raise Violation(msg)
        return None, body
    if kind == "multipart" and content_type.startswith("multipart/related"):
        return _related(content_type, body)
    msg = f"uploadType {kind!r} with {content_type!r} is not offered by the simulator"
    raise Violation(msg)


def _related(content_type: str, body: bytes) -> Upload:
    whole = message_from_bytes(f"Content-Type: {content_type}\r\n\r\n".encode())
    boundary = whole.get_boundary()
    pieces = body.split(f"--{boundary}".encode())[1:-1]
    try:
        metadata, media = (_content(piece) for piece in pieces)
        return json.loads(metadata), media
    except ValueError as error:
        msg = "multipart upload needs one JSON part and one mail"
        raise Violation(msg) from error


def _content(piece: bytes) -> bytes:
    blank = _BLANK_LINE.search(piece)
    return piece[blank.end() :].removesuffix(b"\n").removesuffix(b"\r") if blank else b""
