"""What the headers of a mailbox's own mail tell: whom it answers, whom it is to, and whether the product sent it."""

from dataclasses import dataclass

from bounces.core.mail.headers import Headers, Unreadable, addresses, message_id, message_ids
from bounces.core.markers import headers_of
from mailboxes.core.address import AddressError, parse_address

NAMES_LIMIT = 40
RECEIVERS_LIMIT = 50
OURS = "x-entity-ref"  # our id on the wire, in every mail that the product sends


@dataclass(frozen=True, slots=True)
class OwnHead:
    """ids without angle brackets, the newest first; receivers are normalised addresses; ours: the product sent it."""

    names: tuple[str, ...] = ()
    receivers: tuple[str, ...] = ()
    ours: bool = False


def read_own(block: bytes) -> OwnHead:
    """Read a header block, hostile or not."""
    headers = headers_of(block)
    answered = headers.get("in-reply-to")
    first = message_ids(answered) or tuple(one for one in [message_id(answered)] if one)
    names = tuple(dict.fromkeys([*first, *reversed(message_ids(headers.get("references")))]))
    return OwnHead(names[:NAMES_LIMIT], _receivers(headers), OURS in headers)


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
