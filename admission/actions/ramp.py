"""The ramp climbs by proven days: each local day that is over is judged once, from the ledger.

May run at any time, late, twice or side by side. A day of which it is not known that the mailbox was healthy earns
nothing, so what is missing never raises a limit.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from admission.core.ramp import Day, NotCounted, Slope, Stair, climb, stairs
from admission.models import RampDay, Standing
from app import sql
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.core.zones import local_day, zone_or_utc
from mailboxes import locks
from mailboxes.models import Budget, Mailbox

HOSTS_DISAGREE = timedelta(minutes=10)  # world time after which a day is over by everybody's clock
IDLE_NOTES = timedelta(days=3)  # for which it is kept that an idle mailbox was healthy
SHOWN = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Ramping:
    """A mailbox with a ramp. `unjudged`: the day of its first permit that no ramp judged; `noted`: seen as healthy."""

    mailbox_id: int
    zone: str
    unjudged: date | None
    healthy: bool
    noted: date | None

    def is_over(self, world_now: datetime) -> bool:
        """Tell whether a day of it waits to be judged."""
        return self.unjudged is not None and self.unjudged < self.first_open_day(world_now)

    def first_open_day(self, world_now: datetime) -> date:
        """Return the first local day that is not over."""
        return local_day(zone_or_utc(self.zone), world_now - HOSTS_DISAGREE)


def account() -> int:
    """Note which mailboxes are healthy today and judge the days that are over; return how many mailboxes had one.

    Each in a transaction of its own, under its budget's lock; one that is busy is left to the next run.
    """
    world_now = clock.world_now()
    ramping = [Ramping(*row) for row in sql.rows("admission", "ramping", {"world_now": world_now})]
    _note_health(ramping, world_now)
    judged = 0
    for one in ramping:
        if one.is_over(world_now):
            judged += _judged(one, one.first_open_day(world_now))
    return judged


def _note_health(ramping: list[Ramping], world_now: datetime) -> None:
    today = {one.mailbox_id: local_day(zone_or_utc(one.zone), world_now) for one in ramping}
    fresh = [one for one in ramping if one.healthy and (one.noted is None or one.noted < today[one.mailbox_id])]
    if not fresh:
        return
    RampDay.objects.bulk_create(
        [RampDay(mailbox_id=one.mailbox_id, day=today[one.mailbox_id], healthy=True) for one in fresh],
        update_conflicts=True,
        update_fields=["healthy"],
        unique_fields=["mailbox", "day"],
    )
    idle = [one.mailbox_id for one in fresh if one.unjudged is None or one.unjudged >= today[one.mailbox_id]]
    long_ago = (world_now - IDLE_NOTES).date()
    RampDay.objects.filter(mailbox_id__in=idle, sent=None, day__lt=long_ago).delete()


def _judged(one: Ramping, today: date) -> bool:
    try:
        return in_transaction(lambda: _judge(one.mailbox_id, today))
    except Busy:
        return False


def _judge(mailbox_id: int, today: date) -> bool:
    """Judge a mailbox's days before this one, under its budget's lock; False: somebody else did."""
    locks.lock_budget(mailbox_id)
    mailbox = Mailbox.objects.get(id=mailbox_id)
    last = RampDay.objects.filter(mailbox_id=mailbox_id, sent__isnull=False).order_by("-day").first()
    asked = {"mailbox_id": mailbox_id, "upto": last.upto if last else 0, "today": today}
    found = {day: (sent, newest) for day, sent, newest in sql.rows("admission", "ramp_days", asked)}
    if not found or mailbox.ramp_start is None:
        return False
    healthy = set(RampDay.objects.filter(mailbox_id=mailbox_id, healthy=True).values_list("day", flat=True))
    days = [Day(day, sent, day in healthy) for day, (sent, _) in found.items()]
    standing = Standing.objects.filter(mailbox_id=mailbox_id).first() or Standing(mailbox_id=mailbox_id)
    slope = Slope(mailbox.ramp_start, mailbox.ramp_step, mailbox.daily_cap)
    climbed = climb(standing.ramp_limit, standing.ramp_day, slope, days)
    upto = max(newest for _, newest in found.values())
    _write(mailbox, climbed, upto)
    RampDay.objects.filter(mailbox_id=mailbox_id, sent=None, day__lt=today).delete()
    return True


def _write(mailbox: Mailbox, climbed: list[Stair], upto: int) -> None:
    for stair in climbed:
        judged = {
            "sent": stair.sent,
            "limit": stair.limit,
            "earned": stair.earned,
            "why": stair.why or "",
            "upto": upto,
        }
        never_healthy = judged | {"healthy": False}  # nobody noted anything of that day
        RampDay.objects.update_or_create(
            mailbox_id=mailbox.id, day=stair.day, defaults=judged, create_defaults=never_healthy
        )
    proven = [stair for stair in climbed if stair.why is None]
    if proven:
        earned = {"ramp_limit": proven[-1].earned, "ramp_day": proven[-1].day}
        Standing.objects.update_or_create(mailbox_id=mailbox.id, defaults=earned)
        events.append(
            kind="mailbox.ramp",
            workspace_id=mailbox.workspace_id,
            subject_id=mailbox.id,
            data={"limit": proven[-1].earned, "day": proven[-1].day.isoformat(), "days": len(proven)},
        )


def begin_at(mailbox: Mailbox, start: int) -> None:
    """Let a mailbox's ramp begin elsewhere, and judge its days by that anew; the caller holds the budget's lock."""
    mailbox.ramp_start = start
    Mailbox.objects.filter(id=mailbox.id).update(ramp_start=start)
    slope = Slope(start, mailbox.ramp_step, mailbox.daily_cap)
    judged = RampDay.objects.filter(mailbox_id=mailbox.id, sent__isnull=False)
    days = [Day(row.day, row.sent or 0, row.why != NotCounted.NOT_HEALTHY) for row in judged]
    climbed = climb(None, None, slope, days)
    for stair in climbed:
        judged.filter(day=stair.day).update(limit=stair.limit, earned=stair.earned)
    proven = [stair for stair in climbed if stair.why is None]
    if proven:
        Standing.objects.filter(mailbox_id=mailbox.id).update(ramp_limit=proven[-1].earned, ramp_day=proven[-1].day)


def stairs_of(mailbox: Mailbox) -> list[Stair]:
    """Return the last 30 local days of a mailbox's ramp, today among them; none where it has no ramp. Locks nothing."""
    if mailbox.ramp_start is None:
        return []
    today = local_day(mailbox.zone, clock.world_now())
    rows = RampDay.objects.filter(mailbox_id=mailbox.id, sent__isnull=False).order_by("-day")[: SHOWN.days + 30]
    judged = [
        Stair(row.day, row.sent or 0, row.limit or 0, row.earned or 0, NotCounted(row.why) if row.why else None)
        for row in reversed(rows)
    ]
    connected = local_day(mailbox.zone, clock.world_clock().world(mailbox.created_at))
    began = min([today, connected, *(one.day for one in judged[:1])])  # a rehearsal's time jumps
    used = Budget.objects.filter(mailbox_id=mailbox.id, day=today).values_list("used_today", flat=True).first() or 0
    return stairs(judged, mailbox.ramp_start, max(began, today - SHOWN), today, used)
