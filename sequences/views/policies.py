"""The graded protection policy: versions are drafted, watched, enforced and rolled back; what each would do."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from admission.actions import protection_policies as acts
from admission.core.protection.numbers import RANGES, WHOLE, as_values
from admission.models import ProtectionPolicy
from app.actions import clock
from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from sequences.screens import policies as screen
from sequences.screens.protection_words import NUMBERS


class Draft(forms.Form):
    """The numbers of a new version."""

    def __init__(self, *args: Any, **how: Any) -> None:
        """Make a field of each number, with its range."""
        super().__init__(*args, **how)
        for name, (least, most) in RANGES.items():
            if name in WHOLE:
                self.fields[name] = forms.IntegerField(
                    label=str(NUMBERS[name]), min_value=int(least), max_value=int(most)
                )
            else:
                self.fields[name] = forms.FloatField(label=str(NUMBERS[name]), min_value=least, max_value=most)


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """Show the versions, how mailboxes stand, and what was decided lately."""
    return render(request, "sequences/policies.html", {"page": screen.overview(seat.workspace)})


@require_safe
@seated()
def detail(request: Request, seat: Member, policy_id: int) -> HttpResponse:
    """Show one version beside what acts; with `again`, what it would have done in the last 30 days."""
    policy = _policy(seat, policy_id)
    shown = {
        "version": screen.version_of(policy, clock.world_now()),
        "numbers": screen.numbers_of(policy, screen.acting_numbers(seat.workspace)),
        "replay": screen.replay(seat.workspace, policy) if "again" in request.GET else None,
    }
    return render(request, "sequences/policy.html", shown)


@require_safe
@seated("change_policies")
def new(request: Request, seat: Member) -> HttpResponse:
    """Offer the numbers that act now, to be changed."""
    form = Draft(initial=as_values(screen.acting_numbers(seat.workspace)))
    return render(request, "sequences/policy_new.html", {"form": form})


@require_POST
@seated("change_policies")
def draft(request: Request, seat: Member) -> HttpResponse:
    """Keep the numbers as a new version, which does nothing yet."""
    form = Draft(request.POST)
    if form.is_valid():
        try:
            made = acts.draft(seat.workspace, form.cleaned_data, by_id=seat.user_id)
        except ForbearError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("Drafted. It does nothing before somebody lets it watch."))
            return redirect("policy", policy_id=made.id)
    return render(request, "sequences/policy_new.html", {"form": form}, status=422)


@require_POST
@seated("change_policies")
def watch(request: Request, seat: Member, policy_id: int) -> HttpResponse:
    """drafted -> watched."""
    return _acted(request, seat, policy_id, acts.watch, _("It is watching only: its decisions are shown below."))


@require_POST
@seated("change_policies")
def enforce(request: Request, seat: Member, policy_id: int) -> HttpResponse:
    """watched -> enforced, from now on in every process."""
    return _acted(request, seat, policy_id, acts.enforce, _("It acts from now on."))


@require_POST
@seated("change_policies")
def roll_back(request: Request, seat: Member, policy_id: int) -> HttpResponse:
    """drafted, watched, enforced -> rolled back, for good."""
    return _acted(request, seat, policy_id, acts.roll_back, _("It is rolled back; an earlier version acts, or none."))


def _acted(request: Request, seat: Member, policy_id: int, act: Any, done: str) -> HttpResponse:
    policy = _policy(seat, policy_id)
    try:
        act(seat.workspace, policy.number, by_id=seat.user_id)
        messages.success(request, done)
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("policy", policy_id=policy.id)


def _policy(seat: Member, policy_id: int) -> ProtectionPolicy:
    return get_object_or_404(ProtectionPolicy, id=policy_id, workspace_id=seat.workspace_id)
