"""A message as bytes with quick access to its headers; nothing is decoded that need not be."""

import re
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.utils import getaddresses

_FOLD = re.compile(r"\r?\n(?=[ \t])")
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_MESSAGE_ID = re.compile(r"<([^<>\s]+)>")
_ANSWER_PREFIX = re.compile(r"^(?:(?:re|aw|antw|sv|rif|fwd?|wg)\s*:\s*)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mail:
    """Raw bytes and their header fields, unfolded, in order, names as written."""

    raw: bytes
    headers: tuple[tuple[str, str], ...]
    body_at: int

    def first(self, name: str) -> str | None:
        """Give the first value of a field, or None."""
        wanted = name.lower()
        return next((value for key, value in self.headers if key.lower() == wanted), None)

    def every(self, name: str) -> list[str]:
        """Give all values of a field."""
        wanted = name.lower()
        return [value for key, value in self.headers if key.lower() == wanted]

    @property
    def token(self) -> str | None:
        """The sender's own id of this delivery."""
        value = self.first("X-Entity-Ref")
        return value.strip() if value else None

    @property
    def message_id(self) -> str | None:
        """Message-ID without angle brackets."""
        return next(iter(message_ids(self.first("Message-ID"))), None)

    @property
    def cited(self) -> set[str]:
        """Ids named by In-Reply-To and References."""
        return set(message_ids(self.first("In-Reply-To")) + message_ids(self.first("References")))

    @property
    def subject(self) -> str:
        """Subject, decoded."""
        return decoded(self.first("Subject") or "")

    @property
    def head(self) -> bytes:
        """The header block, without the blank line."""
        return self.raw[: self.body_at].rstrip(b"\r\n") + b"\r\n"

    def addresses(self, *names: str) -> list[tuple[str, str]]:
        """Give (display name, address) of the named fields."""
        values = [value for name in names for value in self.every(name)]
        return [(decoded(shown), address) for shown, address in getaddresses(values) if address]


def read_mail(raw: bytes) -> Mail:
    """Split header fields from the body; never raises, odd lines are skipped."""
    blank = _BLANK_LINE.search(raw)
    head, body_at = (raw[: blank.start()], blank.end()) if blank else (raw, len(raw))
    lines = _FOLD.sub("", head.decode("utf-8", "replace")).replace("\r\n", "\n").split("\n")
    fields = (line.partition(":") for line in lines)
    return Mail(raw, tuple((name, value.strip()) for name, colon, value in fields if colon), body_at)


def message_ids(value: str | None) -> list[str]:
    """Give the ids within angle brackets."""
    return _MESSAGE_ID.findall(value or "")


def decoded(value: str) -> str:
    """Decode encoded-words; what cannot be decoded stays as it is."""
    if "=?" not in value:
        return value
    try:
        return str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, UnicodeError):
        return value


def base_subject(subject: str) -> str:
    """Give the subject without answer prefixes, for comparing."""
    return " ".join(_ANSWER_PREFIX.sub("", subject.strip()).casefold().split())
