"""From a typed address to the doors it has: asks the name servers, and fills in the servers it would use."""

from typing import Any

from django.conf import settings

from app.core.errors import Refused
from mailboxes.actions.accounts import allowed
from mailboxes.core.account import Server
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.doors import Offer, offer
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.names import look_up

UNSET = "unset"


def sign_in_ready() -> bool:
    """Tell whether an administrator gave this server a client of Google's."""
    return UNSET not in {settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET}


def doors_for(text: str) -> Offer:
    """Return what is offered for an address; takes up to four seconds, no transaction. Raises Refused."""
    return offered(text, allowed())


def offered(text: str, spoken_to: Allowed) -> Offer:
    """Return the same, without a look at the database. Raises Refused."""
    try:
        address = parse_address(text)
    except AddressError as error:
        raise Refused(str(error)) from error
    return offer(address.domain, look_up(address.domain, spoken_to), sign_in_ready=sign_in_ready())


def stored(smtp: Server, imap: Server | None) -> dict[str, Any]:
    """Return servers as a mailbox keeps them."""
    named = {"smtp": smtp, "imap": imap}
    return {
        name: {"host": server.host, "port": server.port, "security": server.security.value}
        for name, server in named.items()
        if server is not None
    }
