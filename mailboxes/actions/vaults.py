"""Sealed secrets and how they change: by compare-and-set on the ciphertext, so that nothing newer is ever lost."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Q

from app.actions import clock
from app.actions.transactions import require_no_transaction
from app.crypto import keyring, seal
from mailboxes.core.account import Secret
from mailboxes.core.errors import CredentialError
from mailboxes.models import Credential

REFRESH_LEASE = timedelta(seconds=45)  # outlasts the 20 s that a token endpoint gets
PATIENCE = timedelta(seconds=25)  # how long a process waits for another one's refresh
LOOK_AGAIN = 0.1  # seconds


def secret_context(mailbox_id: int) -> str:
    """Return the words that bind a sealed secret to its row."""
    return f"mailbox:{mailbox_id}"


def sealed_secret(mailbox_id: int, secret: Secret) -> str:
    """Return a mailbox's secret as it is stored."""
    return seal(json.dumps(dict(secret)).encode(), context=secret_context(mailbox_id))


def opened_secret(mailbox_id: int, sealed: str) -> dict[str, str]:
    """Return a mailbox's secret in the clear. Raises CryptoError."""
    opened: dict[str, str] = json.loads(keyring().open_sealed(sealed, context=secret_context(mailbox_id)))
    return opened


@dataclass(slots=True)
class StoredTurn:
    """One refresh of a mailbox's token; see Turn."""

    mailbox_id: int
    sealed: str = field(repr=False)
    secret: Secret = field(repr=False)

    def keep(self, secret: Secret) -> None:
        """Store what came with the refresh. A person who connected the mailbox meanwhile has the newer secret.

        Only its ciphertext may have changed under us (rotate_keys): then the same words are stored over the new one.
        """
        while not self._replaced(secret):
            row = _row(self.mailbox_id)
            if opened_secret(self.mailbox_id, row.sealed) != self.secret:
                return
            self.sealed = row.sealed
        self.secret = secret

    def _replaced(self, secret: Secret) -> bool:
        row = Credential.objects.filter(mailbox_id=self.mailbox_id, sealed=self.sealed)
        fresh = sealed_secret(self.mailbox_id, secret)
        won = bool(row.update(sealed=fresh))
        self.sealed = fresh if won else self.sealed
        return won


@dataclass(frozen=True, slots=True)
class StoredVault:
    """The credential row of one mailbox; see Vault."""

    mailbox_id: int

    @contextmanager
    def turn(self) -> Iterator[StoredTurn]:
        """Take the row's lease, in a statement of its own: no transaction is open while the endpoint is asked."""
        until = self._claim()
        row = _row(self.mailbox_id)
        try:
            require_no_transaction()  # and give the connection back while the endpoint is asked
            secret = opened_secret(self.mailbox_id, row.sealed)
            yield StoredTurn(self.mailbox_id, row.sealed, secret)
        except CredentialError as error:
            if error.reconnect and self._connected_anew(row.updated_at):
                raise CredentialError("the mailbox was connected anew meanwhile", reconnect=False) from error
            raise
        finally:
            mine = Credential.objects.filter(mailbox_id=self.mailbox_id, refreshing_until=until)
            mine.update(refreshing_until=None)

    def _connected_anew(self, since: datetime) -> bool:
        """Tell whether a person was faster: what an older grant was refused with says nothing about theirs."""
        return not Credential.objects.filter(mailbox_id=self.mailbox_id, updated_at=since).exists()

    def _claim(self) -> datetime:
        gives_up = clock.now() + PATIENCE
        while True:
            now = clock.now()
            free = Q(refreshing_until=None) | Q(refreshing_until__lte=now)
            rows = Credential.objects.filter(free, mailbox_id=self.mailbox_id)
            until = now + REFRESH_LEASE
            if rows.update(refreshing_until=until):
                return until
            if now >= gives_up or not Credential.objects.filter(mailbox_id=self.mailbox_id).exists():
                raise CredentialError("another process refreshes this mailbox's token", reconnect=False)
            time.sleep(LOOK_AGAIN)


def _row(mailbox_id: int) -> Credential:
    """Read the row. Raises CredentialError: somebody disconnected the mailbox."""
    row = Credential.objects.filter(mailbox_id=mailbox_id).first()
    if row is None:
        raise CredentialError("the mailbox was disconnected", reconnect=False)
    return row
