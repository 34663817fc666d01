"""Header fields of untrusted mail, read without the standard parser: linear time, nothing raises but Unreadable."""

import base64
import binascii
import quopri
import re
from dataclasses import dataclass, field

from bounces.core.mail.charsets import decoded, storable

HEADER_LIMIT = 102_400  # bytes of one header block; Postfix's header_size_limit
FIELD_LIMIT = 1_000  # fields of one header block
ADDRESS_LIMIT = 1_000  # addresses of one message that are looked at
SEGMENT_LIMIT = 100  # RFC 2231 segments of one field
COMMENT_LIMIT = 50  # opening brackets in a row; nobody nests comments that deep
REFERENCE_LIMIT = 200
ID_AT_LEAST = 8  # characters of a Message-ID without brackets

FIELD = re.compile(r"^([!-9;-~]{1,200})[ \t]*:(.*(?:\n[ \t].*)*)", re.MULTILINE)
BLANKS = " \t\r\n\v\f"  # of ASCII: the bytes of a character may look like the other ones
ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]{0,2000})\?=")
BETWEEN_WORDS = re.compile(r"(?<=\?=)[ \t]{1,20}(?==\?)")
PARAMETER = re.compile(r""";\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;]*))""")
MESSAGE_ID = re.compile(r"<([^<>\s]{1,998})>")
WIDE = "\uff1a\uff1b\uff0c\uff08\uff09\uff1c\uff1e\u3001\u3002"  # the same marks as Chinese and Japanese write them
ADDRESS = re.compile(rf"[^\s<>\"(),:;\[\]\\@{WIDE}]{{1,128}}@[^\s<>\"(),:;\[\]\\@{WIDE}]{{1,255}}")
COMMENT_BOMB = re.compile(rf"(?:\([^()]{{0,20}}){{{COMMENT_LIMIT}}}")
SEGMENT = re.compile(r"([^*]+)\*(\d{1,6})?\*?\Z")


class Unreadable(Exception):
    """The message breaks a limit. Its text is the reason, in machine words."""


@dataclass(frozen=True, slots=True)
class Headers:
    """The fields of one header block in order, names in lower case, values unfolded but not decoded."""

    fields: tuple[tuple[str, str], ...] = ()
    first: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "first", dict(reversed(self.fields)))

    def get(self, name: str) -> str:
        """The first value of a field, empty when there is none."""
        return self.first.get(name, "")

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a field."""
        return tuple(value for one, value in self.fields if one == name) if name in self.first else ()

    def __contains__(self, name: str) -> bool:
        return name in self.first

    def words(self, name: str) -> str:
        """The first value, encoded-words decoded, white space folded: what a person reads."""
        return " ".join(readable(self.get(name)).split())


def parse_headers(block: bytes) -> Headers:
    """Read a header block. Lines that are no field are dropped. Raises Unreadable beyond the limits."""
    if len(block) > HEADER_LIMIT:
        raise Unreadable("header-bytes")
    plain = block.isascii() and b"\x1b" not in block and b"\0" not in block  # as nearly all mail is
    fields = FIELD.findall(block.decode("latin-1"))
    if len(fields) > FIELD_LIMIT:
        raise Unreadable("header-fields")
    unfolded = ((name.lower(), _unfolded(value)) for name, value in fields)
    if plain:
        return Headers(tuple(unfolded))
    return Headers(tuple((name, decoded(value.encode("latin-1"))) for name, value in unfolded))


def _unfolded(value: str) -> str:
    if "\n" not in value:
        return value.strip(BLANKS)
    first, _, rest = value.partition("\n")
    return first.strip(BLANKS) + rest.replace("\n", "")


def readable(value: str) -> str:
    """RFC 2047 undone. Neighbouring words of one charset are joined first: some clients cut inside a character."""
    if "=?" not in value:
        return value
    out: list[str] = []
    held, charset, end = b"", "", 0
    value = BETWEEN_WORDS.sub("", value)
    for found in ENCODED_WORD.finditer(value):
        if held and (found.start() != end or found[1].lower() != charset):
            out.append(decoded(held, charset))
            held = b""
        out.append(value[end : found.start()])
        charset, end = found[1].lower(), found.end()
        held += _word_bytes(found[2], found[3])
    if held:
        out.append(decoded(held, charset.partition("*")[0]))
    return storable("".join([*out, value[end:]]))


def _word_bytes(encoding: str, payload: str) -> bytes:
    data = payload.encode("utf-8", "replace")
    if encoding in "qQ":
        return quopri.decodestring(data.replace(b"_", b" "))
    try:
        return base64.b64decode(data + b"=" * (-len(data) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b"\xef\xbf\xbd"


def parameters(value: str) -> tuple[str, dict[str, str]]:
    """The bare value of a structured field in lower case and its parameters. Raises Unreadable for a segment bomb."""
    bare = value.partition(";")[0].strip().lower()
    plain: dict[str, str] = {}
    pieces: dict[str, list[tuple[int, str]]] = {}
    for count, found in enumerate(PARAMETER.finditer(value)):
        if count > SEGMENT_LIMIT:
            raise Unreadable("parameter-segments")
        text = found[2] if found[2] is not None else found[3]
        segment = SEGMENT.match(found[1])
        if segment:
            pieces.setdefault(segment[1].lower(), []).append((int(segment[2] or 0), text))
        else:
            plain.setdefault(found[1].lower(), text)
    for name, segments in pieces.items():
        joined = "".join(text for _, text in sorted(segments))
        plain.setdefault(name, joined.rpartition("'")[2])
    return bare, plain


def addresses(value: str) -> list[str]:
    """Every address in a field, as written. Raises Unreadable for a bomb of comments or addresses."""
    if COMMENT_BOMB.search(value):
        raise Unreadable("nested-comments")
    found = ADDRESS.findall(value)
    if len(found) > ADDRESS_LIMIT:
        raise Unreadable("addresses")
    return [one.strip(".'`") for one in found]


def mailbox(value: str) -> tuple[str, str | None]:
    """The display name and the address of a From field."""
    decoded_value = readable(value)
    found = addresses(value) or addresses(decoded_value)
    address = found[-1] if found else None
    name = decoded_value.partition("<")[0].strip() if "<" in decoded_value else ""
    return " ".join(name.strip().strip('"').replace('\\"', '"').split())[:200], address


def message_ids(value: str) -> tuple[str, ...]:
    """Message-IDs of a field, without angle brackets, in order. Folding inside an id is undone."""
    found = MESSAGE_ID.findall(value) or MESSAGE_ID.findall("".join(value.split()))
    return tuple(dict.fromkeys(found))[-REFERENCE_LIMIT:]


def message_id(value: str) -> str | None:
    """The one Message-ID of a field; also without brackets, as some write it."""
    found = message_ids(value)
    if found:
        return found[0]
    bare = "".join(value.split()).strip("<>")
    return bare if ID_AT_LEAST <= len(bare) < 998 else None
