"""What just happened, for the first page."""

from django.db.models import Q

from app.models import Event
from sequences.screens.people import Line, lines

SHOWN = 12  # lines of what just happened
NEWS = Q(
    kind__in=[
        "delivery.accepted",
        "delivery.rejected",
        "delivery.uncertain",
        "delivery.needs_person",
        "recipient.stopped",
        "recipient.absent",
        "recipient.unreadable",
        "task.opened",
        "task.done",
        "mailbox.reconnect_needed",
        "domain.suppressed",
        "campaign.running",
        "campaign.paused",
        "workspace.halted",
        "workspace.resumed",
    ]
) | Q(kind="enrollment.ended", data__state="finished")


def latest(workspace_id: int) -> list[Line]:
    """Return the newest things worth telling."""
    found = Event.objects.filter(NEWS, workspace_id=workspace_id).order_by("-id")
    return lines(workspace_id, list(found[:SHOWN]))
