"""Reads what a forecast starts from: the campaign, all that compete with it for mailboxes, and their people in groups.

Its size is that of groups (step, mailbox, home, day), however many people are in them.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from admission.core.ramp import limit_today
from admission.queries import policy_of
from app.core.zones import local_day
from sequences import queries
from sequences.actions import room
from sequences.actions.enrollments import campaign_hours
from sequences.actions.room import RunningCampaign
from sequences.core.forecast.inputs import CampaignAhead, Crowd, MailboxAhead, Start, StepAhead
from sequences.core.hours import Home, ends_at, hours_for
from sequences.core.planner.charges import charge
from sequences.core.planner.demand import CampaignTurns
from sequences.core.planner.launch import still_to_come
from sequences.core.planner.windows import MailboxDay
from sequences.core.states import TouchState
from sequences.models import Campaign, CampaignMailbox, Step

# By themselves, for a mailbox that nobody measured yet is measured within minutes; everything else wants a person.
MEND = frozenset({"provider_limit", "provider_down", "health_unknown"})


@dataclass(frozen=True, slots=True)
class Loaded:
    """The start of a forecast; addresses of its mailboxes, and the people of the campaign that are held, by reason."""

    start: Start
    zone: str  # the campaign's
    addresses: Mapping[int, str]
    held: Mapping[str, int]
    waiting: int  # people of the campaign who still get a mail, held ones left out


def load(campaign: Campaign, now: datetime) -> Loaded:
    """Read it for one campaign, running or not yet. The caller holds one snapshot."""
    return load_together(_competing(campaign, now), campaign.id, campaign.workspace_id, campaign.time_zone, now)


def load_together(
    running: Mapping[int, RunningCampaign], asked: int, workspace_id: int, zone: str, now: datetime
) -> Loaded:
    """Read it for campaigns of a workspace; the people of `asked` are counted. The caller holds one snapshot."""
    numbers = sorted(running)
    pool = sorted({mailbox for one in running.values() for mailbox in one.mailboxes})
    boxes = queries.rows("forecast_mailboxes", {"mailboxes": pool, "now": now})
    days = {day.mailbox_id: day for day in room.mailbox_days(now, running)}
    midnights = room.midnights(days.values(), now)
    turns = room.turns(now, running, midnights.values())
    rows = queries.rows("forecast_crowds", {"campaigns": numbers, "now": now})
    held: dict[str, int] = defaultdict(int)
    for row in rows:
        if row["state"] == "held" and row["campaign_id"] == asked:
            held[row["reason"]] += row["people"]
    crowds = [_crowd(row, running[row["campaign_id"]], now) for row in rows if row["state"] != "held"]
    start = Start(
        now=now,
        campaigns=_ahead(running, turns, now),
        mailboxes={row["id"]: _box(row, days.get(row["id"]), now) for row in boxes},
        crowds=crowds,
        launches=still_to_come(room.launched(running), now),
        charged=charge(turns, room.sends(numbers, midnights.values()), midnights) if midnights else {},
        person_gap_days=policy_of(workspace_id).person_gap_days,
    )
    waiting = sum(one.people for one in crowds if one.campaign_id == asked)
    return Loaded(start, zone, {row["id"]: row["address"] for row in boxes}, dict(held), waiting)


def _competing(campaign: Campaign, now: datetime) -> dict[int, RunningCampaign]:
    """Return the campaign as if it ran, and all running ones that share mailboxes with it, directly or over others."""
    everybody = room.running(now)
    found = {campaign.id: everybody.pop(campaign.id, None) or _as_running(campaign, now)}
    shared = set(found[campaign.id].mailboxes)
    while joining := [one for one in everybody.values() if not shared.isdisjoint(one.mailboxes)]:
        for one in joining:
            found[one.id] = everybody.pop(one.id)
            shared |= set(one.mailboxes)
    return found


def _as_running(campaign: Campaign, now: datetime) -> RunningCampaign:
    links = CampaignMailbox.objects.filter(campaign=campaign).order_by("mailbox_id")
    return RunningCampaign(
        id=campaign.id,
        priority=campaign.priority,
        weight=campaign.weight,
        new_per_day=campaign.new_per_day,
        day_cap=campaign.day_cap,
        ends_at=ends_at(campaign.time_zone, campaign.ends_on),
        hours=campaign_hours(campaign),
        mailboxes=dict(links.values_list("mailbox_id", "weight")),
        launched_at=now,
    )


def _ahead(
    running: Mapping[int, RunningCampaign], turns: Mapping[int, CampaignTurns], now: datetime
) -> dict[int, CampaignAhead]:
    steps: dict[int, list[StepAhead]] = defaultdict(list)
    live = Step.objects.filter(campaign_id__in=running, removed_at=None).order_by("position")
    for step in live:
        steps[step.campaign_id].append(StepAhead(step.position, step.kind, step.delay_amount, step.delay_unit))
    canaries = {row["id"]: row for row in queries.rows("forecast_canaries", {"campaigns": list(running)})}
    return {
        number: CampaignAhead(
            turns=turns[number],
            zone=one.hours.zone,
            steps=tuple(steps[number]),
            new_per_day=one.new_per_day,
            day_cap=one.day_cap,
            ends_at=one.ends_at,
            **_canary(canaries.get(number), now),
        )
        for number, one in running.items()
    }


def _canary(row: Mapping[str, Any] | None, now: datetime) -> dict[str, Any]:
    """Return where a campaign stands with its first people."""
    if row is None:
        return {}
    if row["canary"] == "first":
        return {"canary": row["people"] or None, "rests_until": None if row["people"] else now}
    until = row["canary_until"]
    return {"held": row["canary"] == "held", "rests_until": until if row["canary"] == "resting" else None}


def _box(row: Mapping[str, Any], today: MailboxDay | None, now: datetime) -> MailboxAhead:
    problem = row["problem"] or row["unhealthy"] or ""
    return MailboxAhead(
        today=today or _without_window(row, now),
        ramp_start=row["ramp_start"],
        ramp_earned=row["ramp_limit"],
        ramp_day=row["ramp_day"],
        ramp_step=row["ramp_step"],
        problem=problem,
        mends=problem in MEND,
    )


def _without_window(row: Mapping[str, Any], now: datetime) -> MailboxDay:
    """Return the day of a mailbox that the planner passes over: its limits, as if it had done nothing."""
    zone = row["time_zone"]
    return MailboxDay(
        mailbox_id=row["id"],
        zone=zone,
        cap=row["daily_cap"],
        reserved=row["reserved"],
        ramp=limit_today(row["ramp_limit"], row["ramp_day"], row["ramp_start"], local_day(zone, now)),
        rolling_cap=row["rolling_cap"],
        hourly_cap=row["hourly_cap"],
        gap=timedelta(seconds=row["gap_seconds"]),
        jitter=row["gap_jitter"] / 100,
    )


def _crowd(row: Mapping[str, Any], campaign: RunningCampaign, now: datetime) -> Crowd:
    planned = row["state"] == TouchState.PLANNED
    return Crowd(
        campaign_id=row["campaign_id"],
        mailbox_id=row["mailbox_id"],
        position=row["position"],
        kind=row["kind"],
        hours=hours_for(campaign.hours, Home(row["person_zone"], row["person_country"]), now),
        due=row["at"],
        people=row["people"],
        slot=row["at"] if planned else None,
    )
