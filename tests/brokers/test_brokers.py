"""A broker is a wake-up only: whatever it does to its messages, each step reaches the provider once."""

import random
from datetime import datetime, timedelta

import pytest

from admission.models import Incident, Permit
from app.actions import clock
from sequences.actions import handover, plan
from sequences.models import Touch
from tests.brokers.lanes import TICK, Lane
from tests.factories import a_campaign, a_contact, a_workspace, enrolled, weekly
from tests.faults.processes import until
from tests.journeys.running import a_gmail
from tests.plugins.simulator import Simulator
from tests.plugins.world import A_TUESDAY, World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PEOPLE = 12
SPEED = 600  # world seconds a second: slots of the next quarter of an hour pass within 1.5 s


def a_crowd(world: World, simulator: Simulator) -> list[int]:
    """Twelve people, three mailboxes, one mail each; returns their touches."""
    workspace = a_workspace()
    mailboxes = [a_gmail(workspace, simulator, world, cap=500, gap=1) for _ in range(3)]
    campaign = a_campaign(workspace, mailboxes=mailboxes, window=weekly("00:00", "23:59"))
    for number in range(PEOPLE):
        enrolled(campaign, a_contact(workspace, f"silent-{number}@acme.example"))
    return list(Touch.objects.values_list("id", flat=True))


def all_sent() -> bool:
    return Touch.objects.filter(state="sent").count() == PEOPLE


def assert_one_copy_each(simulator: Simulator) -> None:
    counts = simulator.counts()
    assert counts["accepted_by_rcpt"] == {f"silent-{number}@acme.example": 1 for number in range(PEOPLE)}
    assert set(counts["posts_by_token"].values()) == {1}
    assert len(counts["posts_by_token"]) == PEOPLE
    assert list(Permit.objects.values_list("state", flat=True)) == ["accepted"] * PEOPLE
    assert not Incident.objects.exists()


def test_two_planners_at_once_send_each_step_once(lane: Lane, world: World, simulator: Simulator) -> None:
    touches = a_crowd(world, simulator)

    def two_ticks() -> bool:
        for _ in range(2):
            lane.plan_due.send()
        return all_sent()

    with lane.worker("--processes", "2"):
        world.at(A_TUESDAY, speed=SPEED)
        until(two_ticks, every=TICK, why="not everything is sent")
        lane.repeat(touches, times=2)
    assert lane.done()["plan_due"] > 1
    assert_one_copy_each(simulator)


def test_a_broker_that_loses_everything_delays_and_loses_no_step(
    lane: Lane, world: World, simulator: Simulator
) -> None:
    touches = a_crowd(world, simulator)
    world.at(A_TUESDAY, speed=SPEED)

    def tick() -> bool:
        plan.plan()
        handover.hand_over(plan.due_slots(), lane.send_touch)
        return all_sent()

    tick()
    assert Touch.objects.filter(state="planned").exists()
    lane.lose_everything()
    with lane.worker("--processes", "1"):
        assert (simulator.counts()["accepted"], lane.done()) == (0, {})
        world.at(clock.world_now() + timedelta(minutes=30), speed=SPEED)
        until(tick, every=TICK, why="not everything is sent")
        lane.repeat(touches, times=2)
    assert_one_copy_each(simulator)


def test_a_broker_that_delivers_each_job_ten_times_sends_each_step_once(
    lane: Lane, world: World, simulator: Simulator
) -> None:
    touches = a_crowd(world, simulator)
    seen: set[tuple[int, datetime]] = set()

    def tick_ten_times() -> bool:
        plan.plan()
        found = [due for due in plan.due_slots() if (due.touch_id, due.slot_at) not in seen]
        seen.update((due.touch_id, due.slot_at) for due in found)
        copies = found * 10
        random.Random(7).shuffle(copies)
        for due in copies:
            delay = max(0.0, (clock.world_clock().real(due.slot_at) - clock.now()).total_seconds())
            lane.broker.enqueue(lane.send_touch.message(due.touch_id), delay=int(delay * 1000) + 1)
        return all_sent()

    with lane.worker("--processes", "1"):
        world.at(A_TUESDAY, speed=SPEED)
        until(tick_ten_times, every=TICK, why="not everything is sent")
        until(lambda: lane.done()["send_touch"] >= 10 * len(seen), why="jobs are left over")
        lane.repeat(touches, times=10)
    assert_one_copy_each(simulator)
