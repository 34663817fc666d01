"""What the headers of a mailbox's own mail tell: whom it answers, whom it is to, and what sent it."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from bounces.core.mail.headers import Headers, Unreadable, addresses, message_id, message_ids
from bounces.core.markers import headers_of
from mailboxes.core.address import AddressError, parse_address

NAMES_LIMIT = 40
MOVED_IN = timedelta(days=1)  # between the Date and the arrival of a mail that was not sent when it came
RECEIVERS_LIMIT = 50
OURS = "x-entity-ref"  # our id on the wire, in every mail that the product sends
# Fields that a program puts into mail for many; nobody's mail program writes them into a letter.
BULK = ("list-unsubscribe", "list-unsubscribe-post", "list-id", "feedback-id", OURS)
PRECEDENCE = frozenset({"bulk", "list", "junk"})
# Libraries with which programs write mail: no person sits before them.
LIBRARIES = re.compile(
    r"\b(?:phpmailer|nodemailer|swiftmailer|symfony mailer|javamail|mailkit|sendgrid|mailgun)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class OwnHead:
    """ids without angle brackets, the newest first; receivers are normalised addresses; ours: it bears an id of ours.

    token, message_id: by which the ledger knows it, if it does. by_tool: a program wrote it, whoever's that is.
    by_itself: a program answered in somebody's absence, which is no letter to anybody. dated: what its Date says, if it
    can be read.
    """

    names: tuple[str, ...] = ()
    receivers: tuple[str, ...] = ()
    ours: bool = False
    token: str = ""
    message_id: str = ""
    by_tool: bool = False
    by_itself: bool = False
    dated: datetime | None = None

    def sent_at(self, came: datetime) -> datetime:
        """Return when it was sent, if it lies there since `came`: an archive that is moved in is as old as it says."""
        old = self.dated is not None and came - self.dated > MOVED_IN
        return self.dated if self.dated is not None and old else came


def read_own(block: bytes) -> OwnHead:
    """Read a header block, hostile or not."""
    headers = headers_of(block)
    answered = headers.get("in-reply-to")
    first = message_ids(answered) or tuple(one for one in [message_id(answered)] if one)
    names = tuple(dict.fromkeys([*first, *reversed(message_ids(headers.get("references")))]))
    return OwnHead(
        names[:NAMES_LIMIT],
        _receivers(headers),
        OURS in headers,
        headers.get(OURS).strip(" <>")[:100],
        (message_id(headers.get("message-id")) or "")[:998],
        _by_tool(headers),
        headers.get("auto-submitted").strip().lower().startswith("auto-replied"),
        _dated(headers.get("date")),
    )


def _dated(value: str) -> datetime | None:
    try:
        stated = parsedate_to_datetime(" ".join(value.split())[:80])
        return stated.astimezone(UTC) if stated.tzinfo else stated.replace(tzinfo=UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _by_tool(headers: Headers) -> bool:
    """Tell whether a program wrote it, as far as its head shows: what shows nothing was written by hand."""
    if any(name in headers for name in BULK):
        return True
    automatic = headers.get("auto-submitted").partition(";")[0].strip().lower() not in {"", "no"}
    listed = headers.get("precedence").strip().lower() in PRECEDENCE
    return automatic or listed or LIBRARIES.search(headers.get("x-mailer")[:200]) is not None


def _receivers(headers: Headers) -> tuple[str, ...]:
    found = [text for name in ("to", "cc", "bcc") for value in headers.all(name)[:2] for text in _addresses(value)]
    return tuple(dict.fromkeys(one for text in found[:RECEIVERS_LIMIT] if (one := _normalised(text))))


def _addresses(value: str) -> tuple[str, ...]:
    try:
        return tuple(addresses(value))
    except Unreadable:
        return ()


def _normalised(text: str) -> str:
    try:
        return parse_address(text).normalised
    except AddressError:
        return ""
