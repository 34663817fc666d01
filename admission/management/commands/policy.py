"""The numbers that every mail of a workspace is judged by: people, companies, sending domains, inboxes."""

from argparse import ArgumentTypeError
from dataclasses import fields
from typing import Any

from django.core.management.base import CommandParser

from admission.actions.numbers import set_policy
from admission.core.policy import SCORES, Policy
from admission.queries import policy_of
from app.management.asking import DecidingCommand
from app.models import Workspace

NONE = "none"


class Command(DecidingCommand):
    """`policy`, `policy domain_openers=2 person_cap=none --by eva@example.com`."""

    help = "Show the numbers that mails are judged by, or change some; the next permit already keeps to them."
    action = "run_campaigns"

    def add_arguments(self, parser: CommandParser) -> None:
        """The new numbers."""
        super().add_arguments(parser)
        parser.add_argument(
            "numbers", nargs="*", type=_typed, metavar="NAME=NUMBER", help="a number, or none for no limit"
        )

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or change."""
        if options["numbers"]:
            set_policy(workspace, dict(options["numbers"]), by_id=self.deciding(workspace, options))
        policy = policy_of(workspace.id)
        self.stdout.write(f"version {policy.version}" if policy.version else "the defaults; nobody has changed them")
        for name in (field.name for field in fields(Policy)):
            if name not in {"version", SCORES}:
                value = getattr(policy, name)
                self.stdout.write(f"{name}={NONE if value is None else value}")


def _typed(text: str) -> tuple[str, int | None]:
    name, found, value = text.strip().lower().partition("=")
    if not found or not (value == NONE or value.isdecimal()):
        raise ArgumentTypeError(f"{text!r} is not NAME=NUMBER or NAME={NONE}")
    return name, None if value == NONE else int(value)
