"""Due touches + capacity windows + an allocator -> slots, and a reason for every touch that got none."""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.demand import Allocator, CampaignTurns, Demand, DueTouch, Hold, HoldReason, Plan, Room
from sequences.core.planner.windows import CapacityWindow, slot_times


def assign(
    touches: Sequence[DueTouch],
    campaigns: Mapping[int, CampaignTurns],
    windows: Iterable[CapacityWindow],
    *,
    connected: Container[int],
    charged: Mapping[tuple[int, int], int],
    chance: float,
    until: datetime | None = None,
    allocator: Allocator = weighted_round_robin,
) -> Plan:
    """Slots for what finds a place before `until` (the whole day without); every touch given is answered once.

    `windows` are the mailboxes with free room, `connected` all that may still send: a touch bound to another is held,
    never moved to a different sender. The order of the input does not matter, so equal input gives equal slots.
    """
    holds = [hold for touch in touches if (hold := _hold(touch, campaigns[touch.campaign_id], connected)) is not None]
    held = {hold.touch_id for hold in holds}
    rooms = [Room(window.mailbox_id, slot_times(window, chance, until), window.free) for window in windows]
    wanted = [touch for touch in touches if touch.touch_id not in held]
    plan = allocator(Demand(touches=wanted, campaigns=campaigns, rooms=rooms, charged=charged))
    return replace(plan, holds=(*holds, *plan.holds))


def _hold(touch: DueTouch, campaign: CampaignTurns, connected: Container[int]) -> Hold | None:
    """A touch that no free room could help."""
    if touch.mailbox_id is not None:
        return None if touch.mailbox_id in connected else Hold(touch.touch_id, HoldReason.MAILBOX_GONE)
    if any(mailbox in connected for mailbox in campaign.mailboxes):
        return None
    return Hold(touch.touch_id, HoldReason.NO_MAILBOX)
