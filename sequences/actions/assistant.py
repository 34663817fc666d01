"""Does the manual steps of a rehearsal as a person would, some hours after they fell due. Never in a real database."""

from datetime import timedelta

from app.actions import clock
from app.core.chance import chance
from app.core.errors import Refused
from app.models import Installation
from sequences.actions import tasks
from sequences.core.states import TaskState
from sequences.models import Task

SLUG = "rehearsal"  # of the one workspace it works for
NAME = "demo"  # who did it, in the event log
SOONEST = timedelta(hours=1)  # world time after it fell due
LATEST = timedelta(hours=5)


def work_off(*, limit: int = 200) -> int:
    """Complete the tasks whose hour has come, skip those without a profile to write to; return how many."""
    if not Installation.objects.filter(kind=Installation.Kind.REHEARSAL).exists():
        return 0
    now = clock.world_now()
    ripe = Task.objects.filter(state=TaskState.OPEN, workspace__slug=SLUG, due_at__lte=now - SOONEST)
    found = list(ripe.select_related("contact").order_by("due_at")[:limit])
    return sum(_finish(task) for task in found if task.due_at + _patience(task.id) <= now)


def _patience(task_id: int) -> timedelta:
    return SOONEST + (LATEST - SOONEST) * chance("assistant", task_id)


def _finish(task: Task) -> bool:
    reachable = task.kind != "linkedin" or (task.contact is not None and task.contact.linkedin_url)
    try:
        if reachable:
            tasks.complete(task.id, NAME)
        else:
            tasks.skip(task.id, NAME)
    except Refused:
        return False  # a person, or a stop, was faster
    return True
