"""The part of the audit that SQL cannot judge: windows by the clock of a zone, addresses by key, room in a day."""

import json
from collections.abc import Callable, Iterable
from datetime import date
from functools import lru_cache
from typing import Any

from app.actions import clock
from app.core.window_text import stored_window
from app.core.windows import Hours
from mailboxes.actions.recipients import key_of
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.workday import away_ranges, mailbox_hours
from sequences.actions import room
from sequences.core.planner.windows import CapacityWindow, capacity

type Rows = Iterable[dict[str, Any]]
type Judge = Callable[[Rows], list[dict[str, Any]]]


def outside_window(minutes: Rows) -> list[dict[str, Any]]:
    """Return the minutes in which a permit was granted although a calendar it was granted under was closed."""
    return [
        {"permit_id": row["permit_id"], "minute": row["minute"], "zone": row["zone"]}
        for row in minutes
        if not _hours(row).is_open(row["minute"])
    ]


def _hours(row: dict[str, Any]) -> Hours:
    """Return the campaign's hours and the mailbox's own, as the permit kept them."""
    campaign = Hours(stored_window(row["window"]), row["zone"], _closed(row["closed"]))
    zone = row["mailbox_zone"] or "UTC"
    return campaign.narrowed(mailbox_hours(row["workday"], zone, away_ranges(row["away"]), row["minute"]))


@lru_cache(maxsize=4096)
def _closed(text: str | None) -> frozenset[date]:
    return frozenset(map(date.fromisoformat, json.loads(text or "[]")))


def key_of_text(address: str) -> str:
    """Return the keyed hash of an address as it is written; "" of what is none."""
    try:
        return key_of(parse_address(address))
    except AddressError:
        return ""


def sealed_for_another(sealed: Rows) -> list[dict[str, Any]]:
    """Return the deliveries whose sealed address is not the one that their person is remembered by."""
    return [{"delivery_id": row["delivery_id"]} for row in sealed if key_of_text(row["address"]) != row["key"]]


def unplaced(due: Rows) -> list[dict[str, Any]]:
    """Return the due mails that the planner had room for, or whose mailbox is gone, and that show no reason.

    Who stands behind the last free place of the day waits for the day: that is its mailbox's to show.
    """
    rows = list(due)
    if not rows:
        return []
    now = clock.world_now()
    campaigns = room.running(now)
    windows = {day.mailbox_id: capacity(day, now) for day in room.mailbox_days(now, campaigns)}
    pools = {
        campaign.id: [windows[box] for box in campaign.mailboxes if box in windows] for campaign in campaigns.values()
    }
    return [row for row in rows if not _behind(row, windows, pools.get(row["campaign_id"], []))]


def _behind(row: dict[str, Any], windows: dict[int, CapacityWindow], pool: list[CapacityWindow]) -> bool:
    """Tell whether the mailboxes it may use are there, and their room goes to others before it."""
    usable = pool if row["mailbox_id"] is None else [windows[box] for box in (row["mailbox_id"],) if box in windows]
    return bool(usable) and row["place"] > sum(window.free for window in usable)


JUDGES: dict[str, Judge] = {
    "audit_windows": outside_window,
    "audit_addresses": sealed_for_another,
    "audit_unplaced": unplaced,
}
