"""Who sits in the workspace: invitations by a link, roles, and seats that end."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.actions import clock, members
from app.core.errors import ForbearError
from app.forms import Invite, Role
from app.models import Invitation, Member
from app.screens.people import invitations, seats
from app.views.shell import Request, seated


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the seats and the open invitations."""
    return _shown(request, seat, Invite())


@require_POST
@seated("manage_members")
def invite(request: Request, seat: Member) -> HttpResponse:
    """Open a seat, and show its link this once: whoever has it and the address may take the seat."""
    form = Invite(request.POST)
    if not form.is_valid():
        return _shown(request, seat, form, status=422)
    try:
        secret = members.invite(
            seat.workspace_id, form.cleaned_data["email"], form.cleaned_data["role"], by_id=seat.user_id
        )
    except ForbearError as refusal:
        form.add_error("email", str(refusal))
        return _shown(request, seat, form, status=422)
    link = request.build_absolute_uri(reverse("invitation", args=[secret]))
    return _shown(request, seat, Invite(), link=link, invited=form.cleaned_data["email"])


@require_POST
@seated("manage_members")
def withdraw(request: Request, seat: Member, invitation_id: int) -> HttpResponse:
    """Close an invitation."""
    get_object_or_404(Invitation, id=invitation_id, workspace_id=seat.workspace_id)
    try:
        members.withdraw(seat.workspace_id, invitation_id, by_id=seat.user_id)
        messages.success(request, _("Withdrawn. Its link no longer works."))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("people")


@require_POST
@seated("manage_members")
def change_role(request: Request, seat: Member, member_id: int) -> HttpResponse:
    """Give somebody another role, from their next request on."""
    get_object_or_404(Member, id=member_id, workspace_id=seat.workspace_id)
    form = Role(request.POST)
    if not form.is_valid():
        messages.error(request, _("There is no such role."))
        return redirect("people")
    try:
        members.change_role(seat.workspace_id, member_id, form.cleaned_data["role"], by_id=seat.user_id)
        messages.success(request, _("Saved. It holds from their next click on."))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("people")


@require_POST
@seated("manage_members")
def remove(request: Request, seat: Member, member_id: int) -> HttpResponse:
    """Take somebody's seat and keys away; what they did stays."""
    get_object_or_404(Member, id=member_id, workspace_id=seat.workspace_id)
    return _gone(request, seat, member_id)


@require_POST
@seated()
def leave(request: Request, seat: Member) -> HttpResponse:
    """Give up one's own seat."""
    return _gone(request, seat, seat.id)


def _gone(request: Request, seat: Member, member_id: int) -> HttpResponse:
    try:
        members.let_go(seat.workspace_id, member_id, by_id=seat.user_id)
        messages.success(request, _("The seat is gone, and with it the keys of its holder."))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("dashboard" if member_id == seat.id else "people")


def _shown(
    request: Request, seat: Member, form: Invite, *, status: int = 200, link: str = "", invited: str = ""
) -> HttpResponse:
    shown = {
        "form": form,
        "seats": seats(seat.workspace_id),
        "invitations": invitations(seat.workspace_id, clock.now()),
        "link": link,
        "invited": invited,
    }
    return render(request, "app/people.html", shown, status=status)
