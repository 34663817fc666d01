"""The door of an administrator: a Google service account, pasted once, and the mailboxes it acts for."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from mailboxes.actions.lists import delegated, keep
from mailboxes.actions.service_accounts import keep as keep_account
from mailboxes.core.scopes import ASKED
from mailboxes.forms import Delegated, KeyFile
from mailboxes.models import Mailbox, ServiceAccount
from mailboxes.views.begun import begun
from mailboxes.views.lists import try_soon


@require_safe
@seated("connect_mailboxes")
def index(request: Request, seat: Member) -> HttpResponse:
    """Show the accounts that are kept, and the two forms."""
    return _shown(request, seat, KeyFile(), None)


@sensitive_post_parameters("key")
@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def store(request: Request, seat: Member) -> HttpResponse:
    """Keep a key, sealed; it is never shown again."""
    if request.method != "POST":  # reloaded, or come to after signing in again
        return redirect("service_accounts")
    form = KeyFile(request.POST)
    if form.is_valid():
        try:
            keep_account(seat.workspace, name=form.cleaned_data["name"], key_file=form.cleaned_data["key"])
        except ForbearError as refusal:
            form.add_error("key", str(refusal))
        else:
            messages.success(request, _("The key is kept, encrypted."))
            return redirect("service_accounts")
    return _shown(request, seat, form, None, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def mailboxes(request: Request, seat: Member) -> HttpResponse:
    """Try the pasted addresses through an account; what works may then be stored."""
    if request.method != "POST":  # reloaded, or come to after signing in again
        return redirect("service_accounts")
    form = Delegated(request.POST)
    if not form.is_valid():
        return _shown(request, seat, KeyFile(), form, status=422)
    told = form.cleaned_data
    account = get_object_or_404(ServiceAccount, id=told["account"], workspace_id=seat.workspace_id)
    try:
        entries = delegated(account, told["addresses"].splitlines(), purpose=told["purpose"])
        made = keep(seat.workspace, entries, by_id=seat.user_id)
    except ForbearError as refusal:
        form.add_error("addresses", str(refusal))
        return _shown(request, seat, KeyFile(), form, status=422)
    try_soon(made)
    return redirect("mailbox_list", list_id=made.id)


def _shown(request: Request, seat: Member, key: KeyFile, asked: Delegated | None, *, status: int = 200) -> HttpResponse:
    accounts = list(ServiceAccount.objects.filter(workspace_id=seat.workspace_id).order_by("name"))
    started = begun(request)
    first = {"purpose": Mailbox.Purpose.PERSONAL, "addresses": started.address if started else ""}
    chosen = accounts[0].id if accounts else None
    told = {
        "accounts": accounts,
        "scopes": ",".join(ASKED["gmail"]),
        "key": key,
        "delegated": asked or Delegated(initial={**first, "account": chosen}),
    }
    return render(request, "mailboxes/service_accounts.html", told, status=status)
