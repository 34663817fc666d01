"""A workspace's own page: founding it, how it is called and who writes, and going to another one."""

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from app.actions import workspaces
from app.core.errors import ForbearError
from app.core.zones import zones_on_offer
from app.forms import Identify, Switch
from app.models import Member
from app.views.shell import Request, seated, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new(request: Request, user: User) -> HttpResponse:
    """Found a workspace; whoever does is its owner, and goes on in it."""
    form = Identify(request.POST or None, initial={"time_zone": "Europe/Berlin"})
    if request.method == "POST" and form.is_valid():
        try:
            made = workspaces.found(user, form.identity())
        except ForbearError as refusal:
            form.add_error(None, str(refusal))
        else:
            request.session["workspace_id"] = made.id
            return redirect("dashboard")
    shown = {"form": form, "zones": zones_on_offer(), "first": request.member is None}
    return render(request, "app/new_workspace.html", shown, status=422 if form.errors else 200)


@require_safe
@seated()
def settings(request: Request, seat: Member) -> HttpResponse:
    """Show the workspace's name, sender, country and zone."""
    return _shown(request, Identify.of(seat.workspace))


@require_POST
@seated("manage_workspace")
def save(request: Request, seat: Member) -> HttpResponse:
    """Change them; the next mails are written with what was saved."""
    form = Identify(request.POST)
    if not form.is_valid():
        return _shown(request, form)
    try:
        changed = workspaces.change(seat.workspace_id, form.identity(), by_id=seat.user_id)
    except ForbearError as refusal:
        form.add_error(None, str(refusal))
        return _shown(request, form)
    messages.success(request, _("Saved. The next mails say so.") if changed else _("Nothing was changed."))
    return redirect("settings")


def _shown(request: Request, form: Identify) -> HttpResponse:
    shown = {"form": form, "zones": zones_on_offer()}
    return render(request, "app/settings.html", shown, status=422 if form.errors else 200)


@require_POST
@signed_in
def switch(request: Request, user: User) -> HttpResponse:
    """Go on in another workspace in which one has a seat; any other is not there."""
    form = Switch(request.POST)
    wanted = form.cleaned_data["workspace"] if form.is_valid() else 0
    seat = get_object_or_404(Member, user=user, workspace_id=wanted)
    request.session["workspace_id"] = seat.workspace_id
    return redirect("dashboard")
