"""Steps that people do by hand."""

from datetime import timedelta
from typing import Any

import pytest

from app.actions import clock
from app.core.errors import Busy, Refused
from app.models import Event
from sequences.actions import tasks
from sequences.models import Enrollment, Task, Touch
from tests.factories import StepPlan, an_email
from tests.journeys.office import Office, an_office
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
CALL = StepPlan("call", text="Ask {{ first_name }} about the canarywren of {{ company }}", delay=0)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, steps=(CALL, an_email(delay=1)))


def test_a_due_step_becomes_a_task_with_its_text_once(office: Office) -> None:
    touch = office.waiting()
    assert (tasks.open_due(), tasks.open_due()) == (1, 0)
    task = Task.objects.get()
    assert task.text == "Ask Ada about the canarywren of Canaryfinch & Daughters"
    touch.refresh_from_db()
    assert (task.state, task.kind, touch.state, touch.hold_reason) == ("open", "call", "held", "task_open")


def test_a_missing_value_leaves_the_text_for_the_person_to_finish(world: World) -> None:
    office = an_office(world, steps=(StepPlan("task", text="Say {{ nothing_known }}"),))
    office.waiting()
    tasks.open_due()
    assert Task.objects.get().text == "Say {{ nothing_known }}"


@pytest.mark.parametrize("change", ["campaign", "workspace", "enrollment", "early"])
def test_no_task_is_opened_for_what_does_not_run(office: Office, change: str) -> None:
    touch = office.waiting()
    if change == "campaign":
        office.campaign.state = "paused"
        office.campaign.save()
    elif change == "workspace":
        office.workspace.halted_at = clock.now()
        office.workspace.save()
    elif change == "enrollment":
        Enrollment.objects.update(state="stopped", ended_at=office.world.now())
    else:
        Touch.objects.filter(id=touch.id).update(eligible_at=office.world.now() + timedelta(hours=1))
    assert tasks.open_due() == 0


@pytest.mark.parametrize(
    ("act", "state", "touch_state"),
    [(tasks.complete, "done", "done"), (tasks.skip, "skipped", "skipped"), (tasks.fail, "failed", "skipped")],
)
def test_a_closed_task_lets_the_sequence_go_on(office: Office, act: Any, state: str, touch_state: str) -> None:
    touch = office.waiting()
    tasks.open_due()
    act(Task.objects.get().id, by=None)
    touch.refresh_from_db()
    assert (Task.objects.get().state, touch.state) == (state, touch_state)
    assert Touch.objects.get(position=2).state == "scheduled"
    assert Event.objects.filter(kind=f"task.{state}").count() == 1
    with pytest.raises(Refused):
        act(Task.objects.get().id)


def test_somebody_who_is_locked_keeps_no_other_task_from_being_opened(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked, free = office.waiting(), office.waiting()
    whole = tasks._open

    def busy(touch_id: int) -> bool:
        if touch_id == locked.id:
            raise Busy
        return whole(touch_id)

    monkeypatch.setattr(tasks, "_open", busy)
    assert tasks.open_due() == 1
    assert Task.objects.get().touch_id == free.id
