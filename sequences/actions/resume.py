"""A paused campaign goes on: what fell due meanwhile is spread, moved as a whole or passed over, and never bursts.

While steps move the campaign is still paused, so nothing of it leaves half moved; it runs when all of them did. Whoever
is interrupted asks again: what was moved is not moved twice.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from app import gates
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.chance import chance
from app.core.errors import Refused
from app.gates import Gates
from app.models import Event
from mailboxes import locks
from mailboxes.actions.deliveries import withdraw
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery
from sequences import queries
from sequences.actions import campaigns, progress
from sequences.actions.enrollments import campaign_hours
from sequences.core.due import Due
from sequences.core.hours import hours_for
from sequences.core.resuming import Overdue, length, moved
from sequences.core.states import CampaignState, TouchState
from sequences.models import Campaign, Touch

SHIFTED_AT_ONCE = 500  # steps in one transaction
SKIPPED_AT_ONCE = 50  # people locked in one transaction
SHIFTED = "campaign.steps_shifted"
SKIPPED = "campaign.steps_skipped"


@dataclass(frozen=True, slots=True)
class Backlog:
    """Open steps of a paused campaign: due by now, due later, held. `pause` is how long it lasted, in world time."""

    overdue: int
    later: int
    held: int
    pause: timedelta


def backlog(campaign: Campaign) -> Backlog:
    """Return what waits in a campaign; a pause that is not known counts as none. Locks nobody."""
    now = clock.world_now()
    (row,) = queries.rows("backlog", {"campaign_id": campaign.id, "now": now})
    paused = _paused(campaign)
    return Backlog(**row, pause=timedelta(0) if paused is None else length(paused.world_at, now))


def resume(campaign: Campaign, by_id: int | None = None, *, overdue: Overdue = Overdue.SPREAD) -> Backlog:
    """paused -> running, after its overdue steps were seen to; return what was found.

    Spread leaves them to the planner. Shift and skip work in batches, each a transaction of its own: steps locked in
    order, or gates (shared) and up to 50 recipients. Then the campaign's gate is closed for the move itself. Raises
    Refused, which changes nothing, and Busy, after which it may be asked again.
    """
    if Campaign.objects.values_list("state", flat=True).get(id=campaign.id) != CampaignState.PAUSED:
        campaigns.resume(campaign, by_id)  # refuses in its own words
    campaigns.check_resume(campaign)
    found = backlog(campaign)
    if overdue is Overdue.SHIFT:
        _shift(campaign, found.pause, by_id)
    elif overdue is Overdue.SKIP:
        _skip(campaign, by_id)
    campaigns.resume(campaign, by_id, overdue=overdue, steps=found.overdue)
    return found


def _paused(campaign: Campaign) -> Event | None:
    return Event.objects.filter(subject_id=campaign.id, kind="campaign.paused").order_by("-id").first()


def _shift(campaign: Campaign, pause: timedelta, by_id: int | None) -> None:
    """Move every step that was open when the pause began. How far one came is told by the log, and gone on from."""
    paused = _paused(campaign)
    if paused is None:
        raise Refused("It is not known since when the campaign is paused.")
    while in_transaction(lambda: _shift_some(campaign, paused, pause, by_id)):
        pass


def _shift_some(campaign: Campaign, paused: Event, pause: timedelta, by_id: int | None) -> bool:
    """Move the next steps and say so, in one transaction; False when none is left."""
    gates.close(f"resume:{campaign.id}")  # one at a time; nobody else takes it
    last = Event.objects.filter(subject_id=campaign.id, kind=SHIFTED, data__pause=paused.id).order_by("-id").first()
    after, seconds = (last.data["through"], last.data["seconds"]) if last else (0, int(pause.total_seconds()))
    values = {"campaign_id": campaign.id, "after": after, "paused_at": paused.at, "most": SHIFTED_AT_ONCE}
    found = queries.rows("steps_of_a_pause", values)
    if not found or _runs(campaign):
        return False
    times = [_moved(campaign, row, timedelta(seconds=seconds)) for row in found]
    queries.rows(
        "shift_steps",
        {
            "touches": [row["id"] for row in found],
            "due": [due.due_at for due in times],
            "eligible": [due.eligible_at for due in times],
        },
    )
    data = {"pause": paused.id, "through": found[-1]["id"], "seconds": seconds, "steps": len(found), "by": by_id}
    events.append(kind=SHIFTED, workspace_id=campaign.workspace_id, subject_id=campaign.id, data=data)
    return True


def _runs(campaign: Campaign) -> bool:
    return Campaign.objects.values_list("state", flat=True).get(id=campaign.id) != CampaignState.PAUSED


def _moved(campaign: Campaign, row: dict[str, Any], pause: timedelta) -> Due:
    due = Due(row["due_at"], row["eligible_at"])
    hours = hours_for(campaign_hours(campaign), queries.home_in(row), due.eligible_at + pause)
    return moved(due, pause, hours, chance("shift", row["id"]))


def _skip(campaign: Campaign, by_id: int | None) -> None:
    """Pass over what is overdue. A step that follows is due later than now, and so is none of these."""
    now, after = clock.world_now(), 0
    while True:
        values = {"campaign_id": campaign.id, "now": now, "after": after, "most": SKIPPED_AT_ONCE}
        found = queries.rows("overdue_steps", values)
        if not found:
            return
        in_transaction(lambda found=found: _skip_some(campaign, found, now, by_id))  # type: ignore[misc]
        after = found[-1]["id"]


def _skip_some(campaign: Campaign, found: list[dict[str, Any]], now: datetime, by_id: int | None) -> None:
    locks.enter(Gates(campaign.workspace_id, campaign.id), {row["recipient_id"] for row in found})
    if _runs(campaign):
        return
    waiting = Touch.objects.filter(id__in=[row["id"] for row in found], eligible_at__lte=now)
    skipped = list(waiting.filter(state__in=[TouchState.SCHEDULED, TouchState.PLANNED]).values_list("id", flat=True))
    prepared = Delivery.objects.filter(touch_id__in=skipped, state=DeliveryState.PREPARED)
    for delivery_id in list(prepared.values_list("id", flat=True)):
        withdraw(delivery_id, reason="skipped")
    for touch_id in skipped:
        progress.close(touch_id, TouchState.SKIPPED, now)
    data = {"steps": len(skipped), "by": by_id}
    events.append(kind=SKIPPED, workspace_id=campaign.workspace_id, subject_id=campaign.id, data=data)
