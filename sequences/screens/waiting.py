"""What an open touch waits for, in words."""

from dataclasses import dataclass
from datetime import datetime

from mailboxes.screens.words import State
from sequences.core.states import TouchState
from sequences.models import Touch
from sequences.screens.words import TOUCH, Held, held, held_with


@dataclass(frozen=True, slots=True)
class Waiting:
    """The next step of somebody: its state, why it waits, and the world time until which; None: nobody knows."""

    touch: Touch
    state: State
    held: Held | None
    detail: str
    until: datetime | None


def waiting(touch: Touch, world_now: datetime, *, running: bool) -> Waiting:
    """Return what an open touch waits for; a campaign that does not run is the first reason of all."""
    if not running:
        return Waiting(touch, TOUCH["waiting"], held("campaign_not_running"), "", None)
    if touch.state == TouchState.PLANNED:
        return Waiting(touch, TOUCH["planned"], None, "", touch.slot_at)
    later = touch.eligible_at if touch.eligible_at > world_now else None
    why, detail = held_with(touch.hold_reason, touch.hold_detail)
    if touch.state == TouchState.HELD:
        return Waiting(touch, TOUCH["held"], why, detail, None)
    if touch.hold_reason:
        return Waiting(touch, TOUCH["waiting"], why, detail, later)
    return Waiting(touch, TOUCH["scheduled"], None if later else held("next"), "", later)
