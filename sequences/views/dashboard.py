"""The first page: what happens today."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from app.actions import clock
from app.models import Member
from app.views import Request, seated, template
from sequences.screens import capacity, today


@require_safe
@seated()
def dashboard(request: Request, seat: Member) -> HttpResponse:
    """Show today: room, numbers, news, and the people not written to."""
    world_now = clock.world_now()
    shown = {
        "world_now": world_now,
        "numbers": today.numbers(seat.workspace, world_now),
        "rooms": capacity.rooms(seat.workspace_id),
        "latest": today.latest(seat.workspace_id),
        "groups": today.not_mailed(seat.workspace_id, world_now),
    }
    return render(request, template(request, "sequences/dashboard.html", "live"), shown)


@require_safe
@seated()
def mailboxes(request: Request, seat: Member) -> HttpResponse:
    """Show every mailbox with its state and today's room."""
    shown = {"world_now": clock.world_now(), "rooms": capacity.rooms(seat.workspace_id, gone=True)}
    return render(request, template(request, "sequences/mailboxes.html", "live"), shown)
