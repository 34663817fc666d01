"""Connecting a mailbox by Google's own sign-in: out to its page, and back with a code."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from mailboxes.actions import consent
from mailboxes.actions.check import check_connection
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.models import Mailbox
from mailboxes.screens.check_words import sentence
from mailboxes.views.begun import begun, end
from mailboxes.views.connect import welcome

LONGEST = 4096  # characters of what Google sends back


@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def leave(request: Request, seat: Member) -> HttpResponse:
    """Send the browser to Google's page for the address that was typed."""
    started = begun(request)
    if started is None or request.method != "POST":  # come to after signing in again
        return redirect("connect_doors" if started else "connect_mailbox")
    try:
        where = consent.begin(
            session_key=request.session.session_key or "",
            workspace_id=seat.workspace_id,
            user_id=seat.user_id,
            address=started.address,
            return_path=reverse("google_return"),
        )
    except ForbearError as refusal:
        messages.error(request, str(refusal))
        return redirect("connect_doors")
    return HttpResponse(status=302, headers={"Location": where})


@sensitive_variables()
@require_safe
@seated("connect_mailboxes")
def come_back(request: Request, seat: Member) -> HttpResponse:
    """Trade the code for a grant, compare the address, try it, and connect the mailbox."""
    back = consent.Return(
        session_key=request.session.session_key or "",
        workspace_id=seat.workspace_id,
        user_id=seat.user_id,
        state=request.GET.get("state", "")[:LONGEST],
        code=request.GET.get("code", "")[:LONGEST],
        error=request.GET.get("error", "")[:LONGEST],
    )
    try:
        granted = consent.finish(back)
        wanted = _wanted(request, granted)
        report = check_connection(wanted, workspace_id=seat.workspace_id)
        if report.failure is not None:
            return _again(request, sentence(report))
        mailbox = connect(seat.workspace, wanted, by_id=seat.user_id)
    except ForbearError as refusal:
        return _again(request, str(refusal))
    end(request)
    return welcome(request, mailbox)


def _again(request: Request, words: str) -> HttpResponse:
    messages.error(request, words)
    return redirect("connect_doors")


def _wanted(request: Request, granted: consent.Consent) -> Connection:
    """What was typed at the start belongs to this mailbox only if it is of the same address."""
    started = begun(request)
    same = started is not None and started.address == granted.address
    return Connection(
        kind=Mailbox.Kind.GMAIL,
        address=granted.address,
        secret=granted.secret,
        display_name=started.display_name if same and started else "",
        purpose=started.purpose if same and started else Mailbox.Purpose.PERSONAL,
    )
