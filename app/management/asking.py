"""What commands share: the workspace they are about, secrets that never stand in argv, refusals as one sentence."""

import getpass
import sys
from abc import abstractmethod
from argparse import ArgumentTypeError
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from app import env
from app.actions.workspaces import workspace_called
from app.core.errors import ForbearError
from app.core.permissions import may
from app.models import Member, Workspace


class RefusingCommand(BaseCommand):
    """A command whose refusals end it with a sentence and exit code 1, without a traceback."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; every fault of ours is told as a sentence."""
        try:
            return super().execute(*args, **options)
        except ForbearError as refusal:
            raise CommandError(str(refusal)) from refusal


class WorkspaceCommand(RefusingCommand):
    """A command about one workspace; `--workspace` may be left out while there is only one."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Offer --workspace."""
        parser.add_argument("--workspace", metavar="NAME", help="its short name; not needed while there is only one")

    def handle(self, *_: Any, **options: Any) -> None:
        """Find the workspace and act."""
        self.act(workspace_called(options["workspace"]), options)

    @abstractmethod
    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Do what the command is for."""


class DecidingCommand(WorkspaceCommand):
    """A command that shows things to anybody at the terminal, and by which a person of the workspace decides."""

    action = "run_campaigns"  # what a decision takes, see app.core.permissions

    def add_arguments(self, parser: CommandParser) -> None:
        """Offer --by and --yes."""
        super().add_arguments(parser)
        parser.add_argument("--by", metavar="EMAIL", help="who decides: a person with a seat in the workspace")
        parser.add_argument("--yes", action="store_true", help="do what cannot be taken back")

    def deciding(self, workspace: Workspace, options: dict[str, Any], *, for_good: str = "") -> int:
        """Return the id of the user who decides; `for_good` says what cannot be taken back and so needs --yes."""
        seats = {seat.user.email: seat for seat in Member.objects.filter(workspace=workspace).select_related("user")}
        named = (options["by"] or "").strip().lower()
        if named not in seats or not may(seats[named].role, self.action):
            known = ", ".join(email for email, seat in sorted(seats.items()) if may(seat.role, self.action))
            wish = f"{named} may not decide this" if named else "Say who decides, with --by EMAIL"
            raise CommandError(f"{wish}; these may: {known or 'nobody yet'}.")
        if for_good and not options["yes"]:
            raise CommandError(f"{for_good} Say --yes if that is wanted; nothing was changed.")
        return seats[named].user_id


def calendar_day(typed: str) -> date:
    """Return a day of the command line, for `type=`."""
    try:
        return date.fromisoformat(typed)
    except ValueError as error:
        raise ArgumentTypeError(f"{typed!r} is no day; write it like 2027-03-09") from error


def secret(variable: str, prompt: str) -> str:
    """Return a secret from the environment, else asked for on a terminal, else the first line of standard input."""
    given = env.text(variable, default="")
    if not given:
        given = getpass.getpass(f"{prompt}: ") if sys.stdin.isatty() else sys.stdin.readline()
    given = given.rstrip("\r\n")
    if not given:
        raise CommandError(f"{prompt}: set {variable}, or write it to standard input.")
    return given
