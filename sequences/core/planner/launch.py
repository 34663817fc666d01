"""The first mail of a launched campaign: a few minutes after it, while whoever started it still looks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.core.chance import chance
from sequences.core.planner.demand import CampaignTurns, DueTouch, Slot
from sequences.core.planner.windows import CapacityWindow, MailboxDay

SOONEST = timedelta(minutes=2)
LATEST = timedelta(minutes=8)
REASON = "first of its campaign"


@dataclass(frozen=True, slots=True)
class Launch:
    """When a campaign was started, and when its first mail leaves if a mailbox and a person's window are open."""

    at: datetime
    first_at: datetime


def launch(at: datetime, drawn: float) -> Launch:
    """A launch with the instant drawn for its first mail, by a chance from 0 to 1."""
    return Launch(at, at + SOONEST + (LATEST - SOONEST) * drawn)


def still_to_come(started: Mapping[int, datetime], now: datetime) -> dict[int, Launch]:
    """Of campaigns with when they were started, those whose first mail is still to come by the clock."""
    found = {number: launch(at, chance("launch", number)) for number, at in started.items()}
    return {number: one for number, one in found.items() if now < one.first_at}


def first_slot(
    launched: Launch,
    campaign: CampaignTurns,
    due: Iterable[DueTouch],
    windows: Sequence[CapacityWindow],
    now: datetime,
) -> Slot | None:
    """The first place of a campaign, for its oldest touch whose window is open then; None where no mailbox can."""
    at = max(launched.first_at, now)
    free = {one.mailbox_id: one for one in windows if one.earliest <= at and any(a <= at < b for a, b in one.spans)}
    for touch in sorted(due, key=lambda one: (one.due_at, one.touch_id)):
        pool = campaign.mailboxes if touch.mailbox_id is None else (touch.mailbox_id,)
        able = [free[mailbox] for mailbox in pool if mailbox in free]
        if able and (touch.hours is None or touch.hours.is_open(at)):
            best = max(able, key=lambda one: (one.free, -one.mailbox_id))
            return Slot(touch.touch_id, campaign.campaign_id, best.mailbox_id, at, REASON)
    return None


def given(days: Iterable[MailboxDay], slots: Mapping[int, Slot]) -> list[MailboxDay]:
    """The mailboxes with these places handed out; mailbox -> its place."""
    return [_given(day, slots[day.mailbox_id]) if day.mailbox_id in slots else day for day in days]


def _given(day: MailboxDay, slot: Slot) -> MailboxDay:
    last_at = slot.at if day.last_at is None else max(day.last_at, slot.at)
    return replace(day, handed_out=day.handed_out + 1, last_at=last_at, recent=(*day.recent, slot.at))
