"""Try a mailbox in both directions and tell each step; nothing is sent to anybody and nothing is stored."""

from itertools import count
from typing import cast

from app.actions.transactions import require_no_transaction
from mailboxes.actions.accounts import account_of, allowed, endpoints_of, usable
from mailboxes.actions.mailboxes import Connection, checked
from mailboxes.core.account import Account, Kind, auth_of
from mailboxes.core.check_faults import Report
from mailboxes.inbound.check_imap import check_reading
from mailboxes.models import Mailbox
from mailboxes.transports.check_gmail import check_google
from mailboxes.transports.check_smtp import check_sending
from mailboxes.wire.endpoints import Allowed

TRIALS = count(-1, -1)  # ids that no mailbox has, each used once: a try never meets the token of an earlier one


def check_mailbox(mailbox: Mailbox) -> Report:
    """Try a connected mailbox as it is stored; takes up to a minute. Raises CryptoError, Credential.DoesNotExist."""
    return check_account(account_of(mailbox), allowed())


def check_connection(wanted: Connection, *, workspace_id: int) -> Report:
    """Try an account that is not stored yet. Raises Refused: it could not work at all."""
    return check_account(trial_account(wanted, workspace_id=workspace_id), allowed())


def trial_account(wanted: Connection, *, workspace_id: int) -> Account:
    """Return the account that `connect` would store, under an id that no mailbox has. Raises Refused."""
    address = checked(wanted)
    secret = usable(wanted.secret, workspace_id=workspace_id)
    return Account(
        mailbox_id=next(TRIALS),
        kind=cast("Kind", wanted.kind),
        address=address,
        display_name=wanted.display_name,
        endpoints=endpoints_of(wanted.kind, wanted.endpoints, auth_of(wanted.kind, secret)),
        secret=secret,
    )


def check_account(account: Account, spoken_to: Allowed) -> Report:
    """Try an account: sending first, then receiving. Opens sockets, so no transaction may be open."""
    require_no_transaction()
    if account.kind == "gmail":
        return Report(account.address, tuple(check_google(account, spoken_to)))
    found = [*check_sending(account, spoken_to), *check_reading(account, spoken_to)]
    return Report(account.address, tuple(found))
