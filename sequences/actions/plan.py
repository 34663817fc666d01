"""One run of the planner: a forecast written down as slots, and wake-ups for what is due before the next run.

Two runs may overlap without harm: a second one finds the advisory lock taken and does nothing, rows are skipped when
locked, and a slot is written to a touch that is still scheduled only. The permit decides; the planner only proposes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import connection, transaction

from app import sql
from app.actions import clock
from app.core.chance import chance
from app.core.zones import is_known
from app.failpoints import failpoint
from app.gates import number
from sequences import queries
from sequences.actions import openers, room, touches
from sequences.core.planner import slots
from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.charges import charge
from sequences.core.planner.demand import Allocator, DueTouch, LeftReason, Plan, Wait
from sequences.core.planner.launch import still_to_come
from sequences.core.planner.reach import reach
from sequences.core.planner.run import Run, most_places, share_out

MOST_HANDED_OVER = 1000  # in one run; the next run goes on
MOST_GIVEN_BACK = 10_000
MOST_STRANDED = 500  # of one campaign and mailbox in one run
LOOKS_AGAIN = timedelta(hours=1)  # whether a person's zone was mended


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
        world = clock.world_clock()
        now = world.world(clock.now())
        _give_back(now - slots.overdue(world.speed))
        campaigns = {one.id: one for one in room.started()}
        ended = [one.id for one in campaigns.values() if one.ends_at is not None and now >= one.ends_at]
        unknown = room.unknown_zones()
        queries.rows("strand", {"now": now, "most": MOST_STRANDED, "ended": ended, "unknown": unknown})
        for campaign_id in ended:
            del campaigns[campaign_id]
        found, shown = _shared_out(now, now + slots.ahead(world.speed), campaigns, allocator)
        failpoint("plan.before_write")
        written = _write(found, shown, now)
    return replace(found, slots=tuple(slot for slot in found.slots if slot.touch_id in written))


def _alone() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number("planner")])
        return bool(cursor.fetchone()[0])


def _give_back(before: datetime) -> None:
    """planned -> scheduled where nobody came for so long: places anew, not all at once."""
    queries.rows("late", {"before": before, "most": MOST_GIVEN_BACK})


def _shared_out(
    now: datetime, until: datetime, campaigns: Mapping[int, room.RunningCampaign], allocator: Allocator
) -> tuple[Plan, dict[int, str]]:
    """Look at the oldest due touches where there is room, and share it out; also what each touch showed so far."""
    days = room.mailbox_days(now, campaigns)
    places = {day.mailbox_id: most for day in days if (most := most_places(day, now, until))}
    countable = {day.mailbox_id for day in days}  # without any a campaign shows already what its mailboxes lack
    asked = [one.id for one in campaigns.values() if not countable.isdisjoint(one.mailboxes)]
    heads = room.heads(now, asked, places) if places else []
    if not heads:
        return Plan(), {}
    midnights = room.midnights(days, now)
    turns = room.turns(now, campaigns, midnights.values())
    charged = charge(turns, room.sends(campaigns, midnights.values()), midnights)
    due, shown = room.due(now, campaigns, reach(heads, turns, places, charged))
    due = _with_a_clock(due, now)
    hopeless = openers.hopeless(due, now)
    run = Run(
        now, until, turns, days, charged, chance("plan", now.isoformat()), still_to_come(room.launched(campaigns), now)
    )
    return openers.added(share_out(run, openers.without(due, hopeless), allocator), hopeless), shown


def _with_a_clock(due: Sequence[DueTouch], now: datetime) -> list[DueTouch]:
    """Put off whose person lives in a zone that nobody knows, visibly, and return the others: they go on."""
    lost = {one.touch_id for one in due if one.hours is not None and not is_known(one.hours.zone)}
    _put_off([Wait(touch_id, now + LOOKS_AGAIN, LeftReason.ZONE_UNKNOWN) for touch_id in lost])
    return [one for one in due if one.touch_id not in lost] if lost else list(due)


def _write(found: Plan, shown: Mapping[int, str], now: datetime) -> frozenset[int]:
    """scheduled -> planned for every slot; waits are put off, holds and obstacles shown. Return who got a slot."""
    written = _slots(found, now)
    _put_off(found.waits)
    for hold in found.holds:
        touches.hold(hold.touch_id, hold.reason)
    told = [left for left in found.left if left.reason is not LeftReason.LATER and shown[left.touch_id] != left.reason]
    if told:
        ids, reasons = (left.touch_id for left in told), (left.reason for left in told)
        queries.rows("left", {"touches": sql.array(ids), "reasons": sql.array(reasons)})
    return written


def _put_off(waits: Sequence[Wait]) -> None:
    if not waits:
        return
    values = {
        "touches": sql.array(wait.touch_id for wait in waits),
        "instants": [wait.until for wait in waits],
        "reasons": sql.array(wait.reason for wait in waits),
    }
    queries.rows("waits", values)


def _slots(found: Plan, now: datetime) -> frozenset[int]:
    if not found.slots:
        return frozenset()
    values = {
        "touches": sql.array(slot.touch_id for slot in found.slots),
        "mailboxes": sql.array(slot.mailbox_id for slot in found.slots),
        "instants": sql.array(slot.at.isoformat() for slot in found.slots),
        "reasons": sql.array(slot.reason[:60] for slot in found.slots),
        "now": now,
    }
    return frozenset(touch_id for (touch_id,) in sql.rows("sequences", "slot", values))


def due_slots() -> list[Due]:
    """Return the planned touches to wake up for: soon due, or so long overdue that their wake-up must be lost."""
    world = clock.world_clock()
    now = world.world(clock.now())
    values = {
        "now": now,
        "until": now + slots.ahead(world.speed),
        "late": now - slots.late(world.speed),
        "most": MOST_HANDED_OVER,
    }
    return [Due(row["id"], row["slot_at"]) for row in queries.rows("due_slots", values)]
