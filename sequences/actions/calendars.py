"""Named holiday calendars of a workspace, and which days a campaign keeps by them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import IntegrityError

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.models import Workspace
from sequences.actions import timetable
from sequences.core.calendars import Calendar
from sequences.core.holiday_dates import HolidayError
from sequences.core.states import CampaignState
from sequences.models import Campaign, HolidayCalendar

BY_PERSON = "person"  # in a campaign file: each person's own country
LONGEST_NAME = 100
MOST_DATES = 1000


@dataclass(frozen=True, slots=True)
class Kept:
    """The columns of a campaign that say which days it keeps."""

    calendar: HolidayCalendar | None
    days_off: dict[str, Any]


def kept_by(workspace: Workspace, text: str) -> Kept:
    """Return what a campaign file's `holidays` means: nothing, `person`, a calendar's name, or a code as DE or DE-BE.

    Raises Refused.
    """
    if not text:
        return Kept(None, {})
    if text == BY_PERSON:
        return Kept(None, _by_country(workspace.id))
    named = HolidayCalendar.objects.filter(workspace=workspace, name=text).first()
    if named is not None:
        return Kept(named, value_of(named).as_json())
    country, _, subdivision = text.partition("-")
    try:
        calendar = Calendar(country.upper(), subdivision.upper())
        calendar.dates(clock.world_now().year)
    except HolidayError:
        raise Refused(f"There is no holiday calendar {text!r}, neither of this workspace nor of a country.") from None
    return Kept(None, calendar.as_json())


def value_of(row: HolidayCalendar) -> Calendar:
    """Return a calendar's row as a value."""
    added, removed = (frozenset(map(date.fromisoformat, days)) for days in (row.added, row.removed))
    return Calendar(row.country, row.subdivision, added, removed)


def _by_country(workspace_id: int) -> dict[str, Any]:
    own = HolidayCalendar.objects.filter(workspace_id=workspace_id, for_country=True).order_by("country")
    return {"by_country": {row.country: value_of(row).as_json() for row in own}}


def create(
    workspace: Workspace,
    name: str,
    *,
    country: str = "",
    subdivision: str = "",
    for_country: bool = False,
    by_id: int | None = None,
) -> HolidayCalendar:
    """Name a calendar; without a country it holds the dates that are added. Raises Refused."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or name == BY_PERSON:
        raise Refused(f"A calendar has a name of 1 to {LONGEST_NAME} characters, and not {BY_PERSON!r}.")
    calendar = Calendar(country.upper(), subdivision.upper())
    _check(calendar)
    if for_country and not country:
        raise Refused("Only a calendar with a country can stand for its country.")

    def work() -> HolidayCalendar:
        row = HolidayCalendar.objects.create(
            workspace=workspace,
            name=name,
            for_country=for_country,
            created_at=clock.now(),
            **calendar.as_json(),
        )
        _tell(row, "calendar.created", by_id)
        return row

    try:
        row = in_transaction(work)
    except IntegrityError as error:
        raise Refused("There is a calendar of this name, or for this country, already.") from error
    carry_over(workspace.id)
    return row


def edit(
    row: HolidayCalendar, *, add: Iterable[date] = (), remove: Iterable[date] = (), by_id: int | None = None
) -> int:
    """Add days to a calendar and remove some from it; return how many waiting steps of campaigns moved.

    A day that was added or removed before is taken back by the opposite. Raises Refused, Busy.
    """
    new, gone = frozenset(add), frozenset(remove)
    if both := sorted(new & gone):
        raise Refused(f"{both[0]} cannot be added and removed at once.")

    def work() -> None:
        fresh = HolidayCalendar.objects.select_for_update().get(id=row.id)
        found = value_of(fresh)
        library = Calendar(found.country, found.subdivision)
        added = {day for day in (found.added | new) - gone if not _has(library, day)}
        removed = (found.removed - new) | {day for day in gone if _has(library, day)}
        if len(added) + len(removed) > MOST_DATES:
            raise Refused(f"A calendar has at most {MOST_DATES} days of its own.")
        days = Calendar(found.country, found.subdivision, frozenset(added), frozenset(removed)).as_json()
        HolidayCalendar.objects.filter(id=row.id).update(added=days["added"], removed=days["removed"])
        _tell(fresh, "calendar.edited", by_id)

    in_transaction(work)
    row.refresh_from_db()
    return carry_over(row.workspace_id)


def _has(calendar: Calendar, day: date) -> bool:
    return day in calendar.dates(day.year)


def _check(calendar: Calendar) -> None:
    try:
        calendar.dates(clock.world_now().year)
    except HolidayError as error:
        raise Refused(str(error)) from error


def carry_over(workspace_id: int) -> int:
    """Copy calendars to the campaigns that keep other days than theirs; return how many waiting steps moved.

    Harmless to repeat: what broke off is gone on with. Closes the gate of each such campaign.
    """
    moved = 0
    living = Campaign.objects.filter(workspace_id=workspace_id).exclude(state=CampaignState.ARCHIVED)
    by_country = _by_country(workspace_id)
    for campaign in living.select_related("calendar").order_by("id"):
        if campaign.calendar is not None:
            days = value_of(campaign.calendar).as_json()
        elif "by_country" in campaign.days_off:
            days = by_country
        else:
            continue
        if days != campaign.days_off:
            moved += timetable.change(campaign, {"days_off": days})
    return moved


def _tell(row: HolidayCalendar, kind: str, by_id: int | None) -> None:
    events.append(kind=kind, workspace_id=row.workspace_id, subject_id=row.id, data={"by": by_id})
