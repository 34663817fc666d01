"""When a campaign sends: its weekly window, zone, holidays and last day; waiting mails move with a change."""

from typing import Any

from django.core.management.base import CommandParser

from app.core.errors import Refused
from app.core.window_text import parse_window, window_of_text, window_text
from app.core.windows import WindowError
from app.core.zones import ZoneError, zone_named
from app.management.asking import DecidingCommand, calendar_day
from app.models import Workspace
from sequences.actions import calendars, launch_hours, timetable
from sequences.management.choosing import campaign_called
from sequences.models import Campaign
from sequences.screens.campaigns import keeps


class Command(DecidingCommand):
    """`campaign_hours Spring`, `campaign_hours Spring --window "mon-thu 09:00-12:00, 13:00-17:00; fri 09:00-12:00"`."""

    help = "Show when a campaign sends, or change it: window, zone, holidays, last day."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which campaign, and what changes."""
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("--window", metavar="HOURS", help="weekly hours, such as working days 08:30-17:30")
        parser.add_argument("--zone", metavar="ZONE", help="its own zone, for whom no other is known")
        parser.add_argument("--holidays", metavar="WHOSE", help="DE, DE-BE, person, a calendar's name, or none")
        parser.add_argument("--ends-on", type=calendar_day, metavar="DAY", help="its last day")
        parser.add_argument("--never-ends", action="store_true", help="it has no last day")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or change."""
        campaign = campaign_called(workspace, options["name"])
        columns = _columns(campaign, options)
        if columns:
            moved = timetable.change(campaign, columns, by_id=self.deciding(workspace, options))
            self.stdout.write(f"{moved} waiting steps moved.")
        self._show(campaign)

    def _show(self, campaign: Campaign) -> None:
        whose = "each person's own zone, else " if campaign.in_person_zone else ""
        self.stdout.write(
            f"{campaign.name}: {window_text(parse_window(campaign.window))} ({whose}{campaign.time_zone})"
        )
        if kept := keeps(campaign):
            self.stdout.write(f"  not on the holidays of {kept}")
        if campaign.ends_on:
            self.stdout.write(f"  until {campaign.ends_on}, that day included")
        for apart in launch_hours.never_together(campaign):
            self.stdout.write(f"  {apart.people} people in {apart.zone}: {apart.sentence}")


def _columns(campaign: Campaign, options: dict[str, Any]) -> dict[str, Any]:
    """Return what changes. Raises Refused."""
    found: dict[str, Any] = {}
    try:
        if options["window"]:
            found |= timetable.window_columns(window_of_text(options["window"]))
        if options["zone"]:
            found["time_zone"] = zone_named(options["zone"])
    except (WindowError, ZoneError) as error:
        raise Refused(str(error)) from error
    if options["holidays"]:
        text = "" if options["holidays"] == "none" else options["holidays"]
        kept = calendars.kept_by(campaign.workspace, text)
        found |= {"calendar": kept.calendar, "days_off": kept.days_off}
    if options["ends_on"] or options["never_ends"]:
        found["ends_on"] = options["ends_on"]
    return found
