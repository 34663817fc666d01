"""Whom an answer goes to, and what makes it land in the thread."""

from dataclasses import dataclass

from bounces.core.outcomes import Outcome as Kind
from bounces.models import Conversation, ConversationMessage, Correspondent, InboundText, LearnedAddress, Outcome
from mailboxes.actions import recipients
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.core.mime import reply_subject, thread_headers
from mailboxes.core.threads import ThreadHeaders
from mailboxes.models import Delivery, DeliveryBody
from sequences.models import Contact

WROTE = (Kind.REPLIED, Kind.CALENDAR_ANSWERED, Kind.AWAY, Kind.AUTO_REPLIED)
MOST_IDS = 50  # of a thread


@dataclass(frozen=True, slots=True)
class Addressee:
    """Whom an answer goes to; `recipient_id` is whose lock and whose wish to be left alone count."""

    recipient_id: int
    address: Address


@dataclass(frozen=True, slots=True)
class Head:
    """Subject and ids of an answer."""

    subject: str
    threading: ThreadHeaders


def addressee_of(conversation: Conversation) -> Addressee | None:
    """Return who wrote last, if that is the person or somebody known to answer for them; else the contact's address.

    What a message merely claims counts for nothing: an address nobody here knows is never written to. None: erased.
    """
    writer = _writer(conversation)
    if writer is not None:
        return writer
    contact = Contact.objects.filter(workspace_id=conversation.workspace_id, recipient_id=conversation.recipient_id)
    email = contact.values_list("email", flat=True).first()
    return Addressee(conversation.recipient_id, parse_address(email)) if email else None


def _writer(conversation: Conversation) -> Addressee | None:
    newest = _newest(conversation)
    typed = InboundText.objects.values_list("from_address", flat=True).filter(message_id=newest or 0).first()
    try:
        address = parse_address(typed or "")
    except AddressError:
        return None
    person, known = conversation.recipient_id, recipients.find(conversation.workspace_id, address)
    if known is None:
        return None
    alias = LearnedAddress.objects.filter(recipient_id=person, alias_id=known).exists()
    if known == person or alias:
        return Addressee(person, address)
    spoke = Correspondent.objects.filter(recipient_id=person, writer_id=known).exists()
    return Addressee(known, address) if spoke else None


def _newest(conversation: Conversation) -> int | None:
    """Return the newest message that somebody wrote."""
    said = Outcome.objects.filter(recipient_id=conversation.recipient_id, corrected_at=None, kind__in=WROTE)
    came = ConversationMessage.objects.filter(conversation_id=conversation.id, message__own=False)
    wrote = came.filter(message_id__in=said.values("inbound_id")).order_by("-at", "-message_id")
    return wrote.values_list("message_id", flat=True).first()


def head_of(conversation: Conversation) -> Head:
    """Return subject and ids of an answer to the newest message of a conversation."""
    sent = Delivery.objects.filter(
        recipient_id=conversation.recipient_id, mailbox_id=conversation.mailbox_id, accepted_world__isnull=False
    )
    rows = list(sent.order_by("-id").values_list("accepted_world", "real_message_id", "message_id", "id")[:MOST_IDS])
    came = ConversationMessage.objects.filter(conversation_id=conversation.id).exclude(message__message_id="")
    ids = [(at, real or ours) for at, real, ours, _ in rows if at is not None]
    ids += list(came.order_by("-at").values_list("at", "message__message_id")[:MOST_IDS])
    ordered = [name for _, name in sorted(ids)]
    newest = _newest(conversation)
    if newest is not None:  # In-Reply-To names what is answered, whatever came after it
        answered = came.filter(message_id=newest).values_list("message__message_id", flat=True).first()
        ordered = [name for name in ordered if name != answered] + ([answered] if answered else [])
    return Head(reply_subject(_subject(newest, rows[0][3] if rows else 0)), thread_headers(ordered))


def _subject(message_id: int | None, delivery_id: int) -> str:
    theirs = InboundText.objects.filter(message_id=message_id or 0).values_list("subject", flat=True).first()
    ours = DeliveryBody.objects.filter(delivery_id=delivery_id).values_list("subject", flat=True).first()
    return " ".join((theirs or ours or "").split())[:900]
