"""The inbox as JSON: conversations and their messages, what found nobody, and what people decide about them."""

from datetime import date, datetime
from typing import Annotated

from django.http import Http404
from ninja import Query, Router, Schema
from pydantic import AwareDatetime, ConfigDict, Field

from app.api.errors import ApiError
from app.api.seats import Asked, needs
from app.core.cursors import LONGEST, MOST
from bounces.actions import claims, conversations
from bounces.actions.conversations import By
from bounces.actions.relabel import LABELS, LONGEST_REASON, Label, relabel
from bounces.core.outcomes import Outcome
from bounces.models import Conversation
from bounces.screens import inbox, thread, unmatched
from bounces.screens.inbox import ConversationPage, ConversationRow, Show, Whose
from bounces.screens.thread import Item, ItemPage
from bounces.screens.unmatched import PassedOverPage, WaitingPage
from mailboxes.core.address import Address, AddressError, parse_address

router = Router(tags=["inbox"])

Number = Annotated[int, Field(ge=1, le=MOST)]
Limit = Annotated[int, Field(ge=1, le=100)]
Cursor = Annotated[str, Field(max_length=LONGEST)]


class Strict(Schema):
    """A request in which nothing stands that nobody asked for."""

    model_config = ConfigDict(extra="forbid")


class Page(Strict):
    """Which page of a list."""

    limit: Limit = 50
    cursor: Cursor = ""


class Conversations(Page):
    """Which conversations."""

    whose: Whose = Whose.TEAM
    state: Show = Show.OPEN
    kind: Outcome | None = None
    mailbox: Number | None = None
    waiting: bool = False


class PassedOverWish(Page):
    """Of which mailbox of one's own."""

    mailbox: Number


class OneConversation(Schema):
    """A conversation and a page of its messages, newest first."""

    conversation: ConversationRow
    messages: ItemPage


class Numbers(Schema):
    """How much is open; 1000 stands for that many or more."""

    mine: int
    team: int
    nobody: int
    waiting: int
    unmatched: int


class Assignment(Strict):
    """Whose it is from now on: a user's number, or null."""

    owner: Number | None


class Seen(Strict):
    """How many messages had come in when somebody looked: `received` of the conversation."""

    seen: Annotated[int, Field(ge=0, le=MOST)] | None = None


class Move(Seen):
    """What becomes of it; `until` for one that is put off alone."""

    state: Conversation.State
    until: AwareDatetime | None = None


class Labelling(Strict):
    """What a message is, why, and where nobody or somebody else was found: whose it is."""

    outcome: Outcome
    reason: Annotated[str, Field(min_length=1, max_length=LONGEST_REASON)]
    about: Annotated[str, Field(max_length=320)] | None = None
    back_on: date | None = None


class Claimed(Schema):
    """What became of a message that was claimed."""

    id: int
    state: str
    outcome: str


@router.get("/conversations", response=ConversationPage)
@needs("see")
def list_conversations(request: Asked, wish: Query[Conversations]) -> ConversationPage:
    """Conversations, newest first."""
    asked = inbox.Wish(
        workspace_id=request.auth.workspace_id,
        user_id=request.auth.user_id,
        whose=wish.whose,
        show=wish.state,
        kind=wish.kind or "",
        mailbox_id=wish.mailbox,
        waiting=wish.waiting,
        limit=wish.limit,
        after=wish.cursor,
    )
    return inbox.conversations(asked)


@router.get("/counts", response=Numbers)
@needs("see")
def count(request: Asked) -> dict[str, int]:
    """How much is open in each part of the inbox."""
    seat = request.auth
    found = inbox.counts(seat.workspace_id, seat.user_id)
    return {
        "mine": found.mine,
        "team": found.team,
        "nobody": found.nobody,
        "waiting": found.waiting,
        "unmatched": unmatched.waiting(seat.workspace_id, seat.user_id),
    }


@router.get("/conversations/{number}", response=OneConversation)
@needs("see")
def show_conversation(request: Asked, number: Number, wish: Query[Page]) -> dict[str, object]:
    """One conversation with its messages, newest first."""
    row = _row(request, number)
    of = Conversation.objects.get(id=row.id, workspace_id=request.auth.workspace_id)
    return {"conversation": row, "messages": thread.messages(of, limit=wish.limit, after=wish.cursor)}


@router.post("/conversations/{number}/assign", response=ConversationRow)
@needs("converse")
def assign(request: Asked, number: Number, asked: Assignment) -> ConversationRow:
    """Give a conversation to somebody, or to nobody."""
    conversations.assign(_row(request, number).id, asked.owner, _by(request))
    return _row(request, number)


@router.post("/conversations/{number}/state", response=ConversationRow)
@needs("converse")
def move(request: Asked, number: Number, asked: Move) -> ConversationRow:
    """Open a conversation, put it off, or mark it as done; refused where something came in that nobody saw."""
    until: datetime | None = asked.until
    conversations.move(_row(request, number).id, asked.state, _by(request, asked.seen), until=until)
    return _row(request, number)


@router.post("/conversations/{number}/read", response=ConversationRow)
@needs("converse")
def read(request: Asked, number: Number, asked: Seen) -> ConversationRow:
    """Say that what was there is read."""
    conversations.look(_row(request, number).id, _by(request, asked.seen))
    return _row(request, number)


@router.get("/messages/{number}", response=Item)
@needs("see")
def show_message(request: Asked, number: Number) -> Item:
    """One message as far as it is kept."""
    return _message(request, number)


@router.post("/messages/{number}/label", response=Item)
@needs("relabel")
def label(request: Asked, number: Number, asked: Labelling) -> Item:
    """Say what a message is: what the wrong reading did is taken back, what the right one asks is done."""
    _message(request, number)
    if asked.outcome not in LABELS:
        raise ApiError(400, "invalid", "No person can say that of a message.", {"outcome": "none to choose"})
    said = Label(asked.outcome, request.auth.user_id, asked.reason, _address(asked.about), asked.back_on)
    relabel(request.auth.workspace_id, number, said)
    return _message(request, number)


@router.post("/messages/{number}/claim", response=Claimed)
@needs("converse")
def claim(request: Asked, number: Number) -> dict[str, object]:
    """Say that a message in one's own mailbox is the team's: it is fetched and read. Takes as long as the mailbox."""
    if not unmatched.claimable(request.auth.workspace_id, request.auth.user_id, number):
        raise Http404
    message = claims.claim_message(number, by_id=request.auth.user_id)
    return {"id": message.id, "state": message.state, "outcome": message.disposition}


@router.get("/unmatched", response=WaitingPage)
@needs("see")
def list_unmatched(request: Asked, wish: Query[Page]) -> WaitingPage:
    """What found nobody, newest first, with why."""
    seat = request.auth
    return unmatched.queue(seat.workspace_id, seat.user_id, limit=wish.limit, after=wish.cursor)


@router.get("/passed-over", response=PassedOverPage)
@needs("see")
def list_passed_over(request: Asked, wish: Query[PassedOverWish]) -> PassedOverPage:
    """What was passed over in a mailbox of one's own, newest first: date and domain are all there is."""
    mailbox = unmatched.own_mailbox(request.auth.workspace_id, request.auth.user_id, wish.mailbox)
    if mailbox is None:
        raise Http404
    return unmatched.passed_over(mailbox, limit=wish.limit, after=wish.cursor)


def _row(request: Asked, number: int) -> ConversationRow:
    row = inbox.conversation(request.auth.workspace_id, number)
    if row is None:
        raise Http404
    return row


def _message(request: Asked, number: int) -> Item:
    found = unmatched.message(request.auth.workspace_id, request.auth.user_id, number)
    if found is None:
        raise Http404
    return found


def _by(request: Asked, seen: int | None = None) -> By:
    return By(request.auth.workspace_id, request.auth.user_id, seen)


def _address(typed: str | None) -> Address | None:
    try:
        return parse_address(typed) if typed else None
    except AddressError as error:
        raise ApiError(400, "invalid", "That is no address.", {"about": "no address"}) from error
