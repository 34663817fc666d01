"""The due list: what somebody has to do by hand, whose it is, and what keeps it from being done now."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from app.models import Workspace
from bounces.models import ConversationMessage, Outcome
from mailboxes.screens.words import State
from sequences.core.states import CampaignState
from sequences.models import Task
from sequences.screens.lists import open_tasks
from sequences.screens.words import STATE_UNKNOWN, STEP

WHOSE = ("mine", "team", "nobody")
KINDS = ("linkedin", "call", "task", "look", "away")
SIZE = 50
COUNTED = 1_000


@dataclass(frozen=True, slots=True)
class Row:
    """A task as the list shows it. `locked`: its campaign is paused or all sending stopped. Times are world time."""

    task: Task
    kind: State
    locked: bool
    over_at: datetime | None  # when nobody waits for it any more
    conversation_id: int | None  # where what came back can be looked at
    phone: str


def tasks_of(workspace_id: int, user_id: int, whose: str, kind: str = "") -> QuerySet[Task]:
    """Return open tasks, the longest due first."""
    found = open_tasks(workspace_id).select_related(
        "contact", "owner", "touch__step", "touch__enrollment__campaign", "workspace"
    )
    if whose == "mine":
        found = found.filter(owner_id=user_id)
    if whose == "nobody":
        found = found.filter(owner=None)
    return found.filter(kind=kind) if kind else found


def counts(workspace_id: int, user_id: int) -> dict[str, int]:
    """Return how many are open, by whose they are; COUNTED stands for that many or more. Three statements."""
    return {whose: tasks_of(workspace_id, user_id, whose)[:COUNTED].count() for whose in WHOSE}


def rows(found: list[Task], over_at: Callable[[Task], datetime]) -> list[Row]:
    """Return tasks as rows; over_at says when one that has a timeout is over. Two statements, however many they are."""
    asked = [one.outcome_id for one in found if one.outcome_id]
    messages = dict(Outcome.objects.filter(id__in=asked).values_list("id", "inbound_id"))
    talks = ConversationMessage.objects.filter(message_id__in=[one for one in messages.values() if one])
    conversations = dict(talks.values_list("message_id", "conversation_id"))
    return [
        _row(one, conversations.get(messages.get(one.outcome_id or 0) or 0), over_at(one) if times_out(one) else None)
        for one in found
    ]


def times_out(task: Task) -> bool:
    """Tell whether its step says that nobody waits for it for ever."""
    return task.touch is not None and task.touch.step.timeout_days is not None


def _row(task: Task, conversation_id: int | None, until: datetime | None) -> Row:
    workspace: Workspace = task.workspace
    locked = False
    if task.touch is not None:
        paused = task.touch.enrollment.campaign.state == CampaignState.PAUSED
        locked = paused or workspace.halted_at is not None
    phone = task.contact.phone if task.contact else ""
    return Row(task, STEP.get(task.kind, STATE_UNKNOWN), locked, until, conversation_id, phone)
