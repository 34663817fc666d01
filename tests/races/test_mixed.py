"""Everything at once for 20 seconds, or SOAK_SECONDS: no deadlock reaches a caller and every promise holds."""

import os
from random import Random
from time import monotonic

import pytest

from admission.models import Permit
from app.actions import clock, events
from app.models import ReactionDue, Workspace
from bounces.actions import ingest, unsubscribe
from bounces.models import UnsubscribeRequest
from mailboxes.models import Budget, InboundMessage
from sequences.actions import audit, plan, stops
from tests.factories import a_campaign, a_task, a_workspace, an_email
from tests.plugins.world import A_TUESDAY, World
from tests.races.load import KINDS, Load, keep_going
from tests.races.ready import a_policy, a_sender, people, scheduled
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = int(os.environ.get("SOAK_SECONDS", "20"))
THREADS = 10
SPEED = 1800  # world seconds in a true one: the suite's 20 seconds are ten hours, a soak's ten minutes twelve days


def a_busy_workspace(world: World) -> Workspace:
    """Six mailboxes, three campaigns of mail, task and mail, and 240 people at 40 companies."""
    workspace = a_workspace()
    a_policy(workspace, person_gap_days=None, person_cap=4, domain_per_day=20)
    mailboxes = [a_sender(world, workspace, cap=120, rolling_cap=150, gap=60) for _ in range(6)]
    steps = [an_email(), a_task(delay=0), an_email(subject="", text="Once more, {{ first_name }}", delay=0)]
    for day_cap in (None, 60, 100):
        campaign = a_campaign(workspace, mailboxes=mailboxes, steps=steps, day_cap=day_cap)
        for number in range(40):
            scheduled(campaign, people(workspace, 2, domain=f"firm{number}.example"))
    return workspace


def drain(load: Load) -> None:
    """Let everything end that was under way: owed calls, wishes, answers and tidying."""
    random = Random(0)
    while load.settle(random):
        pass
    for _ in range(5):
        ReactionDue.objects.update(due_at=clock.now())
        UnsubscribeRequest.objects.filter(done_at=None).update(next_try_at=clock.now())
        InboundMessage.objects.filter(state="stored").update(next_try_at=clock.now())
        unsubscribe.honour_open()
        ingest.read_stored()
        stops.tidy_domains()
        events.pay_debts()
    plan.plan()  # says of whom a mailbox's own breaker has left waiting, why they do


@pytest.mark.slow
def test_no_deadlock_reaches_a_caller_and_no_promise_breaks(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    load = Load(a_busy_workspace(world))
    monkeypatch.setattr("sequences.actions.dispatch.pool.transport_for", load.transport_for)
    world.at(A_TUESDAY.replace(hour=8), speed=SPEED)
    deadline = monotonic() + SECONDS
    at_once(lambda seed: keep_going(load, seed, lambda: monotonic() > deadline), range(THREADS), patience=SECONDS + 60)
    drain(load)
    assert {kind: load.done[kind] for kind in KINDS if not load.done[kind]} == {}, load.done
    assert Permit.objects.count() > 50, load.done
    assert not Permit.objects.filter(state=Permit.State.OPEN).exists()
    assert not Budget.objects.exclude(in_flight_permit=None).exists()
    assert not ReactionDue.objects.exists()
    broken = {key: rows[:5] for key, rows in audit.violations().items() if rows}
    assert broken == {}
