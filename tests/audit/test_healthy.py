"""A journey in which every kind of person answers breaks no promise, by the ledger and by the world's own journal."""

import json
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from mailboxes.actions import pool
from mailboxes.models import Delivery
from sequences.actions import audit, tasks
from sequences.models import Enrollment, Task
from tests.factories import a_campaign, a_contact, a_task, a_workspace, an_email, enrolled, weekly
from tests.journeys.running import a_gmail, read_all, send_due
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = ("silent-a", "reply-b", "ooo-c", "bounce-d", "words-e", "complain-f", "ticket-g", "delayed-h", "mailto-i")


@pytest.fixture
def travelled(world: World, simulator: Simulator) -> Iterator[Simulator]:
    """Nine people, two mails and a task each; everybody has answered, and nothing is left to do."""
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world, gap=60)
    steps = [an_email(), an_email(subject="", text="And again", delay=2), a_task(delay=1)]
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=steps, window=weekly("00:00", "23:59"))
    for name in PEOPLE:
        enrolled(campaign, a_contact(workspace, f"{name}@{name}.example"))
    for _ in range(110):  # nine days: a step whose drawn hour falls behind a weekend is reached as well
        if send_due(world):
            simulator.release()
            read_all()
        world.pass_time(timedelta(hours=2))
        tasks.open_due()
        for task in Task.objects.filter(state="open"):
            tasks.complete(task.id)
    yield simulator
    pool.close_idle(older_than=timedelta())


def test_a_healthy_journey_breaks_nothing(travelled: Simulator) -> None:
    found = audit.violations(travelled.journal_path)
    assert {key: rows for key, rows in found.items() if rows} == {}
    assert list(found) == [one.key for one in audit.INVARIANTS]
    assert Delivery.objects.filter(state="accepted").count() > 8
    assert {"replied", "bounced", "unsubscribed", "complained", "finished"} <= set(
        Enrollment.objects.values_list("state", flat=True)
    )


def test_the_command_says_ok_for_each_promise(travelled: Simulator) -> None:
    out = StringIO()
    call_command("audit", journal=travelled.journal_path, stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == len(audit.INVARIANTS)
    assert all(line.endswith(": ok") for line in lines)


def test_without_a_journal_the_command_says_what_it_cannot_prove(world: World) -> None:
    out = StringIO()
    call_command("audit", stdout=out)
    assert "I3  nothing is sent outside the ledger: not checked, needs --journal" in out.getvalue()
    as_json = StringIO()
    call_command("audit", json=True, stdout=as_json)
    found = json.loads(as_json.getvalue())
    assert found["I1"] == []
    assert "I3" not in found
