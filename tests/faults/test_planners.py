"""Two planners are one planner: the second finds the first at work, dead or stopped, and no slot is written twice."""

import pytest

from sequences.actions import plan
from sequences.models import Touch
from tests.factories import a_campaign, a_contact, a_workspace, enrolled
from tests.faults.scenes import ADA, copies, send_planned
from tests.faults.senders import Senders
from tests.journeys.running import a_gmail
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def touch(world: World, simulator: Simulator) -> Touch:
    """Ada's first mail, due and not planned yet."""
    workspace = a_workspace()
    campaign = a_campaign(workspace, mailboxes=[a_gmail(workspace, simulator, world, cap=500, gap=1)])
    return Touch.objects.get(enrollment=enrolled(campaign, a_contact(workspace, ADA)))


def slot(touch: Touch) -> object:
    return Touch.objects.values_list("slot_at", flat=True).get(id=touch.id)


def test_a_planner_that_is_stopped_in_the_middle_is_alone(
    touch: Touch, world: World, simulator: Simulator, senders: Senders
) -> None:
    first = senders.plan(failpoints="plan.before_write=stop")
    assert first.how == "stopped"
    assert plan.plan() is None
    assert slot(touch) is None
    assert senders.resume(first.pid).words == ("planned",)
    written = slot(touch)
    assert written is not None
    plan.plan()
    assert slot(touch) == written
    assert (send_planned(world), copies(simulator)) == (["accepted"], 1)


@pytest.mark.parametrize("action", ["kill", "raise"])
def test_a_planner_that_dies_leaves_the_work_to_the_next(
    action: str, touch: Touch, world: World, simulator: Simulator, senders: Senders
) -> None:
    senders.plan(failpoints=f"plan.before_write={action}")
    assert slot(touch) is None
    assert (send_planned(world), copies(simulator)) == (["accepted"], 1)
