"""A list of mailboxes: from a file or a paste, tried in the background, then stored as ticked."""

import io
from typing import cast

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from dramatiq import Actor

from app.actions import clock
from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated, template
from mailboxes.actions.list_saving import save as save_rows
from mailboxes.actions.lists import read_file
from mailboxes.forms import MailboxRows, Ticked
from mailboxes.models import Mailbox, MailboxList
from mailboxes.screens.list_words import WAITS, lines_of, notes_of

STOP_ASKING = 286  # htmx shows the answer and asks no more: what a person ticks then stays ticked


@sensitive_post_parameters("rows")
@require_http_methods(["GET", "HEAD", "POST"])
@seated("connect_mailboxes")
def add(request: Request, seat: Member) -> HttpResponse:
    """Take a list; its rows are tried in the background, and none is stored by that."""
    form = MailboxRows(request.POST or None, request.FILES or None, initial={"purpose": Mailbox.Purpose.PERSONAL})
    if form.is_bound and form.is_valid():
        told = form.cleaned_data
        try:
            source = told["file"].file if told["file"] else io.BytesIO(told["rows"].encode())
            made = read_file(seat.workspace, source, by_id=seat.user_id, purpose=told["purpose"])
        except ForbearError as refusal:
            form.add_error("file" if told["file"] else "rows", str(refusal))
        else:
            try_soon(made)
            return redirect("mailbox_list", list_id=made.id)
    return render(request, "mailboxes/list_add.html", {"form": form}, status=422 if form.is_bound else 200)


@require_safe
@seated("connect_mailboxes")
def detail(request: Request, seat: Member, list_id: int) -> HttpResponse:
    """Show each row and what it came to; the page updates by itself while some are being tried."""
    made = _mine(seat, list_id)
    lines = lines_of(made)
    told = {
        "list": made,
        "lines": lines,
        "notes": notes_of(made),
        "waiting": sum(line.state is WAITS for line in lines),
        "ready": sum(line.may_be_saved for line in lines),
    }
    over = bool(request.htmx) and not told["waiting"]
    return render(request, template(request, "mailboxes/list.html", "live"), told, status=STOP_ASKING if over else 200)


@require_POST
@seated("connect_mailboxes")
def save(request: Request, seat: Member, list_id: int) -> HttpResponse:
    """Connect the rows that work and are ticked."""
    made = _mine(seat, list_id)
    there = list(made.listedmailbox_set.filter(works=True, mailbox=None).values_list("id", flat=True))
    form = Ticked(request.POST, there=there)
    ticked = form.cleaned_data["row"] if form.is_valid() else []
    saved, refused = save_rows(made, ticked, by_id=seat.user_id)
    for words in refused:
        messages.error(request, words)
    if saved:
        told = ngettext("%(n)d mailbox is connected.", "%(n)d mailboxes are connected.", saved)
        messages.success(request, told % {"n": saved})
    elif not refused:
        messages.warning(request, _("No row was ticked; nothing was stored."))
    return redirect("mailbox_list", list_id=made.id)


@require_POST
@seated("connect_mailboxes")
def again(request: Request, seat: Member, list_id: int) -> HttpResponse:  # noqa: ARG001
    """Wake the trial once more: a worker may have been killed in the middle of it."""
    made = _mine(seat, list_id)
    try_soon(made)
    return redirect("mailbox_list", list_id=made.id)


def try_soon(made: MailboxList) -> None:
    """Wake whoever tries lists; the rows themselves say what is left to do."""
    cast("Actor[[int], None]", import_string("mailboxes.actors.try_list")).send(made.id)


def _mine(seat: Member, list_id: int) -> MailboxList:
    """Return a list of this person in this workspace, as long as it is kept; everybody else finds nothing."""
    living = MailboxList.objects.filter(expires_at__gt=clock.now(), user_id=seat.user_id)
    return get_object_or_404(living, id=list_id, workspace_id=seat.workspace_id)
