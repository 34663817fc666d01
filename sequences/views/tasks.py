"""Tasks: what a person has to do by hand."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from app.actions import clock
from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from sequences.actions import tasks as acts
from sequences.models import Task
from sequences.screens.lists import MOST_TASKS, open_tasks
from sequences.screens.words import STEP

VERBS: dict[str, tuple[Callable[..., object], Promise | str]] = {
    "done": (acts.complete, _("Done. The next step's clock starts now.")),
    "skip": (acts.skip, _("Skipped. The campaign goes on without it.")),
}


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the open tasks, the longest due first."""
    found = open_tasks(seat.workspace_id)
    tasks = [(task, STEP[task.kind]) for task in found[:MOST_TASKS]]
    shown = {"tasks": tasks, "total": found.count(), "world_now": clock.world_now()}
    return render(request, "sequences/tasks.html", shown)


@require_POST
@seated("close_tasks")
def close(request: Request, seat: Member, task_id: int, verb: str) -> HttpResponse:
    """Close a task as done or skipped; one that somebody else closed meanwhile says so."""
    task = get_object_or_404(Task, id=task_id, workspace_id=seat.workspace_id)
    if verb not in VERBS:
        raise Http404
    act, done = VERBS[verb]
    try:
        act(task.id, seat.user_id)
        messages.success(request, str(done))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("tasks")
