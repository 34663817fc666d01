"""A worker may die, or fail, at every named point of a send: there is one copy in the end, and the sequence goes on."""

import re
from pathlib import Path

import pytest

from mailboxes.models import Delivery
from sequences.models import Enrollment, Touch
from tests.faults.processes import ROOT
from tests.faults.scenes import ADA, copies, one_due, open_permits, recover
from tests.faults.senders import Senders
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

PACKAGES = ("app", "mailboxes", "bounces", "admission", "sequences")
# Points that no send passes; each is armed by a test of its own work.
ELSEWHERE = {
    "imports.after_batch",
    "imports.before_commit",
    "inbound.after_fetch",
    "ingest.before_commit",
    "plan.before_write",
}


def named(folder: Path) -> set[str]:
    return {name for file in folder.rglob("*.py") for name in re.findall(r'failpoint\("([^"]+)"\)', file.read_text())}


NAMED = set().union(*(named(ROOT / package) for package in PACKAGES))


def test_the_points_of_other_work_are_still_there() -> None:
    assert ELSEWHERE < NAMED


@pytest.mark.parametrize("action", ["kill", "raise"])
@pytest.mark.parametrize("name", sorted(NAMED - ELSEWHERE))
def test_a_worker_that_dies_anywhere_in_a_send_leaves_one_copy(
    name: str, action: str, world: World, simulator: Simulator, senders: Senders
) -> None:
    touch = one_due(world, simulator)
    end = senders.send(touch.id, failpoints=f"{name}={action}")
    assert (end.how, end.words) == {"kill": ("killed", ()), "raise": ("exited", ("FailpointHit",))}[action]
    assert copies(simulator) <= 1
    recover(world)
    assert copies(simulator) == 1
    assert open_permits() == 0
    assert Delivery.objects.get(touch_id=touch.id).state == "accepted"
    enrollment = Enrollment.objects.get(contact__email=ADA)
    steps = Touch.objects.filter(enrollment=enrollment).order_by("position")
    assert [(step.position, step.state) for step in steps] == [(1, "sent"), (2, "scheduled")]
