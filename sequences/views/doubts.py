"""Mails of which nobody knows whether they left: the evidence, and the two answers that a person may give."""

from typing import Protocol

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from admission.actions import judgements
from app.actions import clock
from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from mailboxes.models import Delivery
from sequences.screens.doubts import in_doubt


class Judge(Protocol):
    """What takes a person's word for a mail."""

    def __call__(self, delivery_id: int, *, by_id: int | None, reason: str) -> None:
        """Write it down. Raises ForbearError."""


LONGEST_REASON = 200
ANSWERS: dict[str, tuple[Judge, Promise | str]] = {
    "sent": (judgements.say_sent, _("It counts as sent; its sequence goes on from then.")),
    "not-sent": (judgements.say_not_sent, _("It counts as not sent; it is sent again where it still may be.")),
}


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the mails in doubt, the longest first, each with what every look found."""
    return render(request, "sequences/doubts.html", {"mails": in_doubt(seat.workspace_id), "now": clock.now()})


@require_POST
@seated("run_campaigns")
def settle(request: Request, seat: Member, delivery_id: int) -> HttpResponse:
    """Take a person's word for one mail; a refusal says why and changes nothing."""
    get_object_or_404(Delivery, id=delivery_id, workspace_id=seat.workspace_id)
    known = ANSWERS.get(request.POST.get("answer", ""))
    reason = request.POST.get("reason", "").strip()[:LONGEST_REASON]
    if known is None or not reason:
        messages.error(request, now("Say how you know: it is kept with your name."))
        return redirect("doubts")
    act, done = known
    try:
        act(delivery_id, by_id=seat.user_id, reason=reason)
        messages.success(request, str(done))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("doubts")
