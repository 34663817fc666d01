"""Calls against Gmail's quotas: whoever asks, and however many, the simulator never has to refuse one (S35)."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from app.models import Workspace
from mailboxes.actions import quotas
from mailboxes.actions.accounts import account_of
from mailboxes.actions.pool import transport_for
from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.message import Thread
from mailboxes.models import Mailbox, Quota
from mailboxes.transports.base import Transport
from sequences.models import Touch
from tests.factories import a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, send_here
from tests.mailboxes.accounts import Marks, a_mail, envelope
from tests.plugins.simulator import Simulator, simulator, simulator_process
from tests.plugins.world import World

__all__ = ["simulator", "simulator_process"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture
def nora(workspace: Workspace, simulator: Simulator, world: World) -> Mailbox:
    return a_gmail(workspace, simulator, world, address="ada@acme.example")


@pytest.fixture(autouse=True)
def empty_purses() -> Iterator[None]:
    quotas.forget()
    yield
    quotas.forget()


def in_another_process() -> None:
    """What another process would begin with."""
    quotas.forget()


def send(transport: Transport, number: int = 0) -> str:
    """Send one mail if the quota lets it; tell which."""
    try:
        transport.ready()
        transport.deliver(Marks().permit(), envelope(), a_mail(f"token-{number}"), Thread(None))
    except TransportError as error:
        is_wait = error.scope is Scope.MAILBOX and not error.permanent and not error.began and error.code is None
        return "wait" if is_wait and error.retry_after else "refused"
    return "sent"


def test_the_simulator_refuses_what_exceeds_either_table(nora: Mailbox, simulator: Simulator, settings: Any) -> None:
    """The guard of the tests below: without our own counting the calls would be refused."""
    settings.GMAIL_USER_UNITS = settings.GMAIL_PROJECT_UNITS = 0
    simulator.control("POST", "quota", {"table": "new"})
    with transport_for(nora.id) as transport:
        for number in range(60):
            send(transport, number)
        assert send(transport, 60) == "refused"
    assert len(simulator.journal("over_quota")) == 1


@pytest.mark.parametrize(("table", "units"), [("new", 6_000), ("before-2026-05", 15_000)])
def test_a_mailbox_never_exceeds_its_quota_and_waits_instead(
    nora: Mailbox, simulator: Simulator, settings: Any, table: str, units: int
) -> None:
    settings.GMAIL_USER_UNITS = units
    simulator.control("POST", "quota", {"table": table})
    with transport_for(nora.id) as transport:
        ends = [send(transport, number) for number in range(units // 100)]
    assert simulator.journal("over_quota") == []
    assert ends.count("sent") == simulator.counts()["accepted"] >= units // 5 // 100
    assert "wait" in ends


def test_threads_and_processes_share_one_quota(nora: Mailbox, simulator: Simulator, settings: Any) -> None:
    settings.GMAIL_USER_UNITS = 2_000
    simulator.control("POST", "quota", {"user": 2_000})
    gate, ends = threading.Barrier(4), list[str]()

    def work(number: int) -> None:
        gate.wait(5)
        in_another_process()
        with transport_for(nora.id) as transport:
            ends.extend(send(transport, number * 100 + one) for one in range(10))
        connection.close()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert simulator.journal("over_quota") == []
    assert 0 < ends.count("sent") < 40
    highest = simulator.control("GET", "quota")[nora.address]
    assert highest <= 2_000


def test_mailboxes_of_one_project_share_its_quota(
    workspace: Workspace, nora: Mailbox, simulator: Simulator, world: World, settings: Any
) -> None:
    settings.GMAIL_PROJECT_UNITS = 1_000
    simulator.control("POST", "quota", {"user": 6_000, "project": 1_000})
    other = a_gmail(workspace, simulator, world, address="ida@acme.example")
    ends = []
    for mailbox in (nora, other):
        with transport_for(mailbox.id) as transport:
            ends += [send(transport, mailbox.id * 100 + number) for number in range(3)]
    assert simulator.journal("over_quota") == []
    assert "wait" in ends
    assert Quota.objects.filter(key__startswith="project:").count() == 1


def test_a_step_whose_quota_is_spent_stays_due_and_costs_nothing(
    workspace: Workspace, nora: Mailbox, simulator: Simulator, settings: Any
) -> None:
    settings.GMAIL_USER_UNITS = 200
    campaign = a_campaign(workspace, mailboxes=[nora], steps=(an_email(),))
    enrolled(campaign, a_contact(workspace, "silent-ada@acme.example"), mailbox=nora)
    meter = account_of(nora).meter
    meter.reserve("gmail.users.messages.send")
    assert send_here() == ["not_reached"]
    nora.refresh_from_db()
    assert nora.limited_until is not None
    assert (Touch.objects.get().state, Touch.objects.get().hold_reason) == ("scheduled", "provider_limit")
    assert simulator.journal("post") == []


def test_units_set_aside_for_a_send_that_was_not_permitted_serve_the_next_one(
    nora: Mailbox, simulator: Simulator, settings: Any
) -> None:
    settings.GMAIL_USER_UNITS = 200
    with transport_for(nora.id) as transport:
        transport.ready()
        assert send(transport) == "sent"
        assert send(transport, 2) == "wait"


def test_calls_in_a_row_ask_the_database_once(nora: Mailbox, django_assert_num_queries: Any) -> None:
    meter = account_of(nora).meter
    meter.spend("gmail.users.history.list")
    with django_assert_num_queries(0):
        for _ in range(10):
            meter.spend("gmail.users.history.list")


def test_a_read_waits_a_moment_in_its_thread(nora: Mailbox, settings: Any) -> None:
    settings.GMAIL_USER_UNITS = 6_000
    meter = account_of(nora).meter
    for _ in range(12):
        meter.reserve("gmail.users.messages.send")
    with pytest.raises(TransportError):
        meter.reserve("gmail.users.messages.send")
    meter.spend("gmail.users.messages.get")
