"""The first page: today's numbers, what just happened, and who was not written to and why."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Count, F, Q, QuerySet, Value, When

from app.core.zones import day_bounds, local_day
from app.models import Event, Workspace
from sequences.core.states import OPEN_TOUCH, CampaignState, EnrollmentState, TouchState
from sequences.models import Touch
from sequences.screens.bars import Part, bar
from sequences.screens.people import Line, lines
from sequences.screens.words import Held, held

SHOWN = 12  # lines of what just happened
STOPPED = Q(kind="recipient.stopped")
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
COUNTED: dict[str, Q] = {
    "sent": Q(kind="delivery.accepted"),
    "replied": STOPPED & Q(data__outcome="replied"),
    "away": Q(kind="recipient.absent"),
    "bounced": STOPPED & Q(data__outcome="bounced"),
    "opted_out": STOPPED & Q(data__outcome="unsubscribed"),
    "finished": Q(kind="enrollment.ended", data__state="finished"),
}


def numbers(workspace: Workspace, world_now: datetime) -> dict[str, int]:
    """Return what was counted since the workspace's local midnight, by world time. One query."""
    start, _ = day_bounds(workspace.zone, local_day(workspace.zone, world_now))
    today = Event.objects.filter(workspace_id=workspace.id, world_at__gte=start)
    return today.aggregate(**{name: Count("id", filter=condition) for name, condition in COUNTED.items()})


def latest(workspace_id: int) -> list[Line]:
    """Return the newest things worth telling."""
    found = Event.objects.filter(NEWS, workspace_id=workspace_id).order_by("-id")
    return lines(workspace_id, list(found[:SHOWN]))


@dataclass(frozen=True, slots=True)
class Group:
    """People who wait for the same reason."""

    reason: str
    held: Held
    people: int
    parts: tuple[Part, ...]


def not_mailed(workspace_id: int, world_now: datetime) -> list[Group]:
    """Return the people whose step is due and was not sent, by reason, most first. One query."""
    due = _due(workspace_id, world_now)
    counted = due.annotate(why=WHY).values("why").annotate(people=Count("id")).order_by("-people", "why")
    people: dict[Held, int] = {}
    whys: dict[Held, str] = {}
    for row in counted:  # some reasons are one to a reader
        because = held(row["why"])
        people[because] = people.get(because, 0) + row["people"]
        whys.setdefault(because, row["why"])
    most = max(people.values(), default=0)
    ordered = sorted(people.items(), key=lambda pair: -pair[1])
    return [Group(whys[because], because, number, bar(most, [(number, "accent")])) for because, number in ordered]


# The first reason a due touch waits for.
WHY = Case(
    When(~Q(enrollment__campaign__state=CampaignState.RUNNING), then=Value("campaign_not_running")),
    When(state=TouchState.PLANNED, then=Value("planned")),
    When(~Q(hold_reason=""), then=F("hold_reason")),
    When(~Q(kind="email"), then=Value("task_due")),
    default=Value("next"),
)


def _due(workspace_id: int, world_now: datetime) -> QuerySet[Touch]:
    """Return the open touches whose time has come."""
    return Touch.objects.filter(
        workspace_id=workspace_id,
        state__in=OPEN_TOUCH,
        due_at__lte=world_now,
        enrollment__state=EnrollmentState.ACTIVE,
    )
