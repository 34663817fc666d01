"""Mails in doubt with their evidence: what a person needs to see before saying whether one left."""

from dataclasses import dataclass
from datetime import datetime

from admission.actions.doubts import counts_from
from admission.models import AbsenceRead, Doubt
from mailboxes.models import Delivery, DeliveryBody
from sequences.models import Campaign, Contact, Step


@dataclass(frozen=True, slots=True)
class InDoubt:
    """One uncertain mail. Times are true; `next_look` None: nobody looks; `absent_from`: its absence may be stated."""

    delivery: Delivery
    campaign: Campaign | None
    position: int | None
    contact: Contact | None
    address: str
    since: datetime
    looks: list[AbsenceRead]
    next_look: datetime | None
    absent_from: datetime


def in_doubt(workspace_id: int, delivery_id: int | None = None) -> list[InDoubt]:
    """Return the workspace's uncertain mails, or the one named, the longest in doubt first. Seven queries."""
    found = Delivery.objects.filter(workspace_id=workspace_id, in_doubt=True)
    if delivery_id is not None:
        found = found.filter(id=delivery_id)
    rows = list(found.select_related("mailbox").order_by("call_began_at", "id"))
    people = {row.recipient_id for row in rows}
    campaigns = Campaign.objects.in_bulk({row.campaign_id for row in rows if row.campaign_id})
    steps = Step.objects.in_bulk({row.step_id for row in rows if row.step_id})
    contacts = {one.recipient_id: one for one in Contact.objects.filter(recipient_id__in=people)}
    bodies = DeliveryBody.objects.in_bulk([row.id for row in rows])
    looks = _looks([row.permit_id for row in rows if row.permit_id])
    doubts = Doubt.objects.in_bulk([row.permit_id for row in rows if row.permit_id])
    shown = []
    for row in rows:
        doubt = doubts.get(row.permit_id or 0)
        step = steps.get(row.step_id or 0)
        since = row.call_began_at or row.created_at
        shown.append(
            InDoubt(
                delivery=row,
                campaign=campaigns.get(row.campaign_id or 0),
                position=step.position if step else None,
                contact=contacts.get(row.recipient_id),
                address=bodies[row.id].address if row.id in bodies else "",
                since=since,
                looks=looks.get(row.permit_id or 0, []),
                next_look=doubt.next_at if doubt and not doubt.hopeless else None,
                absent_from=counts_from(since),
            )
        )
    return shown


def _looks(permit_ids: list[int]) -> dict[int, list[AbsenceRead]]:
    found: dict[int, list[AbsenceRead]] = {}
    for read in AbsenceRead.objects.filter(permit_id__in=permit_ids).order_by("read_at"):
        found.setdefault(read.permit_id, []).append(read)
    return found
