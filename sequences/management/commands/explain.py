"""Say why a mail left, waits or never will: facts, every rule's answer, verdicts, and the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from app.core.errors import Refused
from sequences.actions import explain


class Command(BaseCommand):
    """`explain delivery 12`, `explain delivery MESSAGE-ID`, `explain enrollment 5`."""

    help = "Explain a delivery or an enrollment from the ledger; writes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to explain, and whether to show addresses."""
        parser.add_argument("what", choices=["delivery", "enrollment"])
        parser.add_argument("name", metavar="ID", help="its id; a delivery is also found by its Message-ID")
        parser.add_argument("--addresses", action="store_true", help="show addresses and Message-IDs too")

    def handle(self, *_: object, **options: Any) -> None:
        """Print the explanation."""
        name, addresses = options["name"], options["addresses"]
        try:
            if options["what"] == "delivery":
                text = explain.delivery(name, addresses=addresses)
            elif name.isdecimal() and len(name) < explain.LONGEST_ID:
                text = explain.enrollment(int(name), addresses=addresses)
            else:
                raise CommandError("An enrollment is named by its number.")
        except Refused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(text)
