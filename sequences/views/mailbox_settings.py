"""What a mailbox may do and when: its limits, its hours, its zone, and the days on which its owner is away."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.core.errors import ForbearError
from app.core.window_text import parse_window, window_text
from app.core.windows import Window
from app.core.zones import zones_on_offer
from app.models import Member
from app.views import Request, seated
from mailboxes.actions import workdays
from mailboxes.actions.numbers import numbers_of, set_numbers
from mailboxes.models import AwayRange, Mailbox
from sequences.views.mailbox import mailbox_of
from sequences.views.mailbox_forms import Away, Hours, Numbers


@require_safe
@seated()
def index(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Show the numbers and the hours; who may change them sees them in fields."""
    return _shown(request, mailbox_of(seat, mailbox_id))


@require_POST
@seated("connect_mailboxes")
def numbers(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Change the limits; the next mail already keeps to them."""
    mailbox = mailbox_of(seat, mailbox_id)
    form = Numbers(request.POST)
    if not form.is_valid():
        return _shown(request, mailbox, {"numbers": form}, status=422)
    set_numbers(mailbox, form.cleaned_data, by_id=seat.user_id)
    messages.success(request, _("Saved. The next mail keeps to it."))
    return redirect("mailbox_settings", mailbox_id=mailbox.id)


@require_POST
@seated("connect_mailboxes")
def hours(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Change its hours and its zone."""
    mailbox = mailbox_of(seat, mailbox_id)
    form = Hours(request.POST)
    if not form.is_valid():
        return _shown(request, mailbox, {"hours": form}, status=422)
    try:
        _keep_hours(mailbox, form.cleaned_data["workday"], form.cleaned_data["zone"], seat.user_id)
        messages.success(request, _("Saved. The next mail keeps to it."))
    except ForbearError as refusal:
        form.add_error("zone", str(refusal))
        return _shown(request, mailbox, {"hours": form}, status=422)
    return redirect("mailbox_settings", mailbox_id=mailbox.id)


def _keep_hours(mailbox: Mailbox, window: Window | None, zone: str, by_id: int) -> None:
    """Write what differs alone: an event says that something changed."""
    if zone != mailbox.time_zone:
        workdays.set_time_zone(mailbox, zone, by_id=by_id)
    if window != (parse_window(mailbox.workday) if mailbox.workday else None):
        workdays.set_workday(mailbox, window, by_id=by_id)


@require_POST
@seated("connect_mailboxes")
def away(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Let it send nothing automated on some days."""
    mailbox = mailbox_of(seat, mailbox_id)
    form = Away(request.POST)
    if not form.is_valid():
        return _shown(request, mailbox, {"away": form}, status=422)
    try:
        workdays.add_away(mailbox, form.cleaned_data["first"], form.cleaned_data["last"], by_id=seat.user_id)
    except ForbearError as refusal:
        form.add_error("last", str(refusal))
        return _shown(request, mailbox, {"away": form}, status=422)
    messages.success(request, _("Nothing automated leaves from it on those days."))
    return redirect("mailbox_settings", mailbox_id=mailbox.id)


@require_POST
@seated("connect_mailboxes")
def back(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Forget a time away: the one that begins on the day named; one that is gone already is no harm."""
    mailbox = mailbox_of(seat, mailbox_id)
    day = request.POST.get("first", "")
    known = {one.isoformat(): one for one, _last in workdays.away_of(mailbox)}
    if day in known:
        try:
            workdays.take_back(mailbox, known[day], by_id=seat.user_id)
            messages.success(request, _("It sends on those days again."))
        except ForbearError as refusal:
            messages.error(request, str(refusal))
    return redirect("mailbox_settings", mailbox_id=mailbox.id)


def _shown(
    request: Request, mailbox: Mailbox, given: dict[str, Form] | None = None, *, status: int = 200
) -> HttpResponse:
    own = window_text(parse_window(mailbox.workday)) if mailbox.workday else ""
    forms: dict[str, Any] = {
        "numbers": Numbers(initial=numbers_of(mailbox)),
        "hours": Hours(initial={"workday": own, "zone": mailbox.time_zone}),
        "away": Away(),
    }
    ranges = AwayRange.objects.filter(mailbox=mailbox).order_by("first_day")
    told = {"mailbox": mailbox, "ranges": ranges, "zones": zones_on_offer(), "own_hours": own, **forms, **(given or {})}
    return render(request, "sequences/mailbox_settings.html", told, status=status)
