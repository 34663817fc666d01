"""What a webhook is told of one event: ids, and the names and addresses that the workspace knows anyway."""

import json
from collections.abc import Mapping
from typing import Any

from app.actions.events import EventRow
from app.models import Workspace
from bounces.models import InboundText, Outcome
from mailboxes.models import Delivery, Mailbox
from sequences.models import Campaign, Contact, Enrollment, Task


def body_of(event: EventRow, kind: str) -> str:
    """Return the JSON of a post. `order` grows for one person, whatever order posts arrive in."""
    told: dict[str, Any] = {
        "id": f"evt_{event.id}",
        "kind": kind,
        "at": event.world_at.isoformat(),
        "order": event.id,
        "workspace": Workspace.objects.values_list("slug", flat=True).get(id=event.workspace_id),
    }
    parts = {
        "person": _person(event),
        "message": _message(event),
        "mail": _mail(event),
        "campaign": _campaign(event),
        "mailbox": _mailbox(event),
    }
    told |= {name: part for name, part in parts.items() if part}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _person(event: EventRow) -> Mapping[str, Any] | None:
    if event.recipient_id is None:
        return None
    mine = Contact.objects.filter(workspace_id=event.workspace_id, recipient_id=event.recipient_id)
    return mine.values("id", "email", "first_name", "last_name", "company").first()


def _message(event: EventRow) -> Mapping[str, Any] | None:
    """What came back: how it was read, and the address that it really came from, which may not be the contact's."""
    if not event.kind.startswith(("recipient.", "outcome.")):
        return None
    outcome = Outcome.objects.filter(id=event.subject_id, workspace_id=event.workspace_id).first()
    if outcome is None:
        return None
    kept = InboundText.objects.filter(message_id=outcome.inbound_id).first() if outcome.inbound_id else None
    return {
        "id": outcome.inbound_id,
        "means": outcome.kind,
        "label": outcome.category,
        "rule": outcome.rule,
        "returns_on": outcome.return_date.isoformat() if outcome.return_date else None,
        "from": kept.from_address if kept else None,
        "subject": kept.subject if kept else None,
    }


def _mail(event: EventRow) -> Mapping[str, Any] | None:
    delivery = _delivery(event)
    if delivery is None:
        return None
    return {"id": delivery.id, "message_id": delivery.real_message_id or delivery.message_id, "state": delivery.state}


def _delivery(event: EventRow) -> Delivery | None:
    number = event.subject_id if event.kind.startswith("delivery.") else event.data.get("delivery")
    return Delivery.objects.filter(id=number, workspace_id=event.workspace_id).first() if number else None


def _campaign(event: EventRow) -> Mapping[str, Any] | None:
    number = _campaign_id(event)
    found = Campaign.objects.filter(id=number, workspace_id=event.workspace_id) if number else Campaign.objects.none()
    return found.values("id", "name").first()


def _campaign_id(event: EventRow) -> int | None:
    first, _, _ = event.kind.partition(".")
    if first == "campaign":
        return event.subject_id
    if first == "enrollment":
        return Enrollment.objects.filter(id=event.subject_id).values_list("campaign_id", flat=True).first()
    if first == "task":
        return Task.objects.filter(id=event.subject_id).values_list("touch__campaign_id", flat=True).first()
    delivery = _delivery(event)
    return delivery.campaign_id if delivery else None


def _mailbox(event: EventRow) -> Mapping[str, Any] | None:
    delivery = _delivery(event)
    number = event.subject_id if event.kind.startswith("mailbox.") else event.data.get("mailbox")
    number = number or (delivery.mailbox_id if delivery else None)
    found = Mailbox.objects.filter(id=number, workspace_id=event.workspace_id) if number else Mailbox.objects.none()
    return found.values("id", "address").first()
