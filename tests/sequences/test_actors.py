from datetime import timedelta

import pytest

from sequences import actors
from sequences.actions import dispatch, plan
from sequences.models import Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, enrolled
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def a_planned_touch(world: World) -> Touch:
    workspace = a_workspace()
    campaign = a_campaign(workspace, mailboxes=[a_mailbox(workspace)])
    enrolled(campaign, a_contact(workspace))
    assert plan.plan()
    touch = Touch.objects.get(state="planned")
    assert touch.slot_at is not None
    world.at(touch.slot_at + timedelta(minutes=10))
    return touch


def test_a_fault_nobody_foresaw_is_told_and_rests_for_an_hour(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    touch = a_planned_touch(world)
    monkeypatch.setattr(dispatch, "send_touch", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        actors.send_touch(touch.id)
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason, touch.slot_at) == ("scheduled", "fault", None)
    assert timedelta(minutes=59) < touch.eligible_at - world.now() <= timedelta(hours=1)
    assert plan.due_slots() == []
    world.pass_time(timedelta(hours=1, minutes=1))
    assert plan.plan()
    assert Touch.objects.get().state == "planned"
