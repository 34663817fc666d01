"""Something came back that the owner has to look at: a task of its own, beside the steps that people do."""

from app.actions import clock, events
from app.actions.events import EventRow
from app.gates import Gates
from mailboxes import locks
from sequences.models import Contact, Enrollment, Task

LOOK = "look"


def look_at(event: EventRow) -> None:
    """recipient.stopped, recipient.unreadable: open a task where the table of effects asks for one."""
    if event.recipient_id is None or not event.data.get("look"):
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    contact = Contact.objects.filter(recipient_id=event.recipient_id).first()
    task, new = Task.objects.get_or_create(
        outcome_id=event.subject_id,
        defaults={
            "workspace_id": event.workspace_id,
            "contact": contact,
            "owner_id": owner_of(event.recipient_id),
            "kind": LOOK,
            "text": "",
            "due_at": event.world_at,
            "created_at": clock.now(),
        },
    )
    if new:
        events.append(
            kind="task.opened",
            workspace_id=event.workspace_id,
            subject_id=task.id,
            recipient_id=event.recipient_id,
            data={"kind": LOOK, "because": event.subject_id},
        )


def owner_of(recipient_id: int) -> int | None:
    """Return the contact's owner, else that of the campaign they were enrolled in last. Answers app.questions too."""
    owned = Contact.objects.filter(recipient_id=recipient_id).values_list("owner_id", flat=True).first()
    if owned is not None:
        return owned
    last = Enrollment.objects.filter(recipient_id=recipient_id).order_by("-id").select_related("campaign").first()
    return last.campaign.owner_id if last else None
