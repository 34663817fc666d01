"""From nothing to an IMAP session that is logged in: TCP, TLS, capabilities, login. Tells the server nothing of us."""

import ssl
from collections.abc import Callable
from typing import Protocol as Shape

from mailboxes.core.account import Account, Auth, Security, Server
from mailboxes.core.errors import CredentialError
from mailboxes.core.imap_replies import is_final
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.imap_protocol import ImapRefused, Protocol
from mailboxes.wire.imap_socket import ImapLacks, ImapLost, ImapSocket

LOGIN_WITHIN = 45.0  # seconds for all of it


class Tokens(Shape):
    """Where access tokens of one mailbox come from."""

    def current(self) -> str:
        """Return a token that is good for minutes. Raises CredentialError."""

    def drop(self, token: str) -> object:
        """Forget this token: the server refused it."""


def log_in(
    account: Account,
    server: Server,
    *,
    tls: ssl.SSLContext,
    allowed: Allowed,
    tokens: Tokens | None,
    within: float | None = None,
) -> Protocol:
    """Connect and log in within so many seconds, 45 where none are given; leaves no connection behind where it fails.

    tokens: unused where a password is. Raises ImapLost, ImapRefused, CredentialError, EndpointRefused.
    """
    wire = ImapSocket(server, tls)
    wire.within(LOGIN_WITHIN if within is None else within)
    try:
        wire.connect(allowed)
        protocol = _greet(wire, server.security)
        if account.auth is Auth.PASSWORD or tokens is None:
            _with_password(protocol, account.secret.get("username", ""), account.secret.get("password", ""))
        else:
            _with_token(protocol, account.secret.get("username") or account.address, tokens)
        protocol.offers_anew()
    except BaseException:
        wire.close()
        raise
    return protocol


def _greet(wire: ImapSocket, security: Security) -> Protocol:
    if security == Security.TLS:
        wire.secure()
    protocol = Protocol(wire)
    if protocol.state != "NONAUTH":
        raise ImapLost("the server says that we are logged in already: somebody would keep TLS away")
    if security == Security.STARTTLS:
        if "STARTTLS" not in protocol.capabilities:
            raise ImapLacks("starttls", "the server offers no STARTTLS: stripped?")
        protocol.ask("STARTTLS")
        wire.secure()
        protocol.offers_anew()  # what was said before TLS counts for nothing (RFC 2595)
    return protocol


def _with_password(protocol: Protocol, username: str, password: str) -> None:
    if any(ord(sign) < 32 or ord(sign) == 127 for sign in username + password):
        raise CredentialError("the user name or the password holds control characters", reconnect=True)
    offered = protocol.capabilities
    try:
        if "AUTH=PLAIN" in offered:
            protocol.sign_in("PLAIN", lambda _: f"\0{username}\0{password}".encode())
        elif "LOGINDISABLED" not in offered:
            protocol.ask("LOGIN", _quoted(username), _quoted(password))
            protocol.state = "AUTH"
        elif "AUTH=LOGIN" in offered:
            protocol.sign_in("LOGIN", _in_turn(username.encode(), password.encode()))
        else:
            raise ImapLacks("login", "the server takes neither PLAIN nor LOGIN")
    except ImapRefused as error:
        final = is_final(error.words)
        told = "" if password and password in error.words else error.words[:500]
        message = f"the server refused the login ({error.code or 'no reason'})"
        raise CredentialError(message, reconnect=final, words=told) from None


def _with_token(protocol: Protocol, username: str, tokens: Tokens) -> None:
    """Log in by XOAUTH2; a token that is refused is refreshed once."""
    if "AUTH=XOAUTH2" not in protocol.capabilities:
        raise ImapLacks("login", "the server takes no XOAUTH2")
    refused = ""
    for last in (False, True):
        token = tokens.current()
        try:
            protocol.sign_in("XOAUTH2", _in_turn(f"user={username}\1auth=Bearer {token}\1\1".encode()))
        except ImapRefused as error:
            if not is_final(error.words):
                raise CredentialError(f"the server takes no login now ({error.code})", reconnect=False) from None
            tokens.drop(token)
            refused = error.code or "no reason"
            if last:
                break
        else:
            return
    raise CredentialError(f"the server refused a fresh access token ({refused})", reconnect=True)


def _in_turn(*answers: bytes) -> Callable[[bytes], bytes]:
    """Answer each challenge in turn, then with nothing: a refused token is told in a challenge that wants none."""
    waiting = list(answers)
    return lambda _challenge: waiting.pop(0) if waiting else b""


def _quoted(text: str) -> bytes:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return b'"' + escaped.encode() + b'"'
