"""One run of the planner: a forecast written down as slots, and wake-ups for what is due before the next run.

Two runs may overlap without harm: a second one finds the advisory lock taken and does nothing, rows are skipped when
locked, and a slot is written to a touch that is still scheduled only. The permit decides; the planner only proposes.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection, transaction

from admission.core.policy import ROLLING
from app.actions import clock
from app.core.chance import chance
from app.core.windows import Hours, NeverOpens
from app.core.zones import day_bounds, local_day
from app.failpoints import failpoint
from app.gates import number
from sequences import queries
from sequences.actions import touches
from sequences.core.hours import CampaignHours, ends_at, hours_for
from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.assign import assign
from sequences.core.planner.charges import charge
from sequences.core.planner.demand import Allocator, CampaignTurns, DueTouch, Plan, Wait
from sequences.core.planner.windows import CapacityWindow, MailboxDay, capacity
from sequences.models import Touch

AHEAD = timedelta(minutes=15)  # world time: slots are written this far, so that who joins at noon finds room at noon
AHEAD_REAL = timedelta(seconds=1)  # but never nearer than a few ticks of a hurried rehearsal
LATE_REAL = timedelta(seconds=20)  # a slot this long past without a call: its wake-up is lost
LATE_HURRIED = timedelta(seconds=2)
PRIORITY_TURNS = 3  # turns a priority campaign has in a round for each turn of its weight
WEEK = timedelta(days=7)
MOST_HANDED_OVER = 1000  # in one run; the next run goes on
MOST_STRANDED = 500  # of one campaign and mailbox in one run


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


@dataclass(frozen=True, slots=True)
class Due:
    """A touch to wake up for, at its slot."""

    touch_id: int
    slot_at: datetime


def plan(*, allocator: Allocator = weighted_round_robin) -> Plan | None:
    """scheduled -> planned for what is due; None when another run is at it.

    One transaction under an advisory lock that it never waits for; touches that somebody else holds are skipped.
    """
    with transaction.atomic(durable=True):
        if not _alone():
            return None
        now = clock.world_now()
        campaigns = running(now)
        days = mailbox_days(now, campaigns)
        found = _assigned(now, campaigns, days, allocator)
        failpoint("plan.before_write")
        _write(found)
        queries.rows("strand", {"now": now, "most": MOST_STRANDED})
        ended = [one.id for one in _started() if one.id not in campaigns]
        queries.rows("ended", {"now": now, "most": MOST_STRANDED, "campaigns": ended})
    return found


def _alone() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number("planner")])
        return bool(cursor.fetchone()[0])


def running(now: datetime) -> dict[int, RunningCampaign]:
    """Return the campaigns that may hand out work, by id; one whose last day is over does not."""
    return {found.id: found for found in _started() if found.ends_at is None or now < found.ends_at}


def _started() -> Iterable[RunningCampaign]:
    """Return every campaign in state running, ended or not."""
    found: dict[int, RunningCampaign] = {}
    for row in queries.rows("campaigns", {}):
        campaign = found.setdefault(row["id"], _campaign(row))
        campaign.mailboxes[row["mailbox_id"]] = row["mailbox_weight"]
    return found.values()


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
        mailboxes={},
    )


def mailbox_days(now: datetime, campaigns: dict[int, RunningCampaign]) -> list[MailboxDay]:
    """Return what each mailbox of a running campaign did today and may still do, whatever the hour."""
    used = {mailbox_id for campaign in campaigns.values() for mailbox_id in campaign.mailboxes}
    rows = queries.rows("windows", {"rolling_since": now - ROLLING})
    return [_mailbox_day(row, now) for row in rows if row["id"] in used]


def _mailbox_day(row: dict[str, Any], now: datetime) -> MailboxDay:
    used_day: date | None = row["day"]
    lasts = [at for at in (row["last_send_at"], row["last_slot"]) if at is not None]
    return MailboxDay(
        mailbox_id=row["id"],
        zone=row["time_zone"],
        cap=row["daily_cap"],
        used_today=row["used_today"] if used_day == local_day(row["time_zone"], now) else 0,
        handed_out=row["handed_out"],
        rolling_cap=row["rolling_cap"],
        rolling_used=row["rolling_used"],
        gap=timedelta(seconds=row["gap_seconds"]),
        jitter=row["gap_jitter"] / 100,
        last_at=max(lasts, default=None),
    )


def _assigned(
    now: datetime, campaigns: dict[int, RunningCampaign], days: list[MailboxDay], allocator: Allocator
) -> Plan:
    """Ask for the oldest due touches where there is room, and share the room out."""
    room = {day.mailbox_id: free for day in days if (free := capacity(day, now).free)}
    until = now + ahead(clock.world_clock().speed)
    found = list(_due(now, campaigns, room))
    waits = [wait for touch in found if (wait := _wait(touch, now, until)) is not None]
    due = [touch for touch in found if touch.touch_id not in {wait.touch_id for wait in waits}]
    if not due:
        return Plan(waits=tuple(waits))
    midnights = {day.mailbox_id: day_bounds(day.zone, local_day(day.zone, now))[0] for day in days}
    turns = _turns(now, campaigns, midnights.values())
    sends = queries.rows("sends", {"campaigns": list(campaigns), "since": min(midnights.values())})
    charged = charge(due, turns, [(row["mailbox_id"], row["campaign_id"], row["at"]) for row in sends], midnights)
    plan_of_due = assign(
        due,
        turns,
        _windows(now, campaigns, days, due, room),
        connected={day.mailbox_id for day in days},
        charged=charged,
        chance=chance("plan", now.isoformat()),
        until=until,
        allocator=allocator,
    )
    return replace(plan_of_due, waits=(*waits, *plan_of_due.waits))


def _wait(touch: DueTouch, now: datetime, until: datetime) -> Wait | None:
    """Return when the person's own window opens, if no slot of this run can lie in it.

    They are put off at once: where nobody's window is open there is no place at which they would be looked at, and
    they would stand, as the oldest, before others whose window is.
    """
    if touch.hours is None or touch.hours.is_open(now):
        return None
    try:
        opens = touch.hours.next_open(now)
    except NeverOpens:
        return None
    return Wait(touch.touch_id, opens) if opens >= until else None


def _windows(
    now: datetime,
    campaigns: dict[int, RunningCampaign],
    days: list[MailboxDay],
    due: list[DueTouch],
    room: dict[int, int],
) -> list[CapacityWindow]:
    """Return the capacity windows: a mailbox sends in the hours of the people who are due, wherever they live."""
    hours: dict[int, set[Hours]] = {mailbox_id: set() for mailbox_id in room}
    for touch in due:
        bound = [touch.mailbox_id] if touch.mailbox_id is not None else campaigns[touch.campaign_id].mailboxes
        for mailbox_id in bound:
            if mailbox_id in hours and touch.hours is not None:
                hours[mailbox_id].add(touch.hours)
    open_days = [replace(day, hours=tuple(hours[day.mailbox_id])) for day in days if hours.get(day.mailbox_id)]
    return [capacity(day, now) for day in open_days]


def _due(now: datetime, campaigns: dict[int, RunningCampaign], room: dict[int, int]) -> Iterable[DueTouch]:
    """Yield per (campaign, mailbox) the oldest due touches, as many as the mailbox has room for."""
    for campaign in campaigns.values():
        usable = {mailbox_id: room[mailbox_id] for mailbox_id in campaign.mailboxes if mailbox_id in room}
        values = {"campaign_id": campaign.id, "now": now}
        for mailbox_id, most in usable.items():
            for row in queries.rows("due", values | {"mailbox_id": mailbox_id, "most": most}):
                yield _due_touch(row, campaign, now)
        for row in queries.rows("due_unbound", values | {"most": sum(usable.values())}) if usable else ():
            yield _due_touch(row, campaign, now)


def _due_touch(row: dict[str, Any], campaign: RunningCampaign, now: datetime) -> DueTouch:
    return DueTouch(
        touch_id=row["id"],
        campaign_id=campaign.id,
        due_at=row["due_at"],
        opener=row["position"] == 1,
        mailbox_id=row["mailbox_id"],
        hours=hours_for(campaign.hours, queries.home_in(dict(row)), now),
    )


def _turns(
    now: datetime, campaigns: dict[int, RunningCampaign], midnights: Iterable[datetime]
) -> dict[int, CampaignTurns]:
    values = {"campaigns": list(campaigns), "today": min(midnights), "week": now - WEEK}
    recent = {row["campaign_id"]: row for row in queries.rows("recent", values)}
    return {campaign.id: _claim(campaign, recent.get(campaign.id, {})) for campaign in campaigns.values()}


def _claim(campaign: RunningCampaign, recent: dict[str, Any]) -> CampaignTurns:
    """Return a campaign's turns per round and what today still allows it."""

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


def _write(found: Plan) -> None:
    """scheduled -> planned for every slot; waits are put off, holds are shown."""
    if found.slots:
        queries.rows(
            "slot",
            {
                "touches": [slot.touch_id for slot in found.slots],
                "mailboxes": [slot.mailbox_id for slot in found.slots],
                "instants": [slot.at for slot in found.slots],
                "reasons": [slot.reason[:60] for slot in found.slots],
            },
        )
    for wait in found.waits:
        Touch.objects.filter(id=wait.touch_id, state="scheduled").update(
            eligible_at=wait.until, hold_reason=wait.reason
        )
    for hold in found.holds:
        touches.hold(hold.touch_id, hold.reason)
    for reason in {left.reason for left in found.left}:
        ids = [left.touch_id for left in found.left if left.reason == reason]
        Touch.objects.filter(id__in=ids, state="scheduled").exclude(hold_reason=reason).update(hold_reason=reason)


def ahead(speed: float) -> timedelta:
    """Return how far slots are written, in world time."""
    return max(AHEAD, AHEAD_REAL * speed)


def due_slots() -> list[Due]:
    """Return the planned touches to wake up for: soon due, or so long overdue that their wake-up must be lost."""
    world = clock.world_clock()
    now = world.world(clock.now())
    late = LATE_REAL if world.speed <= 1 else LATE_HURRIED * world.speed
    values = {"now": now, "until": now + ahead(world.speed), "late": now - late, "most": MOST_HANDED_OVER}
    return [Due(row["id"], row["slot_at"]) for row in queries.rows("due_slots", values)]
