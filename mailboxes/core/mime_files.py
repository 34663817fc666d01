"""Files beside the words of a mail, as octets."""

import re
from base64 import encodebytes
from collections.abc import Sequence

from mailboxes.core.message import OutgoingFile

ANYTHING = "application/octet-stream"
LONGEST_NAME = 150  # characters
_TYPE = re.compile(r"[a-z0-9]{1,40}/[a-z0-9.+-]{1,80}")
_UNSAFE = re.compile(r'[\x00-\x1f\x7f-\x9f/\\"<>|:*?\u2028\u2029\u202a-\u202e\u2066-\u2069]')


def safe_name(name: str) -> str:
    """Return a file's name without a path, without signs that hide or write anything; never empty."""
    last = name.replace("\\", "/").rpartition("/")[2]
    kept = _UNSAFE.sub("_", last).strip(". ")[-LONGEST_NAME:]
    return kept or "file"


def safe_type(content_type: str) -> str:
    """Return a type that is one, without parameters; a message or multipart would be read as more than a file."""
    plain = content_type.partition(";")[0].strip().lower()
    nested = plain.startswith(("message/", "multipart/"))
    return plain if _TYPE.fullmatch(plain) and not nested else ANYTHING


def with_files(words: bytes, files: Sequence[OutgoingFile], boundary: str) -> bytes:
    """Part headers and body of a mail whose words have files beside them. `words` begins with its own headers."""
    delimiter = f"\r\n--{boundary}\r\n".encode()
    parts = [f'Content-Type: multipart/mixed; boundary="{boundary}"\r\n'.encode(), delimiter, words]
    for one in files:
        parts += [delimiter, _part(one)]
    return b"".join([*parts, f"\r\n--{boundary}--\r\n".encode()])


def _part(one: OutgoingFile) -> bytes:
    name = "".join(_escaped(octet) for octet in safe_name(one.name).encode())
    folded = "\r\n".join(
        f" filename*{number}*={'' if number else "UTF-8''"}{piece};" for number, piece in enumerate(_pieces(name))
    )
    head = (
        f"Content-Type: {safe_type(one.content_type)}\r\n"
        f"Content-Transfer-Encoding: base64\r\n"
        f"Content-Disposition: attachment;\r\n{folded.rstrip(';')}\r\n\r\n"
    )
    return head.encode() + encodebytes(one.body).replace(b"\n", b"\r\n")


def _escaped(octet: int) -> str:
    return chr(octet) if octet < 128 and (chr(octet).isalnum() or chr(octet) in "-._") else f"%{octet:02X}"


def _pieces(quoted: str) -> list[str]:
    """Cut a percent-encoded name into pieces of at most 54 signs, never within an escape (RFC 2231)."""
    pieces = [""]
    for sign in re.findall(r"%[0-9A-F]{2}|.", quoted):
        if len(pieces[-1]) + len(sign) > 54:
            pieces.append("")
        pieces[-1] += sign
    return pieces
