"""Conversations: what came in, who of us sees to it, and whether anybody has to look.

A message moves its conversation in the transaction of its outcome, a person's decision in one of its own; both lock
the row, so whichever comes second sees what the first one did. Whoever marks something as done says what they had seen:
what came in meanwhile is not swept away with it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.module_loading import import_string

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.permissions import may
from app.models import Member
from app.questions import QUESTIONS
from bounces.core.outcomes import Outcome
from bounces.models import Conversation, ConversationMessage
from bounces.models import Outcome as Row
from mailboxes.models import InboundMessage, Mailbox

OPENS = frozenset({Outcome.REPLIED, Outcome.CALENDAR_ANSWERED, Outcome.UNSUBSCRIBED})  # a person wrote
ASKS = Outcome.REPLIED  # words that want an answer
LONGEST_SNOOZE = timedelta(days=366)
NEWS = "Something new came in meanwhile: look again."


@dataclass(frozen=True, slots=True)
class By:
    """Who of the workspace decides; `seen` is how many messages had come in when they looked, where they say so."""

    workspace_id: int
    user_id: int
    seen: int | None = None


def take_in(*, workspace_id: int, mailbox_id: int, recipient_id: int, inbound_id: int, kind: str) -> None:
    """Put a message into its conversation, in the transaction of its outcome. Locks the conversation.

    The caller holds the recipient's lock.
    """
    at = InboundMessage.objects.values_list("received_at", flat=True).get(id=inbound_id)
    conversation = _of(workspace_id, mailbox_id, recipient_id)
    if _linked(conversation, inbound_id, at):
        conversation.received += 1
        conversation.unread += 1
    if conversation.last_inbound_at is None or at >= conversation.last_inbound_at:
        conversation.last_inbound_at, conversation.last_inbound_id, conversation.last_kind = at, inbound_id, kind
    if kind == ASKS and (conversation.asked_at is None or at > conversation.asked_at):
        conversation.asked_at = at
    if kind in OPENS:
        _reopen(conversation, inbound_id)
    conversation.save()


def _linked(conversation: Conversation, message_id: int, at: datetime) -> bool:
    """Put a message into a conversation whose row is locked; False where it was there."""
    if ConversationMessage.objects.filter(conversation_id=conversation.id, message_id=message_id).exists():
        return False
    ConversationMessage.objects.create(
        workspace_id=conversation.workspace_id, conversation_id=conversation.id, message_id=message_id, at=at
    )
    return True


def _of(workspace_id: int, mailbox_id: int, recipient_id: int) -> Conversation:
    """Return the locked conversation; a new one belongs to whoever sees to the person, else to the mailbox's owner."""
    known = Conversation.objects.select_for_update(no_key=True).filter(mailbox_id=mailbox_id, recipient_id=recipient_id)
    return known.first() or Conversation.objects.create(
        workspace_id=workspace_id,
        mailbox_id=mailbox_id,
        recipient_id=recipient_id,
        owner_id=_owner(workspace_id, mailbox_id, recipient_id),
    )


def _owner(workspace_id: int, mailbox_id: int, recipient_id: int) -> int | None:
    """Return the owner of the contact, the campaign or the mailbox, whichever first has a seat that may answer."""
    wanted = import_string(QUESTIONS["who_sees_to_them"])(recipient_id)
    mailbox = Mailbox.objects.values_list("owner_id", flat=True).filter(id=mailbox_id).first()
    return next((one for one in (wanted, mailbox) if one is not None and _may(workspace_id, one)), None)


def _may(workspace_id: int, user_id: int) -> bool:
    role = Member.objects.values_list("role", flat=True).filter(workspace_id=workspace_id, user_id=user_id).first()
    return role is not None and may(role, "converse")


def _reopen(conversation: Conversation, inbound_id: int) -> None:
    if conversation.state == Conversation.State.OPEN:
        return
    was = conversation.state
    conversation.state, conversation.snoozed_until = Conversation.State.OPEN, None
    _tell_state(conversation, {"was": was, "because": inbound_id})


def reread(mailbox_id: int, recipient_id: int) -> None:
    """Derive a conversation from its outcomes again, after somebody said that a message is something else.

    Joins the caller's transaction, which holds the recipient's lock. Locks the conversation.
    """
    known = Conversation.objects.select_for_update(no_key=True).filter(mailbox_id=mailbox_id, recipient_id=recipient_id)
    conversation = known.first()
    if conversation is None:
        return
    said = Row.objects.filter(recipient_id=recipient_id, corrected_at=None, inbound_id__isnull=False)
    messages = ConversationMessage.objects.filter(conversation_id=conversation.id, message__own=False)
    messages.exclude(message_id__in=said.values("inbound_id")).delete()
    asking = messages.filter(message_id__in=said.filter(kind=ASKS).values("inbound_id")).order_by("-at", "-message_id")
    newest = messages.order_by("-at", "-message_id").values_list("at", "message_id").first()
    conversation.received = messages.count()
    conversation.unread = min(conversation.unread, conversation.received)
    conversation.last_inbound_at, conversation.last_inbound_id = newest or (None, None)
    kinds = said.filter(inbound_id=conversation.last_inbound_id or 0).values_list("kind", flat=True)
    conversation.last_kind = kinds.first() or ""
    conversation.asked_at = asking.values_list("at", flat=True).first()
    conversation.save()


def answered(message: InboundMessage) -> None:
    """One of us wrote to the person by hand, in a mail program: nobody waits for what came before. Locks the row.

    In the caller's transaction. Without a conversation there is nobody who waits.
    """
    of_mailbox = Conversation.objects.select_for_update(no_key=True).filter(mailbox_id=message.mailbox_id)
    for one in of_mailbox.filter(recipient_id=message.recipient_id or 0):
        _linked(one, message.id, message.received_at)
        if one.answered_at is None or one.answered_at < message.received_at:
            one.answered_at = message.received_at
            one.save(update_fields=["answered_at"])
            _tell(one, "conversation.answered", {"message": message.id})


@dataclass(frozen=True, slots=True)
class Next:
    """What somebody wants to become of a conversation once their answer has left, if nothing came in since `seen`."""

    seen: int
    state: Conversation.State
    until: datetime | None
    by_id: int | None


def answered_here(conversation_id: int, at: datetime, then: Next | None) -> None:
    """One of us answered from here: nobody waits any more. In the caller's transaction. Locks the row."""
    conversation = Conversation.objects.select_for_update(no_key=True).get(id=conversation_id)
    if conversation.answered_at is None or conversation.answered_at < at:
        conversation.answered_at = at
    was = conversation.state
    if then is not None and conversation.received <= then.seen:
        conversation.state, conversation.snoozed_until = then.state, then.until
    conversation.save(update_fields=["answered_at", "state", "snoozed_until"])
    _tell(conversation, "conversation.answered", {"by": then.by_id if then else None})
    if conversation.state != was:
        _tell_state(conversation, {"was": was, "by": then.by_id if then else None})


def assign(conversation_id: int, owner_id: int | None, by: By) -> None:
    """Give a conversation to somebody of the workspace who may answer, or to nobody. Locks it.

    Raises Refused: no such conversation, a viewer asks or is named; Busy.
    """
    if owner_id is not None and not _may(by.workspace_id, owner_id):
        raise Refused("Only people of the workspace who may answer can have a conversation.")

    def give() -> None:
        conversation = _theirs(conversation_id, by)
        was = conversation.owner_id
        if was != owner_id:
            Conversation.objects.filter(id=conversation.id).update(owner_id=owner_id)
            _tell(conversation, "conversation.assigned", {"by": by.user_id, "was": was, "now": owner_id})

    in_transaction(give)


def move(conversation_id: int, state: Conversation.State, by: By, *, until: datetime | None = None) -> None:
    """Mark a conversation as open, done, or put off until a world time. Locks it.

    Raises Refused: as assign(), a time that is over or far, or something new came in since `seen`; Busy.
    """
    if (state == Conversation.State.SNOOZED) != (until is not None):
        raise Refused("A conversation that is put off needs a time, and no other one.")
    now = clock.world_now()
    if until is not None and not now < until <= now + LONGEST_SNOOZE:
        raise Refused("It can be put off until a time to come, at most a year from now.")

    def put() -> None:
        conversation = _theirs(conversation_id, by)
        if by.seen is not None and conversation.received > by.seen:
            raise Refused(NEWS)
        was = conversation.state
        if (was, conversation.snoozed_until) == (state, until):
            return
        conversation.state, conversation.snoozed_until = state, until
        conversation.save(update_fields=["state", "snoozed_until"])
        told = {"by": by.user_id, "was": was, "until": until.isoformat() if until else None}
        _tell_state(conversation, told)

    in_transaction(put)


def look(conversation_id: int, by: By) -> None:
    """Nothing that was there when somebody looked is unread any more. Not told: looking changes nothing."""

    def read() -> None:
        conversation = _theirs(conversation_id, by)
        if by.seen is None or conversation.received <= by.seen:
            Conversation.objects.filter(id=conversation.id).update(unread=0)

    in_transaction(read)


def _theirs(conversation_id: int, by: By) -> Conversation:
    """Return the locked conversation of the workspace, if this user may change it."""
    if not _may(by.workspace_id, by.user_id):
        raise Refused("You may read conversations, not change them.")
    known = Conversation.objects.select_for_update(no_key=True)
    conversation = known.filter(id=conversation_id, workspace_id=by.workspace_id).first()
    if conversation is None:
        raise Refused("There is no such conversation.")
    return conversation


def _tell_state(conversation: Conversation, data: dict[str, object]) -> None:
    _tell(conversation, "conversation.state", {"state": str(conversation.state), **data})


def _tell(conversation: Conversation, kind: str, data: dict[str, object]) -> None:
    events.append(
        kind=kind,
        workspace_id=conversation.workspace_id,
        subject_id=conversation.id,
        recipient_id=conversation.recipient_id,
        data={name: value for name, value in data.items() if value is not None},
    )
