"""The people who were not mailed today, each once and with the reason: totals that add up, and the list in pages.

A day is one of the workspace's zone, by world time. One "person" is somebody in one campaign: who is in two counts in
each, so that campaigns add up to the workspace. Due today are all whose open step falls due before the day ends, whose
sequence ended today with such a step, and who got a mail today; mailed means cleared and accepted, or still under way.
Reads only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from app.actions import clock
from app.core.cursors import key_of, word_of
from app.core.zones import day_bounds, local_day
from app.models import Workspace
from sequences import queries
from sequences.models import Campaign
from sequences.screens.words import ENROLLMENT, STATE_UNKNOWN, held, held_with

FIRST_PAGE = ""


@dataclass(frozen=True, slots=True)
class Group:
    """People with the same reason: a reason to wait, or (`ended`) the state in which their sequence ended today."""

    reason: str
    ended: bool
    because: str
    act: str
    people: int


@dataclass(frozen=True, slots=True)
class CampaignDay:
    """One campaign's day: due = mailed + not mailed, and not mailed is the sum of the groups."""

    campaign_id: int
    campaign: str
    due: int
    mailed: int
    not_mailed: int
    groups: list[Group]


@dataclass(frozen=True, slots=True)
class Day:
    """The workspace's day, or that of the one campaign that was asked for: the same sums, and each campaign's."""

    day: date
    zone: str
    due: int
    mailed: int
    not_mailed: int
    groups: list[Group]
    campaigns: list[CampaignDay]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who was not mailed; `until` is world time, None: nobody knows. `contact_id` None: erased."""

    enrollment_id: int
    contact_id: int | None
    campaign_id: int
    position: int
    kind: str
    reason: str
    ended: bool
    because: str
    detail: str
    until: datetime | None


@dataclass(frozen=True, slots=True)
class People:
    """A page of them; `next` is the cursor of the page after it, None: that was the last."""

    items: list[Person]
    next: str | None


def totals(workspace: Workspace, campaign: Campaign | None = None) -> Day:
    """Count who was mailed today and who was not, by reason; of one campaign where it is named. One statement."""
    names = _names(workspace, campaign)
    values, day = _values(workspace, names)
    found = queries.rows("not_mailed_totals", values)
    each = [_campaign(number, name, [row for row in found if row["campaign_id"] == number]) for number, name in names]
    shown = sorted((one for one in each if one.due), key=lambda one: (-one.not_mailed, one.campaign_id))
    return Day(
        day=day,
        zone=workspace.zone,
        due=sum(one.due for one in shown),
        mailed=sum(one.mailed for one in shown),
        not_mailed=sum(one.not_mailed for one in shown),
        groups=_groups(row for row in found if row["reason"] is not None),
        campaigns=shown,
    )


def people(
    workspace: Workspace,
    campaign: Campaign | None = None,
    *,
    reason: str = "",
    ended: bool = False,
    limit: int = 50,
    after: str = FIRST_PAGE,
) -> People:
    """Return a page of those who were not mailed today, of one reason where it is named. Raises BadCursor."""
    values, _ = _values(workspace, _names(workspace, campaign))
    start = key_of(after, 1)[0] if after else 0
    asked = values | {"after": start, "reason": reason, "ended": ended, "most": limit + 1}
    found = [_person(row) for row in queries.rows("not_mailed_people", asked)]
    more = len(found) > limit
    return People(found[:limit], word_of(found[limit - 1].enrollment_id) if more else None)


def _names(workspace: Workspace, campaign: Campaign | None) -> list[tuple[int, str]]:
    if campaign is not None:
        return [(campaign.id, campaign.name)]
    return list(Campaign.objects.filter(workspace=workspace).order_by("id").values_list("id", "name"))


def _values(workspace: Workspace, names: list[tuple[int, str]]) -> tuple[dict[str, Any], date]:
    """Return what both statements ask by, and the day."""
    now = clock.world_now()
    day = local_day(workspace.zone, now)
    first, end = day_bounds(workspace.zone, day)
    ids = [number for number, _ in names]
    return {"workspace_id": workspace.id, "campaigns": ids, "now": now, "first": first, "end": end}, day


def _campaign(number: int, name: str, rows: list[dict[str, Any]]) -> CampaignDay:
    mailed = sum(row["people"] for row in rows if row["reason"] is None)
    waiting = [row for row in rows if row["reason"] is not None]
    others = sum(row["people"] for row in waiting)
    return CampaignDay(number, name, mailed + others, mailed, others, _groups(waiting))


def _groups(rows: Iterable[dict[str, Any]]) -> list[Group]:
    """Sum up by reason, most people first."""
    counted: dict[tuple[str, bool], int] = {}
    for row in rows:
        key = row["reason"], row["ended"]
        counted[key] = counted.get(key, 0) + row["people"]
    ordered = sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    return [Group(reason, ended, *_words(reason, ended=ended), number) for (reason, ended), number in ordered]


def _words(reason: str, *, ended: bool) -> tuple[str, str]:
    """Return the sentence of a reason, and who ends it."""
    if ended:
        return str(ENROLLMENT.get(reason, STATE_UNKNOWN).word), str(held("not_active").act)
    because = held(reason)
    return str(because.because), str(because.act)


def _person(row: dict[str, Any]) -> Person:
    if row["ended"]:
        return Person(**row, because=_words(row["reason"], ended=True)[0])
    why, detail = held_with(row["reason"], row["detail"])
    return Person(**row | {"detail": detail}, because=str(why.because))
