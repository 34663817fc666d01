"""Tasks: what a person has to do by hand, whose it is, and until when it can wait."""

from collections.abc import Callable
from datetime import timedelta

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from app.actions import clock
from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated, template
from sequences.actions import tasks as acts
from sequences.actions.task_timeouts import over_at
from sequences.forms import LARGEST_KEY
from sequences.models import Task
from sequences.screens import task_list as screen
from sequences.screens.talks import who_may_have_it
from sequences.screens.words import STEP
from sequences.views.inbox_forms import DAYS
from sequences.views.reading import read

type Verb = tuple[Callable[[int, int], object], Promise | str]

VERBS: dict[str, Verb] = {
    "done": (acts.complete, _("Done. The next step's clock starts now.")),
    "accepted": (
        lambda task_id, by: acts.complete(task_id, by, result="accepted"),
        _("Accepted. The next step's clock starts now."),
    ),
    "declined": (
        lambda task_id, by: acts.complete(task_id, by, result="declined"),
        _("Declined. The next step's clock starts now."),
    ),
    "skip": (acts.skip, _("Skipped. The campaign goes on without it.")),
    "fail": (acts.fail, _("Noted as not possible. The campaign goes on without it.")),
}


class TaskFilter(forms.Form):
    """Whose tasks, of which kind."""

    whose = forms.ChoiceField(required=False, choices=[(one, one) for one in screen.WHOSE])
    kind = forms.ChoiceField(
        required=False,
        label=_("Kind"),
        choices=[("", _("Every kind")), *((one, STEP[one].word) for one in screen.KINDS)],
    )


class GiveForm(forms.Form):
    """Whose it is from now on; empty: nobody's."""

    owner = forms.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)


class LaterForm(forms.Form):
    """By how many days it is put off."""

    days = forms.TypedChoiceField(choices=DAYS, coerce=int)


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the open tasks, the longest due first."""
    asked = read(TaskFilter, request)
    whose = asked["whose"] or "team"
    found = list(screen.tasks_of(seat.workspace_id, seat.user_id, whose, asked["kind"])[: screen.SIZE + 1])
    shown = {
        "rows": screen.rows(found[: screen.SIZE], over_at),
        "more": len(found) > screen.SIZE,
        "counts": screen.counts(seat.workspace_id, seat.user_id),
        "whose": whose,
        "kind": asked["kind"],
        "form": TaskFilter(asked),
        "query": urlencode({"kind": asked["kind"]}) if asked["kind"] else "",
        "members": who_may_have_it(seat.workspace_id),
        "days": DAYS,
        "world_now": clock.world_now(),
    }
    return render(request, template(request, "sequences/tasks.html", "live"), shown)


@require_POST
@seated("close_tasks")
def close(request: Request, seat: Member, task_id: int, verb: str) -> HttpResponse:
    """Close, give or put off a task; one that somebody else closed meanwhile says so."""
    task = get_object_or_404(Task, id=task_id, workspace_id=seat.workspace_id)
    if verb == "give":
        return _given(request, seat, task)
    if verb == "later":
        return _put_off(request, seat, task)
    if verb not in VERBS:
        raise Http404
    act, done = VERBS[verb]
    return _tried(request, lambda: act(task.id, seat.user_id), done)


def _given(request: Request, seat: Member, task: Task) -> HttpResponse:
    form = GiveForm(request.POST)
    if not form.is_valid():
        raise Http404
    return _tried(request, lambda: acts.assign(task.id, form.cleaned_data["owner"], seat.user_id), _("Given."))


def _put_off(request: Request, seat: Member, task: Task) -> HttpResponse:
    form = LaterForm(request.POST)
    if not form.is_valid():
        raise Http404
    until = clock.world_now() + timedelta(days=form.cleaned_data["days"])
    return _tried(request, lambda: acts.postpone(task.id, until, seat.user_id), _("Put off."))


def _tried(request: Request, work: Callable[[], object], done: Promise | str) -> HttpResponse:
    try:
        work()
        messages.success(request, str(done))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("tasks")
