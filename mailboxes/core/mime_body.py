"""One text part as octets: the plainest transfer encoding that carries it through every relay unchanged."""

import re
from base64 import encodebytes
from binascii import b2a_qp

from mailboxes.core.errors import MessageError
from mailboxes.core.signs import NOT_IN_A_BODY

_LINE = 78  # RFC 5322 §2.1.1: longer lines go into an encoding, no line end is ever added to the text itself
_LAST_SPACE = re.compile(rb"(?m)^(.{74,75})(=20|=09)$")  # b2a_qp lets a space at a line's end make it 78 long


def text_part(field: str, subtype: str, body: str, boundary: str) -> bytes:
    """Part headers, an empty line and the encoded body, CRLF only, ending with CRLF.

    The decoded text equals body, its line ends CRLF and its last line ended. MessageError: a control character
    other than tab and line ends.
    """
    if NOT_IN_A_BODY.search(body):
        raise MessageError(field, "holds a control character or a line separator")
    if "\r" in body:
        body = body.replace("\r\n", "\n").replace("\r", "\n")
    if not body.endswith("\n"):
        body += "\n"
    encoding, data = _encode(body, boundary)
    head = f"Content-Type: text/{subtype}; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    return head.encode() + data.replace(b"\n", b"\r\n")


def _encode(body: str, boundary: str) -> tuple[str, bytes]:
    """The encoding and the octets, lines ended by LF."""
    if _plain(body) and boundary not in body:
        return "7bit", body.encode()
    raw = body.encode()
    if (len(raw) - len(body)) * 8 > len(raw):  # about a fifth beyond ASCII and more: quoted-printable would be longer
        return "base64", encodebytes(raw.replace(b"\n", b"\r\n"))
    return "quoted-printable", _guard_from(_LAST_SPACE.sub(rb"\1=\n\2", b2a_qp(raw)))


def _plain(body: str) -> bool:
    """True when relays and mbox files leave the body as it is."""
    return (
        body.isascii()
        and max(map(len, body.split("\n"))) <= _LINE
        and " \n" not in body
        and "\t\n" not in body
        and not body.startswith("From ")
        and "\nFrom " not in body
    )


def _guard_from(encoded: bytes) -> bytes:
    """A line must not start with "From ": mbox stores would write ">From ". The soft break keeps it within 76."""
    if encoded.startswith(b"From "):
        encoded = b"=46rom =\n" + encoded[5:]
    return encoded.replace(b"\nFrom ", b"\n=46rom =\n")
