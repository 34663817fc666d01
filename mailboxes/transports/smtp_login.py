"""From nothing to a session that may send: TCP, TLS, EHLO, login. Sends nothing of any mail."""

import ssl
from base64 import b64encode

from mailboxes.core.account import Account, Security, Server
from mailboxes.core.errors import CredentialError, Scope, TransportError
from mailboxes.core.smtp_replies import Verb, classify
from mailboxes.transports.smtp_session import ConnectionLost, Reply, Session
from mailboxes.wire.endpoints import Allowed

LOGIN_WITHIN = 60.0  # seconds for all of it


def open_session(account: Account, server: Server, tls: ssl.SSLContext, allowed: Allowed) -> Session:
    """Connect and log in; leaves no connection behind where it fails.

    Raises TransportError (began False), CredentialError, EndpointRefused.
    """
    session = Session(server, name=account.address.rpartition("@")[2], allowed=allowed)
    session.within(LOGIN_WITHIN)
    try:
        _greet(session, tls)
        if account.secret.get("username"):
            _log_in(session, account.secret["username"], account.secret.get("password", ""))
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
            raise TransportError("the server offers no STARTTLS: stripped?", scope=Scope.PROVIDER, permanent=False)
        _granted(session.ask(Verb.STARTTLS, "STARTTLS"), Verb.STARTTLS)
        session.secure(tls)
        _granted(session.greet(), Verb.EHLO)


def _log_in(session: Session, username: str, password: str) -> None:
    offered = session.esmtp_features.get("auth", "").upper().split()
    if "PLAIN" in offered:
        reply = session.ask(Verb.AUTH, "AUTH PLAIN " + _base64(f"\0{username}\0{password}"))
    elif "LOGIN" in offered:
        reply = session.ask(Verb.AUTH, "AUTH LOGIN")
        for answer in (username, password):
            if reply.code == 334:
                reply = session.ask(Verb.AUTH, _base64(answer))
    else:
        raise TransportError("the server offers neither PLAIN nor LOGIN", scope=Scope.MAILBOX, permanent=False)
    if reply.code == 235:
        return
    refused = classify(reply.code, reply.text, Verb.AUTH)
    if refused.permanent:
        raise CredentialError(f"the server refused the login ({reply.code})", reconnect=True)
    raise refused.error(began=False)


def _granted(reply: Reply, verb: Verb) -> None:
    if not reply.granted:
        raise classify(reply.code, reply.text, verb).error(began=False)


def _base64(text: str) -> str:
    return b64encode(text.encode()).decode("ascii")
