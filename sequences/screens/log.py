"""The log as a page: what happened, filtered, newest first, however long the log is.

A page looks at a bounded stretch of the log; where that holds too little, it says how far it looked, and goes on below.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from app import sql
from app.core.zones import day_bounds
from app.models import Event, Workspace
from mailboxes.core.csv_cells import csv_line
from sequences.screens.people import Line, lines
from sequences.screens.told import TOLD, told

SIZE = 50
SCANNED = 10_000  # lines that one page looks at
PIECE = 1_000  # lines that the export reads at a time
LAST = 2**63 - 1
KINDS = sorted({kind.partition(":")[0] for kind in TOLD})
COLUMNS = ("number", "time_utc", "kind", "what", "subject", "person", "data")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which lines: of a kind ("delivery" or "delivery.accepted"), a person, a mailbox, a campaign, and some days."""

    kind: str = ""
    recipient: int | None = None
    mailbox: int | None = None
    campaign: int | None = None
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class LogPage:
    """Lines with their kinds; `below`: where the next page begins, None: that was all. `looked` how many were read."""

    lines: list[tuple[str, Line]]
    below: int | None
    looked: int
    back_to: datetime | None


def page(workspace: Workspace, wanted: Wanted, below: int | None) -> LogPage:
    """Return the lines below an id. A fixed number of statements."""
    start, end = _span(workspace, wanted)
    found = _stretch(workspace, wanted, start, min(below or LAST, end), SCANNED, SIZE + 1)
    ids = found["ids"][:SIZE]
    events = sorted(Event.objects.filter(id__in=ids), key=lambda one: -one.id)
    more = len(found["ids"]) > SIZE
    unread = found["looked"] == SCANNED
    following = ids[-1] if more else found["lowest"] if unread else None
    shown = zip((one.kind for one in events), lines(workspace.id, events), strict=True)
    return LogPage(list(shown), following, found["looked"], _when(found["lowest"]) if unread and not more else None)


def _when(event_id: int) -> datetime:
    return Event.objects.values_list("world_at", flat=True).get(id=event_id)


def _stretch(
    workspace: Workspace, wanted: Wanted, start: int, below: int, scanned: int, most: int
) -> Mapping[str, Any]:
    values = {
        "workspace_id": workspace.id,
        "kind": wanted.kind,
        "recipient": wanted.recipient,
        "mailbox": wanted.mailbox,
        "campaign": wanted.campaign,
        "from": start,
        "below": below,
        "scanned": scanned,
        "most": most,
    }
    ((ids, lowest, looked),) = sql.rows("sequences", "log_page", values)
    return {"ids": ids, "lowest": lowest, "looked": looked}


def _span(workspace: Workspace, wanted: Wanted) -> tuple[int, int]:
    """Return the first id that is wanted, and the first one behind, by the workspace's days."""
    start = _place(workspace, day_bounds(workspace.zone, wanted.first)[0]) if wanted.first else 1
    end = _place(workspace, day_bounds(workspace.zone, wanted.last)[1]) if wanted.last else LAST
    return start, end


def _place(workspace: Workspace, at: datetime) -> int:
    ((place,),) = sql.rows("sequences", "log_place", {"workspace_id": workspace.id, "at": at})
    return int(place)


def export_lines(workspace: Workspace, wanted: Wanted) -> Iterator[str]:
    """Yield the filtered log line by line, newest first: ids and numbers, no names and no addresses."""
    yield csv_line(COLUMNS)
    start, below = _span(workspace, wanted)
    while True:
        found = _stretch(workspace, wanted, start, below, PIECE, PIECE)
        for event in sorted(Event.objects.filter(id__in=found["ids"]), key=lambda one: -one.id):
            yield csv_line(_cells(event))
        if found["looked"] < PIECE:
            return
        below = found["lowest"]


def _cells(event: Event) -> tuple[str, ...]:
    return (
        str(event.id),
        event.world_at.isoformat(timespec="seconds"),
        event.kind,
        str(told(event.kind, event.data).word),
        str(event.subject_id),
        str(event.recipient_id or ""),
        "; ".join(f"{name}={value}" for name, value in event.data.items()),
    )
