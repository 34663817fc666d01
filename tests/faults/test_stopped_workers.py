"""A worker that is stopped for longer than its lease wakes up in a world that went on without it."""

import pytest

from admission.actions import reconcile
from admission.models import AbsenceRead, Incident, Permit
from app.models import Event
from mailboxes.models import Delivery
from sequences.models import Touch
from tests.faults.scenes import copies, expire_leases, one_due, planned, prove_absence, send_planned
from tests.faults.senders import Senders
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def states(delivery: Delivery) -> tuple[str, list[str]]:
    """The delivery's state and those of its permits in order."""
    permits = Permit.objects.filter(delivery_id=delivery.id).order_by("id")
    return Delivery.objects.get(id=delivery.id).state, list(permits.values_list("state", flat=True))


def told(delivery: Delivery, kind: str) -> int:
    return Event.objects.filter(subject_id=delivery.id, kind=kind).count()


def follow_ups(touch: Touch) -> list[str]:
    return list(Touch.objects.filter(enrollment=touch.enrollment, position=2).values_list("state", flat=True))


@pytest.mark.parametrize("point", ["dispatch.after_permit", "permit.before_mark"])
def test_a_permit_that_was_swept_starts_no_call(
    point: str, world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator)
    first = senders.send(touch.id, failpoints=f"{point}=stop")
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert (first.how, states(delivery)) == ("stopped", ("sending", ["open"]))
    assert expire_leases() == 1
    assert states(delivery) == ("prepared", ["void"])
    second = senders.send(*(due.id for due in planned(world)))
    assert second.words == ("accepted",)

    assert senders.resume(first.pid).words == ("notcalled",)
    assert copies(simulator) == 1
    assert states(delivery) == ("accepted", ["void", "accepted"])
    assert [incident.kind for incident in Incident.objects.all()] == ["late_verdict"]
    assert follow_ups(touch) == ["scheduled"]


def test_a_worker_that_wakes_up_first_calls_nobody_either(world: World, simulator: Simulator, senders: Senders) -> None:
    """Its lease is over, so the mark is refused, although no sweeper came by."""
    touch = one_due(world, simulator)
    first = senders.send(touch.id, failpoints="permit.before_mark=stop")
    delivery = Delivery.objects.get(touch_id=touch.id)
    Delivery.objects.filter(id=delivery.id).update(lease_until=delivery.created_at)
    assert senders.resume(first.pid).words == ("notcalled",)
    assert copies(simulator) == 0
    assert states(delivery) == ("prepared", ["void"])
    assert send_planned(world) == ["accepted"]
    assert copies(simulator) == 1


def stopped_at_the_mark(world: World, simulator: Simulator, senders: Senders) -> tuple[int, Touch, Delivery]:
    """A worker that set the mark and stopped before the first byte; its lease is over and swept."""
    touch = one_due(world, simulator)
    first = senders.send(touch.id, failpoints="permit.after_mark=stop")
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert first.how == "stopped"
    assert expire_leases() == 1
    assert states(delivery) == ("uncertain", ["uncertain"])
    return first.pid, touch, delivery


def test_a_mail_is_not_given_up_while_its_bytes_may_still_come(
    world: World, simulator: Simulator, senders: Senders
) -> None:
    pid, touch, delivery = stopped_at_the_mark(world, simulator, senders)
    for _ in range(3):
        assert reconcile.reconcile() == 0
        assert send_planned(world) == []
    assert set(AbsenceRead.objects.values_list("found", flat=True)) == {"absent"}
    assert states(delivery) == ("uncertain", ["uncertain"])

    assert senders.resume(pid).words == ("accepted",)
    assert states(delivery) == ("accepted", ["accepted"])
    assert (reconcile.reconcile(), expire_leases()) == (0, 0)
    assert send_planned(world) == []
    assert (copies(simulator), told(delivery, "delivery.accepted"), follow_ups(touch)) == (1, 1, ["scheduled"])
    assert not Incident.objects.exists()


def test_a_late_no_frees_an_uncertain_mail(world: World, simulator: Simulator, senders: Senders) -> None:
    pid, _, delivery = stopped_at_the_mark(world, simulator, senders)
    simulator.fault("status", status=429, reason="rateLimitExceeded", retry_after=0)
    assert senders.resume(pid).words == ("deferred",)
    assert states(delivery) == ("prepared", ["deferred"])
    assert copies(simulator) == 0


def test_an_absence_that_was_proved_frees_the_mail_for_one_more_try(
    world: World, simulator: Simulator, senders: Senders
) -> None:
    pid, touch, delivery = stopped_at_the_mark(world, simulator, senders)
    senders.kill_stopped(pid)
    prove_absence(delivery)
    assert states(delivery) == ("prepared", ["void"])
    assert send_planned(world) == ["accepted"]
    assert states(delivery) == ("accepted", ["void", "accepted"])
    assert (copies(simulator), follow_ups(touch)) == (1, ["scheduled"])


def test_a_verdict_that_comes_after_the_mail_was_found_changes_nothing(
    world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator)
    first = senders.send(touch.id, failpoints="dispatch.before_settle=stop")
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert expire_leases() == 1
    assert reconcile.reconcile() == 1
    assert states(delivery) == ("accepted", ["accepted"])
    assert senders.resume(first.pid).how == "exited"
    assert states(delivery) == ("accepted", ["accepted"])
    assert (copies(simulator), told(delivery, "delivery.accepted"), follow_ups(touch)) == (1, 1, ["scheduled"])
