"""The numbers of a mailbox: cap, hour, gap, what is kept for people, ramp."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from mailboxes.actions.numbers import numbers_of, set_numbers
from mailboxes.core.numbers import NONE, NUMBERS, NumberError, typed_number
from mailboxes.management.commands.mailbox import newest


class Command(DecidingCommand):
    """`mailbox_limits nora@example.org`, `mailbox_limits nora@example.org cap=30 gap=240 ramp=none --by EMAIL`."""

    help = "Show how much a mailbox sends, or change it; the next mail already keeps to it."
    action = "connect_mailboxes"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which mailbox, and its new numbers."""
        super().add_arguments(parser)
        parser.add_argument("address")
        names = "|".join(NUMBERS)
        told = f"{names}; gap in seconds"
        parser.add_argument("numbers", nargs="*", default=[], type=_typed, metavar="NAME=NUMBER", help=told)

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or change."""
        mailbox = newest(workspace, options["address"])
        if options["numbers"]:
            set_numbers(mailbox, dict(options["numbers"]), by_id=self.deciding(workspace, options))
        numbers = numbers_of(mailbox).items()
        self.stdout.write(
            f"{mailbox.address}: " + " ".join(f"{name}={NONE if value is None else value}" for name, value in numbers)
        )


def _typed(text: str) -> tuple[str, int | None]:
    try:
        return typed_number(text)
    except NumberError as error:
        raise ArgumentTypeError(str(error)) from error
