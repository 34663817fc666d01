"""Bytes to text that can be stored and shown: never raises, never trusts the label, no NUL, no lone surrogate."""

import base64
import binascii
import codecs
import quopri
import re
from collections.abc import Iterator

from bounces.core.mail.byte_statistics import guess

TEXT_LIMIT = 262_144  # bytes of one text part; what follows is not read by a person either

NAME = re.compile(r"[A-Za-z0-9_\-]{1,40}\Z")
# Families of real text encodings. UTF-7 turns harmless bytes into markup; idna and the escapes are no charsets.
FAMILIES = ("utf", "iso", "cp", "koi8", "gb", "big5", "euc", "shift", "mac", "tis", "ascii", "hz", "ptcp", "kz1048")
FORBIDDEN = frozenset({"utf-7"})
ALIASES = {
    "ks_c_5601-1987": "cp949", "x-sjis": "cp932", "shift_jis": "cp932", "gb2312": "gb18030", "x-gbk": "gb18030",
    "x-unknown": "ascii", "unknown-8bit": "ascii", "unicode-1-1-utf-8": "utf-8", "iso-8859-8-i": "iso-8859-8",
    "iso-8859-1": "cp1252", "latin-1": "cp1252", "x-mac-roman": "mac-roman",
}  # fmt: skip
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B]|\x1b\([JI]")
KOREAN_ESCAPE = b"\x1b$)C"
SHIFTED_KANA = re.compile(rb"(?:[\x82\x83][\x40-\xf1]){3}")
LONG_RUN = re.compile(rb"[\x80-\xff]{6}")
NOT_BASE64 = bytes(
    byte for byte in range(256) if not (chr(byte).isascii() and chr(byte).isalnum()) and byte not in b"+/"
)


def storable(text: str) -> str:
    """The text without NUL and lone surrogates: PostgreSQL takes neither."""
    return UNSTORABLE.sub("", text)


def known_charset(name: str) -> str | None:
    """The codec of a charset label, None when there is none that is safe."""
    name = name.strip().strip("\"'").lower()
    name = ALIASES.get(name, name)
    if not NAME.match(name):
        return None
    try:
        found = codecs.lookup(name).name
    except LookupError:
        return None
    return found if found.startswith(FAMILIES) and found not in FORBIDDEN else None


def decoded(data: bytes, label: str = "") -> str:
    """The text of some bytes: by label when that works, else by what the bytes look like."""
    if data.isascii() and b"\x1b" not in data and not (b"~{" in data and known_charset(label) == "hz"):
        return data.decode("ascii").replace("\0", "")
    for codec in _candidates(data, label):
        try:
            return storable(data.decode(codec))
        except (UnicodeDecodeError, ValueError):
            continue
    codec = known_charset(label) or "utf-8"
    if codec in {"ascii", "utf-8"} and not _mostly_utf8(data):
        codec = "cp1252"
    return storable(data.decode(codec, "replace"))


def _candidates(data: bytes, label: str) -> Iterator[str]:
    """What to try, likeliest first; what costs time is looked at when the ones before it failed."""
    if b"\x1b" in data and JAPANESE_ESCAPE.search(data):
        yield from ("iso2022_jp_2", "iso2022_jp_ext")
        return
    if KOREAN_ESCAPE in data:
        yield "iso2022_kr"
        return
    codec = known_charset(label)
    if codec is not None and codec != "ascii" and (codec == "hz" or not data.isascii()):
        if codec == "cp1252" and _mostly_utf8(data):
            yield "utf-8"
        yield codec
    yield "utf-8"
    if guessed := guess(data):
        yield guessed
    if LONG_RUN.search(data):
        yield "euc_jp"
    if SHIFTED_KANA.search(data):
        yield "cp932"


def _mostly_utf8(data: bytes) -> bool:
    """Whether the non-ASCII bytes read as UTF-8, a cut last character forgiven."""
    broken = data.decode("utf-8", "replace").count("\ufffd")
    high = len(data) - len(data.translate(None, bytes(range(128, 256))))
    return high > 0 and broken * 8 < high


def transfer_decoded(data: bytes, encoding: str) -> bytes:
    """Undo a Content-Transfer-Encoding as well as the damage allows; an unknown one changes nothing."""
    encoding = encoding.strip().lower()
    if encoding == "quoted-printable":
        return quopri.decodestring(data)
    if encoding == "base64":
        return _base64(data)
    return data


def _base64(data: bytes) -> bytes:
    clean = b"".join(data.split())
    try:
        return base64.b64decode(clean, validate=True)
    except (binascii.Error, ValueError):
        pieces = [_base64_line(line.strip()) for line in data.splitlines() if line.strip()]
        return b"\n".join(pieces) if all(len(line) % 4 for line in data.split()) else b"".join(pieces)


def _base64_line(line: bytes) -> bytes:
    """One line by itself: a damaged line must not shift the bits of those after it."""
    core = line.rstrip(b"=")
    if core.translate(None, NOT_BASE64) != core:
        return b""
    core = core[: len(core) - 1] if len(core) % 4 == 1 else core
    return base64.b64decode(core + b"=" * (-len(core) % 4))
