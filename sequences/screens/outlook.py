"""The capacity page: what binds each mailbox today, the next 30 days as a calendar, and when each campaign is done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as now

from app.core.plots import Kind, Plot, Series
from mailboxes.models import Mailbox
from mailboxes.screens.words import Text
from sequences.models import Campaign, Outlook
from sequences.screens.capacity import Room
from sequences.screens.words import held

WEEK = 7
OF_LIMITS = {"hard": "hard_breaker"}  # the names of limits that are no reasons
HEAT = 4  # shades of a day's use


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar: mails foreseen, what is left of the room, and a shade from 0 (none) to 4 (full)."""

    day: date
    sends: int
    left: int
    closed: bool
    shade: int


@dataclass(frozen=True, slots=True)
class CampaignAhead:
    """A running campaign: mails of 7 and of 30 days, when it is done (None: not within them), and what binds it."""

    campaign: Campaign
    week: int
    month: int
    finish: date | None
    left: int
    because: Text
    mailbox: str


@dataclass(frozen=True, slots=True)
class Ahead:
    """The next 30 days. `blanks`: days of the week before the first one, for the calendar."""

    since: datetime
    days: list[Day]
    blanks: range
    plot: Plot
    campaigns: list[CampaignAhead]


def ahead(workspace_id: int) -> Ahead | None:
    """Return what was worked out; None: nothing yet. Three statements."""
    found = Outlook.objects.filter(workspace_id=workspace_id).first()
    if found is None or not found.values.get("days"):
        return None
    days = [_day(row) for row in found.values["days"]]
    return Ahead(
        since=found.world_at,
        days=days,
        blanks=range(days[0].day.weekday()),
        plot=_plot(days),
        campaigns=_campaigns(workspace_id, found.values["campaigns"]),
    )


def sends_ahead(workspace_id: int, days: int) -> dict[date, int]:
    """Return the mails foreseen for the next days, by day; none where nothing was worked out. One statement."""
    found = Outlook.objects.filter(workspace_id=workspace_id).values_list("values", flat=True).first() or {}
    return {date.fromisoformat(row["day"]): row["sends"] for row in found.get("days", [])[:days]}


def _day(row: Mapping[str, Any]) -> Day:
    sends, room = row["sends"], row["room"]
    used = min(HEAT, -(-sends * HEAT // max(room, 1)))  # one mail is a shade already
    left = 0 if row["closed"] else max(0, room - sends)
    return Day(date.fromisoformat(row["day"]), sends, left, row["closed"], used)


def _plot(days: Sequence[Day]) -> Plot:
    sends, left = sum(one.sends for one in days), sum(one.left for one in days)
    summary = now("In 30 days %(sends)s mails are foreseen, and there is room for %(left)s more.")
    return Plot(
        name="ahead",
        title=now("Room of the next 30 days"),
        summary=summary % {"sends": sends, "left": left},
        labels=[date_format(one.day, "j M") for one in days],
        series=[
            Series(now("Foreseen"), [one.sends for one in days], "accent", forecast=True),
            Series(now("Left"), [one.left for one in days], "muted", forecast=True),
        ],
        kind=Kind.STACKED,
    )


def _campaigns(workspace_id: int, rows: Sequence[Mapping[str, Any]]) -> list[CampaignAhead]:
    known = Campaign.objects.filter(workspace_id=workspace_id).in_bulk([row["id"] for row in rows])
    boxes = {row["mailbox"] for row in rows if row["mailbox"]}
    names = dict(Mailbox.objects.filter(workspace_id=workspace_id, id__in=boxes).values_list("id", "address"))
    return [
        CampaignAhead(
            campaign=known[row["id"]],
            week=sum(row["sends"][:WEEK]),
            month=sum(row["sends"]),
            finish=date.fromisoformat(row["finish"]) if row["finish"] else None,
            left=row["left"],
            because=held(OF_LIMITS.get(row["reason"], row["reason"])).because if row["reason"] else "",
            mailbox=names.get(row["mailbox"], ""),
        )
        for row in rows
        if row["id"] in known
    ]


def rooms_plot(rooms: Sequence[Room]) -> Plot:
    """Return today's room of some mailboxes as stacked bars: sent, planned, by hand and kept for it, free."""
    free = sum(room.free for room in rooms)
    summary = now("%(used)s mails sent today from these mailboxes; there is room for %(free)s more.")
    parts = (
        (now("Sent"), [room.used for room in rooms], "accent"),
        (now("Planned"), [room.planned for room in rooms], "info"),
        (now("By hand or kept for it"), [room.by_hand + room.reserved for room in rooms], "wait"),
        (now("Free"), [room.free for room in rooms], "line"),
    )
    return Plot(
        name="rooms",
        title=now("Today, by mailbox"),
        summary=summary % {"used": sum(room.used for room in rooms), "free": free},
        labels=[room.mailbox.address for room in rooms],
        series=[Series(name, values, tone) for name, values, tone in parts],
        kind=Kind.STACKED,
    )
