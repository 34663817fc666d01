"""Capacity and forecast: what is used and left, today and in the next 30 days."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from app.models import Member
from app.views import Request, seated
from sequences.forms import AfterWord
from sequences.screens import capacity, outlook
from sequences.views.reading import read


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """Show the calendar, the campaigns, and a page of mailboxes."""
    after = read(AfterWord, request)["after"]
    rooms, following = capacity.rooms_page(seat.workspace_id, after)
    shown = {
        "ahead": outlook.ahead(seat.workspace_id),
        "rooms": rooms,
        "plot": outlook.rooms_plot(rooms) if rooms else None,
        "following": following,
        "after": after,
    }
    return render(request, "sequences/capacity.html", shown)
