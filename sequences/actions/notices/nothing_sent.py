"""A day on which nothing left though people were due: said in the log, once a day at most, late enough to be sure."""

from datetime import datetime
from functools import partial

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.zones import local_day, wall_time
from app.models import Event, Workspace
from sequences.actions import not_mailed
from sequences.core.notices import CLOSED_HOURS, LATE_ENOUGH
from sequences.core.states import CampaignState
from sequences.models import Campaign

KIND = "workspace.nothing_sent"


def look() -> int:
    """Look at every workspace that sends; return how many are told."""
    running = Campaign.objects.filter(state=CampaignState.RUNNING).values("workspace_id")
    now = clock.world_now()
    return sum(_look(one, now) for one in Workspace.objects.filter(id__in=running, halted_at=None))


def _look(workspace: Workspace, now: datetime) -> bool:
    if wall_time(workspace.zone, now).hour < LATE_ENOUGH or _said(workspace, now):
        return False
    day = not_mailed.totals(workspace)
    stuck = sum(group.people for group in day.groups if group.reason not in CLOSED_HOURS and not group.ended)
    return not day.mailed and stuck > 0 and in_transaction(partial(_say, workspace, now, stuck))


def _said(workspace: Workspace, now: datetime) -> bool:
    last = Event.objects.filter(subject_id=workspace.id, kind=KIND).order_by("-id").first()
    return last is not None and local_day(workspace.zone, last.world_at) == local_day(workspace.zone, now)


def _say(workspace: Workspace, now: datetime, stuck: int) -> bool:
    """Write it down, behind the workspace's row: two that look at once say it once."""
    Workspace.objects.select_for_update(no_key=True).get(id=workspace.id)
    if _said(workspace, now):
        return False
    events.append(kind=KIND, workspace_id=workspace.id, subject_id=workspace.id, data={"due": stuck})
    return True
