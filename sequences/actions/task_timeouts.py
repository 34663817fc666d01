"""Tasks that nobody did in time: where their step says so, the campaign goes on without them."""

from contextlib import suppress
from datetime import datetime

from app.actions import clock
from app.core.errors import Busy, Refused
from sequences.actions import tasks
from sequences.actions.enrollments import campaign_hours, home_of
from sequences.core.due import Delay, due_after
from sequences.core.hours import hours_for
from sequences.core.states import CampaignState, TaskState
from sequences.models import Task

MOST = 500


def skip_overdue() -> int:
    """open -> skipped for tasks whose business days are over; return how many. Paused campaigns' tasks wait.

    A transaction each, as skip(). Who is busy is met again.
    """
    now = clock.world_now()
    overdue = Task.objects.filter(
        state=TaskState.OPEN,
        due_at__lt=now,
        touch__step__timeout_days__isnull=False,
        touch__enrollment__campaign__state=CampaignState.RUNNING,
        workspace__halted_at=None,
    )
    found = overdue.select_related("touch__step", "touch__enrollment__campaign", "contact").order_by("due_at")
    return sum(_skipped(one.id) for one in found[:MOST] if over_at(one) <= now)


def over_at(task: Task) -> datetime:
    """Return when nobody waits for a task any more (world time); its step has a timeout."""
    if task.touch is None or task.touch.step.timeout_days is None:
        raise ValueError("this task waits for ever")
    campaign = campaign_hours(task.touch.enrollment.campaign)
    hours = hours_for(campaign, home_of(task.contact), task.due_at)
    return due_after(task.due_at, Delay(task.touch.step.timeout_days), hours)


def _skipped(task_id: int) -> bool:
    with suppress(Busy, Refused):
        tasks.skip(task_id, "timeout", result="timeout")
        return True
    return False
