"""AUTH: by password, or by an access token that may have to be renewed once. Nothing of a secret is ever told."""

from collections.abc import Collection
from typing import Protocol

from mailboxes.core.account import Account, Auth
from mailboxes.core.errors import CredentialError, TransportError
from mailboxes.core.sasl import encoded, plain, xoauth2
from mailboxes.core.smtp_replies import Refusal, Verb, classify
from mailboxes.transports.smtp_session import NotOffered, Reply, Session

GRANTED = 235
GO_ON = 334


class Tokens(Protocol):
    """Where access tokens of one mailbox come from."""

    def current(self) -> str:
        """Return a token that is good for minutes. Raises CredentialError."""

    def drop(self, token: str) -> object:
        """Forget this token: the server refused it."""


def log_in(session: Session, account: Account, tokens: Tokens | None) -> None:
    """Say who we are, if the account has anything to say it with.

    Raises CredentialError, TransportError (began False), ConnectionLost.
    """
    secret = account.secret
    if account.auth is not Auth.PASSWORD:
        _by_token(session, secret.get("username") or account.address, tokens)
    elif secret.get("username"):
        _by_password(session, secret["username"], secret.get("password", ""))


def _by_password(session: Session, username: str, password: str) -> None:
    offered = _offered(session)
    if "PLAIN" in offered:
        reply = session.ask(Verb.AUTH, f"AUTH PLAIN {plain(username, password)}")
    elif "LOGIN" in offered:
        reply = session.ask(Verb.AUTH, "AUTH LOGIN")
        for answer in (username, password):
            if reply.code == GO_ON:
                reply = session.ask(Verb.AUTH, encoded(answer))
    else:
        raise _not_offered("neither PLAIN nor LOGIN")
    if reply.code != GRANTED:
        raise _refused(reply, (password, encoded(password), plain(username, password)))


def _by_token(session: Session, username: str, tokens: Tokens | None) -> None:
    """Use the token at hand; should it be refused, a fresh one, once."""
    if "XOAUTH2" not in _offered(session):
        raise _not_offered("no XOAUTH2")
    if tokens is None:
        raise CredentialError("the mailbox has no grant to get a token by", reconnect=True)
    refused: Exception | None = None
    for _ in range(2):
        token = tokens.current()
        reply = _say_token(session, username, token)
        if reply.code == GRANTED:
            return
        refused = _refused(reply, (token, xoauth2(username, token)))
        if not isinstance(refused, CredentialError):
            break
        tokens.drop(token)
    if refused is not None:
        raise refused


def _say_token(session: Session, username: str, token: str) -> Reply:
    reply = session.ask(Verb.AUTH, f"AUTH XOAUTH2 {xoauth2(username, token)}")
    # A 334 here tells in base64 what is wrong; the refusal itself comes after an empty line.
    return session.ask(Verb.AUTH, "") if reply.code == GO_ON else reply


def _offered(session: Session) -> list[str]:
    return session.esmtp_features.get("auth", "").upper().split()


def _not_offered(what: str) -> TransportError:
    return NotOffered("login", f"the server offers {what}")


def _refused(reply: Reply, secrets: Collection[str]) -> CredentialError | TransportError:
    refused = classify(reply.code, reply.text, Verb.AUTH)
    words = _without(refused, secrets)
    if refused.permanent:
        return CredentialError(f"the server refused the login ({reply.code})", reconnect=True, words=words)
    return refused.error(began=False).saying(words)


def _without(refused: Refusal, secrets: Collection[str]) -> str:
    """Return what the server said, unless it repeats a secret."""
    return "" if any(secret and secret in refused.text for secret in secrets) else refused.words
