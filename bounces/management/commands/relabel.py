"""Say what an inbound message is, where it was read wrongly or found nobody."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand, calendar_day
from app.models import Workspace
from bounces.actions.relabel import LABELS, Label, relabel
from bounces.core.outcomes import Outcome
from mailboxes.core.address import AddressError, parse_address


class Command(DecidingCommand):
    """`relabel 812 auto_replied --reason "It is their desk."`, or with `--contact ada@acme.example` for whom it is."""

    help = (
        "Say what a message is: what the wrong reading did is taken back, what the right one asks is done. That stays,"
        " with your name and reason, and no later reading changes it."
    )
    action = "relabel"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which message, what it is, and why."""
        super().add_arguments(parser)
        parser.add_argument("message", type=int, metavar="NUMBER", help="of the message, as the person's page shows it")
        kinds = sorted(label.value for label in LABELS)
        parser.add_argument("kind", choices=kinds, metavar="KIND", help=", ".join(kinds))
        parser.add_argument("--reason", required=True, metavar="TEXT", help="kept with your name")
        parser.add_argument(
            "--contact", metavar="EMAIL", help="whom it speaks of, where nobody or somebody else was found"
        )
        parser.add_argument("--back", type=calendar_day, metavar="DATE", help="of an absence: the day of return")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Relabel the one message."""
        try:
            about = parse_address(options["contact"]) if options["contact"] else None
        except AddressError as error:
            raise CommandError(str(error)) from error
        by_id = self.deciding(workspace, options)
        label = Label(Outcome(options["kind"]), by_id, options["reason"], about, options["back"])
        relabel(workspace.id, options["message"], label)
        self.stdout.write(f"Message {options['message']} is {options['kind']} from now on.")
