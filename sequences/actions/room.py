"""What the planner knows: running campaigns, what each mailbox did today, what is due. Reads only, locks nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from admission.core.policy import ROLLING
from admission.core.ramp import limit_today
from app import sql
from app.core.windows import Hours
from app.core.zones import day_bounds, day_start, is_known, local_day
from mailboxes.core.days import charged_day, next_room
from mailboxes.core.workday import away_ranges, mailbox_hours
from mailboxes.models import Mailbox
from sequences import queries
from sequences.core.hours import CampaignHours, Home, ends_at, hours_for
from sequences.core.planner.charges import REMEMBERED, Sent
from sequences.core.planner.demand import CampaignTurns, DueTouch
from sequences.core.planner.reach import Head
from sequences.core.planner.windows import MailboxDay
from sequences.core.states import CampaignState
from sequences.models import Campaign

PRIORITY_TURNS = 3  # turns a priority campaign has in a round for each turn of its weight
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class RunningCampaign:
    """A running campaign with its limits and the mailboxes it may use, mailbox -> weight."""

    id: int
    priority: bool
    weight: int
    new_per_day: int | None
    day_cap: int | None
    ends_at: datetime | None
    hours: CampaignHours
    mailboxes: dict[int, int]
    launched_at: datetime | None = None


def running(now: datetime) -> dict[int, RunningCampaign]:
    """Return the campaigns that may hand out work, by id; one whose last day is over does not."""
    return {found.id: found for found in started() if found.ends_at is None or now < found.ends_at}


def started() -> Iterable[RunningCampaign]:
    """Return every campaign in state running, ended or not; one whose zone nobody knows cannot be counted with."""
    return (_campaign(row) for row in queries.rows("campaigns", {}) if is_known(row["time_zone"]))


def unknown_zones() -> list[str]:
    """Return the stored zones of mailboxes and running campaigns by which no day can be counted."""
    ours = Campaign.objects.filter(state=CampaignState.RUNNING).values_list("time_zone", flat=True)
    return [name for name in Mailbox.objects.values_list("time_zone", flat=True).union(ours) if not is_known(name)]


def _campaign(row: dict[str, Any]) -> RunningCampaign:
    columns = dict(row)
    hours = queries.hours_in(columns)
    return RunningCampaign(
        id=row["id"],
        priority=row["priority"],
        weight=row["weight"],
        new_per_day=row["new_per_day"],
        day_cap=row["day_cap"],
        ends_at=ends_at(hours.zone, row["ends_on"]),
        hours=hours,
        mailboxes=dict(zip(row["mailboxes"], row["weights"], strict=True)),
        launched_at=row["launched_at"],
    )


def launched(campaigns: Mapping[int, RunningCampaign]) -> dict[int, datetime]:
    """Return when campaigns were started that were so lately, world time."""
    return {one.id: one.launched_at for one in campaigns.values() if one.launched_at is not None}


def mailbox_days(now: datetime, campaigns: Mapping[int, RunningCampaign]) -> list[MailboxDay]:
    """Return what each mailbox of a running campaign did today and may still do, whatever the hour."""
    used = {mailbox_id for campaign in campaigns.values() for mailbox_id in campaign.mailboxes}
    zones = [name for name in Mailbox.objects.values_list("time_zone", flat=True).distinct() if is_known(name)]
    days = [local_day(name, now) for name in zones]
    midnights = [day_start(name, day) for name, day in zip(zones, days, strict=True)]
    values = {"now": now, "rolling": ROLLING, "zones": zones, "days": days, "midnights": midnights}
    rows = queries.rows("windows", values)
    return [_mailbox_day(row, now) for row in rows if row["id"] in used]


def _mailbox_day(row: dict[str, Any], now: datetime) -> MailboxDay:
    zone = row["time_zone"]
    budget = row["day"], row["closes_at"]
    today = charged_day(zone, now, *budget)
    lasts = [at for at in (row["last_send_at"], row["last_slot"]) if at is not None]
    away = away_ranges(row["away"])
    return MailboxDay(
        mailbox_id=row["id"],
        zone=zone,
        resets_at=next_room(zone, now, *budget),
        cap=row["daily_cap"],
        used_today=row["used_today"] if row["day"] == today else 0,
        handed_out=row["handed_out"],
        by_hand=row["by_hand"],
        reserved=row["reserved"],
        ramp=limit_today(row["ramp_limit"], row["ramp_day"], row["ramp_start"], today),
        hard_percent=row["hard_percent"],
        protection_percent=row["protection_percent"],
        rolling_cap=row["rolling_cap"],
        rolling_used=int(row["rolling_used"]),
        hourly_cap=row["hourly_cap"],
        recent=tuple(row["recent"]),
        gap=timedelta(seconds=row["gap_seconds"]),
        jitter=row["gap_jitter"] / 100,
        last_at=max(lasts, default=None),
        own=mailbox_hours(row["workday"], zone, away, now),
        away=any(first <= local_day(zone, now) <= last for first, last in away),
    )


def midnights(days: Iterable[MailboxDay], now: datetime) -> dict[int, datetime]:
    """Return when each mailbox's local day began."""
    return {day.mailbox_id: day_bounds(day.zone, local_day(day.zone, now))[0] for day in days}


def turns(
    now: datetime, campaigns: Mapping[int, RunningCampaign], since: Iterable[datetime]
) -> dict[int, CampaignTurns]:
    """Return each campaign's turns per round and what today still allows it."""
    values = {"campaigns": list(campaigns), "today": min(since, default=now), "week": now - WEEK}
    recent = {row["campaign_id"]: row for row in queries.rows("recent", values)}
    return {campaign.id: _claim(campaign, recent.get(campaign.id, {})) for campaign in campaigns.values()}


def _claim(campaign: RunningCampaign, recent: dict[str, Any]) -> CampaignTurns:
    def left(limit: int | None, used: str) -> int | None:
        return None if limit is None else max(0, limit - recent.get(used, 0))

    return CampaignTurns(
        campaign_id=campaign.id,
        mailboxes=campaign.mailboxes,
        turns=campaign.weight * (PRIORITY_TURNS if campaign.priority else 1),
        sends_left=left(campaign.day_cap, "sends_today"),
        openers_left=left(campaign.new_per_day, "openers_today"),
        recent_sends=recent.get("recent_sends", 0),
        recent_openers=recent.get("recent_openers", 0),
    )


def sends(campaigns: Iterable[int], midnights: Iterable[datetime]) -> list[Sent]:
    """Return the permits of campaigns that count on a day that began then, and their waiting slots."""
    return sql.rows("sequences", "sends", {"campaigns": list(campaigns), "since": min(midnights) - REMEMBERED})


def heads(now: datetime, campaigns: Iterable[int], mailboxes: Iterable[int]) -> list[Head]:
    """Return the oldest due email of each campaign and mailbox, and of those that have none yet."""
    values = {"campaigns": sql.array(campaigns), "mailboxes": sql.array(mailboxes), "now": now}
    found = sql.rows("sequences", "heads", values)
    return [Head(campaign, mailbox, due_at) for campaign, mailbox, due_at in found]


def due(
    now: datetime, campaigns: Mapping[int, RunningCampaign], most: Mapping[tuple[int, int | None], int]
) -> tuple[list[DueTouch], dict[int, str]]:
    """Return of each campaign and mailbox so many of the oldest due emails, and the reason each shows so far."""
    bound = {pair: count for pair, count in most.items() if pair[1] is not None}
    unbound = {number: count for (number, mailbox), count in most.items() if mailbox is None}
    values = {
        "campaigns": sql.array(number for number, _ in bound),
        "mailboxes": sql.array(mailbox or 0 for _, mailbox in bound),
        "most": sql.array(bound.values()),
        "open_campaigns": sql.array(unbound),
        "open_most": sql.array(unbound.values()),
        "now": now,
    }
    known: dict[tuple[int, str, str], Hours] = {}
    alike: dict[Hours, Hours] = {}  # one value for all who share it
    found, shows = [], {}
    for touch_id, number, due_at, opener, mailbox_id, zone, country, shown in sql.rows("sequences", "due", values):
        hours = known.get((number, zone, country))
        if hours is None:
            hours = hours_for(campaigns[number].hours, Home(zone, country), now)
            hours = known[number, zone, country] = alike.setdefault(hours, hours)
        found.append(DueTouch(touch_id, number, due_at, opener, mailbox_id, hours))
        shows[touch_id] = shown
    return found, shows
