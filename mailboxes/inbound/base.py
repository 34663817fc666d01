"""What every way of reading a mailbox promises."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mailboxes.core.message import JSON

type Cursor = dict[str, JSON]


@dataclass(frozen=True, slots=True)
class Fetched:
    """One message as the provider holds it. own: this mailbox wrote it.

    raw is the whole RFC 822 message; when truncated, only its headers, since it was larger than we read.
    """

    provider_id: str
    provider_thread_id: str
    labels: frozenset[str]
    raw: bytes
    own: bool
    received_at: datetime  # by the provider's clock, aware UTC
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """Messages and the cursor to store with them in one transaction.

    complete: nothing was left unread as of the first request of this fetch. Otherwise fetch again from the cursor.
    A message may come twice (provider_id tells); none is left out between two cursors.
    """

    messages: tuple[Fetched, ...]
    cursor: Cursor
    complete: bool


class Feed(Protocol):
    """One mailbox's way in. Used by one thread at a time. An empty cursor means: never read before."""

    def fetch(self, cursor: Cursor) -> Batch:
        """Read the next bounded batch after the cursor, of which the caller stores both or neither.

        An expired cursor is answered with a full resync, not with an error. Raises InboundError (repeat later from
        the same cursor), CredentialError, TransactionOpen.
        """

    def close(self) -> None:
        """Let the connection go; harmless when there is none."""
