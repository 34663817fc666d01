"""Something came back that the owner has to look at: a task of its own, beside the steps that people do."""

from app.actions import clock, events
from app.actions.events import EventRow
from app.gates import Gates
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Outcome
from mailboxes import locks
from sequences.actions.stops import active_of
from sequences.models import Contact, Enrollment, Task

LOOK = "look"
AWAY = "away"
TOO_OFTEN = 3  # notices without a date; each of the first two holds for two weeks, and so does this one


def look_at(event: EventRow) -> None:
    """recipient.stopped, recipient.unreadable: open a task where the table of effects asks for one."""
    if event.recipient_id is None or not event.data.get("look"):
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    _open(event, event.recipient_id, LOOK)


def ask_after_them(event: EventRow) -> None:
    """recipient.absent: somebody is away for the third time in a sequence and never says until when: ask the owner."""
    if event.recipient_id is None or event.data.get("return_date"):
        return
    locks.ensure(Gates(event.workspace_id), [event.recipient_id])
    away = Outcome.objects.filter(
        recipient_id=event.recipient_id, kind=Kind.AWAY, return_date=None, corrected_at=None, id__lte=event.subject_id
    )
    if not away.filter(id=event.subject_id).exists():
        return
    counts = [away.filter(world_at__gte=one.enrolled_at).count() for one in active_of(event.recipient_id)]
    if TOO_OFTEN in counts:
        _open(event, event.recipient_id, AWAY)


def _open(event: EventRow, recipient_id: int, kind: str) -> None:
    """Open the one task of an outcome; the caller holds the person's lock."""
    contact = Contact.objects.filter(recipient_id=recipient_id).first()
    task, new = Task.objects.get_or_create(
        outcome_id=event.subject_id,
        defaults={
            "workspace_id": event.workspace_id,
            "contact": contact,
            "owner_id": owner_of(recipient_id),
            "kind": kind,
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
            recipient_id=recipient_id,
            data={"kind": kind, "because": event.subject_id},
        )


def owner_of(recipient_id: int) -> int | None:
    """Return the contact's owner, else that of the campaign they were enrolled in last. Answers app.questions too."""
    owned = Contact.objects.filter(recipient_id=recipient_id).values_list("owner_id", flat=True).first()
    if owned is not None:
        return owned
    last = Enrollment.objects.filter(recipient_id=recipient_id).order_by("-id").select_related("campaign").first()
    return last.campaign.owner_id if last else None
