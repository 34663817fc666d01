"""Try an account before anything of it is stored, so that nobody waits a day for mail that cannot leave."""

from itertools import count
from typing import cast

from app.core.errors import Refused
from mailboxes.actions.accounts import allowed, endpoints_of, usable
from mailboxes.actions.mailboxes import Connection, checked
from mailboxes.core.account import Account, Kind, auth_of
from mailboxes.core.errors import CredentialError, EndpointRefused, InboundError, TransportError
from mailboxes.inbound.registry import open_feed
from mailboxes.models import Mailbox
from mailboxes.transports.registry import open_transport

TRIALS = count(-1, -1)  # ids that no mailbox has, each used once: a try never meets the token of an earlier one
SKIP = "Nothing was stored; --no-check connects without trying."


def log_in(wanted: Connection, *, workspace_id: int | None = None) -> None:
    """Log in as the account would before a mail, and send nothing; takes up to a minute. No locks, no transaction.

    workspace_id: whose service account acts for a delegated mailbox; needed by no other.
    Raises Refused: with what the provider, the network or the certificate said, or with what `connect` would.
    """
    address = checked(wanted)
    secret = usable(wanted.secret, workspace_id=workspace_id or 0)
    account = Account(
        mailbox_id=next(TRIALS),
        kind=cast("Kind", wanted.kind),
        address=address,
        display_name=wanted.display_name,
        endpoints=endpoints_of(wanted.kind, wanted.endpoints, auth_of(wanted.kind, secret)),
        secret=secret,
    )
    try:
        transport = open_transport(account, only=allowed())
        try:
            transport.ready()
        finally:
            transport.close()
    except CredentialError as error:
        raise Refused(f"{_refusal(wanted, error)} {SKIP}") from error
    except (TransportError, EndpointRefused) as error:
        raise Refused(f"Cannot log in at {_where(wanted)}: {error}. {SKIP}") from error
    if account.endpoints.imap is not None:
        _read(account)


def _read(account: Account) -> None:
    """Read heads as the first poll would, and keep nothing. Raises Refused."""
    server = account.endpoints.imap
    assert server is not None  # noqa: S101 - the caller looked
    feed = open_feed(account, only=allowed())
    try:
        feed.fetch({})
    except CredentialError as error:
        raise Refused(f"{server.endpoint} does not take this user name and password: {error}. {SKIP}") from error
    except InboundError as error:
        raise Refused(f"Cannot read at {server.endpoint}: {error}. {SKIP}") from error
    finally:
        feed.close()


def _refusal(wanted: Connection, error: CredentialError) -> str:
    if wanted.kind == Mailbox.Kind.SMTP:
        return f"{_where(wanted)} does not take this user name and password: {error}."
    if error.reconnect:
        return f"Google does not take this refresh token (revoked, expired, or of another client): {error}."
    return f"No access token for {wanted.address}: {error}. Are GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET right?"


def _where(wanted: Connection) -> str:
    server = wanted.endpoints.get("smtp")
    return f"{server['host']}:{server['port']}" if server else "Gmail"
