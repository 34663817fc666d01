"""The holiday calendars of a workspace: show, make, add a day, take one away."""

from typing import Any

from django.core.management.base import CommandParser

from app.core.errors import Refused
from app.management.asking import DecidingCommand, calendar_day
from app.models import Workspace
from sequences.actions import calendars
from sequences.models import HolidayCalendar


class Command(DecidingCommand):
    """`holiday_calendar`, `holiday_calendar "Berlin office" --country DE-BE`, `… --remove 2027-05-17`."""

    help = "Show the holiday calendars; make one, or add and remove days: waiting mails move with it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which calendar, and what changes."""
        super().add_arguments(parser)
        parser.add_argument("name", nargs="?")
        parser.add_argument("--country", metavar="CODE", help="make it from a country's holidays: DE, or DE-BE")
        parser.add_argument("--empty", action="store_true", help="make it without any country's holidays")
        parser.add_argument("--for-country", action="store_true", help="it stands for its country")
        parser.add_argument("--add", type=calendar_day, nargs="+", metavar="DAY", default=[])
        parser.add_argument("--remove", type=calendar_day, nargs="+", metavar="DAY", default=[])

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, make, or edit."""
        known = HolidayCalendar.objects.filter(workspace=workspace).order_by("name")
        if options["name"] is None:
            for one in known:
                self._show(one)
            if not known:
                self.stdout.write("There is no calendar yet; name one and make it with --country CODE or --empty.")
            return
        if options["country"] or options["empty"]:
            by_id = self.deciding(workspace, options)
            country, _, part = (options["country"] or "").partition("-")
            calendars.create(
                workspace,
                options["name"],
                country=country,
                subdivision=part,
                for_country=options["for_country"],
                by_id=by_id,
            )
        row = known.filter(name=options["name"]).first()
        if row is None:
            raise Refused(f"There is no calendar {options['name']!r}; make one with --country CODE or --empty.")
        if options["add"] or options["remove"]:
            by_id = self.deciding(workspace, options)
            moved = calendars.edit(row, add=options["add"], remove=options["remove"], by_id=by_id)
            self.stdout.write(f"{moved} waiting steps moved.")
        self._show(row)

    def _show(self, row: HolidayCalendar) -> None:
        source = "-".join(filter(None, (row.country, row.subdivision))) or "days of its own"
        stands = f", for everybody in {row.country}" if row.for_country else ""
        self.stdout.write(f"{row.name}: {source}{stands}")
        for word, days in (("and", row.added), ("without", row.removed)):
            if days:
                self.stdout.write(f"  {word} {', '.join(days)}")
