"""Reads the heads of what a mailbox behind IMAP sent since a day, from the folder that is for sent mail."""

from datetime import datetime
from itertools import batched

from app.actions import clock
from mailboxes.core.account import Account
from mailboxes.core.errors import EndpointRefused, InboundError
from mailboxes.core.imap_folders import LABELS, TooManyFolders, Use, readable, sent_folder
from mailboxes.core.imap_identity import identity
from mailboxes.core.own_mail import is_from, was_delivered
from mailboxes.inbound.base import Head
from mailboxes.inbound.imap import CHUNK, Way
from mailboxes.inbound.past import MOST_HEADS, Past, spread
from mailboxes.wire.endpoints import Allowed, require_server
from mailboxes.wire.http_client import trust
from mailboxes.wire.imap_protocol import ImapRefused
from mailboxes.wire.imap_session import Found, ImapSession
from mailboxes.wire.imap_socket import ImapLost

READ_WITHIN = 120.0  # seconds for the whole look, the login aside


def read_sent(account: Account, allowed: Allowed, since: datetime) -> Past:
    """Return heads of what lies in Sent since that day; see mailboxes.inbound.past.read_past."""
    server = account.endpoints.imap
    if server is None:
        raise EndpointRefused("a mailbox read over IMAP needs its server")
    require_server(server, allowed)
    return read_over_imap(Way(account, server, trust(), allowed), since)


def read_over_imap(way: Way, since: datetime) -> Past:
    """Do that on a connection of its own; a mailbox without such a folder has no past. Raises InboundError."""
    try:
        session = way.open()
        try:
            return _read(session, way.account.address, since)
        finally:
            session.leave()
    except (ImapLost, ImapRefused, TooManyFolders) as error:
        raise InboundError(f"the mailbox could not be read: {error}") from error


def _read(session: ImapSession, address: str, since: datetime) -> Past:
    session.within(READ_WITHIN)
    folder = sent_folder(readable(session.folders(), others=session.other_peoples()))
    if folder is None:
        return Past()
    session.open(folder.name)
    uids = session.search(1, since.date())
    chunks = batched(spread(uids, MOST_HEADS), CHUNK)
    return Past(len(uids), tuple(_head(found, address) for chunk in chunks for found in session.heads(list(chunk))))


def _head(found: Found, address: str) -> Head:
    return Head(
        provider_id=identity(found.headers, found.size, where=f"sent {found.uid}"),
        provider_thread_id="",
        labels=frozenset({LABELS[Use.SENT]}),
        headers=found.headers,
        size=found.size,
        own=is_from(found.headers, address) or not was_delivered(found.headers),
        received_at=found.arrived or clock.now(),
    )
