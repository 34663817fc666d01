"""Everything that is kept about one person, as one JSON file in a zip: what they are given when they ask."""

import io
import json
import zipfile
from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, QuerySet

from app.actions import events
from app.actions.attempts import in_transaction
from app.models import Event
from bounces.models import (
    Conversation,
    ConversationMessage,
    InboundText,
    LearnedAddress,
    Outcome,
    Suppression,
    UnsubscribeRequest,
)
from mailboxes.models import Delivery, DeliveryBody, InboundMessage
from sequences.actions import tags
from sequences.models import Contact, Enrollment, Task, Touch

OURS = frozenset({"workspace_id", "owner_id", "assigned_to_id", "token", "source", "references", "fence"})
"""Columns that tell of the installation and not of the person."""


def person_file(contact: Contact, *, by_id: int | None = None) -> bytes:
    """Return the zip and note that it was handed out."""
    text = json.dumps(everything(contact), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("person.json", text)
    in_transaction(
        lambda: events.append(
            kind="contact.exported",
            workspace_id=contact.workspace_id,
            subject_id=contact.id,
            recipient_id=contact.recipient_id,
            data={"by": by_id},
        )
    )
    return out.getvalue()


def everything(contact: Contact) -> dict[str, Any]:
    """Return the rows of every table that speaks of the person, under the names of the tables."""
    aliases = LearnedAddress.objects.filter(recipient_id=contact.recipient_id)
    people = [contact.recipient_id, *aliases.values_list("alias_id", flat=True)]
    mails = Delivery.objects.filter(recipient_id__in=people)
    told = Outcome.objects.filter(recipient_id__in=people)
    talks = Conversation.objects.filter(recipient_id__in=people)
    messages = InboundMessage.objects.filter(id__in=_received(people, told, talks))
    enrolled = Enrollment.objects.filter(recipient_id__in=people)
    return {
        "contact": _rows(Contact.objects.filter(id=contact.id)),
        "tags": [tag.name for tag in tags.of_contact(contact)],
        "campaigns": [
            {"campaign": one.campaign.name, **row}
            for one, row in zip(enrolled.select_related("campaign").order_by("id"), _rows(enrolled), strict=True)
        ],
        "steps": _rows(Touch.objects.filter(enrollment__in=enrolled)),
        "tasks": _rows(Task.objects.filter(contact=contact)),
        "mails_sent": _rows(mails),
        "texts_sent": _rows(DeliveryBody.objects.filter(delivery__in=mails), order="delivery_id"),
        "messages_received": _rows(messages),
        "texts_received": _rows(InboundText.objects.filter(message__in=messages), order="message_id"),
        "what_came_back": _rows(told),
        "conversations": _rows(talks),
        "do_not_contact": _rows(Suppression.objects.filter(recipient_id__in=people)),
        "wishes_to_opt_out": _rows(UnsubscribeRequest.objects.filter(recipient_id__in=people)),
        "log": _rows(Event.objects.filter(workspace_id=contact.workspace_id, recipient_id__in=people)),
    }


def _received(people: Iterable[int], told: QuerySet[Outcome], talks: QuerySet[Conversation]) -> set[int]:
    """Return the ids of messages that came from a person, or speak of them."""
    from_them = InboundMessage.objects.filter(recipient_id__in=list(people)).values_list("id", flat=True)
    spoken = told.filter(inbound_id__isnull=False).values_list("inbound_id", flat=True)
    said = ConversationMessage.objects.filter(conversation__in=talks).values_list("message_id", flat=True)
    return {*from_them, *said, *(one for one in spoken if one)}


def _rows[M: Model](found: QuerySet[M], *, order: str = "id") -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name not in OURS and not isinstance(value, bytes | memoryview)}
        for row in found.order_by(order).values()
    ]
