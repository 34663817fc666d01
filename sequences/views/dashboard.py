"""The first page: what happens today."""

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from app.actions import clock
from app.core.cursors import BadCursor
from app.core.zones import local_day
from app.models import Member
from app.views import Request, seated, template
from sequences.actions import not_mailed
from sequences.forms import AfterWord, WhyNotMailed
from sequences.screens import capacity, home, outlook, today
from sequences.screens.first_steps import first_steps
from sequences.screens.pages import SIZE
from sequences.views.reading import read


@require_safe
@seated()
def dashboard(request: Request, seat: Member) -> HttpResponse:
    """Show today: room, numbers, news, and the people not written to."""
    world_now = clock.world_now()
    here = local_day(seat.workspace.zone, world_now)
    days = home.last_days(seat.workspace, here)
    shown = {
        "world_now": world_now,
        "numbers": days[here],
        "plot": home.plot_of(days, outlook.sends_ahead(seat.workspace_id, home.AHEAD + 1)),
        "needs": home.needs(seat.workspace_id),
        "latency": home.latency(seat.workspace_id),
        "rooms": capacity.rooms(seat.workspace_id),
        "latest": today.latest(seat.workspace_id),
        "day": not_mailed.totals(seat.workspace),
    }
    if not request.htmx:
        steps = first_steps(seat.workspace)
        shown |= {"first_steps": steps, "next_step": next((one for one in steps if not one.done), None)}
    return render(request, template(request, "sequences/dashboard.html", "live"), shown)


@require_safe
@seated()
def mailboxes(request: Request, seat: Member) -> HttpResponse:
    """Show every mailbox with its state and today's room."""
    after = read(AfterWord, request)["after"]
    rooms, following = capacity.rooms_page(seat.workspace_id, after)
    shown = {"world_now": clock.world_now(), "rooms": rooms, "following": following, "after": after}
    return render(request, template(request, "sequences/mailboxes.html", "live"), shown)


@require_safe
@seated()
def not_mailed_people(request: Request, seat: Member) -> HttpResponse:
    """List the people of one reason of the first card, or all of them."""
    asked = read(WhyNotMailed, request)
    try:
        found = not_mailed.people(
            seat.workspace, reason=asked["reason"], ended=asked["ended"], after=asked["after"], limit=SIZE
        )
    except BadCursor as error:
        raise BadRequest from error
    shown = {
        "because": found.items[0].because if found.items and asked["reason"] else _("Whatever the reason"),
        "people": home.named(seat.workspace_id, found.items),
        "following": found.next,
        "query": urlencode({"reason": asked["reason"]} | ({"ended": 1} if asked["ended"] else {})),
    }
    return render(request, "sequences/not_mailed.html", shown)
