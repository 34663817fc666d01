"""What commands share: the workspace they are about, secrets that never stand in argv, refusals as one sentence."""

import getpass
import sys
from abc import abstractmethod
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from app import env
from app.actions.workspaces import workspace_called
from app.core.errors import ForbearError
from app.models import Workspace


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


def secret(variable: str, prompt: str) -> str:
    """Return a secret from the environment, else asked for on a terminal, else the first line of standard input."""
    given = env.text(variable, default="")
    if not given:
        given = getpass.getpass(f"{prompt}: ") if sys.stdin.isatty() else sys.stdin.readline()
    given = given.rstrip("\r\n")
    if not given:
        raise CommandError(f"{prompt}: set {variable}, or write it to standard input.")
    return given
