"""API keys: made, shown once, ended."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.actions import keys as acts
from app.forms import NewKey
from app.models import ApiKey, Member
from app.screens.people import keys
from app.views.shell import Request, seated


@require_safe
@seated("manage_keys")
def index(request: Request, seat: Member) -> HttpResponse:
    """List the keys that hold, and those that ended lately."""
    return _shown(request, seat, NewKey())


@require_POST
@seated("manage_keys")
def make(request: Request, seat: Member) -> HttpResponse:
    """Make a key, and show it this once."""
    form = NewKey(request.POST)
    if not form.is_valid():
        return _shown(request, seat, form, status=422)
    secret = acts.make(seat, form.cleaned_data["name"], form.cleaned_data["role"])
    return _shown(request, seat, NewKey(), secret=secret)


@require_POST
@seated("manage_keys")
def end(request: Request, seat: Member, key_id: int) -> HttpResponse:
    """End a key from its next request on."""
    get_object_or_404(ApiKey, id=key_id, workspace_id=seat.workspace_id)
    if acts.revoke(seat.workspace_id, key_id, by_id=seat.user_id):
        messages.success(request, _("The key opens nothing any more."))
    else:
        messages.info(request, _("The key had ended already."))
    return redirect("keys")


def _shown(request: Request, seat: Member, form: NewKey, *, secret: str = "", status: int = 200) -> HttpResponse:
    shown = {"form": form, "keys": keys(seat.workspace_id), "secret": secret}
    return render(request, "app/keys.html", shown, status=status)
