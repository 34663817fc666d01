"""Two short lists: the tasks that are open, and whom nobody may contact."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from app.actions import clock
from bounces.core.looks import MACHINES
from bounces.models import Suppression
from bounces.queries import looks_since
from mailboxes.models import Delivery
from mailboxes.screens.words import Text
from sequences.core.states import TaskState
from sequences.models import Campaign, Contact, Task
from sequences.screens.words import CAME_BY, SUPPRESSED_BECAUSE

MOST_TASKS = 100
A_MONTH = timedelta(days=30)


def open_tasks(workspace_id: int) -> QuerySet[Task]:
    """Return open tasks, the longest due first."""
    found = Task.objects.filter(workspace_id=workspace_id, state=TaskState.OPEN)
    return found.select_related("contact", "touch__enrollment__campaign").order_by("due_at", "id")


def living(workspace_id: int) -> QuerySet[Suppression]:
    """Return the entries that hold."""
    return Suppression.objects.filter(workspace_id=workspace_id, lifted_at=None).select_related("by")


@dataclass(frozen=True, slots=True)
class Blocked:
    """An entry of the do-not-contact list: whom it covers, and how it came about."""

    entry: Suppression
    since: datetime  # world time
    contact: Contact | None
    because: Text
    by: Text  # the way it came
    campaign: Campaign | None


def blocked(workspace_id: int, entries: Sequence[Suppression]) -> list[Blocked]:
    """Return entries with the contact and the campaign they came from. Four queries, however many they are."""
    recipients = {entry.recipient_id for entry in entries if entry.recipient_id}
    found = Contact.objects.filter(workspace_id=workspace_id, recipient_id__in=recipients)
    contacts = {contact.recipient_id: contact for contact in found}
    deliveries = Delivery.objects.filter(id__in={entry.delivery_id for entry in entries if entry.delivery_id})
    source = dict(deliveries.filter(workspace_id=workspace_id).values_list("id", "campaign_id"))
    campaigns = Campaign.objects.filter(workspace_id=workspace_id).in_bulk(set(source.values()) - {None})
    world = clock.world_clock()
    return [
        Blocked(
            entry=entry,
            since=world.world(entry.created_at),
            contact=contacts.get(entry.recipient_id or 0),
            because=SUPPRESSED_BECAUSE.get(entry.reason, entry.reason.replace("_", " ")),
            by=CAME_BY.get(entry.source, ""),
            campaign=campaigns.get(source.get(entry.delivery_id or 0) or 0),
        )
        for entry in entries
    ]


def machine_looks(workspace_id: int) -> int:
    """Return how often machines only looked at opt-out links in 30 days: scanners follow every link of a mail."""
    since = (clock.now() - A_MONTH).date()
    return sum(count for kind, count in looks_since(workspace_id, since) if kind in MACHINES)
