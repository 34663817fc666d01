"""One mailbox: its state and limits, a check of both directions, and the buttons that pause it and let it go."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from app.core.errors import ForbearError
from app.core.machine import events_of
from app.crypto import CryptoError
from app.models import Member
from app.views import Request, seated
from mailboxes.actions import mailboxes as acts
from mailboxes.actions.check import check_mailbox
from mailboxes.core.check_faults import Report
from mailboxes.core.states import MAILBOX, MailboxState
from mailboxes.models import Credential, Mailbox, ServiceAccount
from mailboxes.screens.check_words import sides
from mailboxes.screens.mailbox import about

# The word in the address -> what is done, and what is said when it worked.
VERBS: dict[str, tuple[Callable[[Mailbox, int], None], Promise | str]] = {
    "pause": (
        lambda mailbox, by: acts.pause(mailbox, by_id=by),
        _("The mailbox is paused. Nothing leaves any more; its inbox is still read."),
    ),
    "resume": (lambda mailbox, by: acts.resume(mailbox, by_id=by), _("The mailbox sends again.")),
    "disconnect": (
        lambda mailbox, by: acts.disconnect(mailbox, by_id=by),
        _("The mailbox is disconnected and its password or grant deleted. Its people wait."),
    ),
}


@require_safe
@seated()
def detail(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Show one mailbox."""
    return _shown(request, _mailbox(seat, mailbox_id))


@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def check(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Try it in both directions and show each step; nothing is sent and nothing is changed."""
    mailbox = _mailbox(seat, mailbox_id)
    if request.method != "POST":  # reloaded, or come to after signing in again
        return redirect("mailbox", mailbox_id=mailbox.id)
    try:
        return _shown(request, mailbox, check_mailbox(mailbox))
    except (Credential.DoesNotExist, ServiceAccount.DoesNotExist, CryptoError):
        messages.error(request, now("There is nothing to sign in with any more: connect the mailbox again."))
        return redirect("mailbox", mailbox_id=mailbox.id)


@require_POST
@seated("connect_mailboxes")
def run(request: Request, seat: Member, mailbox_id: int, verb: str) -> HttpResponse:
    """Pause, resume or disconnect it; a refusal says why and changes nothing."""
    mailbox = _mailbox(seat, mailbox_id)
    if verb not in VERBS:
        raise Http404
    act, done = VERBS[verb]
    try:
        act(mailbox, seat.user_id)
        messages.success(request, str(done))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("mailbox", mailbox_id=mailbox.id)


def _mailbox(seat: Member, mailbox_id: int) -> Mailbox:
    found = Mailbox.objects.select_related("budget", "inboundcursor", "owner")
    return get_object_or_404(found, id=mailbox_id, workspace_id=seat.workspace_id)


def _shown(request: Request, mailbox: Mailbox, report: Report | None = None) -> HttpResponse:
    told = {
        "about": about(mailbox),
        "verbs": events_of(MAILBOX, MailboxState(mailbox.state)),
        "sides": sides(report) if report else [],
    }
    return render(request, "mailboxes/mailbox.html", told)
