"""What all running campaigns of a workspace will send together, worked out now and then: too dear for each page.

A workspace's campaigns compete for its mailboxes alone, so that one run of the forecast is enough for all of them.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from admission.core import capacity
from admission.core.capacity import Numbers
from app.actions import clock, snapshots
from app.core.windows import Hours, NeverOpens
from app.core.zones import day_bounds
from app.models import Workspace
from sequences.actions import room
from sequences.actions.forecast_inputs import Loaded, load_together
from sequences.actions.room import RunningCampaign
from sequences.core.forecast.course import Course, DayAhead
from sequences.core.forecast.inputs import Assumed, MailboxAhead
from sequences.core.hours import SOMEWHERE, hours_for
from sequences.core.states import CampaignState
from sequences.models import Campaign, Outlook

DAYS = 30


def work_out() -> int:
    """Work it out for every workspace with a running campaign, and forget it for others; return how many have one."""
    running = Campaign.objects.filter(state=CampaignState.RUNNING)
    found = Workspace.objects.filter(id__in=running.values("workspace_id"))
    for workspace in found:
        of(workspace)
    Outlook.objects.exclude(workspace_id__in=running.values("workspace_id")).delete()
    return len(found)


def of(workspace: Workspace) -> None:
    """Work out the next 30 days of one workspace and keep them in the place of what was kept before."""
    now = clock.world_now()
    with snapshots.read_only():
        ours = set(Campaign.objects.filter(workspace=workspace).values_list("id", flat=True))
        running = {number: one for number, one in room.running(now).items() if number in ours}
        loaded = load_together(running, 0, workspace.id, workspace.zone, now)
    course = Course(loaded.start, Assumed(DAYS, 0.0), workspace.zone)
    days = list(course.days())
    values = {
        "days": _days(days, loaded, running.values(), workspace.zone),
        "campaigns": [_campaign(number, days, course.never.get(number, 0)) for number in sorted(running)],
    }
    Outlook.objects.update_or_create(workspace=workspace, defaults={"values": values, "world_at": now})


def _days(
    days: Sequence[DayAhead], loaded: Loaded, running: Iterable[RunningCampaign], zone: str
) -> list[dict[str, Any]]:
    """Return each day's mails and the room of all mailboxes; closed: no campaign may send at any hour of it."""
    now = loaded.start.now
    hours = {hours_for(one.hours, SOMEWHERE, now) for one in running}
    known = {number: _today(one) for number, one in loaded.start.mailboxes.items()}
    told = []
    for day in days:
        known |= {number: one.limit for number, one in day.mailboxes.items()}
        sends = sum(one.sends for one in day.campaigns.values())
        closed = not sends and not any(_opens(one, zone, day.day, now) for one in hours)
        told.append({"day": day.day.isoformat(), "sends": sends, "room": sum(known.values()), "closed": closed})
    return told


def _today(one: MailboxAhead) -> int:
    """Return what a mailbox may send in a day as it stands; one that waits for a person sends nothing."""
    if one.problem and not one.mends:
        return 0
    day = one.today
    return capacity.room(
        Numbers(
            cap=day.cap,
            ramp=day.ramp,
            hard_percent=day.hard_percent,
            protection_percent=day.protection_percent,
        )
    ).limit


def _opens(hours: Hours, zone: str, day: date, now: datetime) -> bool:
    begins, ends = day_bounds(zone, day)
    try:
        return hours.next_open(max(begins, now)) < ends
    except NeverOpens:
        return False


def _campaign(number: int, days: Sequence[DayAhead], never: int) -> dict[str, Any]:
    """Return one campaign's days: mails, people left, the day of the last mail, and what binds it most."""
    mine = [day.campaigns[number] for day in days]
    left = mine[-1].left + never
    finish = next((day.day for day in reversed(days) if day.campaigns[number].sends), None)
    bound: dict[tuple[str, int | None], int] = {}
    for one in mine:
        for what in one.bound:
            key = what.reason, what.mailbox_id
            bound[key] = bound.get(key, 0) + what.people
    (reason, mailbox), _people = max(bound.items(), key=lambda pair: pair[1], default=(("", None), 0))
    return {
        "id": number,
        "sends": [one.sends for one in mine],
        "left": left,
        "finish": finish.isoformat() if finish and not left else None,
        "reason": reason,
        "mailbox": mailbox,
    }
