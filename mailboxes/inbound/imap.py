"""Reads a mailbox over IMAP: everything that came into any folder since the cursor, heads first.

Each fetch lists the folders with their numbers, opens those that have news, and takes heads until nothing is left or
the batch is full. A message is named after its head (core.imap_identity), so one that was moved, copied or numbered
anew is the same message to whoever stores it.
"""

import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import batched

from app.actions import clock
from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account, Auth, Server
from mailboxes.core.errors import EndpointRefused, InboundError
from mailboxes.core.imap_folders import LABELS, Folder, Seen, TooManyFolders, Use, readable
from mailboxes.core.imap_identity import NEEDED, identity
from mailboxes.core.imap_places import FolderPlace, Places, from_cursor, to_cursor
from mailboxes.core.large_mail import beginning
from mailboxes.core.own_mail import is_from, was_delivered
from mailboxes.inbound.base import CUT_LIMIT, WHOLE_LIMIT, Batch, Cursor, Head, headers_alone
from mailboxes.oauth import MailboxTokens
from mailboxes.wire.endpoints import Allowed, require_server
from mailboxes.wire.http_client import HttpClient, trust
from mailboxes.wire.imap_protocol import ImapRefused
from mailboxes.wire.imap_session import Found, ImapSession, is_closed_to_us, is_gone, is_passing, open_session
from mailboxes.wire.imap_socket import ImapLost

FETCH_WITHIN = 90.0  # seconds for one fetch, the login aside
ENOUGH_LEFT = 40.0  # seconds that must be left to begin another chunk: what was read until then is worth storing
TRUSTED_FOR = 20.0  # seconds after an answer in which a kept connection needs no proof
ALIVE_WITHIN = 10.0  # seconds for a kept connection to prove itself
WHOLE_WITHIN = 60.0  # seconds for one message
CHUNK = 50  # heads of one command
AROUND = timedelta(days=2)  # servers' days are not ours
FIELDS = tuple(name.decode() for name in NEEDED)
MOST_HEADS = 200  # of a batch: the caller stores a batch in one transaction
MOST_BYTES = 8 * 1024 * 1024  # of a batch, likewise

type Where = tuple[str, int, int]  # folder, validity, number
type Take = Callable[[ImapSession, int, "Head"], bytes | None]


class NoInbox(ImapLost):
    """The server lists folders, and no INBOX among them."""


def open_imap_feed(account: Account, allowed: Allowed, *, tls: ssl.SSLContext | None = None) -> "ImapFeed":
    """Make the feed of one mailbox; opens no socket. tls: whom to trust. Raises EndpointRefused."""
    server = account.endpoints.imap
    if server is None:
        raise EndpointRefused("a mailbox read over IMAP needs its server")
    require_server(server, allowed)
    return ImapFeed(Way(account, server, tls or trust(), allowed))


@dataclass(frozen=True, slots=True)
class Way:
    """How to get to one mailbox."""

    account: Account
    server: Server
    tls: ssl.SSLContext
    allowed: Allowed

    def open(self) -> ImapSession:
        """Connect and log in. Raises ImapLost, ImapRefused, CredentialError, EndpointRefused."""
        with_password = self.account.auth is Auth.PASSWORD
        client = None if with_password else HttpClient(self.allowed)
        tokens = MailboxTokens(self.account, client) if client else None
        try:
            return open_session(self.account, self.server, tls=self.tls, allowed=self.allowed, tokens=tokens)
        finally:
            if client is not None:
                client.close()


@dataclass(slots=True)
class Reading:
    """One fetch under way."""

    places: Places
    heads: dict[str, Head] = field(default_factory=dict)
    size: int = 0
    complete: bool = True

    def full(self) -> bool:
        return len(self.heads) >= MOST_HEADS or self.size >= MOST_BYTES


class ImapFeed:
    """One mailbox's way in; see Feed for what it promises."""

    def __init__(self, way: Way) -> None:
        self._way = way
        self._session: ImapSession | None = None
        self._used_at = 0.0  # monotonic seconds
        self._where: dict[str, list[Where]] = {}  # of the heads of the last fetch

    def fetch(self, cursor: Cursor) -> Batch:
        require_no_transaction()
        try:
            places = from_cursor(cursor)
        except ValueError as error:
            raise InboundError(str(error), cursor_expired=True) from error
        return self._ask(FETCH_WITHIN, lambda session: self._fetch(session, places))

    def whole(self, head: Head) -> bytes | None:
        require_no_transaction()
        return self._ask(WHOLE_WITHIN, lambda session: self._found(session, head, _whole))

    def headers(self, head: Head) -> bytes | None:
        require_no_transaction()
        return self._ask(WHOLE_WITHIN, lambda session: self._found(session, head, _headers))

    def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.leave()

    def _ask[T](self, seconds: float, work: Callable[[ImapSession], T]) -> T:
        """Do this on the session, opened where there is none or the kept one is dead. Raises InboundError."""
        opened = False
        try:
            session = self._session = self._alive() or self._way.open()
            opened = True
            session.within(seconds)
            done = work(session)
        except (ImapLost, ImapRefused, TooManyFolders, EndpointRefused) as error:
            self._drop()
            message = f"the mailbox could not be read: {error}"
            raise InboundError(message, of_mailbox=opened and _speaks_of_the_mailbox(error)) from error
        self._used_at = time.monotonic()
        return done

    def _alive(self) -> ImapSession | None:
        """Return the kept session if it still answers: servers close what is quiet for half an hour, nets sooner."""
        if self._session is not None and time.monotonic() - self._used_at > TRUSTED_FOR:
            try:
                self._session.within(ALIVE_WITHIN)
                self._session.probe()
            except (ImapLost, ImapRefused):
                self._drop()
        return self._session

    def _drop(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.wire.close()

    def _found(self, session: ImapSession, head: Head, take: Take) -> bytes | None:
        for where in self._where.get(head.provider_id, []):
            if (raw := self._read_at(session, where, head, take)) is not None:
                return raw
        return self._read_elsewhere(session, head, take)

    def _fetch(self, session: ImapSession, places: Places) -> Batch:
        started = clock.now()
        self._where = {}
        session.release()
        folders = readable(session.folders(), others=session.other_peoples())
        if not any(folder.use is Use.INBOX for folder in folders):
            raise NoInbox("the list of folders holds no INBOX")
        reading = Reading(places.listed(folders))
        news = self._placed(session, folders, reading)
        for folder in news:
            self._read(session, folder, reading)
        if reading.complete:
            reading.places = reading.places.read_through(started)
        if not reading.complete and not reading.heads and reading.places == places:
            raise ImapRefused("to open a folder", "")
        return Batch(tuple(reading.heads.values()), to_cursor(reading.places), reading.complete)

    def _placed(self, session: ImapSession, folders: list[Folder], reading: Reading) -> list[Folder]:
        """Give every folder its place before any is read, so that a first look knows where each began."""
        news = []
        told = session.statuses([folder.name for folder in folders if folder.seen is None])
        for folder in folders:
            try:
                seen = folder.seen or told.get(folder.name) or session.open(folder.name)
            except ImapRefused as error:
                reading.complete &= is_gone(error) or is_closed_to_us(error)
                continue
            place = reading.places.of(folder, seen, clock.now())
            _keep(reading, folder, place)
            if place.has_news(seen):
                news.append(folder)
        return news

    def _read(self, session: ImapSession, folder: Folder, reading: Reading) -> None:
        """Take the heads of one folder, as many as the batch and the time have room for."""
        if reading.full() or session.wire.left < ENOUGH_LEFT:
            reading.complete = False
            return
        try:
            seen = session.open(folder.name)
        except ImapRefused as error:
            reading.complete &= is_gone(error) or is_closed_to_us(error)
            return
        place = reading.places.of(folder, seen, clock.now())
        uids = session.search(place.next, place.since)
        reading.complete &= place.accounts_for(len(uids), seen)
        for chunk in batched(uids, CHUNK):
            if reading.full() or session.wire.left < ENOUGH_LEFT:
                reading.complete = False
                _keep(reading, folder, place)
                return
            for found in session.heads(list(chunk)):
                self._take(folder, seen, found, reading)
            place = place.passed(chunk[-1])
        _keep(reading, folder, place.done(seen))

    def _take(self, folder: Folder, seen: Seen, found: Found, reading: Reading) -> None:
        where = (folder.name, seen.validity, found.uid)
        name = identity(found.headers, found.size, where=f"{where}")
        self._where.setdefault(name, []).append(where)
        if name in reading.heads:
            return
        reading.size += len(found.headers)
        reading.heads[name] = Head(
            provider_id=name,
            provider_thread_id="",
            labels=frozenset({LABELS[folder.use]} if folder.use in LABELS else ()),
            headers=found.headers,
            size=found.size,
            own=is_from(found.headers, self._way.account.address)
            or (folder.use is Use.SENT and not was_delivered(found.headers)),
            received_at=found.arrived or clock.now(),
        )

    def _read_at(self, session: ImapSession, where: Where, head: Head, take: Take) -> bytes | None:
        """Read a message where it lay; None when it or its folder is gone, or the numbers mean something else now."""
        name, validity, uid = where
        try:
            if not session.is_open(name) and session.open(name).validity != validity:
                return None
        except ImapRefused as error:
            if is_gone(error):
                return None
            raise
        return take(session, uid, head)

    def _read_elsewhere(self, session: ImapSession, head: Head, take: Take) -> bytes | None:
        """Look for a message that was moved, or told of long ago: in every folder, among what arrived around its day.

        No head is needed for that: the fields that are its identity are read again and compared.
        """
        session.release()
        day = head.received_at.date()
        for folder in readable(session.folders(), others=session.other_peoples()):
            try:
                seen = session.open(folder.name)
            except ImapRefused as error:
                if is_gone(error) or is_closed_to_us(error):
                    continue
                raise
            uids = session.search(1, day - AROUND, day + AROUND)
            for chunk in batched(reversed(uids), CHUNK):
                for found in session.fields(list(chunk), FIELDS):
                    where = (folder.name, seen.validity, found.uid)
                    if identity(found.headers, found.size, where=f"{where}") == head.provider_id:
                        return take(session, found.uid, head)
        return None


def _speaks_of_the_mailbox(error: Exception) -> bool:
    """Tell whether a server that let us in said no to this mailbox, or shows one that nobody can read."""
    if isinstance(error, ImapRefused):
        return not is_passing(error)
    return isinstance(error, NoInbox | TooManyFolders)


def _whole(session: ImapSession, uid: int, head: Head) -> bytes | None:
    """Read one message: of one that is too large its words, of one that the server cannot hand out its headers."""
    large = head.size is not None and head.size > WHOLE_LIMIT
    try:
        raw = session.whole(uid, CUT_LIMIT if large else WHOLE_LIMIT)
    except ImapRefused as error:
        if is_passing(error):
            raise
        headers = head.headers or _headers(session, uid, head)
        return headers_alone(headers) if headers is not None and session.still_there([uid]) else None
    if raw is None or not (large or len(raw) >= WHOLE_LIMIT):
        return raw
    return beginning(raw[:CUT_LIMIT])


def _headers(session: ImapSession, uid: int, _: Head) -> bytes | None:
    return next((found.headers for found in session.heads([uid])), None)


def _keep(reading: Reading, folder: Folder, place: FolderPlace) -> None:
    if reading.places.folders.get(folder.name) != place:
        reading.places = reading.places.at(folder.name, place)
