"""One mailbox: how it stands, a check of both directions, and the buttons that stop it and let it go."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from admission.actions import judging
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
from sequences.actions import explain_mailbox
from sequences.actions.emergency import stop_mailbox
from sequences.screens import capacity
from sequences.screens import mailbox as screen

# The word in the address -> what is done, and what is said when it worked.
VERBS: dict[str, tuple[Callable[[Mailbox, int], None], Promise | str]] = {
    "resume": (lambda mailbox, by: acts.resume(mailbox, by_id=by), _("The mailbox sends again.")),
    "disconnect": (
        lambda mailbox, by: acts.disconnect(mailbox, by_id=by),
        _("The mailbox is disconnected and its password or grant deleted. Its people wait."),
    ),
    "recover": (
        lambda mailbox, by: judging.recover(mailbox, by_id=by),
        _("The mailbox begins again with a quarter of its room."),
    ),
}


@require_safe
@seated()
def detail(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Show one mailbox."""
    return _shown(request, mailbox_of(seat, mailbox_id))


@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def check(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Try it in both directions and show each step; nothing is sent and nothing is changed."""
    mailbox = mailbox_of(seat, mailbox_id)
    if request.method != "POST":  # reloaded, or come to after signing in again
        return redirect("mailbox", mailbox_id=mailbox.id)
    try:
        return _shown(request, mailbox, check_mailbox(mailbox))
    except (Credential.DoesNotExist, ServiceAccount.DoesNotExist, CryptoError):
        messages.error(request, now("There is nothing to sign in with any more: connect the mailbox again."))
        return redirect("mailbox", mailbox_id=mailbox.id)


@require_POST
@seated("stop_sending")
def stop(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Let nothing more leave from it, and tell how many mails were under way; its inbox is still read."""
    mailbox = mailbox_of(seat, mailbox_id)
    try:
        _new, shown = stop_mailbox(mailbox, "", by_id=seat.user_id)
    except ForbearError as refusal:
        messages.error(request, str(refusal))
        return redirect("mailbox", mailbox_id=mailbox.id)
    number = len(shown.under_way)
    said = now("The mailbox is paused. Nothing leaves any more; its inbox is still read.")
    if number:
        said += " " + ngettext("%(n)s mail was under way.", "%(n)s mails were under way.", number) % {"n": number}
    messages.success(request, said)
    return redirect("mailbox", mailbox_id=mailbox.id)


@require_POST
@seated("connect_mailboxes")
def run(request: Request, seat: Member, mailbox_id: int, verb: str) -> HttpResponse:
    """Resume, disconnect or recover it; a refusal says why and changes nothing."""
    mailbox = mailbox_of(seat, mailbox_id)
    if verb not in VERBS:
        raise Http404
    act, done = VERBS[verb]
    try:
        act(mailbox, seat.user_id)
        messages.success(request, str(done))
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("mailbox", mailbox_id=mailbox.id)


def mailbox_of(seat: Member, mailbox_id: int) -> Mailbox:
    """Return a mailbox of the seat's workspace with what its page reads of it; else the answer is 404."""
    found = Mailbox.objects.select_related("budget", "inboundcursor", "owner")
    return get_object_or_404(found, id=mailbox_id, workspace_id=seat.workspace_id)


def _explained(mailbox: Mailbox) -> explain_mailbox.MailboxExplained | None:
    """Return what decides whether it sends; None where it has no day yet."""
    try:
        return explain_mailbox.mailbox(mailbox)
    except LookupError:
        return None


def _shown(request: Request, mailbox: Mailbox, report: Report | None = None) -> HttpResponse:
    found = screen.page(mailbox, _explained(mailbox))
    told = {
        "page": found,
        "about": found.about,
        "room": capacity.room_of(mailbox),
        "verbs": events_of(MAILBOX, MailboxState(mailbox.state)),
        "sides": sides(report) if report else [],
    }
    return render(request, "sequences/mailbox.html", told)
