"""Words by which a warm-up service marks its mail, so that it is neither an answer nor a stranger's mail.

A person types them in for a mailbox. One in a subject or a body is found as a word or several, whatever their case; one
in a header is a field's name, or `name: value`.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from bounces.core.mail.headers import Headers, Unreadable
from bounces.core.mail.parsing import READ_LIMIT, Part, split_message
from bounces.core.mail.salvage import first_fields
from bounces.core.reading import Marker, Place

LEAST = 4  # characters: shorter ones are in any mail
MOST = 200
PARTS = 20  # of text, whose source is looked at: a marker may be hidden in the HTML
FIELD_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]{1,75}")
# Fields that mail of people has too: alone they mark nothing.
COMMON = re.compile(
    r"x-(?:mailer|priority|msmail-priority|originating-ip|received|sender|spam|virus|google|gm-|ms-|microsoft|exchange|"
    r"forefront|entity-ref|auto-response-suppress|loop|body-not-read|apple|yahoo|mimeole|report-abuse|forwarded)",
    re.IGNORECASE,
)


class BadMarker(ValueError):
    """The marker would mark mail of people too, or none; its text says why."""


def marker(place: Place, typed: str) -> Marker:
    """Return what somebody typed as a marker. Raises BadMarker."""
    text = " ".join(typed.split())
    if not text.isprintable() or len(text) > MOST:
        raise BadMarker(f"A marker is at most {MOST} printable characters.")
    name, colon, value = (part.strip() for part in text.partition(":"))
    if place is Place.HEADER:
        text = _field(name, value, colon)
    if sum(one.isalnum() for one in text) < LEAST:
        raise BadMarker(f"A marker needs at least {LEAST} letters or digits: shorter ones are in any mail.")
    return Marker(place, text)


def _field(name: str, value: str, colon: str) -> str:
    if not FIELD_NAME.fullmatch(name) or (colon and len(value) < LEAST):
        raise BadMarker(f"Name a header field, or write `Name: value` with {LEAST} characters of value or more.")
    if not colon and (not name.lower().startswith("x-") or COMMON.match(name)):
        raise BadMarker("That field stands in mail of people too: write `Name: value`.")
    return f"{name}: {value}" if colon else name


def found_in(message: Part, markers: Sequence[Marker]) -> str:
    """Return in which place a message bears one of the markers; "" for nowhere."""
    if not markers:
        return ""
    texts = [part.text() for part in message.leaves() if part.content_type.startswith("text/")][:PARTS]
    return found_in_headers(message.headers, markers) or _found(markers, Place.BODY, texts)


def found_in_head(block: bytes, markers: Sequence[Marker]) -> str:
    """Return the same of a header block, hostile or not: its body nobody has seen."""
    return found_in_headers(headers_of(block), markers) if markers else ""


def headers_of(block: bytes) -> Headers:
    """Return the fields of a header block; of one that breaks a limit the few that can still be read."""
    try:
        return split_message(block[:READ_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n"))[0]
    except Unreadable:
        return first_fields(block)


def found_in_headers(headers: Headers, markers: Iterable[Marker]) -> str:
    """Return the same of fields."""
    if place := _found(markers, Place.SUBJECT, [headers.words("subject")]):
        return place
    fields = (one.text.partition(":") for one in markers if one.place is Place.HEADER)
    return Place.HEADER if any(_bears(headers, name.lower(), value.strip()) for name, _, value in fields) else ""


def holds(text: str, words: str) -> bool:
    """Tell whether a text holds these words, not as a part of longer ones."""
    return _pattern(words).search(text) is not None


def _found(markers: Iterable[Marker], place: Place, texts: Sequence[str]) -> str:
    wanted = [one.text for one in markers if one.place is place]
    return place if any(holds(text, words) for words in wanted for text in texts) else ""


def _bears(headers: Headers, name: str, value: str) -> bool:
    return any(not value or holds(one, value) for one in headers.all(name))


@lru_cache(maxsize=1_000)
def _pattern(words: str) -> re.Pattern[str]:
    spaced = r"\s{1,20}".join(re.escape(word) for word in words.split())
    return re.compile(rf"(?<!\w){spaced}(?!\w)", re.IGNORECASE)
