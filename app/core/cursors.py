"""Where a list goes on: the sort key of the last row shown, as one opaque word."""

from base64 import b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta

LONGEST = 120  # characters of the word
MOST = 2**63 - 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

type Key = tuple[int, ...]


class BadCursor(ValueError):
    """The word is none that a list gave out."""


def word_of(*numbers: int) -> str:
    """Return the word for a key of whole numbers."""
    return urlsafe_b64encode(".".join(map(str, numbers)).encode()).decode().rstrip("=")


def key_of(word: str, length: int) -> Key:
    """Return the key of a word. Raises BadCursor."""
    try:
        if len(word) > LONGEST:
            raise BadCursor("longer than any")
        text = b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True).decode("ascii")
        key = tuple(int(part) for part in text.split(".") if part.isdigit())
    except ValueError as error:  # of base64, of ASCII, of numbers
        raise BadCursor("no cursor") from error
    if len(key) != length or word_of(*key) != word or any(number > MOST for number in key):
        raise BadCursor("no cursor of this list")
    return key


def microseconds(at: datetime) -> int:
    """Return an aware instant as a number of a key."""
    return (at - EPOCH) // MICROSECOND


def instant(number: int) -> datetime:
    """Return the instant of a number. Raises BadCursor."""
    try:
        return EPOCH + number * MICROSECOND
    except OverflowError as error:
        raise BadCursor("no time") from error
