"""The page behind an invitation's link. Looking takes no seat; a press does."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods

from app.actions import members
from app.core.errors import ForbearError
from app.forms import Password
from app.models import Invitation, Member
from app.views.shell import open_to_all

BACKEND = "django.contrib.auth.backends.ModelBackend"


@open_to_all
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, secret: str) -> HttpResponse:
    """Show who invites to what; take the seat with the account that is signed in, or with a new one."""
    invitation = members.open_invitation(secret)
    if invitation is None:
        return _private(render(request, "app/invitation.html", {"invitation": None}, status=410))
    form = Password(request.POST or None)
    if request.method == "POST" and (request.user.is_authenticated or form.is_valid()):
        try:
            return _seated(request, _taken(request, secret, form))
        except ForbearError as refusal:
            form.is_valid()
            form.add_error(None, str(refusal))
    return _private(_shown(request, invitation, form))


def _taken(request: HttpRequest, secret: str, form: Password) -> Member:
    if request.user.is_authenticated:
        return members.accept(secret, request.user)
    seat = members.accept_as_stranger(secret, form.cleaned_data["password"])
    login(request, seat.user, backend=BACKEND)
    return seat


def _seated(request: HttpRequest, seat: Member) -> HttpResponse:
    request.session["workspace_id"] = seat.workspace_id
    return redirect("dashboard")


def _shown(request: HttpRequest, invitation: Invitation, form: Password) -> HttpResponse:
    known = not request.user.is_authenticated and members.has_account(invitation.email)
    shown = {"invitation": invitation, "form": form, "known": known, "here": request.path}
    return render(request, "app/invitation.html", shown, status=422 if form.is_bound and form.errors else 200)


def _private(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    return response
