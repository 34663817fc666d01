"""What was written in a conversation, in both directions, newest first. Eight statements, however long it is.

Of messages that came in their words are shown as they were kept when they were read; HTML is shown nowhere here.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.module_loading import import_string

from app.core.cursors import instant, key_of, microseconds, word_of
from app.questions import QUESTIONS
from bounces.models import Conversation, ConversationMessage, Correspondent, InboundText, Outcome, Relabel
from bounces.screens import words
from mailboxes.models import Delivery, DeliveryBody, InboundMessage

OUT, IN = 0, 1  # of two at the same instant the one that came in is the newer one
LENGTH = 3  # numbers in a cursor of this list


@dataclass(frozen=True, slots=True)
class Item:
    """One message. `way`: in, out (by the product), hand (one of us, in a mail program). Times are world time.

    kind is what the message is, outcome what it means for this person, category which sort of that: interested or a
    question of an answer, invalid_recipient of a bounce. rule and evidence say why. labelled: somebody said so. note
    stands below a text that is cut. step, campaign and state are of mail that the product sent.
    """

    way: str
    id: int
    at: datetime
    kind: str = ""
    outcome: str = ""
    category: str = ""
    rule: str = ""
    evidence: str = ""
    reason: str = ""
    labelled: bool = False
    from_address: str = ""
    from_name: str = ""
    subject: str = ""
    text: str = ""
    note: str = ""
    calendar: str = ""
    state: str = ""
    campaign_id: int | None = None
    campaign: str = ""
    step: int | None = None  # its position


@dataclass(frozen=True, slots=True)
class ItemPage:
    """Some messages, and the cursor of what follows; None: nothing does."""

    items: list[Item]
    next: str | None


type Placed = tuple[tuple[datetime, int, int], ConversationMessage | Delivery]


def messages(conversation: Conversation, *, limit: int = 20, after: str = "") -> ItemPage:
    """Return a page of a conversation. Raises BadCursor."""
    key = key_of(after, LENGTH) if after else None
    before = (instant(key[0]), key[1], key[2]) if key else None
    placed: list[Placed] = [*_came(conversation, before, limit + 1), *_went(conversation, before, limit + 1)]
    placed.sort(key=lambda one: one[0], reverse=True)
    shown = placed[:limit]
    word = None
    if len(placed) > limit:
        at, rank, number = shown[-1][0]
        word = word_of(microseconds(at), rank, number)
    return ItemPage(_items(conversation, [row for _, row in shown]), word)


def _came(conversation: Conversation, before: tuple[datetime, int, int] | None, most: int) -> list[Placed]:
    found = ConversationMessage.objects.filter(conversation_id=conversation.id).select_related("message")
    if before is not None:
        at, rank, number = before
        found = found.filter(at__lte=at)
        found = found.exclude(at=at, message_id__gte=number) if rank == IN else found.exclude(at=at)
    rows = found.order_by("-at", "-message_id")[:most]
    return [((one.at, IN, one.message_id), one) for one in rows]


def _went(conversation: Conversation, before: tuple[datetime, int, int] | None, most: int) -> list[Placed]:
    sent = Delivery.objects.filter(_to_them(conversation), mailbox_id=conversation.mailbox_id)
    found = sent.filter(accepted_world__isnull=False)
    if before is not None:
        at, rank, number = before
        found = found.filter(accepted_world__lte=at)
        found = found.exclude(accepted_world=at, id__gte=number) if rank == OUT else found
    rows = found.order_by("-accepted_world", "-id")[:most]
    return [((one.accepted_world, OUT, one.id), one) for one in rows if one.accepted_world is not None]


def _to_them(conversation: Conversation) -> Q:
    """Mail to the person, and what was written by hand to whoever answered for them."""
    writers = Correspondent.objects.filter(recipient_id=conversation.recipient_id).values("writer_id")
    by_hand = Q(recipient_id__in=writers, kind=Delivery.Kind.MANUAL)
    return Q(recipient_id=conversation.recipient_id) | by_hand


def _items(conversation: Conversation, rows: Iterable[ConversationMessage | Delivery]) -> list[Item]:
    ordered = list(rows)
    came = [one.message_id for one in ordered if isinstance(one, ConversationMessage)]
    went = [one for one in ordered if isinstance(one, Delivery)]
    texts = InboundText.objects.in_bulk(came)
    said = Outcome.objects.filter(inbound_id__in=came, recipient_id=conversation.recipient_id, corrected_at=None)
    outcomes = {of: (kind, category) for of, kind, category in said.values_list("inbound_id", "kind", "category")}
    labelled = set(Relabel.objects.filter(inbound_id__in=came).values_list("inbound_id", flat=True))
    bodies = DeliveryBody.objects.in_bulk([one.id for one in went])
    steps = import_string(QUESTIONS["which_steps_are_these"])(
        conversation.workspace_id, {one.step_id for one in went if one.step_id is not None}
    )
    return [
        _sent(one, bodies.get(one.id), steps.get(one.step_id, {}))
        if isinstance(one, Delivery)
        else arrived(
            one.message,
            texts.get(one.message_id),
            outcome=outcomes.get(one.message_id, ("", "")),
            labelled=one.message_id in labelled,
        )
        for one in ordered
    ]


def arrived(
    message: InboundMessage,
    kept: InboundText | None,
    *,
    outcome: tuple[str, str] = ("", ""),
    labelled: bool = False,
    limit: int | None = words.SHOWN,
) -> Item:
    """Return a message that came in, or one that somebody of us wrote in a mail program. outcome: kind and category."""
    text, note = words.shortened(kept.text, longer=kept.cut, limit=limit) if kept else ("", "")
    return Item(
        way="hand" if message.own else "in",
        id=message.id,
        at=message.received_at,
        kind=message.kind,
        outcome=outcome[0] or message.disposition,
        category=outcome[1],
        rule=message.rule,
        evidence=message.evidence,
        reason=message.reason,
        labelled=labelled,
        from_address=kept.from_address if kept else "",
        from_name=kept.from_name if kept else "",
        subject=kept.subject if kept else "",
        text=text,
        note=words.by_hand() if message.own else note,
        calendar=words.calendar(kept.calendar) if kept else "",
    )


def _sent(delivery: Delivery, body: DeliveryBody | None, step: Mapping[str, Any]) -> Item:
    text, note = words.shortened(body.text, longer=False) if body else ("", "")
    return Item(
        way="out",
        id=delivery.id,
        at=delivery.accepted_world or delivery.created_at,
        kind=delivery.kind,
        subject=body.subject if body else "",
        text=text,
        note=note,
        state=delivery.state,
        reason=delivery.reason,
        campaign_id=delivery.campaign_id,
        campaign=step.get("campaign", ""),
        step=step.get("position"),
    )
