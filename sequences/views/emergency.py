"""The stop button: all sending stands still from its answer on, and what was under way is shown."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.actions import halts
from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from sequences.actions.emergency import stop_workspace
from sequences.actions.standing import standing

LONGEST_REASON = 200


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """Show what stands still, and which mails are under way."""
    return render(request, "sequences/emergency.html", {"standing": standing(seat.workspace)})


@require_POST
@seated("stop_sending")
def stop(request: Request, seat: Member) -> HttpResponse:
    """Stop all sending of the workspace."""
    reason = request.POST.get("reason", "").strip()[:LONGEST_REASON]
    try:
        new, _standing = stop_workspace(seat.workspace, reason, by_id=seat.user_id)
        messages.success(request, _("All sending is stopped.") if new else _("All sending was stopped already."))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("emergency")


@require_POST
@seated("resume_sending")
def resume(request: Request, seat: Member) -> HttpResponse:
    """Let sending go on; what waited is planned again."""
    try:
        if halts.resume(seat.workspace_id, by_id=seat.user_id):
            messages.success(request, _("Sending goes on. What waited is planned again."))
        else:
            messages.info(request, _("Nothing was stopped."))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("emergency")
