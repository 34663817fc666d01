"""The connection to the database breaks at a commit; nobody knows whether it came through, and no call is repeated."""

import pytest

from admission.models import Incident, Permit
from app.models import Event
from mailboxes.models import Delivery
from sequences.models import Touch
from tests.faults.cutting import COMMIT, cutting
from tests.faults.scenes import copies, expire_leases, one_due, open_permits, send_planned
from tests.faults.senders import Senders
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

PERMIT = b"INSERT INTO admission_permitfacts"
MARK = b"call_began_at = clock_timestamp()"
SETTLE = b"'delivery.accepted'"
LANES = ("gmail", "smtp")

cut_both_ways = pytest.mark.parametrize("applied", [True, False], ids=["answer lost", "never arrived"])
in_both_lanes = pytest.mark.parametrize("lane", LANES)


def told(touch: Touch) -> tuple[str, list[str]]:
    """The delivery's state and those of its permits in order."""
    permits = Permit.objects.filter(delivery__touch_id=touch.id).order_by("id")
    return Delivery.objects.get(touch_id=touch.id).state, list(permits.values_list("state", flat=True))


@cut_both_ways
def test_a_permit_whose_commit_broke_starts_no_call(
    applied: bool, world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator)
    with cutting(PERMIT, COMMIT, applied=applied) as cut:
        assert senders.send(touch.id, host=cut.host).words == ("OperationalError",)
        assert cut.cut.is_set()
    assert copies(simulator) == 0
    assert told(touch) == (("sending", ["open"]) if applied else ("prepared", []))
    assert expire_leases() == applied
    assert send_planned(world) == ["accepted"]
    assert told(touch) == ("accepted", ["void", "accepted"] if applied else ["accepted"])
    assert copies(simulator) == 1


@cut_both_ways
@in_both_lanes
def test_a_mark_that_got_no_answer_starts_no_call(
    lane: str, applied: bool, world: World, simulator: Simulator, senders: Senders
) -> None:
    """Who gets no yes from the mark has written no byte, and says so: nobody has to search for the mail."""
    touch = one_due(world, simulator, lane)
    with cutting(MARK, MARK, applied=applied) as cut:
        assert senders.send(touch.id, host=cut.host).words == ("notcalled",)
        assert cut.cut.is_set()
    assert (copies(simulator), told(touch)) == (0, ("prepared", ["void"]))
    assert send_planned(world) == ["accepted"]
    assert (copies(simulator), told(touch)) == (1, ("accepted", ["void", "accepted"]))


@cut_both_ways
@in_both_lanes
def test_a_verdict_whose_commit_broke_is_written_once(
    lane: str, applied: bool, world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator, lane)
    with cutting(SETTLE, COMMIT, applied=applied) as cut:
        assert senders.send(touch.id, host=cut.host).words == ("accepted",)
        assert cut.cut.is_set()
    assert (copies(simulator), told(touch), open_permits()) == (1, ("accepted", ["accepted"]), 0)
    delivery = Delivery.objects.get(touch_id=touch.id)
    assert Event.objects.filter(kind="delivery.accepted", subject_id=delivery.id).count() == 1
    assert not Incident.objects.exists()
    following = Touch.objects.filter(enrollment=touch.enrollment, position=2)
    assert list(following.values_list("state", flat=True)) == ["scheduled"]
    assert send_planned(world) == []
