"""Gates, then people, then counters, then the budget: by what a blocked transaction holds, and by its statements."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from admission.core.settlement import Accepted, Deferred, NotCalled, Rejected, Settlement, Vanished
from admission.models import Counter, Permit
from app.gates import number
from bounces.core.reading import Category
from mailboxes.core.errors import Scope
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.interleave import until_done_or_waiting
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.settled import RECEIPT, ended
from tests.races.stops import STOPS

pytestmark = pytest.mark.django_db(transaction=True)

LOCKS = {
    "gate": "SELECT pg_advisory_xact_lock({gate})",
    "person": "SELECT id FROM mailboxes_recipient WHERE id = {person} FOR NO KEY UPDATE SKIP LOCKED",
    "counter": "SELECT id FROM admission_counter WHERE key = 'acme.example' FOR NO KEY UPDATE SKIP LOCKED",
    "budget": "SELECT mailbox_id FROM mailboxes_budget WHERE mailbox_id = {mailbox} FOR NO KEY UPDATE SKIP LOCKED",
}
GATES_HELD = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


@pytest.fixture
def one(world: World, monkeypatch: pytest.MonkeyPatch) -> Ready:
    """A mail that is one permit away from leaving, of a company that got one today."""
    monkeypatch.setattr("admission.locks.PERMIT_PATIENCE", timedelta(seconds=10))
    workspace = a_workspace()
    mailbox = a_sender(world, workspace)
    first, second = prepared(
        a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 2, domain="acme.example")
    )
    granted(first)
    assert Counter.objects.get().used == 1
    return second


def sql_of(lock: str, one: Ready) -> str:
    return LOCKS[lock].format(
        gate=number(f"campaign:{one.subject.campaign_id}"), person=one.recipient_id, mailbox=one.subject.mailbox_id
    )


def rows(sql: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def held_while_waiting_for(lock: str, one: Ready, work: Callable[[], object]) -> tuple[int, set[str]]:
    """Hold a lock until `work` waits for it in a thread; return how many gates and which rows that thread has then."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            rows(sql_of(lock, one))
            blocked = thread.submit(run)
            until_done_or_waiting(blocked)
            assert not blocked.done(), f"it does not take the {lock}"
            taken = {name for name in ("person", "counter", "budget") if not rows(sql_of(name, one))}
            gates = rows(GATES_HELD)[0][0]
        blocked.result(10)
    return gates, taken


@pytest.mark.parametrize(
    ("lock", "gates", "taken"),
    [
        ("gate", 1, set()),
        ("person", 4, set()),
        ("counter", 4, {"person"}),
        ("budget", 4, {"person", "counter"}),
    ],
)
def test_a_permit_takes_gates_person_counters_and_budget_in_this_order(
    one: Ready, lock: str, gates: int, taken: set[str]
) -> None:
    assert held_while_waiting_for(lock, one, lambda: granted(one)) == (gates, taken)
    assert Permit.objects.count() == 2


SETTLEMENTS: list[Settlement] = [
    Accepted(RECEIPT),
    Rejected(Scope.RECIPIENT, Category.INVALID_RECIPIENT, 550, "5.1.1"),
    Deferred(Scope.PROVIDER),
    NotCalled("mark_lost"),
    Vanished("reset"),
]


@pytest.mark.parametrize("settlement", SETTLEMENTS, ids=lambda settlement: type(settlement).__name__)
@pytest.mark.parametrize(
    ("lock", "gates", "taken"), [("gate", 1, set()), ("person", 2, set()), ("budget", 2, {"person"})]
)
def test_a_settle_takes_gates_and_person_and_ends_with_the_budget(
    one: Ready, settlement: Settlement, lock: str, gates: int, taken: set[str]
) -> None:
    verdict = granted(one)
    held = held_while_waiting_for(lock, one, lambda: ended(verdict, settlement))
    assert held == (gates, taken)


LOCKING = re.compile(r"FOR NO KEY UPDATE|pg_advisory_xact_lock\(")
WRITING = re.compile(r"^\s*(INSERT|UPDATE|DELETE)", re.IGNORECASE)
UNLOCKED = re.compile(r"INSERT INTO mailboxes_recipient|SAVEPOINT")  # rows of people nobody knew can be in nobody's way


def statements_of(work: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        work()
    return [query["sql"] for query in captured if not UNLOCKED.search(query["sql"])]


@pytest.mark.parametrize("kind", STOPS)
def test_a_stop_locks_before_it_writes(one: Ready, kind: str) -> None:
    stop = STOPS[kind]
    stop.prepare(one)
    statements = statements_of(lambda: stop.act(one))
    first_lock = next(place for place, sql in enumerate(statements) if LOCKING.search(sql))
    first_write = next(place for place, sql in enumerate(statements) if WRITING.search(sql))
    assert first_lock < first_write, statements[: first_write + 1]
