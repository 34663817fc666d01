"""The workday a mailbox keeps, the days its owner is away, and its zone: nothing automated leaves outside of them."""

from datetime import date, datetime

from app.actions import events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.core.window_text import window_json
from app.core.windows import Hours, Window
from app.core.zones import ZoneError, zone_named
from mailboxes import locks
from mailboxes.core.workday import Away, mailbox_hours
from mailboxes.models import AwayRange, Mailbox

MOST_RANGES = 100
LONGEST_RANGE = 400  # days


def set_workday(mailbox: Mailbox, window: Window | None, *, by_id: int | None = None) -> None:
    """Give a mailbox weekly hours of its own, in its own zone; None: only its campaigns' count. Locks the budget."""

    def work() -> None:
        locks.lock_budget(mailbox.id)
        Mailbox.objects.filter(id=mailbox.id).update(workday=None if window is None else window_json(window))
        _tell(mailbox, "mailbox.workday_changed", by_id)

    in_transaction(work)
    mailbox.refresh_from_db()


def set_time_zone(mailbox: Mailbox, zone: str, *, by_id: int | None = None) -> None:
    """Give a mailbox another time zone, typed as people do. Locks the budget. Raises Refused.

    Its workday and days away are read in it at once. The day that mails are charged to goes on until a day of the new
    zone begins after it has closed: no change opens room (see mailboxes.core.days).
    """
    try:
        name = zone_named(zone)
    except ZoneError as error:
        raise Refused(f"{error}.") from error

    def work() -> None:
        locks.lock_budget(mailbox.id)
        before = Mailbox.objects.values_list("time_zone", flat=True).get(id=mailbox.id)
        if before == name:
            return
        Mailbox.objects.filter(id=mailbox.id).update(time_zone=name)
        data = {"by": by_id, "zones": [before, name]}
        events.append(kind="mailbox.zone_changed", workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data=data)

    in_transaction(work)
    mailbox.refresh_from_db()


def add_away(mailbox: Mailbox, first: date, last: date, *, by_id: int | None = None) -> AwayRange:
    """Let a mailbox send nothing automated on these local days, both included. Locks the budget. Raises Refused."""
    if last < first:
        raise Refused("The last day away is before the first one.")
    if (last - first).days > LONGEST_RANGE:
        raise Refused(f"A mailbox is away for at most {LONGEST_RANGE} days at a time; pause it instead.")

    def work() -> AwayRange:
        locks.lock_budget(mailbox.id)
        known = AwayRange.objects.filter(mailbox=mailbox)
        if known.count() >= MOST_RANGES:
            raise Refused(f"A mailbox has at most {MOST_RANGES} times away; take old ones back first.")
        if (other := known.filter(first_day__lte=last, last_day__gte=first).first()) is not None:
            raise Refused(f"It is away from {other.first_day} to {other.last_day} already.")
        made = AwayRange.objects.create(
            workspace_id=mailbox.workspace_id, mailbox=mailbox, first_day=first, last_day=last
        )
        _tell(mailbox, "mailbox.away_changed", by_id)
        return made

    return in_transaction(work)


def take_back(mailbox: Mailbox, day: date, *, by_id: int | None = None) -> None:
    """Forget the time away that holds this day. Locks the budget. Raises Refused."""

    def work() -> None:
        locks.lock_budget(mailbox.id)
        gone, _ = AwayRange.objects.filter(mailbox=mailbox, first_day__lte=day, last_day__gte=day).delete()
        if not gone:
            raise Refused(f"It is not away on {day}.")
        _tell(mailbox, "mailbox.away_changed", by_id)

    in_transaction(work)


def away_of(mailbox: Mailbox) -> Away:
    """Return the times away of a mailbox, in order."""
    found = AwayRange.objects.filter(mailbox=mailbox).order_by("first_day")
    return tuple(found.values_list("first_day", "last_day"))


def own_hours(mailbox_id: int, at: datetime) -> Hours | None:
    """Return when a mailbox may send by its own calendar, whatever its campaigns say; None: always. Two statements."""
    mailbox = Mailbox.objects.only("workday", "time_zone").get(id=mailbox_id)
    return mailbox_hours(mailbox.workday, mailbox.zone, away_of(mailbox), at)


def _tell(mailbox: Mailbox, kind: str, by_id: int | None) -> None:
    events.append(kind=kind, workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data={"by": by_id})
