"""Looks for one mail among all that a mailbox sent since a place in its Sent folder.

A copy may have been moved since. So the Sent folder is read by number from the stored place, every other folder by day
from a while before it, and each id is compared exactly: no server's search is believed in what it does not find.
"""

import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import batched

from mailboxes.core.account import Account
from mailboxes.core.errors import EndpointRefused
from mailboxes.core.header_block import header_fields
from mailboxes.core.imap_folders import Folder, TooManyFolders, readable, sent_folder
from mailboxes.core.imap_identity import message_id_of
from mailboxes.core.imap_places import sign_of
from mailboxes.core.message import Receipt, SentPosition
from mailboxes.transports.base import Absent, Found, SentSearch, Unknown
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.imap_login import Tokens
from mailboxes.wire.imap_protocol import ImapRefused
from mailboxes.wire.imap_session import ImapSession, open_session
from mailboxes.wire.imap_socket import ImapLost

SEARCH_WITHIN = 120.0  # seconds for the whole look
OVERLAP = timedelta(days=2)  # servers' days are not ours
CHUNK = 200  # ids of one command
MOST_MAILS = 20_000  # of one look: a mailbox that got more since then is for a person
OUR_REF = b"x-entity-ref"
IDS = ("Message-ID", "X-Entity-Ref")
NO_SERVER = "a submission server shows no copy of what it took, and no IMAP server is known"
NO_PLACE = "no place in the Sent folder was stored with the permit"
NO_SENT = "the mailbox has no Sent folder"
RENUMBERED = "the Sent folder was numbered anew since then"
TAKEN_AWAY = "a mail that was in the Sent folder since then was moved or deleted"
TOO_MUCH = "too much came into the mailbox since then"


@dataclass(frozen=True, slots=True)
class Since:
    """The stored place: folder is a sign of the Sent folder's name."""

    folder: str
    validity: int
    next: int
    day: date


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the mail is known by."""

    token: bytes
    message_id: bytes

    def is_in(self, headers: bytes) -> bool:
        """Tell whether one of the two ids stands there, exactly."""
        fields = header_fields(headers)
        ref = fields.get(OUR_REF, [b""])[0].strip(b"<> ")
        return bool(ref and ref == self.token) or message_id_of(fields) == self.message_id


@dataclass(frozen=True, slots=True)
class SentFolder:
    """The way to a mailbox that is read over IMAP. tokens: None where a password is used."""

    account: Account
    tls: ssl.SSLContext
    allowed: Allowed
    tokens: Tokens | None

    def find(self, token: str, message_id: str, position: SentPosition) -> SentSearch:
        """Look for the mail on a connection of this look's own. Raises CredentialError; the rest is Unknown."""
        server = self.account.endpoints.imap
        since = since_of(position)
        if server is None or since is None:
            return Unknown(NO_PLACE if server else NO_SERVER, final=True)
        wanted = Wanted(token.encode(), message_id.encode())
        try:
            session = open_session(self.account, server, tls=self.tls, allowed=self.allowed, tokens=self.tokens)
            try:
                return find_over_imap(session, wanted=wanted, since=since)
            finally:
                session.leave()
        except (ImapLost, ImapRefused, TooManyFolders, EndpointRefused) as error:
            return Unknown(f"the mailbox could not be read: {error}")


def since_of(position: SentPosition) -> Since | None:
    """Return the stored place; None where none was known."""
    match position:
        case {"uidvalidity": int(validity), "uidnext": int(following), "folder": str(folder), "read_at": str(read_at)}:
            return Since(folder, validity, following, (datetime.fromisoformat(read_at) - OVERLAP).date())
        case _:
            return None


def find_over_imap(session: ImapSession, *, wanted: Wanted, since: Since) -> SentSearch:
    """Read everything sent since the place, wherever it lies now. What keeps the read from being whole is Unknown.

    Raises ImapLost, ImapRefused, TooManyFolders.
    """
    session.within(SEARCH_WITHIN)
    folders = readable(session.folders(), others=session.other_peoples())
    sent = sent_folder(folders)
    doubt = "" if sent else NO_SENT
    read = 0
    for folder in folders:
        for headers, why in _ids(session, folder, sent, since):
            doubt = doubt or why
            read += 1
            if wanted.is_in(headers):
                return Found(Receipt(_id(headers), "", _id(headers) or None, "found in the mailbox"))
            if read > MOST_MAILS:
                return Unknown(TOO_MUCH, final=True)
    return Unknown(doubt) if doubt else Absent()


def _ids(session: ImapSession, folder: Folder, sent: Folder | None, since: Since) -> Iterator[tuple[bytes, str]]:
    """Yield the ids of each mail of a folder, and with the last one, which may be empty, why they prove too little."""
    seen = session.open(folder.name)
    same = seen.validity == since.validity and sign_of(folder.name) == since.folder and seen.next >= since.next
    by_number = folder == sent and same
    uids = session.search(since.next) if by_number else session.search(1, since.day)
    found = 0
    for chunk in batched(uids, CHUNK):
        for one in session.fields(list(chunk), IDS):
            found += 1
            yield one.headers, ""
    if folder != sent:
        why = "" if found == len(uids) else TAKEN_AWAY
    elif not same:
        why = RENUMBERED
    else:
        why = "" if found >= seen.next - since.next else TAKEN_AWAY
    yield b"", why


def _id(headers: bytes) -> str:
    return message_id_of(header_fields(headers)).decode("ascii", "replace")
