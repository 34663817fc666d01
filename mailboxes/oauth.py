"""Access tokens of Gmail mailboxes: refreshed with the stored grant, kept in this process, never stored."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import urlencode

from app.actions import clock
from mailboxes.core.account import Account
from mailboxes.core.errors import CredentialError
from mailboxes.wire.http_client import Answer, HttpClient, NeverLeft, NoAnswer

REFRESH_WITHIN = 20.0  # seconds for the token endpoint
MARGIN = timedelta(minutes=3)  # a token handed out outlives the wait for a permit and the lease of a send
SHORTEST_LIFE = timedelta(minutes=5)  # assumed when the answer does not say
FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}
NEEDED = ("refresh_token", "client_id", "client_secret")


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A bearer token and the machine time at which it dies."""

    value: str = field(repr=False)
    expires_at: datetime


type Key = tuple[int, bytes]  # mailbox and a hash of its grant: a reconnected mailbox never gets the old token


class AccessTokens:
    """The tokens of one process, by mailbox. Safe for threads: one refresh a mailbox at a time, others wait for it."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._tokens: dict[Key, AccessToken] = {}
        self._locks: dict[Key, threading.Lock] = {}
        self._guard = threading.Lock()

    def get(self, account: Account, client: HttpClient) -> str:
        """Return a token good for at least MARGIN, asking the token endpoint only if there is none.

        Raises CredentialError: reconnect where the grant is dead, else the endpoint gave no token this time.
        """
        key = _key(account)
        with self._lock_of(key):
            held = self._tokens.get(key)
            if held is None or held.expires_at - self._now() < MARGIN:
                held = self._tokens[key] = refresh(account, client, now=self._now())
            return held.value

    def drop(self, account: Account, value: str) -> None:
        """Forget this token; another one that came since stays."""
        key = _key(account)
        with self._lock_of(key):
            held = self._tokens.get(key)
            if held is not None and held.value == value:
                del self._tokens[key]

    def _lock_of(self, key: Key) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(key, threading.Lock())


ACCESS_TOKENS = AccessTokens(now=clock.now)


@dataclass(frozen=True, slots=True)
class MailboxTokens:
    """The tokens of one mailbox, as the Gmail API asks for them."""

    account: Account
    client: HttpClient
    tokens: AccessTokens = field(default=ACCESS_TOKENS)

    def current(self) -> str:
        return self.tokens.get(self.account, self.client)

    def drop(self, token: str) -> None:
        self.tokens.drop(self.account, token)


def refresh(account: Account, client: HttpClient, *, now: datetime) -> AccessToken:
    """Trade the refresh token for an access token. now is machine time. Raises CredentialError."""
    if account.endpoints.token is None or any(not account.secret.get(name) for name in NEEDED):
        raise CredentialError("the mailbox has no complete grant", reconnect=True)
    form = {"grant_type": "refresh_token", **{name: account.secret[name] for name in NEEDED}}
    try:
        answer = client.ask(
            "POST", account.endpoints.token, within=REFRESH_WITHIN, headers=FORM, body=urlencode(form).encode()
        )
    except (NeverLeft, NoAnswer) as error:
        raise CredentialError(f"the token endpoint gave no answer: {error}", reconnect=False) from error
    return _read(answer, now)


def _read(answer: Answer, now: datetime) -> AccessToken:
    told = _json(answer)
    if answer.status == 200 and isinstance(value := told.get("access_token"), str) and value.isascii():
        life = told.get("expires_in")
        seconds = timedelta(seconds=min(life, 86_400)) if isinstance(life, int) and life > 0 else SHORTEST_LIFE
        return AccessToken(value, now + seconds)
    error = told.get("error")
    word = error if isinstance(error, str) and error.isidentifier() else "no reason"
    message = f"the token endpoint gave no token ({answer.status}, {word})"
    raise CredentialError(message, reconnect=answer.status < 500 and word == "invalid_grant")


def _json(answer: Answer) -> dict[str, object]:
    try:
        told = json.loads(answer.body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _key(account: Account) -> Key:
    return account.mailbox_id, sha256(account.secret.get("refresh_token", "").encode()).digest()
