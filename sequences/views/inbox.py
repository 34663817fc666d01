"""The inbox: conversations over all mailboxes, one of them with what is known of its person, and what found nobody."""

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from app.actions import clock
from app.core.cursors import BadCursor
from app.models import Member
from app.views import Request, seated, template
from bounces.models import Conversation
from bounces.screens import inbox as listed
from bounces.screens import thread, unmatched
from bounces.screens.inbox import Show, Whose
from mailboxes.models import Mailbox
from sequences.actions.answering import addressee_of
from sequences.core.inbox_keys import keys_with
from sequences.models import Campaign, Contact, KeyChoice
from sequences.screens import contacts
from sequences.screens import talks as screen
from sequences.screens.enrolled import people
from sequences.views.inbox_forms import (
    DAYS,
    KEY_WORDS,
    AfterCursor,
    AnswerForm,
    InboxFilter,
    NoteForm,
)
from sequences.views.reading import read

MOST_CHOICES = 200  # mailboxes and campaigns to filter by


@require_safe
@seated()
def index(request: Request, seat: Member) -> HttpResponse:
    """List the conversations, newest first."""
    asked = read(InboxFilter, request)
    wish = listed.Wish(
        workspace_id=seat.workspace_id,
        user_id=seat.user_id,
        whose=Whose(asked["whose"] or Whose.MINE),
        show=Show(asked["state"] or Show.OPEN),
        kind=asked["kind"],
        category=asked["label"],
        mailbox_id=asked["mailbox"],
        among=screen.people_wanted(seat.workspace_id, asked["q"].strip(), asked["campaign"]),
        limit=30,
        after=asked["after"],
    )
    try:
        page = listed.conversations(wish)
    except BadCursor as error:
        raise BadRequest from error
    chosen = {name: value for name, value in asked.items() if value and name not in {"after", "whose"}}
    query = urlencode({"whose": wish.whose.value, **chosen})
    shown = {
        "rows": [(one, screen.kind_of(one.last_kind)) for one in page.items],
        "next": page.next,
        "query": query,
        "others": urlencode(chosen),
        "whose": wish.whose.value,
        "filtered": bool(chosen),
        "form": InboxFilter(asked),
        "asked": asked,
        "counts": listed.counts(seat.workspace_id, seat.user_id),
        "unmatched": unmatched.waiting(seat.workspace_id, seat.user_id),
        "mailboxes": Mailbox.objects.filter(workspace_id=seat.workspace_id).order_by("address")[:MOST_CHOICES],
        "campaigns": Campaign.objects.filter(workspace_id=seat.workspace_id).order_by("-id")[:MOST_CHOICES],
        **_keys(seat),
    }
    return render(request, template(request, "sequences/inbox.html", "live"), shown)


def _keys(seat: Member) -> dict[str, object]:
    chosen = KeyChoice.objects.filter(user_id=seat.user_id).values_list("keys", flat=True).first() or {}
    keys = keys_with(chosen)
    return {"keys": keys, "key_words": [(KEY_WORDS[name], key) for name, key in keys.items()]}


@require_safe
@seated()
def conversation(request: Request, seat: Member, conversation_id: int) -> HttpResponse:
    """Show one conversation, and beside it the person's campaigns and what may be done."""
    return shown_conversation(request, seat, conversation_id)


def shown_conversation(
    request: Request, seat: Member, conversation_id: int, form: AnswerForm | None = None
) -> HttpResponse:
    """Render a conversation; a form that failed stands where it was, with 422."""
    of = get_object_or_404(
        Conversation.objects.select_related("mailbox"), id=conversation_id, workspace_id=seat.workspace_id
    )
    row = listed.conversation(seat.workspace_id, of.id)
    try:
        page = thread.messages(of, after=read(AfterCursor, request)["after"])
    except BadCursor as error:
        raise BadRequest from error
    contact = Contact.objects.filter(workspace_id=seat.workspace_id, recipient_id=of.recipient_id).first()
    to = addressee_of(of)
    shown = {
        "row": row,
        "of": of,
        "items": [screen.shown(one) for one in page.items],
        "next": page.next,
        "contact": contact,
        "entry": contacts.entry_for(contact) if contact else None,
        "enrolled": people(contacts.enrollments_of(contact), clock.world_now()) if contact else [],
        "addressee": to.address.wire if to else "",
        "on_their_way": screen.on_their_way(of),
        "notes": screen.notes_of(of),
        "note_form": NoteForm(auto_id="note_%s"),
        "form": form or AnswerForm(initial=_begun(request, seat, of, contact), auto_id="answer_%s"),
        "snippets": screen.snippets_for(seat.workspace_id, contact),
        "members": screen.who_may_have_it(seat.workspace_id),
        "days": DAYS,
        "kinds": [(name, screen.KIND[name].word) for name in screen.CHOICES],
        **_keys(seat),
    }
    name = template(request, "sequences/conversation.html", "live") if form is None else "sequences/conversation.html"
    return render(request, name, shown, status=422 if form is not None else 200)


def _begun(request: Request, seat: Member, of: Conversation, contact: Contact | None) -> dict[str, object]:
    """Return what an answer begins with: a text that was chosen, and the mailbox's signature."""
    wanted = request.GET.get("snippet", "")
    texts = {str(one.id): one.text for one in screen.snippets_for(seat.workspace_id, contact)} if wanted else {}
    foot = f"\n\n-- \n{of.mailbox.signature}" if of.mailbox.signature else ""
    return {"text": texts.get(wanted, "") + foot, "seen": of.received, "remind_days": 3}


@require_safe
@seated()
def unmatched_queue(request: Request, seat: Member) -> HttpResponse:
    """List what found nobody, newest first."""
    try:
        page = unmatched.queue(seat.workspace_id, seat.user_id, limit=30, after=read(AfterCursor, request)["after"])
    except BadCursor as error:
        raise BadRequest from error
    rows = [(one, screen.read_by(one.message.rule, one.message.evidence)) for one in page.items]
    shown = {"page": page, "rows": rows}
    return render(request, "sequences/unmatched.html", shown)
