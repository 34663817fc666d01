"""Who the rows of the log are about: names, mails and campaigns joined from rows that can be erased."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from app.models import Event
from bounces.models import Outcome
from mailboxes.models import Delivery, DeliveryBody, InboundMessage
from mailboxes.screens.words import State, Text
from sequences.models import Campaign, Contact, Step
from sequences.screens.told import note_of, told

OF_A_DELIVERY = ("delivery.", "permit.", "incident.")
REFUSED = ("delivery.rejected", "delivery.deferred")
CAME_BACK = frozenset({"delivery.bounced", "outcome.exact"})
OF_AN_OUTCOME = frozenset({"recipient.stopped", "recipient.absent", "recipient.unreadable", "outcome.recorded"})


@dataclass(frozen=True, slots=True)
class Mail:
    """What a line of the log says about a mail."""

    subject: str
    position: int | None
    sender: str
    mailbox_kind: str
    answers: Mapping[str, str]  # permit -> what a server said when it refused; "report" -> what a report said


@dataclass(frozen=True, slots=True)
class Reading:
    """Which message was read, and by what: the number is the one that `relabel` takes."""

    message_id: int
    rule: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened, ready to be shown; `at` is world time."""

    id: int
    at: datetime
    state: State
    note: Text
    contact: Contact | None
    campaign: Campaign | None
    mail: Mail | None
    said: str = ""  # what the receiving server answered, in its own words
    reading: Reading | None = None


def lines(workspace_id: int, events: Sequence[Event]) -> list[Line]:
    """Return the events in words, in the order given; six queries, however many they are."""
    contacts = _contacts(workspace_id, {event.recipient_id for event in events if event.recipient_id})
    mails = _mails(workspace_id, {found for event in events if (found := _delivery_of(event))})
    campaigns = _campaigns(workspace_id, events)
    readings = _readings(workspace_id, {event.subject_id for event in events if event.kind in OF_AN_OUTCOME})
    listed = []
    for event in events:
        mail = mails.get(_delivery_of(event) or 0)
        listed.append(
            Line(
                id=event.id,
                at=event.world_at,
                state=told(event.kind, event.data, mail.mailbox_kind if mail else ""),
                note=note_of(event.kind, event.data),
                contact=contacts.get(event.recipient_id or 0),
                campaign=campaigns.get(_campaign_of(event)),
                mail=mail,
                said=_said(mail, event) if mail else "",
                reading=readings.get(event.subject_id) if event.kind in OF_AN_OUTCOME else None,
            )
        )
    return listed


def _said(mail: Mail, event: Event) -> str:
    """Return what a server said of a mail: when it refused it, or when it came back."""
    if event.kind in CAME_BACK:
        return mail.answers.get("report", "")
    return mail.answers.get(str(event.data.get("permit")), "") if event.kind in REFUSED else ""


def _delivery_of(event: Event) -> int | None:
    if event.kind.startswith(OF_A_DELIVERY):
        return event.subject_id
    found = event.data.get("delivery")
    return found if isinstance(found, int) else None


def _campaign_of(event: Event) -> int:
    if event.kind.startswith("campaign."):
        return event.subject_id
    found = event.data.get("campaign")
    return found if isinstance(found, int) else 0


def _contacts(workspace_id: int, recipients: Iterable[int]) -> dict[int, Contact]:
    found = Contact.objects.filter(workspace_id=workspace_id, recipient_id__in=recipients)
    return {contact.recipient_id: contact for contact in found}


def _campaigns(workspace_id: int, events: Iterable[Event]) -> dict[int, Campaign]:
    wanted = {_campaign_of(event) for event in events}
    return Campaign.objects.filter(workspace_id=workspace_id).in_bulk(wanted)


def _readings(workspace_id: int, ids: Iterable[int]) -> dict[int, Reading]:
    """Return outcome -> the message it was read from, where it was one; erased mail has no evidence any more."""
    message = InboundMessage.objects.filter(id=OuterRef("inbound_id"))
    found = Outcome.objects.filter(workspace_id=workspace_id, id__in=ids, inbound_id__isnull=False)
    rows = found.annotate(why=Subquery(message.values("evidence")[:1])).values_list("id", "inbound_id", "rule", "why")
    return {
        outcome: Reading(message_id, rule.partition(":")[0], why or "")
        for outcome, message_id, rule, why in rows
        if message_id
    }


def _mails(workspace_id: int, ids: Iterable[int]) -> dict[int, Mail]:
    """Return subject, step and sender of deliveries; an erased one has no subject any more."""
    found = list(Delivery.objects.filter(workspace_id=workspace_id, id__in=ids).select_related("mailbox"))
    bodies = DeliveryBody.objects.filter(delivery__in=found).values_list("delivery_id", "subject", "answers")
    texts = {delivery_id: (subject, answers) for delivery_id, subject, answers in bodies}
    steps = dict(Step.objects.filter(id__in={one.step_id for one in found}).values_list("id", "position"))
    shown = {}
    for one in found:
        subject, answers = texts.get(one.id, ("", {}))
        shown[one.id] = Mail(subject, steps.get(one.step_id or 0), one.mailbox.address, one.mailbox.kind, answers)
    return shown
