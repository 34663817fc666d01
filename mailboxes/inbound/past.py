"""What a mailbox sent before it was connected: heads from its Sent folder, never a body; many are sampled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.utils.module_loading import import_string

from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Account, Kind
from mailboxes.inbound.base import Head
from mailboxes.inbound.registry import NoFeed
from mailboxes.wire.endpoints import Allowed, require_account

MOST_HEADS = 600  # of one look: at Gmail each costs a call

READERS: dict[Kind, str] = {
    "gmail": "mailboxes.inbound.gmail_past.read_sent",
    "smtp": "mailboxes.inbound.imap_past.read_sent",
}


@dataclass(frozen=True, slots=True)
class Past:
    """Heads of what lies in Sent, the newest first or last; `mails`: how many there are, of which they are a sample."""

    mails: int = 0
    heads: tuple[Head, ...] = ()


type Reader = Callable[[Account, Allowed, datetime], Past]


def read_past(account: Account, since: datetime, *, only: Allowed) -> Past:
    """Read the heads of what the mailbox sent since an instant of the provider's clock, on a connection of its own.

    The whole call is over within minutes. Raises InboundError (try again later), CredentialError, EndpointRefused,
    NoFeed, TransactionOpen.
    """
    require_no_transaction()
    require_account(account, only)
    if account.kind == "smtp" and account.endpoints.imap is None:
        raise NoFeed("an smtp mailbox without an IMAP server cannot be read")
    reader = cast("Reader", import_string(READERS[account.kind]))
    return reader(account, only, since)


def spread[T](found: Sequence[T], most: int) -> list[T]:
    """Return at most so many of these, evenly spread over all of them."""
    if len(found) <= most:
        return list(found)
    return [found[number * len(found) // most] for number in range(most)]
