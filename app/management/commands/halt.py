"""The stop button."""

from typing import Any

from django.core.management.base import CommandParser

from app.actions.halts import halt
from app.management.asking import WorkspaceCommand
from app.models import Workspace


class Command(WorkspaceCommand):
    help = "Halt all sending of a workspace at once, until resume_workspace."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--reason", default="halted on the command line")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        new = halt(workspace.id, options["reason"])
        self.stdout.write(f"{workspace.slug} is halted." if new else f"{workspace.slug} was halted already.")
