"""What is asked of an IMAP server: its folders, their numbers, heads and messages. Nothing is ever changed there."""

import re
import ssl
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import batched
from typing import Any

from imapclient.imap_utf7 import decode as from_utf7

from mailboxes.core.account import Account, Server
from mailboxes.core.imap_folders import Listed, Seen
from mailboxes.core.imap_replies import FORBIDDEN, GONE, PASSING
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.imap_login import Tokens, log_in
from mailboxes.wire.imap_protocol import ImapRefused, Protocol, parsed, parsed_messages, reading
from mailboxes.wire.imap_socket import ImapLost, ImapSocket

LIST_OF = 1024 * 1024  # bytes of a folder list
SEARCH_OF = 4 * 1024 * 1024  # bytes of found numbers: some 500,000
HEAD_OF = 65_536  # bytes of one head; what is longer is cut
TOGETHER = 25  # folders asked about at once: well below what a socket buffers
FIELDS_OF = 32_768  # bytes of a few fields of one message
SLACK = 4096  # bytes around each message of an answer
LAST_YEAR = 9999  # whose end is the end of the calendar
LEAVE_WITHIN = 2.0  # seconds to say LOGOUT
UNREAD = b"\r\n"  # the head of a message whose head the server does not give
LEAST = (
    "message-id", "from", "to", "date", "subject", "received", "in-reply-to", "references", "reply-to", "sender",
    "return-path", "content-type", "auto-submitted",
)  # fmt: skip
"""Fields that tell whose mail it is, asked for where the whole head is not to be had."""
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
UNSPEAKABLE = re.compile(r"[\r\n\0]")  # in a folder's name: cannot be quoted, so it cannot be asked for


@dataclass(frozen=True, slots=True)
class Found:
    """One message as FETCH tells it. None: not told. headers: with the empty line, cut at HEAD_OF."""

    uid: int
    headers: bytes
    size: int | None = None
    arrived: datetime | None = None


class ImapSession:
    """One logged-in connection, used by one thread. Every method raises ImapLost (let go of it) and ImapRefused."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._selected = ""
        self._validity = 0
        self._others: tuple[str, ...] | None = None

    @property
    def wire(self) -> ImapSocket:
        return self._protocol.wire

    @property
    def offers(self) -> frozenset[str]:
        return frozenset(self._protocol.capabilities)

    def within(self, seconds: float) -> None:
        """Begin a call that is over after so many seconds of machine time."""
        self.wire.within(seconds)

    def folders(self) -> list[Listed]:
        """List every folder, with what STATUS says where the server tells both in one answer (RFC 5819)."""
        wishes = ["SPECIAL-USE"] if "SPECIAL-USE" in self.offers else []
        wishes += ["STATUS (UIDVALIDITY UIDNEXT)"] if "LIST-STATUS" in self.offers else []
        told = ("RETURN", f"({' '.join(wishes)})") if "LIST-STATUS" in self.offers else ()
        answers = self._protocol.ask("LIST", '""', '"*"', *told, answer="LIST", at_most=LIST_OF)
        seen = dict(_statuses(self._protocol.untagged_responses.pop("STATUS", [])))
        return [one for one in _listed(answers, seen) if not UNSPEAKABLE.search(one.name)]

    def other_peoples(self) -> tuple[str, ...]:
        """Return how the names of other people's and of shared folders begin (RFC 2342)."""
        if self._others is None:
            self._others = self._ask_for_others() if "NAMESPACE" in self.offers else ()
        return self._others

    def probe(self) -> None:
        """Find out whether the connection still answers."""
        self._protocol.ask("NOOP")

    def statuses(self, names: list[str]) -> dict[str, Seen]:
        """Ask for folders' numbers without opening them; a folder whose numbers are not told in full is left out."""
        told: dict[str, Seen] = {}
        for chunk in batched(names, TOGETHER):
            each: list[tuple[str | bytes, ...]] = [(_wire_name(name), "(UIDVALIDITY UIDNEXT)") for name in chunk]
            told.update(_statuses(self._protocol.ask_each("STATUS", each, answer="STATUS")))
        return told

    def open(self, name: str) -> Seen:
        """Open a folder for reading; the numbers are those of this moment."""
        self._selected = ""
        self._protocol.ask("EXAMINE", _wire_name(name), at_most=LIST_OF)
        self._protocol.state = "SELECTED"
        self._selected = name
        told = self._protocol.untagged_responses
        with reading():
            validity = int(told["UIDVALIDITY"][-1])
            following = int(told["UIDNEXT"][-1]) if "UIDNEXT" in told else None
        self._validity = validity
        return Seen(validity, following if following is not None else max(self.search(1), default=0) + 1)

    def is_open(self, name: str) -> bool:
        return self._selected == name

    def release(self) -> None:
        """Let the open folder go, so that its numbers can be asked for again. EXAMINE made CLOSE harmless."""
        if self._selected:
            self._selected = ""
            self._protocol.ask("UNSELECT" if "UNSELECT" in self.offers else "CLOSE")
            self._protocol.state = "AUTH"

    def search(self, first: int, since: date | None = None, before: date | None = None) -> list[int]:
        """Return the numbers from `first` on, ascending; since, before: only what arrived on such a day."""
        criteria = f"UID {first}:*"
        criteria += f" SINCE {_day(since)}" if since else ""
        criteria += f" BEFORE {_day(before)}" if before else ""
        return [uid for uid in self._search(criteria) if uid >= first]

    def heads(self, uids: list[int]) -> list[Found]:
        """Read the heads of these; what is gone meanwhile is left out.

        Of a message whose head the server keeps back come the fields that it does not, or none: it must not keep the
        others from being read.
        """
        try:
            told = self._heads(uids)
        except ImapRefused as refused:
            if len(uids) > 1:
                return [found for uid in uids for found in self.heads([uid])]
            if is_passing(refused):
                raise
            told = []
        kept_back = set(uids) - {found.uid for found in told}
        return told + [self._least(uid) for uid in (self.still_there(kept_back) if kept_back else ())]

    def still_there(self, uids: Collection[int]) -> list[int]:
        """Return which of these are in the open folder now; until it is opened again it may look as before."""
        name, validity = self._selected, self._validity
        if self.open(name).validity != validity:
            raise ImapLost("the folder was numbered anew while it was read")
        return [uid for uid in self._search(f"UID {','.join(map(str, sorted(uids)))}") if uid in uids]

    def fields(self, uids: list[int], names: Iterable[str]) -> list[Found]:
        """Read these fields of each, as heads that hold nothing else; what is gone meanwhile is left out."""
        asked = f"(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS ({' '.join(names).upper()})]<0.{FIELDS_OF}>)"
        answers = self._fetch(uids, asked, len(uids) * (FIELDS_OF + SLACK))
        return [_found(uid, told) for uid, told in answers if _has_body(told)]

    def whole(self, uid: int, limit: int) -> bytes | None:
        """Read one message; None when it is gone. The caller knows that it is no larger than the limit."""
        answers = self._fetch([uid], f"(UID BODY.PEEK[]<0.{limit}>)", limit + SLACK)
        return next((_body(told) for found, told in answers if found == uid and _has_body(told)), None)

    def leave(self) -> None:
        """Say LOGOUT and close without waiting for the answer. Never raises for the network."""
        try:
            self.within(LEAVE_WITHIN)
            self.wire.send(b"x LOGOUT\r\n")
        except ImapLost:
            pass
        finally:
            self.wire.close()

    def _least(self, uid: int) -> Found:
        try:
            told = self.fields([uid], LEAST)
        except ImapRefused as refused:
            if is_passing(refused):
                raise
            told = []
        return next((found for found in told if found.headers.strip()), Found(uid, UNREAD))

    def _ask_for_others(self) -> tuple[str, ...]:
        told = parsed(self._protocol.ask("NAMESPACE", answer="NAMESPACE"))
        with reading():
            spaces = [space for part in told[1:3] for space in part or ()]
            return tuple(space[0].decode("latin-1") for space in spaces if space[0])

    def _heads(self, uids: list[int]) -> list[Found]:
        asked = f"(UID INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER]<0.{HEAD_OF}>)"
        answers = self._fetch(uids, asked, len(uids) * (HEAD_OF + SLACK))
        return [_found(uid, told) for uid, told in answers if _has_body(told)]

    def _search(self, criteria: str) -> list[int]:
        answers = self._protocol.ask("UID", "SEARCH", criteria, answer="SEARCH", at_most=SEARCH_OF)
        if not answers:  # no answer is not the answer that there is none
            raise ImapLost("the search was not answered")
        with reading():
            return sorted({int(number) for answer in answers for number in answer.partition(b"(")[0].split()})

    def _fetch(self, uids: list[int], what: str, at_most: int) -> Iterable[tuple[int, Any]]:
        """Return what was asked for, by number; lines about other messages are the server's own and left out."""
        if not uids:
            return []
        numbers = ",".join(map(str, uids))
        answers = self._protocol.ask("UID", "FETCH", numbers, what, answer="FETCH", at_most=at_most + SLACK)
        told = parsed_messages(answers)
        return [(uid, told[uid]) for uid in uids if uid in told]


def open_session(
    account: Account,
    server: Server,
    *,
    tls: ssl.SSLContext,
    allowed: Allowed,
    tokens: Tokens | None,
    within: float | None = None,
) -> ImapSession:
    """Connect and log in. Raises ImapLost, ImapRefused, CredentialError, EndpointRefused."""
    return ImapSession(log_in(account, server, tls=tls, allowed=allowed, tokens=tokens, within=within))


def is_gone(refused: ImapRefused) -> bool:
    """Tell whether the folder is not there any more."""
    return refused.code in GONE


def is_closed_to_us(refused: ImapRefused) -> bool:
    """Tell whether this login may never read the folder."""
    return refused.code in FORBIDDEN


def is_passing(refused: ImapRefused) -> bool:
    """Tell whether the server would not answer just then, whatever it was asked."""
    return refused.code in PASSING


def _day(day: date) -> str:
    return f"{day.day}-{MONTHS[day.month - 1]}-{day.year}"


def _wire_name(name: str) -> bytes:
    return b'"' + name.replace("\\", "\\\\").replace('"', '\\"').encode("latin-1") + b'"'


def _name(token: Any) -> str:
    """Return a name as on the wire. A name of digits comes as a number; INBOX is INBOX however it is spelt."""
    name = token.decode("latin-1") if isinstance(token, bytes) else str(token)
    return "INBOX" if name.upper() == "INBOX" else name


def _listed(answers: list[Any], seen: dict[str, Seen]) -> Iterator[Listed]:
    for answer in answers:
        told = parsed([answer])
        if len(told) < 3 or not isinstance(told[0], tuple):  # the rest of a line with a literal
            continue
        name = _name(told[2])
        attributes = frozenset(one.decode("latin-1").lower() for one in told[0] if isinstance(one, bytes))
        delimiter = told[1].decode("latin-1") if isinstance(told[1], bytes) else ""
        yield Listed(name, _title(name), attributes, delimiter, seen.get(name))


def _title(name: str) -> str:
    try:
        return from_utf7(name.encode("latin-1"))
    except (ValueError, LookupError, TypeError):
        return name


def _statuses(answers: list[Any]) -> Iterator[tuple[str, Seen]]:
    """Read STATUS answers: a name, then words and numbers in pairs. What is not told in full is left out."""
    told = parsed(answers)
    with reading():
        for name, numbers in zip(told[::2], told[1::2], strict=False):
            pairs = {str(word, "ascii").upper(): number for word, number in zip(*[iter(numbers)] * 2, strict=False)}
            validity, following = pairs.get("UIDVALIDITY"), pairs.get("UIDNEXT")
            if isinstance(validity, int) and isinstance(following, int) and following > 0:
                yield _name(name), Seen(validity, following)


def _has_body(told: Any) -> bool:
    """Tell whether what was asked for came; NIL is what Dovecot says of a message that went meanwhile."""
    return any(word.startswith(b"BODY[") and value is not None for word, value in told.items())


def _body(told: Any) -> bytes:
    body = next(value for word, value in told.items() if word.startswith(b"BODY["))
    return body if isinstance(body, bytes) else str(body).encode() if isinstance(body, int) else b""


def _found(uid: int, told: Any) -> Found:
    size, arrived = told.get(b"RFC822.SIZE"), told.get(b"INTERNALDATE")
    return Found(uid, _body(told), size if isinstance(size, int) else None, _instant(arrived))


def _instant(told: Any) -> datetime | None:
    """Return an INTERNALDATE in UTC; None for one that no calendar holds, or from which no day can be counted."""
    try:
        at = told.astimezone(UTC) if isinstance(told, datetime) and told.tzinfo else None
    except (OverflowError, ValueError):
        return None
    return at if at is not None and at.year < LAST_YEAR else None
