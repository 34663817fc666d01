"""Tries the mailboxes of a list in both directions, several at once, and keeps what was found row by row.

Threads use the network only; this thread alone speaks to the database, between two answers.
"""

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from threading import BoundedSemaphore

from app.actions import clock
from app.actions.transactions import require_no_transaction
from app.core.errors import Refused
from app.crypto import CryptoError
from mailboxes.actions import lists
from mailboxes.actions.accounts import allowed
from mailboxes.actions.check import check_account, trial_account
from mailboxes.actions.doors import offered, stored
from mailboxes.actions.mailboxes import Connection
from mailboxes.core.account import Account
from mailboxes.core.bulk_rows import RowFault
from mailboxes.core.check_faults import Finding, Outcome
from mailboxes.core.providers import provider_of
from mailboxes.models import ListedMailbox, MailboxList, ServiceAccount
from mailboxes.wire.endpoints import Allowed

AT_ONCE = 8  # mailboxes tried at the same time
PER_PROVIDER = 3  # of them at one provider, which would take more for an attack
SAID = 300  # characters of a server's own words


@dataclass(frozen=True, slots=True)
class Tried:
    """What a trial found; wanted: with the servers that were looked up."""

    wanted: Connection
    findings: tuple[Finding, ...]
    works: bool


def try_all(mailbox_list: MailboxList) -> int:
    """Try every row that was not tried yet; return how many were. A second call goes on where a killed one stopped."""
    spoken_to = allowed()
    waiting = list(mailbox_list.listedmailbox_set.filter(refused="", tested_at=None).exclude(sealed=""))
    slots: dict[str, BoundedSemaphore] = defaultdict(lambda: BoundedSemaphore(PER_PROVIDER))
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="trial") as threads:
        ready = _ready(waiting, mailbox_list.workspace_id)
        under_way = {threads.submit(_try, one, spoken_to, slots): row for row, one in ready}
        require_no_transaction()  # and give the connection back while nothing is to be written
        for done in as_completed(under_way):
            _keep(under_way[done], done)
    return len(under_way)


def try_list(list_id: int) -> int:
    """Try the list of this id, should it still be kept."""
    found = MailboxList.objects.filter(id=list_id, expires_at__gt=clock.now()).first()
    return try_all(found) if found is not None else 0


def _ready(rows: list[ListedMailbox], workspace_id: int) -> Iterator[tuple[ListedMailbox, "Ready"]]:
    """Yield what a thread needs of each row; a row that could not work at all is refused at once."""
    for row in rows:
        try:
            wanted = lists.opened(row)
            found = bool(wanted.endpoints) or wanted.kind == "gmail"
            # To judge the rest before its servers are known, any will do.
            judged = wanted if found else replace(wanted, endpoints={"smtp": NOWHERE})
            yield row, Ready(wanted, trial_account(judged, workspace_id=workspace_id), found)
        except (Refused, CryptoError, ServiceAccount.DoesNotExist) as error:
            ListedMailbox.objects.filter(id=row.id).update(
                refused=RowFault.UNREADABLE, detail=str(error)[:300], sealed=""
            )


NOWHERE = {"host": "mail.invalid", "port": 465, "security": "tls"}


@dataclass(frozen=True, slots=True)
class Ready:
    """One account to try; found: its servers are known."""

    wanted: Connection
    account: Account
    found: bool


def _try(ready: Ready, spoken_to: Allowed, slots: dict[str, BoundedSemaphore]) -> Tried:
    wanted, account = ready.wanted, ready.account
    if not ready.found:
        door = offered(account.address, spoken_to)
        wanted = replace(wanted, endpoints=stored(door.smtp, door.imap))
        account = replace(account, endpoints=replace(account.endpoints, smtp=door.smtp, imap=door.imap))
    with slots[provider_of(account, "out").key]:
        report = check_account(account, spoken_to)
    return Tried(wanted, report.findings, report.failure is None)


def _keep(row: ListedMailbox, done: Future[Tried]) -> None:
    """Keep what was found; a trial that broke in a way nobody foresaw says so and stops no other."""
    if done.exception() is not None:
        ListedMailbox.objects.filter(id=row.id).update(tested_at=clock.now(), works=False)
        return
    tried = done.result()
    ListedMailbox.objects.filter(id=row.id).update(
        tested_at=clock.now(),
        works=tried.works,
        findings=[_kept(one) for one in tried.findings],
        sealed=lists.sealed(row.id, tried.wanted) if tried.works else "",  # what does not work is pasted again
    )


def _kept(found: Finding) -> list[object]:
    said = found.said[:SAID] if found.outcome is Outcome.FAIL else ""
    return [found.step.value, found.outcome.value, found.fault and found.fault.value, found.facts, said]
