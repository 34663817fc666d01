"""G-SND-07: a job that the queue hands out twice, before, during and after the send, makes one copy.

The broker's own part (jobs delivered ten times, all of them lost, two planners) is in tests/brokers, a clean shutdown
in test_shutdown.py, and a death at every other named point in test_dying_workers.py.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from admission.actions import sweeps
from mailboxes.models import Delivery, Mailbox
from sequences.actions import dispatch, plan
from sequences.models import Touch
from tests.faults.processes import until
from tests.faults.scenes import copies, expire_leases, one_due, open_permits, send_planned
from tests.faults.senders import Senders
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("lane", ["gmail", "smtp"])
def test_g_snd_07_a_job_that_lies_in_the_queue_three_times_sends_once(
    world: World, simulator: Simulator, senders: Senders, lane: str
) -> None:
    touch = one_due(world, simulator, lane)
    words = [*senders.send(touch.id, touch.id).words, *senders.send(touch.id).words]
    assert words == ["accepted", "nothing", "nothing"]
    assert copies(simulator) == 1


def test_g_snd_07_a_slow_send_is_begun_by_nobody_else(world: World, simulator: Simulator, senders: Senders) -> None:
    touch = one_due(world, simulator, "smtp")
    simulator.fault("delay", "smtp.dot", seconds=1.5)
    before = len(simulator.journal("post"))

    def send_slowly() -> str:
        try:
            return dispatch.send_touch(touch.id)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as worker:
        slow = worker.submit(send_slowly)
        until(lambda: len(simulator.journal("post")) > before, why="the mail never comes")
        world.pass_time(timedelta(minutes=15))
        plan.plan()
        assert sweeps.sweep_leases() == 0
        assert touch.id not in {due.touch_id for due in plan.due_slots()}
        assert senders.send(touch.id).words == ("nothing",)
        assert slow.result(30) == "accepted"
    assert copies(simulator) == 1
    assert open_permits() == 0


@pytest.mark.parametrize("point", ["dispatch.after_prepare", "dispatch.after_permit"])
def test_g_snd_07_a_job_killed_before_its_mail_began_is_done_again_within_minutes(
    world: World, simulator: Simulator, senders: Senders, point: str
) -> None:
    touch = one_due(world, simulator, "smtp")
    assert senders.send(touch.id, failpoints=f"{point}=kill").how == "killed"
    assert copies(simulator) == 0
    expire_leases()
    world.pass_time(timedelta(minutes=9))
    assert "accepted" in send_planned(world)
    assert copies(simulator) == 1
    assert Delivery.objects.get(touch_id=touch.id).state == "accepted"


def test_g_snd_07_nothing_that_is_left_in_the_queue_sends_later(
    world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator, "smtp")
    assert senders.send(touch.id).words == ("accepted",)
    Mailbox.objects.update(limited_until=None)
    world.pass_time(timedelta(days=1))
    leftovers = list(Touch.objects.values_list("id", flat=True))
    words = senders.send(*leftovers).words
    assert set(words) <= {"nothing", "held", "early"}
    assert copies(simulator) == 1
