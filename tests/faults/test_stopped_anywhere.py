"""A worker may be stopped at every named point of a send while the world goes on without it: there is one copy."""

import time
from datetime import timedelta

import pytest
from django.db import connection

from admission.actions import judgements, reconcile
from admission.models import Incident
from mailboxes.models import Delivery
from sequences.models import Touch
from tests.faults.processes import until
from tests.faults.scenes import age, copies, expire_leases, one_due, open_permits, prove_absence, recover, send_planned
from tests.faults.senders import Senders
from tests.faults.test_dying_workers import ELSEWHERE, NAMED
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

LANES = ("gmail", "smtp")
DEADLINE = 0.05  # seconds of a whole call: enough to connect, and soon over
FROZEN = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND state = 'idle in transaction' AND pid <> pg_backend_pid()
"""


def end_idle_transactions() -> int:
    """What the database does itself to who idles in a transaction for a minute; return to how many."""
    with connection.cursor() as cursor:
        cursor.execute(FROZEN)
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("name", sorted(NAMED - ELSEWHERE))
def test_a_worker_that_is_stopped_anywhere_in_a_send_leaves_one_copy(
    name: str, lane: str, world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator, lane)
    first = senders.send(touch.id, failpoints=f"{name}@1=stop")
    assert first.how == "stopped"
    end_idle_transactions()
    expire_leases()
    reconcile.reconcile()
    send_planned(world)
    assert copies(simulator) <= 1
    assert senders.resume(first.pid).how == "exited"
    assert copies(simulator) <= 1
    recover(world)
    assert (copies(simulator), open_permits()) == (1, 0)
    assert Delivery.objects.get(touch_id=touch.id).state == "accepted"
    steps = Touch.objects.filter(enrollment=touch.enrollment).order_by("position")
    assert [(step.position, step.state) for step in steps] == [(1, "sent"), (2, "scheduled")]


@pytest.mark.parametrize("lane", LANES)
def test_a_call_that_wakes_up_after_its_deadline_writes_no_byte(
    lane: str, world: World, simulator: Simulator, senders: Senders
) -> None:
    """Between its mark and its first byte it slept for an hour; its mail was found absent meanwhile and sent again."""
    touch = one_due(world, simulator, lane)
    first = senders.send(touch.id, failpoints="permit.after_mark=stop", deadline=DEADLINE)
    over = time.monotonic() + DEADLINE
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert (first.how, expire_leases()) == ("stopped", 1)
    if lane == "gmail":
        prove_absence(delivery)
    else:
        age(delivery, timedelta(minutes=41))
        judgements.say_not_sent(delivery.id, by_id=None, reason="The server's log does not know it.")
    assert (send_planned(world), copies(simulator)) == (["accepted"], 1)

    until(lambda: time.monotonic() > over, why="the deadline is not over")
    assert senders.resume(first.pid).how == "exited"
    assert copies(simulator) == 1
    assert simulator.counts()["posts_by_token"][delivery.token] == 1
    assert [incident.kind for incident in Incident.objects.all()] == ["late_verdict"]


def test_the_database_ends_a_transaction_that_idles() -> None:
    """Else a frozen worker would keep a person, a mailbox, and with its gates every stop, waiting for ever."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('idle_in_transaction_session_timeout')")
        assert cursor.fetchone() == ("1min",)
