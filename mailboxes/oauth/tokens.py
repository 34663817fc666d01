"""Access tokens of mailboxes: renewed before they die, kept in this process, never stored."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256

from app.actions import clock
from mailboxes.core.account import Account
from mailboxes.core.errors import CredentialError
from mailboxes.oauth.endpoint import AccessToken
from mailboxes.oauth.grants import fresh_token
from mailboxes.wire.http_client import HttpClient

MARGIN = timedelta(minutes=3)  # a token handed out outlives the wait for a permit and the lease of a send
EARLY = timedelta(minutes=6)  # from here on a new one is asked for, and not getting it yet changes nothing
REFUSED_AGAIN = timedelta(hours=1)  # in which a second refusal counts as one of a fresh token
TRY_AGAIN = timedelta(seconds=30)  # between two renewals that are not needed yet

type Key = tuple[int, bytes]  # mailbox and what it was connected with: connected anew, it never gets the old token


@dataclass(slots=True)
class Slot:
    """One mailbox's token and the lock of its renewal."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    token: AccessToken | None = None
    not_before: datetime | None = None
    refused_at: datetime | None = None


class AccessTokens:
    """The tokens of one process, by mailbox. Safe for threads: one refresh a mailbox at a time, others wait for it."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._slots: dict[Key, Slot] = {}

    def get(self, account: Account, client: HttpClient) -> str:
        """Return a token good for at least MARGIN, asking the token endpoint only if there is none.

        Raises CredentialError: reconnect where the grant is dead, else the endpoint gave no token this time.
        """
        slot = self._slot(account)
        held = slot.token
        if held is not None and held.expires_at - self._now() >= EARLY:
            return held.value
        with slot.lock:
            return self._renewed(slot, account, client)

    def drop(self, account: Account, value: str) -> bool:
        """Forget a refused token; another one that came since stays. Tell whether the one before was refused too.

        A token may die early, once. When the fresh one is refused as well, another one will not help.
        """
        slot, now = self._slot(account), self._now()
        with slot.lock:
            if slot.token is None or slot.token.value != value:
                return False
            again = slot.refused_at is not None and now - slot.refused_at < REFUSED_AGAIN
            slot.token, slot.refused_at = None, now
            return again

    def forget(self) -> None:
        """Forget all tokens."""
        self._slots = {}

    def _renewed(self, slot: Slot, account: Account, client: HttpClient) -> str:
        """Renew early, so that an endpoint that is away for minutes is noticed by nobody; the caller holds the lock."""
        now = self._now()
        left = slot.token.expires_at - now if slot.token else timedelta(0)
        if left >= EARLY or (left >= MARGIN and slot.not_before is not None and now < slot.not_before):
            assert slot.token is not None  # noqa: S101 - it has time left
            return slot.token.value
        slot.not_before = now + TRY_AGAIN  # of one that came as well: its whole life may be shorter than EARLY
        try:
            slot.token = fresh_token(account, client, now=now)
        except CredentialError as error:
            if error.reconnect or left < MARGIN or slot.token is None:
                slot.token = None
                raise
        return slot.token.value

    def _slot(self, account: Account) -> Slot:
        return self._slots.setdefault(_key(account), Slot())  # one operation of a dict: no lock is needed


ACCESS_TOKENS = AccessTokens(now=clock.now)


@dataclass(frozen=True, slots=True)
class MailboxTokens:
    """The tokens of one mailbox, as the Gmail API asks for them."""

    account: Account
    client: HttpClient
    tokens: AccessTokens = field(default=ACCESS_TOKENS)

    def current(self) -> str:
        return self.tokens.get(self.account, self.client)

    def drop(self, token: str) -> bool:
        return self.tokens.drop(self.account, token)


def _key(account: Account) -> Key:
    what = account.version or account.secret.get("refresh_token") or account.secret.get("key") or ""
    return account.mailbox_id, sha256(what.encode()).digest()
