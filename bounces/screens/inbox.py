"""The list of conversations: whose they are, what they wait for, newest first. Four statements, however long it is."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.module_loading import import_string

from app.actions import clock
from app.core.cursors import instant, key_of, microseconds, word_of
from app.questions import QUESTIONS
from bounces.models import Conversation, InboundText, Outcome
from bounces.screens.words import calendar, excerpt

OPEN, SNOOZED, DONE = Conversation.State.OPEN, Conversation.State.SNOOZED, Conversation.State.DONE
LENGTH = 2  # numbers in a cursor of this list
COUNTED = 1_000  # nobody works through more, and a count must not grow with the rows


class Whose(StrEnum):
    """Whose conversations are shown."""

    MINE = "mine"
    TEAM = "team"  # everybody's
    NOBODY = "nobody"


class Show(StrEnum):
    """Which ones; one that is put off counts as open once its time is over."""

    OPEN = "open"
    SNOOZED = "snoozed"
    DONE = "done"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a list shows. kind: of the newest message, as bounces.core.outcomes names it; after: a cursor."""

    workspace_id: int
    user_id: int
    whose: Whose = Whose.TEAM
    show: Show = Show.OPEN
    kind: str = ""
    mailbox_id: int | None = None
    waiting: bool = False  # only those in which a person waits for an answer
    category: str = ""  # of the newest message, such as "interested"
    among: Any = None  # recipient ids, or a query of them
    limit: int = 50
    after: str = ""


@dataclass(frozen=True, slots=True)
class ConversationRow:
    """One line of the inbox. Of an erased person only the numbers are left. Times are world time."""

    id: int
    mailbox_id: int
    mailbox: str
    recipient_id: int
    contact_id: int | None
    name: str
    email: str
    company: str
    owner_id: int | None
    owner: str
    state: str
    snoozed_until: datetime | None
    needs_answer: bool
    unread: int
    received: int
    last_kind: str
    last_at: datetime | None
    subject: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class ConversationPage:
    """Some lines, and the cursor of what follows; None: nothing does."""

    items: list[ConversationRow]
    next: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many conversations are open; COUNTED stands for that many or more. waiting: for an answer of ours."""

    mine: int
    team: int
    nobody: int
    waiting: int


def conversations(wish: Wish) -> ConversationPage:
    """Return a page of the inbox. Raises BadCursor."""
    now = clock.world_now()
    found = _filtered(wish, now).order_by("-last_inbound_at", "-id")
    if wish.after:
        at, number = key_of(wish.after, LENGTH)
        found = found.filter(last_inbound_at__lte=instant(at)).exclude(last_inbound_at=instant(at), id__gte=number)
    rows = list(found[: wish.limit + 1])
    shown = rows[: wish.limit]
    last = shown[-1] if len(rows) > len(shown) else None
    word = word_of(microseconds(last.last_inbound_at), last.id) if last and last.last_inbound_at else None
    return ConversationPage(_lines(wish.workspace_id, shown, now), word)


def counts(workspace_id: int, user_id: int) -> Counts:
    """Return how much is open in each part of the inbox. Five statements, none of which counts beyond COUNTED."""
    now = clock.world_now()

    def number(whose: Whose = Whose.TEAM, *, waiting: bool = False) -> int:
        found = _filtered(Wish(workspace_id, user_id, whose=whose, waiting=waiting), now)
        return found.order_by("-last_inbound_at", "-id")[:COUNTED].count()

    return Counts(number(Whose.MINE), number(), number(Whose.NOBODY), number(waiting=True))


def conversation(workspace_id: int, conversation_id: int) -> ConversationRow | None:
    """Return one line; None: this workspace has no such conversation."""
    found = list(_all(workspace_id).filter(id=conversation_id))
    return _lines(workspace_id, found, clock.world_now())[0] if found else None


def _all(workspace_id: int) -> QuerySet[Conversation]:
    known = Conversation.objects.filter(workspace_id=workspace_id)
    return known.select_related("mailbox", "owner")


def _filtered(wish: Wish, now: datetime) -> QuerySet[Conversation]:
    found = _all(wish.workspace_id).filter(last_inbound_at__isnull=False)
    if wish.whose != Whose.TEAM:
        found = found.filter(owner_id=wish.user_id) if wish.whose == Whose.MINE else found.filter(owner=None)
    shown: dict[Show, Q] = {
        Show.OPEN: ~Q(state=DONE) & (Q(state=OPEN) | Q(snoozed_until__lte=now)),
        Show.SNOOZED: ~Q(state=DONE) & Q(state=SNOOZED, snoozed_until__gt=now),
        Show.DONE: Q(state=DONE),
    }
    if wish.show in shown:
        found = found.filter(shown[wish.show])
    if wish.kind:
        found = found.filter(last_kind=wish.kind)
    if wish.mailbox_id is not None:
        found = found.filter(mailbox_id=wish.mailbox_id)
    if wish.category:
        of_newest = Outcome.objects.filter(inbound_id=OuterRef("last_inbound_id"), corrected_at=None)
        found = found.filter(Exists(of_newest.filter(category=wish.category)))
    if wish.among is not None:
        found = found.filter(recipient_id__in=wish.among)
    return found.filter(needs_answer=True) if wish.waiting else found


def _lines(workspace_id: int, rows: Sequence[Conversation], now: datetime) -> list[ConversationRow]:
    people = import_string(QUESTIONS["who_are_they"])(workspace_id, [one.recipient_id for one in rows])
    texts = InboundText.objects.filter(message__workspace_id=workspace_id)
    newest = texts.in_bulk([one.last_inbound_id for one in rows if one.last_inbound_id is not None])
    return [_line(one, people.get(one.recipient_id, {}), newest.get(one.last_inbound_id or 0), now) for one in rows]


def _line(row: Conversation, person: dict[str, Any], text: InboundText | None, now: datetime) -> ConversationRow:
    put_off = row.snoozed_until is not None and row.snoozed_until > now
    return ConversationRow(
        id=row.id,
        mailbox_id=row.mailbox_id,
        mailbox=row.mailbox.address,
        recipient_id=row.recipient_id,
        contact_id=person.get("contact_id"),
        name=person.get("name", ""),
        email=person.get("email", ""),
        company=person.get("company", ""),
        owner_id=row.owner_id,
        owner=(row.owner.get_full_name() or row.owner.email) if row.owner else "",
        state=str(SNOOZED if put_off else DONE if row.state == DONE else OPEN),
        snoozed_until=row.snoozed_until if put_off else None,
        needs_answer=row.needs_answer,
        unread=row.unread,
        received=row.received,
        last_kind=row.last_kind,
        last_at=row.last_inbound_at,
        subject=text.subject if text else "",
        excerpt=excerpt(text.text or calendar(text.calendar)) if text else "",
    )
