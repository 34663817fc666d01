"""Show that a day's inbound mail adds up; exit code 1 when it does not."""

import sys
from typing import Any

from django.core.management.base import CommandParser

from app.actions import clock
from app.management.asking import WorkspaceCommand, calendar_day
from app.models import Workspace
from mailboxes.actions.inbound_counts import DayCount, counts_of


class Command(WorkspaceCommand):
    """`inbound_count`, `inbound_count --day 2027-03-09`."""

    help = (
        "Show what became of the mail that each mailbox received on a day; exit code 1 when it does not add up."
        " What was written from the mailbox itself counts as own."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Which day."""
        super().add_arguments(parser)
        parser.add_argument("--day", type=calendar_day, metavar="DATE", help="in UTC; today when left out")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Print a line for each mailbox that received something."""
        counts = counts_of(workspace.id, options["day"] or clock.world_now().date())
        for count in counts:
            self.stdout.write(line(count))
        if not counts:
            self.stdout.write("No mail came.")
        if not all(count.adds_up for count in counts):
            sys.exit(1)


def line(count: DayCount) -> str:
    """Return what a mailbox received and what became of it."""
    outcomes = ", ".join(f"{number} {outcome}" for outcome, number in sorted(count.outcomes.items()))
    verdict = "" if count.adds_up else " - this does not add up"
    return f"{count.address}: {count.received} received = {outcomes or 'nothing'}{verdict}"
