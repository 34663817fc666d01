"""What every way of reading a mailbox promises: headers first, a whole message only when it is asked for."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from mailboxes.core.message import JSON

WHOLE_LIMIT = 4 * 1024 * 1024  # bytes of a message that is kept as it is; of a larger one its words are
CUT_LIMIT = 1024 * 1024  # bytes of a larger one that are fetched to find them

type Cursor = dict[str, JSON]


@dataclass(frozen=True, slots=True)
class Head:
    """One message as the provider holds it, without its body. own: this mailbox wrote it.

    headers is the header block of RFC 822, its empty line included; size is of the whole message in bytes, where told.
    A provider without threads gives an empty provider_thread_id.
    """

    provider_id: str
    provider_thread_id: str
    labels: frozenset[str]
    headers: bytes
    size: int | None
    own: bool
    received_at: datetime  # by the provider's clock, aware UTC


@dataclass(frozen=True, slots=True)
class Batch:
    """Headers of messages, and the cursor to store with them in one transaction.

    complete: nothing was left unread as of the first request of this fetch. Otherwise fetch again from the cursor.
    A message may come twice (provider_id tells); none is left out between two cursors.
    """

    heads: tuple[Head, ...]
    cursor: Cursor
    complete: bool


class Feed(Protocol):
    """One mailbox's way in. Used by one thread at a time. An empty cursor means: never read before."""

    def fetch(self, cursor: Cursor) -> Batch:
        """Read the headers of the next bounded batch after the cursor, of which the caller stores all or nothing.

        An expired cursor is answered with a full resync, not with an error. Raises InboundError (repeat later from
        the same cursor), CredentialError, TransactionOpen.
        """

    def whole(self, head: Head) -> bytes | None:
        """Read one message that fetch() told of, by its provider_id; None when it is gone meanwhile.

        Of a message larger than WHOLE_LIMIT comes what core.large_mail keeps; of one that the provider will not hand
        out the headers alone (headers_alone). Raises as fetch().
        """

    def headers(self, head: Head) -> bytes | None:
        """Read the headers of such a message again; None when it is gone. Raises as fetch()."""

    def close(self) -> None:
        """Let the connection go; harmless when there is none."""


NOTHING_READ = b"X-Body-Not-Read: yes\r\n\r\n"  # all that there is of a message whose headers cannot be had either


def headers_alone(headers: bytes) -> bytes:
    """Return a message without its body, and a note in it that there was one."""
    lines = headers.rstrip(b"\r\n")
    return (lines + b"\r\n" if lines else b"") + NOTHING_READ
