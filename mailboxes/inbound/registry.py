"""Kind of mailbox -> its inbound feed, imported on first use."""

from collections.abc import Callable
from typing import cast

from django.utils.module_loading import import_string

from mailboxes.core.account import Account, Kind
from mailboxes.inbound.base import Feed
from mailboxes.wire.endpoints import Allowed, require_account

FEEDS: dict[Kind, str] = {
    "gmail": "mailboxes.inbound.gmail_history.open_gmail_feed",
    "smtp": "mailboxes.inbound.imap.open_imap_feed",
}

type Opener = Callable[[Account, Allowed], Feed]


class NoFeed(LookupError):
    """This mailbox cannot be read: it is blind, and sends no follow-ups."""


def open_feed(account: Account, *, only: Allowed) -> Feed:
    """Return the feed of this account; no socket is opened before its fetch().

    only: the host:port pairs of a rehearsal's simulator, None in a real database. Raises EndpointRefused, NoFeed.
    """
    require_account(account, only)
    if account.kind == "smtp" and account.endpoints.imap is None:
        raise NoFeed("an smtp mailbox without an IMAP server cannot be read")
    opener = cast("Opener", import_string(FEEDS[account.kind]))
    return opener(account, only)
