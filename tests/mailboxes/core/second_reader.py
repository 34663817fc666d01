"""A mail reader that shares no code with the program nor with the email package: the second opinion on our bytes."""

import base64
import re
from collections.abc import Callable
from dataclasses import dataclass

WORD = re.compile(rb"=\?utf-8\?([bq])\?([^? ]+)\?=")


@dataclass(frozen=True)
class Part:
    headers: list[tuple[str, bytes]]
    body: bytes

    def header(self, name: str) -> bytes:
        (value,) = [value for given, value in self.headers if given.lower() == name.lower()]
        return value

    def names(self) -> list[str]:
        return [name for name, _ in self.headers]

    def text(self) -> str:
        assert self.header("Content-Type").endswith(b"; charset=utf-8")
        encoding = self.header("Content-Transfer-Encoding").decode()
        return DECODERS[encoding](self.body).decode().replace("\r\n", "\n")

    def parts(self) -> list["Part"]:
        kind, boundary = self.header("Content-Type").split(b"; boundary=")
        assert kind == b"multipart/alternative"
        chunks = (b"\r\n" + self.body).split(b"\r\n--" + boundary.strip(b'"'))
        assert chunks[0] == b""
        assert chunks[-1] == b"--\r\n"
        return [read(chunk.removeprefix(b"\r\n")) for chunk in chunks[1:-1]]


def unchanged(raw: bytes) -> bytes:
    assert raw.isascii()
    return raw


def read(raw: bytes) -> Part:
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = re.sub(rb"\r\n(?=[ \t])", b"", head).split(b"\r\n")
    headers = [line.split(b": ", 1) if b": " in line else [line.removesuffix(b":"), b""] for line in lines]
    return Part([(name.decode("ascii"), value) for name, value in headers], body)


def unquote(raw: bytes) -> bytes:
    assert all(len(line) <= 76 for line in raw.split(b"\r\n"))
    joined = re.sub(rb"=\r\n", b"", raw)
    return re.sub(rb"=([0-9A-F]{2})", lambda found: bytes([int(found[1], 16)]), joined)


def words(value: bytes) -> str:
    """RFC 2047: white space between two encoded-words does not count, a word is at most 75 characters."""
    value = re.sub(rb"(?<=\?=)\s+(?==\?)", b"", value)

    def decoded(found: re.Match[bytes]) -> bytes:
        assert len(found[0]) <= 75
        text = found[2]
        return base64.b64decode(text) if found[1] == b"b" else unquote_word(text)

    return WORD.sub(decoded, value).decode()


def unquote_word(text: bytes) -> bytes:
    return re.sub(rb"=([0-9A-F]{2})", lambda found: bytes([int(found[1], 16)]), text.replace(b"_", b" "))


def mailbox(value: bytes) -> tuple[str, str]:
    """The one mailbox of a From or To header, as decoded name and address."""
    found = re.fullmatch(rb'(?:("(?:[^"\\]|\\.)*"|[^"<>@,;:]*?) ?<)?([^<>"\s,]+@[^<>"\s,]+?)>?', value)
    assert found, value
    name = found[1] or b""
    if name.startswith(b'"'):
        assert b"=?" not in name, "an encoded-word inside a quoted string"
        return re.sub(rb"\\(.)", rb"\1", name[1:-1]).decode(), found[2].decode()
    return words(name), found[2].decode()


DECODERS: dict[str, Callable[[bytes], bytes]] = {
    "7bit": unchanged,
    "quoted-printable": unquote,
    "base64": base64.b64decode,
}
