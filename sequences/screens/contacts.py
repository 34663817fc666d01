"""Contacts: found by the beginning of a name, company or address, and one contact with everything that happened."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from app.models import Event
from bounces.actions.suppressions import blocks
from bounces.models import Suppression
from mailboxes.core.address import AddressError, parse_address
from mailboxes.models import Delivery
from sequences.models import Campaign, Contact, Enrollment
from sequences.screens.people import Line, lines
from sequences.screens.told import UNTOLD

LINES = 100  # of a timeline on one page


def search(workspace_id: int, text: str) -> QuerySet[Contact]:
    """Return contacts whose first name, last name, company or address begins with the text; two words: both names."""
    found = Contact.objects.filter(workspace_id=workspace_id)
    if not text:
        return found
    first, _, last = text.partition(" ")
    begins = (
        Q(first_name__istartswith=text)
        | Q(last_name__istartswith=text)
        | Q(company__istartswith=text)
        | Q(email__istartswith=text)
    )
    return found.filter(
        begins | Q(first_name__istartswith=first, last_name__istartswith=last.strip()) if last else begins
    )


def suppressed(workspace_id: int, recipients: list[int]) -> set[int]:
    """Return which of these people have a living entry of their own."""
    living = Suppression.objects.filter(workspace_id=workspace_id, recipient_id__in=recipients, lifted_at=None)
    return set(living.values_list("recipient_id", flat=True))


def entry_for(contact: Contact) -> Suppression | None:
    """Return the entry that keeps a contact from being mailed, by the permit's own rule."""
    try:
        return blocks(contact.workspace_id, parse_address(contact.email))
    except AddressError:
        return None


def campaign_before(entry: Suppression) -> Campaign | None:
    """Return the campaign whose mail an entry answers, if one did."""
    mails = Delivery.objects.filter(id=entry.delivery_id or 0, workspace_id=entry.workspace_id)
    return Campaign.objects.filter(id__in=mails.values("campaign_id")).first()


def enrollments_of(contact: Contact) -> list[Enrollment]:
    """Return the campaigns of a person, the newest first."""
    found = Enrollment.objects.filter(workspace_id=contact.workspace_id, recipient_id=contact.recipient_id)
    return list(found.select_related("campaign", "mailbox").order_by("-id"))


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happened to a person, newest first; `before` is where the older lines begin."""

    lines: list[Line]
    before: int | None


def timeline(contact: Contact, before: int | None) -> Timeline:
    """Return a page of everything the log knows about a person, in words."""
    found = Event.objects.filter(workspace_id=contact.workspace_id, recipient_id=contact.recipient_id)
    found = found.exclude(kind__in=UNTOLD)
    older = found if before is None else found.filter(id__lt=before)
    events = list(older.order_by("-id")[: LINES + 1])
    told = lines(contact.workspace_id, events[:LINES])
    return Timeline(told, events[LINES - 1].id if len(events) > LINES else None)
