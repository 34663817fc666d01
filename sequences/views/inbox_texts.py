"""Texts for answers, signatures of mailboxes, and the keys a person uses."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from app.core.errors import ForbearError
from app.models import Member
from app.views import Request, seated
from mailboxes.models import Mailbox
from sequences.actions import talks
from sequences.core.inbox_keys import keys_with
from sequences.models import KeyChoice, Snippet
from sequences.views.inbox_forms import KeysForm, SignatureForm, SnippetForm


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """Show them all."""
    return _shown(request, seat)


def _shown(
    request: Request, seat: Member, form: SnippetForm | None = None, keys: KeysForm | None = None
) -> HttpResponse:
    chosen = KeyChoice.objects.filter(user_id=seat.user_id).values_list("keys", flat=True).first() or {}
    boxes = Mailbox.objects.filter(workspace_id=seat.workspace_id).order_by("address")[:200]
    shown = {
        "snippets": Snippet.objects.filter(workspace_id=seat.workspace_id).order_by("name"),
        "form": form or SnippetForm(auto_id="snippet_%s"),
        "boxes": [
            (one, SignatureForm(initial={"signature": one.signature}, auto_id=f"box{one.id}_%s")) for one in boxes
        ],
        "keys": keys or KeysForm(initial=keys_with(chosen), auto_id="key_%s"),
    }
    failed = form is not None or keys is not None
    return render(request, "sequences/inbox_texts.html", shown, status=422 if failed else 200)


@require_POST
@seated("converse")
def save(request: Request, seat: Member) -> HttpResponse:
    """Keep a text under its name."""
    form = SnippetForm(request.POST, auto_id="snippet_%s")
    if form.is_valid():
        try:
            typed = form.cleaned_data
            talks.save_snippet(seat.workspace_id, typed["name"], typed["text"], by_id=seat.user_id)
        except ForbearError as refusal:
            form.add_error("text", str(refusal))
    if form.errors:
        return _shown(request, seat, form)
    messages.success(request, _("Kept."))
    return redirect("inbox_texts")


@require_POST
@seated("converse")
def remove(request: Request, seat: Member, snippet_id: int) -> HttpResponse:
    """Forget a text."""
    snippet = get_object_or_404(Snippet, id=snippet_id, workspace_id=seat.workspace_id)
    talks.remove_snippet(snippet, by_id=seat.user_id)
    messages.success(request, _("Removed."))
    return redirect("inbox_texts")


@require_POST
@seated("converse")
def sign(request: Request, seat: Member, mailbox_id: int) -> HttpResponse:
    """Change the signature of a mailbox."""
    mailbox = get_object_or_404(Mailbox, id=mailbox_id, workspace_id=seat.workspace_id)
    form = SignatureForm(request.POST)
    if form.is_valid():
        talks.sign(mailbox, form.cleaned_data["signature"], by_id=seat.user_id)
        messages.success(request, _("The signature is kept."))
    else:
        messages.error(request, _("A signature has at most 2,000 characters."))
    return redirect("inbox_texts")


@require_POST
@seated()
def choose_keys(request: Request, seat: Member) -> HttpResponse:
    """Keep which keys somebody uses."""
    form = KeysForm(request.POST, auto_id="key_%s")
    if form.is_valid():
        try:
            talks.choose_keys(seat.user_id, form.cleaned_data)
        except ForbearError as refusal:
            form.add_error(None, str(refusal))
    if form.errors:
        return _shown(request, seat, keys=form)
    messages.success(request, _("Your keys are kept."))
    return redirect("inbox_texts")
