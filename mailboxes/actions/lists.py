"""Lists of mailboxes to connect: read, and kept row by row with each secret sealed, for an hour at most.

They are tried by `list_trials` and stored by `list_saving`; only whoever began a list sees it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import BinaryIO

from django.db import transaction

from app.actions import clock
from app.core.errors import Refused
from app.crypto import open_sealed, seal
from app.models import Workspace
from mailboxes.actions.doors import stored
from mailboxes.actions.mailboxes import Connection
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.bulk_columns import Column
from mailboxes.core.bulk_rows import RefusedRow, RowFault, WantedMailbox, columns_of, notes_of, read_rows
from mailboxes.core.csv_rows import open_sheet, rows
from mailboxes.core.csv_sheet import SheetError
from mailboxes.core.mail_hosts import typed_password
from mailboxes.core.states import MailboxState
from mailboxes.models import ListedMailbox, Mailbox, MailboxList, ServiceAccount

GOOD_FOR = timedelta(hours=1)
MOST_ROWS = 1000  # of one list

type Entry = tuple[int, Connection | RefusedRow]  # line of the file


def read_file(workspace: Workspace, source: BinaryIO, *, by_id: int | None, purpose: str = "") -> MailboxList:
    """Keep the rows of a CSV, or of text pasted from one; nothing is tried yet. Raises Refused.

    purpose: of the rows that name none.
    """
    try:
        sheet = open_sheet(source)
    except SheetError as error:
        raise Refused(str(error)) from error
    if Column.ADDRESS not in columns_of(sheet):
        raise Refused("No column holds the addresses: name one of them “email”.")
    read = read_rows(rows(source, sheet), sheet, connected=connected(workspace))
    entries = [(one.line, one if isinstance(one, RefusedRow) else _wanted(one, purpose)) for one in read]
    notes = {str(note): names for note, names in notes_of(sheet).items()}
    return keep(workspace, entries, by_id=by_id, notes=notes)


def delegated(account: ServiceAccount, addresses: Iterable[str], *, purpose: str) -> list[Entry]:
    """Return addresses as mailboxes that a service account acts for; one a line."""
    there, seen, entries = connected(account.workspace), set[str](), list[Entry]()
    for line, text in enumerate(addresses, start=1):
        if not text.strip():
            continue
        found = _delegated(account, line, text.strip(), purpose)
        if isinstance(found, Connection) and found.address in seen | there:
            fault = RowFault.TWICE if found.address in seen else RowFault.CONNECTED
            found = RefusedRow(line, found.address, fault)
        seen.add(found.address)
        entries.append((line, found))
    return entries


def keep(
    workspace: Workspace, entries: Sequence[Entry], *, by_id: int | None, notes: Mapping[str, list[str]] | None = None
) -> MailboxList:
    """Keep rows, each secret sealed for its own row. Raises Refused."""
    if not entries:
        raise Refused("There is no row with a mailbox.")
    if len(entries) > MOST_ROWS:
        raise Refused(f"At most {MOST_ROWS} mailboxes are taken at once.")
    forget_expired()
    now = clock.now()
    with transaction.atomic():
        made = MailboxList.objects.create(
            workspace=workspace, user_id=by_id, notes=dict(notes or {}), created_at=now, expires_at=now + GOOD_FOR
        )
        for line, entry in entries:
            _keep_row(made, line, entry)
    return made


def connected(workspace: Workspace) -> frozenset[str]:
    """Return the addresses that are mailboxes of this workspace and need not be connected."""
    there = Mailbox.objects.filter(workspace=workspace, state__in=[MailboxState.CONNECTED, MailboxState.PAUSED])
    return frozenset(there.values_list("address", flat=True))


def forget_expired() -> int:
    """Delete the lists whose hour is over, secrets and all; return how many."""
    return MailboxList.objects.filter(expires_at__lte=clock.now()).delete()[0]


def secret_context(row_id: int) -> str:
    """Return the words that bind a sealed row to its place."""
    return f"listed_mailbox:{row_id}"


def sealed(row_id: int, wanted: Connection) -> str:
    """Return how to connect a row's mailbox, as it is kept."""
    return seal(json.dumps(asdict(wanted)).encode(), context=secret_context(row_id))


def opened(row: ListedMailbox) -> Connection:
    """Return how to connect a row's mailbox. Raises CryptoError."""
    return Connection(**json.loads(open_sealed(row.sealed, context=secret_context(row.id))))


def _wanted(row: WantedMailbox, purpose: str) -> Connection:
    """Return an account as it is connected; without endpoints its servers are looked for when it is tried."""
    endpoints = stored(row.smtp, row.imap) if row.smtp else {}
    return Connection(
        kind=Mailbox.Kind.SMTP,
        address=row.address,
        secret={"username": row.username, "password": typed_password(row.password)},
        endpoints=endpoints,
        display_name=row.display_name,
        daily_cap=row.daily_cap,
        purpose=row.purpose or purpose,
    )


def _delegated(account: ServiceAccount, line: int, text: str, purpose: str) -> Connection | RefusedRow:
    try:
        address = parse_address(text).normalised
    except AddressError as error:
        return RefusedRow(line, text[:320], RowFault.BAD_ADDRESS, str(error))
    secret = {"auth": "delegated", "service_account": str(account.id)}
    return Connection(kind=Mailbox.Kind.GMAIL, address=address, secret=secret, purpose=purpose)


def _keep_row(made: MailboxList, line: int, entry: Connection | RefusedRow) -> None:
    if isinstance(entry, RefusedRow):
        told = {"refused": entry.fault.value, "detail": entry.detail[:300], "address": entry.address[:320]}
        ListedMailbox.objects.create(mailbox_list=made, line=line, **told)
        return
    row = ListedMailbox.objects.create(mailbox_list=made, line=line, address=entry.address)
    ListedMailbox.objects.filter(id=row.id).update(sealed=sealed(row.id, entry))
