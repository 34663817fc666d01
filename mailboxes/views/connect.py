"""Connecting one mailbox: the address, its doors, and the password door."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.csp import CSP
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from mailboxes.actions.accounts import allowed
from mailboxes.actions.check import check_connection
from mailboxes.actions.doors import doors_for, sign_in_ready, stored
from mailboxes.actions.lists import connected
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.core.check_faults import Report
from mailboxes.core.doors import Door
from mailboxes.core.mail_hosts import typed_password
from mailboxes.forms import Begin, ByPassword, filled
from mailboxes.models import Mailbox
from mailboxes.screens.check_words import sides
from mailboxes.views.begun import Begun, begin, begun, end


@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def address(request: Request, seat: Member) -> HttpResponse:
    """Ask for the address; look where its mail arrives, and go on to its doors."""
    form = Begin(request.POST or None, initial={"purpose": Mailbox.Purpose.PERSONAL})
    if form.is_bound and form.is_valid() and form.cleaned_data["address"] in connected(seat.workspace):
        form.add_error("address", _("This mailbox is connected already."))
    if not form.is_valid():
        return render(request, "mailboxes/address.html", {"form": form}, status=422 if form.is_bound else 200)
    begin(request, form.cleaned_data, doors_for(form.cleaned_data["address"]))
    return redirect("connect_doors")


@require_safe
@seated("connect_mailboxes")
def doors(request: Request, seat: Member) -> HttpResponse:  # noqa: ARG001
    """Show the doors of the address, the likeliest first."""
    started = begun(request)
    if started is None:
        return redirect("connect_mailbox")
    return shown(request, started, _form(started))


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def password(request: Request, seat: Member) -> HttpResponse:
    """Try the mailbox in both directions and connect it when both work; else show each step."""
    started = begun(request)
    if started is None or request.method != "POST":  # reloaded, or come to after signing in again
        return redirect("connect_doors" if started else "connect_mailbox")
    form = ByPassword(request.POST, plain=_plain_allowed())
    if not form.is_valid():
        return shown(request, started, form, status=422)
    wanted = _wanted(started, form)
    try:
        report = check_connection(wanted, workspace_id=seat.workspace_id)
        if report.failure is not None:
            return shown(request, started, form, report=report, status=422)
        mailbox = connect(seat.workspace, wanted, by_id=seat.user_id)
    except ForbearError as refusal:
        form.add_error(None, str(refusal))
        return shown(request, started, form, status=422)
    end(request)
    return welcome(request, mailbox)


def welcome(request: Request, mailbox: Mailbox) -> HttpResponse:
    """Say that it is connected, on its own page."""
    messages.success(request, _("%(address)s is connected.") % {"address": mailbox.address})
    return redirect("mailbox", mailbox_id=mailbox.id)


def shown(
    request: Request, started: Begun, form: ByPassword, *, report: Report | None = None, status: int = 200
) -> HttpResponse:
    """Return the page of the doors; from it a form may lead to Google."""
    offer = started.offer
    told = {
        "begun": started,
        "offer": offer,
        "doors": [door.value for door in offer.doors],
        "form": form,
        "servers_open": not offer.sure or form.is_bound,
        "sides": sides(report) if report else [],
        "sign_in_ready": sign_in_ready(),
    }
    response = render(request, "mailboxes/doors.html", told, status=status)
    if Door.SIGN_IN in offer.doors:
        lead_to(response, settings.GOOGLE_AUTH_URL)
    return response


def lead_to(response: HttpResponse, url: str) -> None:
    """Let forms of this page be answered by a redirect to that site: browsers hold redirects to form-action too."""
    parts = urlsplit(url)
    policy = {**settings.SECURE_CSP, "form-action": [CSP.SELF, f"{parts.scheme}://{parts.netloc}"]}
    response._csp_config = policy  # type: ignore[attr-defined]  # noqa: SLF001 - what csp_override sets


def _form(started: Begun) -> ByPassword:
    return ByPassword(initial=filled(started.offer, started.address), plain=_plain_allowed())


def _plain_allowed() -> bool:
    """Without TLS only servers of this machine are spoken to; where none may be, nobody is offered it."""
    return allowed() is not None or bool(settings.PRIVATE_MAIL_HOSTS)


def _wanted(started: Begun, form: ByPassword) -> Connection:
    told = form.cleaned_data
    return Connection(
        kind=Mailbox.Kind.SMTP,
        address=started.address,
        secret={"username": told["username"], "password": typed_password(told["password"])},
        endpoints=stored(*form.servers()),
        display_name=started.display_name,
        purpose=started.purpose,
    )
