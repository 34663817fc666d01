"""Recorded days, as permits and touches tell them, for a replay through every allocator. Reads only."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from app.actions import clock
from app.core.zones import day_start, local_day
from app.models import Workspace
from sequences import queries
from sequences.actions.room import PRIORITY_TURNS
from sequences.core.hours import CampaignHours, hours_for
from sequences.core.planner.demand import CampaignTurns, DueTouch
from sequences.core.planner.replay import RecordedDay

type Recorded = tuple[dict[int, CampaignTurns], list[RecordedDay], dict[int, str]]


def recorded(workspace: Workspace, days: int) -> Recorded:
    """Return the campaigns, the last so many days up to now in the workspace's zone, and the campaigns' names.

    A place is an instant at which some campaign had a permit; what it was used for is left to the allocators.
    """
    rows = queries.rows("compared_campaigns", {"workspace_id": workspace.id})
    hours = {row["id"]: queries.hours_in(row) for row in rows}
    now = clock.world_now()
    today = local_day(workspace.zone, now)
    starts = [day_start(workspace.zone, today - timedelta(days=ago)) for ago in range(days - 1, -1, -1)]
    values = {"campaigns": list(hours), "since": starts[0], "until": now}
    arrivals: list[list[DueTouch]] = [[] for _ in starts]
    for row in queries.rows("recorded_arrivals", values):
        _day_of(starts, arrivals, row["due_at"]).append(_arrival(row, hours))
    found = list(map(RecordedDay, starts, _places(starts, values), arrivals))
    return {row["id"]: _turns(row) for row in rows}, found, {row["id"]: row["name"] for row in rows}


def _places(starts: list[datetime], values: dict[str, Any]) -> list[dict[int, list[datetime]]]:
    found: list[dict[int, list[datetime]]] = [{} for _ in starts]
    for row in queries.rows("recorded_places", values):
        _day_of(starts, found, row["world_at"]).setdefault(row["mailbox_id"], []).append(row["world_at"])
    return found


def _day_of[Day](starts: list[datetime], days: list[Day], at: datetime) -> Day:
    """The day that holds this instant; the first one for what fell due before it."""
    return days[max(0, sum(start <= at for start in starts) - 1)]


def _turns(row: dict[str, Any]) -> CampaignTurns:
    return CampaignTurns(
        campaign_id=row["id"],
        mailboxes=dict(zip(row["mailboxes"], row["weights"], strict=True)),
        turns=row["weight"] * (PRIORITY_TURNS if row["priority"] else 1),
        sends_left=row["day_cap"],
        openers_left=row["new_per_day"],
    )


def _arrival(row: dict[str, Any], hours: Mapping[int, CampaignHours]) -> DueTouch:
    return DueTouch(
        touch_id=row["id"],
        campaign_id=row["campaign_id"],
        due_at=row["due_at"],
        opener=row["opener"],
        mailbox_id=row["mailbox_id"],
        hours=hours_for(hours[row["campaign_id"]], queries.home_in(row), row["due_at"]),
    )
