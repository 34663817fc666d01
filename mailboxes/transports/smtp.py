"""Sends by authenticated SMTP submission. The reply to the final dot is the acceptance; nothing else is."""

import ssl
import time
from dataclasses import dataclass

from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account, Auth, Server
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.addressed import read_named, require_addressed
from mailboxes.core.errors import EndpointRefused, Scope, TransportError, VerdictUnknown
from mailboxes.core.message import Envelope, PermitToken, Receipt, SentPosition, Thread
from mailboxes.core.relay_ids import relay_id
from mailboxes.core.smtp_data import for_data
from mailboxes.core.smtp_replies import Verb, classify, read_text
from mailboxes.oauth import MailboxTokens
from mailboxes.transports.base import SentSearch
from mailboxes.transports.imap_sent import SentFolder
from mailboxes.transports.smtp_login import open_session
from mailboxes.transports.smtp_session import ConnectionLost, Reply, Session
from mailboxes.transports.smtp_worn import WORN
from mailboxes.wire.endpoints import Allowed, require_server
from mailboxes.wire.http_client import HttpClient, trust

IDLE_LIMIT = 60.0  # seconds a connection is kept unused; servers close after one to five minutes
TRUSTED_FOR = 5.0  # seconds after a reply in which a quiet connection needs no RSET to prove itself
MOST_MAILS = 100  # on one connection, the usual limit of submission servers
RESET_WITHIN = 10.0  # seconds
GO_ON = 354
CLOSING = 421


def open_smtp(account: Account, allowed: Allowed, *, tls: ssl.SSLContext | None = None) -> "SmtpTransport":
    """Make the transport of one SMTP mailbox; opens no socket. tls: whom to trust. Raises EndpointRefused."""
    server = account.endpoints.smtp
    if server is None:
        raise EndpointRefused("an SMTP mailbox needs a server to submit to")
    require_server(server, allowed)
    return SmtpTransport(account, server, tls or trust(), allowed)


@dataclass(slots=True)
class _Kept:
    """A logged-in connection between two calls. broken: in the middle of something, good for nothing."""

    session: Session
    used_at: float  # monotonic seconds
    mails: int = 0
    to_reset: bool = False
    broken: bool = False
    dismissed: bool = False  # the server said 421: it closes


class SmtpTransport:
    """One mailbox's submission server; see Transport for what each method promises."""

    def __init__(self, account: Account, server: Server, tls: ssl.SSLContext, allowed: Allowed) -> None:
        self._account = account
        self._server = server
        self._tls = tls
        self._allowed = allowed
        self._kept: _Kept | None = None
        self._client = HttpClient(allowed) if account.auth is not Auth.PASSWORD else None
        self._tokens = MailboxTokens(account, self._client) if self._client else None

    def ready(self) -> None:
        """Keep the connection if it still answers, else log in anew: the only place that connects."""
        require_no_transaction(release=False)
        if self._kept is not None and _is_warm(self._kept):
            return
        require_no_transaction()
        if self._kept is not None and not _still_good(self._kept):
            self._let_go(for_another=True)
        if self._kept is None:
            if self._tokens is not None:
                self._tokens.current()  # before the server waits for it
            session = open_session(self._account, self._server, self._tls, self._allowed, self._tokens)
            self._kept = _Kept(session, used_at=time.monotonic())

    def position(self) -> SentPosition:
        """Return {}: the newest known place in Sent stands in the inbound cursor, and asking would cost a login."""
        return {}

    def deliver(self, permit: PermitToken, envelope: Envelope, message: bytes, thread: Thread) -> Receipt:  # noqa: ARG002
        """MAIL, RCPT, DATA on the connection of ready(). thread needs nothing here: the headers carry it."""
        require_no_transaction(release=False)  # the mark, which comes before any byte, gives the connection back
        kept = self._kept
        if kept is None or kept.broken:
            raise TransportError("ready() was not called", scope=Scope.MAILBOX, permanent=False)
        named = read_named(message)
        require_addressed(named, envelope)
        commands = _commands(kept.session, envelope, message)
        data = for_data(message)
        kept.session.within(permit.deadline.total_seconds())
        permit.begin_call()
        kept.broken = True  # until a reply says where we are
        try:
            accepted = _transact(kept, commands, data)
        finally:
            kept.used_at = time.monotonic()
            if kept.broken:
                self._let_go()
        _, words = read_text(accepted.text)
        queued_as = relay_id(words, (named.message_id or "", envelope.mail_from, envelope.rcpt_to))
        return Receipt(queued_as, "", None, f"{accepted.code} {words}")

    def real_message_id(self, receipt: Receipt) -> str | None:
        return receipt.message_id

    def find_sent(self, token: str, message_id: str, since: SentPosition) -> SentSearch:
        require_no_transaction()
        return SentFolder(self._account, self._tls, self._allowed, self._tokens).find(token, message_id, since)

    def close(self) -> None:
        self._let_go()
        if self._client is not None:
            self._client.close()

    def _let_go(self, *, for_another: bool = False) -> None:
        """Close the connection, politely where it is not broken. for_another: the next one is opened at once."""
        kept, self._kept = self._kept, None
        if kept is None:
            return
        if kept.broken and not kept.dismissed:
            kept.session.close()
        else:
            kept.session.leave(say_quit=not kept.dismissed, to_the_end=for_another or kept.dismissed)


def _is_warm(kept: _Kept) -> bool:
    """Tell whether the connection needs no word with the server before the next mail."""
    fresh = time.monotonic() - kept.used_at <= min(TRUSTED_FOR, IDLE_LIMIT) and not kept.to_reset
    return fresh and not _is_spent(kept) and not kept.session.has_news()


def _is_spent(kept: _Kept) -> bool:
    most = min(MOST_MAILS, WORN.learned(kept.session.server.endpoint))
    return kept.broken or kept.mails >= most


def _still_good(kept: _Kept) -> bool:
    if _is_spent(kept) or time.monotonic() - kept.used_at > IDLE_LIMIT:
        return False
    try:
        kept.session.within(RESET_WITHIN)
        if kept.session.ask(Verb.RSET, "RSET").code != 250:
            return False
    except ConnectionLost:
        return False
    kept.to_reset = False
    return True


def _commands(session: Session, envelope: Envelope, message: bytes) -> tuple[tuple[Verb, str], ...]:
    """Return MAIL, RCPT and DATA as they go on the wire, nothing re-parsed. Raises TransportError (began False)."""
    mail = f"MAIL FROM:<{_checked(envelope.mail_from, Scope.MESSAGE)}>"
    if session.has_extn("size"):
        limit = session.esmtp_features["size"]
        if limit.isdecimal() and 0 < int(limit) < len(message):
            raise TransportError("the message is larger than the server takes", scope=Scope.MESSAGE, permanent=True)
        mail += f" SIZE={len(message)}"
    if not message.isascii():
        if not session.has_extn("8bitmime"):
            raise TransportError("the server takes no 8-bit text", scope=Scope.MESSAGE, permanent=True)
        mail += " BODY=8BITMIME"
    return (
        (Verb.MAIL, mail),
        (Verb.RCPT, f"RCPT TO:<{_checked(envelope.rcpt_to, Scope.RECIPIENT)}>"),
        (Verb.DATA, "DATA"),
    )


def _checked(address: str, scope: Scope) -> str:
    """Return the address if it is in wire form already: what was checked for suppression is what is mailed."""
    try:
        if parse_address(address).wire == address:
            return address
    except AddressError as error:
        raise TransportError(f"no address for the wire: {error}", scope=scope, permanent=True) from error
    raise TransportError("the address is not in wire form", scope=scope, permanent=True)


def _transact(kept: _Kept, commands: tuple[tuple[Verb, str], ...], data: bytes) -> Reply:
    """Run one mail transaction; kept is broken unless its last reply left it in a known state."""
    verb = Verb.MAIL
    together = kept.session.has_extn("pipelining")
    try:
        if together:
            kept.session.say(*(line for _, line in commands))
        for verb, line in commands:
            reply = kept.session.answer(verb) if together else kept.session.ask(verb, line)
            if reply.code != GO_ON if verb == Verb.DATA else not reply.granted:
                error = _refused(kept, reply, verb)
                kept.broken |= together and _goes_on(kept, verb)
                raise error
        kept.session.body(data)
    except ConnectionLost as error:  # without the final dot no server may deliver
        lost = f"at {verb.upper()}, before the final dot: {error}"
        used_up = verb is Verb.MAIL and kept.mails > 0
        raise TransportError(lost, scope=Scope.PROVIDER, permanent=False, began=True, unused=used_up) from error
    kept.mails += 1
    try:
        reply = kept.session.answer(Verb.BODY)
    except ConnectionLost as error:
        raise VerdictUnknown(f"no reply to the final dot: {error}") from error
    if reply.granted:
        kept.broken = False
        return reply
    if not 400 <= reply.code <= 599:
        raise VerdictUnknown("the reply to the final dot is neither yes nor no")
    raise _refused(kept, reply, Verb.BODY)


def _goes_on(kept: _Kept, refused: Verb) -> bool:
    """Read the replies to what went along with a refused command; True: the server waits for a text all the same."""
    behind = {Verb.MAIL: (Verb.RCPT, Verb.DATA), Verb.RCPT: (Verb.DATA,)}.get(refused, ())
    try:
        return not all(400 <= kept.session.answer(verb).code <= 599 for verb in behind)
    except ConnectionLost:
        return True


def _refused(kept: _Kept, reply: Reply, verb: Verb) -> TransportError:
    """Return the error of a refusal; the connection survives what is a plain no, and is reset before the next mail."""
    if 400 <= reply.code <= 599:
        kept.broken = kept.dismissed = reply.code == CLOSING
        kept.to_reset = True
        error = classify(reply.code, reply.text, verb).error(began=True)
        error.unused = kept.broken and verb is Verb.MAIL and kept.mails > 0  # it knows neither recipient nor text yet
        if error.unused:
            WORN.note(kept.session.server.endpoint, kept.mails)
        return error
    wrong = f"the answer to {verb.upper()} is not SMTP"
    return TransportError(wrong, scope=Scope.PROVIDER, permanent=False, began=True)
