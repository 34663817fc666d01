"""The provider took the mail and its answer was lost: one POST, a mail in doubt, and no second one on a timer."""

from datetime import timedelta
from typing import Any

import pytest

from admission.actions import reconcile
from admission.models import Incident
from app.models import Event
from mailboxes.models import Delivery, HealthRound, Mailbox
from sequences.actions import dispatch, idle
from sequences.models import Touch
from tests.faults.processes import until
from tests.faults.scenes import age, copies, expire_leases, one_due, recover, send_planned
from tests.faults.senders import Senders
from tests.journeys.running import read_all
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

LOST: dict[str, dict[str, Any]] = {
    "closed": {"kind": "accept-then-close"},
    "reset": {"kind": "accept-then-reset"},
    "truncated": {"kind": "accept-then-truncate"},
    "500": {"kind": "accept-then-status", "status": 500},
    "502": {"kind": "accept-then-status", "status": 502},
    "503": {"kind": "accept-then-status", "status": 503},
    "504": {"kind": "accept-then-status", "status": 504},
}


def posts(simulator: Simulator, delivery: Delivery) -> int:
    return int(simulator.counts()["posts_by_token"][delivery.token])


@pytest.mark.parametrize("fault", LOST)
def test_an_answer_lost_on_the_way_leaves_one_post_and_is_found_in_sent(
    fault: str, world: World, simulator: Simulator
) -> None:
    touch = one_due(world, simulator)
    simulator.fault(**LOST[fault])
    assert dispatch.send_touch(touch.id) == "vanished"
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert (delivery.state, posts(simulator, delivery)) == ("uncertain", 1)
    assert Touch.objects.get(id=touch.id).hold_reason == "uncertain"
    assert send_planned(world) == []
    assert reconcile.reconcile() == 1
    assert Delivery.objects.get(id=delivery.id).state == "accepted"
    world.pass_time(timedelta(days=2))
    read_all()
    assert send_planned(world) == ["accepted"]
    assert (posts(simulator, delivery), copies(simulator)) == (1, 2)
    assert [post["token"] for post in simulator.journal("post")].count(delivery.token) == 1


def test_one_process_alone_finds_out_about_its_own_doubts(world: World, simulator: Simulator) -> None:
    touch = one_due(world, simulator)
    far = world.now() + timedelta(days=1)  # the fault is for this mail, not for one that measures its mailbox
    HealthRound.objects.create(mailbox=Mailbox.objects.get(), due_at=far)
    simulator.fault("accept-then-close")
    done = idle.run_until_idle()
    assert (done["sends: vanished"], done["doubts settled"]) == (1, 1)
    assert Delivery.objects.get(touch_id=touch.id).state == "accepted"
    assert copies(simulator) == 1


def test_a_mail_that_waits_for_its_answer_when_the_worker_is_killed_was_sent_once(
    world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator)
    simulator.fault("accept-then-silent", seconds=60)
    pid = senders.start(touch.id)
    until(lambda: copies(simulator) == 1, why="the mail does not arrive")
    assert senders.kill_running(pid).how == "killed"
    recover(world)
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert (delivery.state, posts(simulator, delivery), copies(simulator)) == ("accepted", 1, 1)


def test_a_request_that_was_read_and_dropped_is_sent_again_only_after_its_absence_is_proved(
    world: World, simulator: Simulator
) -> None:
    touch = one_due(world, simulator)
    simulator.fault("close")
    assert dispatch.send_touch(touch.id) == "vanished"
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert (copies(simulator), posts(simulator, delivery)) == (0, 1)
    assert (reconcile.reconcile(), send_planned(world)) == (0, [])
    recover(world)
    assert (copies(simulator), posts(simulator, delivery)) == (1, 2)


@pytest.mark.parametrize("kind", ["accept-then-close", "accept-then-reset"])
def test_a_reply_lost_after_the_final_dot_waits_for_a_person(kind: str, world: World, simulator: Simulator) -> None:
    """A submission server shows no Sent folder: nothing can be proved, so nothing is done."""
    touch = one_due(world, simulator, lane="smtp")
    simulator.fault(kind, op="smtp.dot")
    assert dispatch.send_touch(touch.id) == "vanished"
    delivery = Delivery.objects.get(touch_id=touch.id)
    age(delivery, timedelta(hours=23))
    assert (reconcile.reconcile(), Incident.objects.count()) == (0, 0)
    age(delivery, timedelta(hours=2))
    for _ in range(2):
        assert reconcile.reconcile() == 0
        world.pass_time(timedelta(days=1))
        assert (expire_leases(), send_planned(world)) == (0, [])
    assert [(found.kind, found.delivery_id) for found in Incident.objects.all()] == [("uncertain", delivery.id)]
    assert Event.objects.filter(kind="delivery.needs_person", subject_id=delivery.id).count() == 1
    assert Delivery.objects.get(id=delivery.id).state == "uncertain"
    assert [(step.position, step.state) for step in touch.enrollment.touch_set.all()] == [(1, "held")]
    assert (copies(simulator), posts(simulator, delivery)) == (1, 1)


def test_a_submission_whose_worker_died_before_it_settled_is_not_repeated(
    world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator, lane="smtp")
    assert senders.send(touch.id, failpoints="dispatch.after_acceptance=kill").how == "killed"
    assert expire_leases() == 1
    world.pass_time(timedelta(days=1))
    assert (reconcile.reconcile(), send_planned(world)) == (0, [])
    assert (Delivery.objects.get(touch_id=touch.id).state, copies(simulator)) == ("uncertain", 1)
