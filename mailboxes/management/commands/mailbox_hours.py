"""A mailbox's own calendar: its workday, its time zone and the days its owner is away."""

from datetime import date
from typing import Any

from django.core.management.base import CommandParser

from app.core.errors import Refused
from app.core.window_text import parse_window, window_of_text, window_text
from app.core.windows import Window, WindowError
from app.management.asking import DecidingCommand, calendar_day
from app.models import Workspace
from mailboxes.actions import workdays
from mailboxes.management.commands.mailbox import newest
from mailboxes.models import Mailbox


class Command(DecidingCommand):
    """`mailbox_hours nora@example.org --workday "mon-fri 09:00-12:00, 13:00-17:00"`, `--away 2027-07-05 2027-07-23`."""

    help = "Show when a mailbox may send besides its campaigns' windows; set its workday, say when its owner is away."
    action = "connect_mailboxes"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which mailbox, and what to set."""
        super().add_arguments(parser)
        parser.add_argument("address")
        verbs = parser.add_mutually_exclusive_group()
        verbs.add_argument("--workday", metavar="HOURS", help="weekly hours in the mailbox's zone, or none")
        verbs.add_argument("--zone", help="its time zone, such as Europe/Madrid; today's room is not opened twice")
        verbs.add_argument("--away", nargs=2, type=calendar_day, metavar="DAY", help="first and last day away")
        verbs.add_argument("--back", type=calendar_day, metavar="DAY", help="forget the time away that holds this day")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or set."""
        mailbox = newest(workspace, options["address"])
        workday, away, back = options["workday"], options["away"], options["back"]
        if zone := options["zone"]:
            workdays.set_time_zone(mailbox, zone, by_id=self.deciding(workspace, options))
        elif workday or away or back:
            self._set(mailbox, workday, away, back, self.deciding(workspace, options))
        self._show(mailbox)

    def _set(
        self, mailbox: Mailbox, workday: str | None, away: tuple[date, date] | None, back: date | None, by_id: int
    ) -> None:
        if workday:
            workdays.set_workday(mailbox, hours_typed(workday), by_id=by_id)
        elif away:
            workdays.add_away(mailbox, *away, by_id=by_id)
        elif back:
            workdays.take_back(mailbox, back, by_id=by_id)

    def _show(self, mailbox: Mailbox) -> None:
        own = window_text(parse_window(mailbox.workday)) if mailbox.workday else "as its campaigns have it"
        self.stdout.write(f"{mailbox.address}: {own} ({mailbox.time_zone})")
        for first, last in workdays.away_of(mailbox):
            self.stdout.write(f"  away from {first} to {last}")


def hours_typed(text: str) -> Window | None:
    """Return the window of a typed text, None for "none". Raises Refused."""
    if text.strip().lower() == "none":
        return None
    try:
        return window_of_text(text)
    except WindowError as error:
        raise Refused(str(error)) from error
