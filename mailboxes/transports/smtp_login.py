"""From nothing to a session that may send: TCP, TLS, EHLO, login. Sends nothing of any mail."""

import ssl

from mailboxes.core.account import Account, Security, Server
from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.smtp_replies import Verb, classify
from mailboxes.transports.smtp_auth import Tokens, log_in
from mailboxes.transports.smtp_session import ConnectionLost, NotOffered, Reply, Session
from mailboxes.wire.endpoints import Allowed

LOGIN_WITHIN = 60.0  # seconds for all of it


def open_session(
    account: Account,
    server: Server,
    tls: ssl.SSLContext,
    allowed: Allowed,
    tokens: Tokens | None = None,
    *,
    within: float | None = None,
) -> Session:
    """Connect and log in; leaves no connection behind where it fails.

    Raises TransportError (began False), CredentialError, EndpointRefused.
    """
    session = Session(server, name=account.address.rpartition("@")[2], allowed=allowed)
    session.within(LOGIN_WITHIN if within is None else within)
    try:
        _greet(session, tls)
        log_in(session, account, tokens)
    except ConnectionLost as error:
        session.close()
        raise TransportError(f"no session: {error}", scope=Scope.PROVIDER, permanent=False) from error
    except BaseException:
        session.close()
        raise
    return session


def _greet(session: Session, tls: ssl.SSLContext) -> None:
    security = session.server.security
    _granted(session.open(tls if security == Security.TLS else None), Verb.GREETING)
    _granted(session.greet(), Verb.EHLO)
    if security == Security.STARTTLS:
        if not session.has_extn("starttls"):
            raise NotOffered("starttls", "the server offers no STARTTLS: stripped?")
        _granted(session.ask(Verb.STARTTLS, "STARTTLS"), Verb.STARTTLS)
        session.secure(tls)
        _granted(session.greet(), Verb.EHLO)


def _granted(reply: Reply, verb: Verb) -> None:
    if not reply.granted:
        raise classify(reply.code, reply.text, verb).error(began=False)
