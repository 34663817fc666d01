"""A campaign's hours change while it runs: its waiting steps move to where they would have been from the start."""

from collections.abc import Mapping
from datetime import datetime
from itertools import batched
from typing import Any

from app import gates
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.chance import chance
from app.core.window_text import parse_window, window_json
from app.core.windows import Window
from sequences import queries
from sequences.actions.enrollments import campaign_hours
from sequences.core.calendars import read_days
from sequences.core.due import Due
from sequences.core.hours import CampaignHours, Home, hours_for
from sequences.core.retiming import WaitingStep, retimed
from sequences.models import Campaign

MOVED_AT_ONCE = 500  # steps in one transaction
OF_THE_HOURS = ("window", "time_zone", "in_person_zone", "days_off")


def window_columns(window: Window) -> dict[str, Any]:
    """Return the columns of weekly hours."""
    return {"window": window_json(window)}


def change(campaign: Campaign, columns: Mapping[str, Any], *, by_id: int | None = None) -> int:
    """Write columns that say when a campaign sends, then move its waiting steps; return how many moved.

    The columns hold from one commit on, under the campaign's gate; the steps follow in batches, and whatever broke off
    in between is gone on with by `finish_all`. Raises Busy.
    """
    finish(campaign.id)

    def work() -> None:
        gates.close(f"campaign:{campaign.id}")
        fresh = Campaign.objects.get(id=campaign.id)
        before = {name: getattr(fresh, name) for name in OF_THE_HOURS}
        moves = any(name in before and before[name] != value for name, value in columns.items())
        Campaign.objects.filter(id=campaign.id).update(**columns, hours_before=before if moves else None)
        data = {"state": fresh.state, "by": by_id, "columns": sorted(columns)}
        events.append(kind="campaign.edited", workspace_id=fresh.workspace_id, subject_id=fresh.id, data=data)

    in_transaction(work)
    moved = finish(campaign.id)
    campaign.refresh_from_db()
    return moved


def finish_all() -> int:
    """Go on with what broke off; return how many steps moved."""
    unfinished = Campaign.objects.filter(hours_before__isnull=False).order_by("id").values_list("id", flat=True)
    return sum(finish(campaign_id) for campaign_id in list(unfinished))


def finish(campaign_id: int) -> int:
    """Move the waiting steps of a campaign whose hours changed; return how many moved. Harmless to repeat."""
    campaign = Campaign.objects.get(id=campaign_id)
    if campaign.hours_before is None:
        return 0
    before, after = _stored(campaign.hours_before), campaign_hours(campaign)
    now = clock.world_now()
    waiting = [row["id"] for row in queries.rows("waiting_steps", {"campaign_id": campaign_id})]
    moved = sum(
        _move(campaign_id, list(batch), before, after, now) for batch in batched(waiting, MOVED_AT_ONCE, strict=False)
    )
    Campaign.objects.filter(id=campaign_id, hours_before=campaign.hours_before).update(hours_before=None)
    return moved


def _stored(columns: Mapping[str, Any]) -> CampaignHours:
    return CampaignHours(
        window=parse_window(columns["window"]),
        zone=columns["time_zone"],
        in_person_zone=columns["in_person_zone"],
        days_off=read_days(columns["days_off"]),
    )


def _move(campaign_id: int, batch: list[int], before: CampaignHours, after: CampaignHours, now: datetime) -> int:
    """Write the new times of one batch; a step that somebody else moved meanwhile is left to them."""
    found: list[tuple[int, Due, Due]] = []
    for row in queries.rows("steps_to_move", {"touches": batch}):
        home: Home = queries.home_in(row)
        step = _waiting(campaign_id, row)
        new = retimed(step, hours_for(before, home, step.previous), hours_for(after, home, step.previous), now)
        if new is not None:
            found.append((row["id"], step.due, new))
    values = {
        "touches": [touch_id for touch_id, _, _ in found],
        "old_due": [old.due_at for _, old, _ in found],
        "old_eligible": [old.eligible_at for _, old, _ in found],
        "due": [new.due_at for _, _, new in found],
        "eligible": [new.eligible_at for _, _, new in found],
    }
    return len(in_transaction(lambda: queries.rows("move_steps", values))) if found else 0


def _waiting(campaign_id: int, row: dict[str, Any]) -> WaitingStep:
    first = row["previous_at"] is None
    drawn_for = ("enrol", campaign_id, row["recipient_id"]) if first else ("due", row["enrollment_id"], row["step_id"])
    return WaitingStep(
        due=Due(row["due_at"], row["eligible_at"]),
        for_window=row["hold_reason"] == "window_closed",
        previous=row["enrolled_at"] if first else row["previous_at"],
        amount=row["delay_amount"],
        unit=row["delay_unit"],
        chance=chance(*drawn_for),
        absent_until=row["absent_until"],
        own=queries.own_in(row, row["enrolled_at"] if first else row["previous_at"]),
    )
