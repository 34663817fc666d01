"""What people decide in the inbox: each a press, a message, and the page again."""

from collections.abc import Callable
from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from app.actions import clock
from app.core.errors import ForbearError, Refused
from app.models import Member
from app.views import Request, seated
from bounces.actions import conversations
from bounces.actions.conversations import By
from bounces.actions.relabel import Label, relabel
from bounces.core.outcomes import Outcome
from bounces.models import Conversation, ConversationMessage
from bounces.screens import unmatched
from mailboxes.core.address import AddressError, parse_address
from sequences.actions import answers, talks
from sequences.models import Answer
from sequences.screens import talks as screen
from sequences.views.inbox import shown_conversation
from sequences.views.inbox_forms import AnswerForm, AssignForm, LabelForm, MoveForm, NoteForm


@require_POST
@seated("converse")
def answer(request: Request, seat: Member, conversation_id: int) -> HttpResponse:
    """Store an answer; it leaves in ten seconds, or later, and can be taken back until then."""
    of = _of(seat, conversation_id)
    form = AnswerForm(request.POST, auto_id="answer_%s")
    if not form.is_valid():
        return shown_conversation(request, seat, of.id, form)
    try:
        answers.write(of, form.draft(request.FILES.getlist("attachments")), by_id=seat.user_id)
    except ForbearError as refusal:
        form.add_error(None, str(refusal))
        return shown_conversation(request, seat, of.id, form)
    messages.success(request, _("Your answer is kept. Until it leaves you can take it back."))
    return redirect("conversation", of.id)


@require_POST
@seated("converse")
def take_back(request: Request, seat: Member, answer_id: int) -> HttpResponse:
    """Take an answer back that has not left."""
    one = get_object_or_404(Answer, id=answer_id, workspace_id=seat.workspace_id)
    _try(request, lambda: answers.take_back(one.id, by_id=seat.user_id), _("Taken back. Nothing was sent."))
    return redirect("conversation", one.conversation_id)


@require_POST
@seated("converse")
def act(request: Request, seat: Member, conversation_id: int, verb: str) -> HttpResponse:
    """Assign, put off, mark, note, or say that a meeting is booked."""
    of = _of(seat, conversation_id)
    if verb not in VERBS:
        raise Http404
    return VERBS[verb](request, seat, of)


def _move(request: Request, seat: Member, of: Conversation, state: Conversation.State, done: str) -> HttpResponse:
    form = MoveForm(request.POST)
    given = form.cleaned_data if form.is_valid() else {}
    until = None
    if state == Conversation.State.SNOOZED:
        days = given.get("days") or 1
        until = given.get("until") or clock.world_now() + timedelta(days=days)
    by = By(seat.workspace_id, seat.user_id, given.get("seen"))
    moved = _try(request, lambda: conversations.move(of.id, state, by, until=until), done)
    return redirect("inbox") if moved and state != Conversation.State.OPEN else redirect("conversation", of.id)


def _done(request: Request, seat: Member, of: Conversation) -> HttpResponse:
    return _move(request, seat, of, Conversation.State.DONE, _("Done."))


def _open(request: Request, seat: Member, of: Conversation) -> HttpResponse:
    return _move(request, seat, of, Conversation.State.OPEN, _("Open again."))


def _snooze(request: Request, seat: Member, of: Conversation) -> HttpResponse:
    told = _("Put off; an answer brings it back before.")
    return _move(request, seat, of, Conversation.State.SNOOZED, told)


def _assign(request: Request, seat: Member, of: Conversation) -> HttpResponse:
    form = AssignForm(request.POST)
    if form.is_valid():
        by, owner = By(seat.workspace_id, seat.user_id), form.cleaned_data["owner"]
        _try(request, lambda: conversations.assign(of.id, owner, by), _("Given."))
    return redirect("conversation", of.id)


def _note(request: Request, seat: Member, of: Conversation) -> HttpResponse:
    form = NoteForm(request.POST)
    text = form.cleaned_data["text"] if form.is_valid() else ""
    _try(request, lambda: talks.add_note(of, text, by_id=seat.user_id), _("Noted."))
    return redirect("conversation", of.id)


def _read(request: Request, seat: Member, of: Conversation) -> HttpResponse:
    form = MoveForm(request.POST)
    seen = form.cleaned_data["seen"] if form.is_valid() else None
    conversations.look(of.id, By(seat.workspace_id, seat.user_id, seen))
    return redirect("conversation", of.id)


def _met(request: Request, seat: Member, of: Conversation) -> HttpResponse:
    try:
        ended = talks.meeting_booked(of, by_id=seat.user_id)
        told = ngettext("Meeting booked; %(n)d campaign ended.", "Meeting booked; %(n)d campaigns ended.", ended)
        messages.success(request, told % {"n": ended})
    except ForbearError as refusal:
        messages.error(request, str(refusal))
    return redirect("conversation", of.id)


VERBS: dict[str, Callable[[Request, Member, Conversation], HttpResponse]] = {
    "done": _done,
    "open": _open,
    "snooze": _snooze,
    "assign": _assign,
    "note": _note,
    "read": _read,
    "meeting": _met,
}


@require_http_methods(["GET", "HEAD", "POST"])
@seated("relabel")
def label(request: Request, seat: Member, message_id: int) -> HttpResponse:
    """Show what a label would do, and say it on a press."""
    item = unmatched.message(seat.workspace_id, seat.user_id, message_id)
    if item is None:
        raise Http404
    given = request.POST if request.method == "POST" else request.GET
    form = LabelForm(given) if request.method == "POST" else LabelForm(initial=_first(given.get("outcome", "")))
    if request.method == "POST" and form.is_valid() and _labelled(seat, message_id, form):
        messages.success(request, _("Said. What the earlier reading did was taken back."))
        return _back_to(seat, message_id)
    shown = {
        "item": item,
        "state": screen.kind_of(item.outcome),
        "form": form,
        "why": screen.read_by(item.rule, item.evidence),
        "every": [(screen.KIND[name], screen.consequences(name, item.outcome)) for name in screen.CHOICES],
    }
    return render(request, "sequences/inbox_label.html", shown, status=422 if form.is_bound else 200)


def _first(outcome: str) -> dict[str, str]:
    return {"outcome": outcome if outcome in screen.CHOICES else "replied"}


def _labelled(seat: Member, message_id: int, form: LabelForm) -> bool:
    typed = form.cleaned_data
    try:
        about = parse_address(typed["about"]) if typed["about"] else None
        said = Label(Outcome(typed["outcome"]), seat.user_id, typed["reason"], about, typed["back_on"])
        relabel(seat.workspace_id, message_id, said)
    except (AddressError, Refused, ForbearError) as refusal:
        form.add_error("about" if isinstance(refusal, AddressError) else None, str(refusal))
        return False
    return True


def _back_to(seat: Member, message_id: int) -> HttpResponse:
    found = ConversationMessage.objects.filter(workspace_id=seat.workspace_id, message_id=message_id)
    conversation_id = found.values_list("conversation_id", flat=True).first()
    return redirect("conversation", conversation_id) if conversation_id else redirect("unmatched")


def _of(seat: Member, conversation_id: int) -> Conversation:
    known = Conversation.objects.select_related("mailbox")
    return get_object_or_404(known, id=conversation_id, workspace_id=seat.workspace_id)


def _try(request: Request, work: Callable[[], object], done: str) -> bool:
    try:
        work()
    except ForbearError as refusal:
        messages.error(request, str(refusal))
        return False
    messages.success(request, done)
    return True
