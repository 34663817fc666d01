"""Kind of mailbox -> its transport, imported on first use, so that nobody pays for a provider they do not have."""

from collections.abc import Callable
from typing import cast

from django.utils.module_loading import import_string

from mailboxes.core.account import Account, Kind
from mailboxes.transports.base import Transport
from mailboxes.wire.endpoints import Allowed, require_account

TRANSPORTS: dict[Kind, str] = {
    "gmail": "mailboxes.transports.gmail.open_gmail",
    "smtp": "mailboxes.transports.smtp.open_smtp",
}

type Opener = Callable[[Account, Allowed], Transport]


def open_transport(account: Account, *, only: Allowed) -> Transport:
    """Return the transport of this account; no socket is opened before its ready().

    only: the host:port pairs of a rehearsal's simulator, None in a real database. Raises EndpointRefused.
    """
    require_account(account, only)
    opener = cast("Opener", import_string(TRANSPORTS[account.kind]))
    return opener(account, only)
