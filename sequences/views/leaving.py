"""A mailbox is let go: first its people are counted, and somebody says what becomes of them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from app.core.errors import ForbearError
from app.core.machine import IllegalMove
from app.models import Member
from app.views import Request, seated
from mailboxes.actions import mailboxes
from mailboxes.core.states import MailboxState
from mailboxes.models import Mailbox
from sequences.actions.editing import senders


@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def leave(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Show who is under way from a mailbox; stop them, hold them or let another go on, and disconnect it."""
    mailbox = get_object_or_404(Mailbox, id=mailbox_id, workspace_id=seat.workspace_id)
    people = senders.in_progress(mailbox)
    others = Mailbox.objects.filter(workspace_id=seat.workspace_id, state=MailboxState.CONNECTED).exclude(id=mailbox.id)
    if request.method == "POST":
        try:
            done = _seen_to(request, seat, mailbox)
            mailboxes.disconnect(mailbox, by_id=seat.user_id)
        except IllegalMove:
            messages.error(request, _("The mailbox was disconnected before."))
        except ForbearError as refusal:
            messages.error(request, str(refusal))
        else:
            told = ngettext("Disconnected; seen to %(n)d person.", "Disconnected; seen to %(n)d people.", done)
            messages.success(request, told % {"n": done} if done else _("Disconnected. Who was under way waits."))
        return redirect("mailbox", mailbox_id=mailbox.id)
    shown = {"mailbox": mailbox, "people": people.count(), "others": others.order_by("address")}
    return render(request, "sequences/mailbox_leave.html", shown)


def _seen_to(request: Request, seat: Member, mailbox: Mailbox) -> int:
    """Do what was chosen for the people; without a choice they are held, visibly."""
    way = request.POST.get("people", "hold")
    if way == "stop":
        return senders.stop_all(mailbox, by_id=seat.user_id)
    if way.isdecimal() and len(way) < 19:
        other = Mailbox.objects.filter(workspace_id=seat.workspace_id, id=int(way)).first()
        return senders.go_on_from(mailbox, other or mailbox, by_id=seat.user_id)
    return 0
