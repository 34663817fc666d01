"""Write the do-not-contact list to a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from sequences.actions.suppression_export import export_lines


class Command(WorkspaceCommand):
    """`export_suppressions list.csv`; without a file to standard output."""

    help = "Write every living do-not-contact entry as CSV; `suppress --file` takes it in again, erased people too."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        super().add_arguments(parser)
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Write it, line by line."""
        lines = export_lines(workspace.id)
        if options["file"] is None:
            for line in lines:
                self.stdout.write(line, ending="")
            return
        try:
            with options["file"].open("w", encoding="utf-8", newline="") as target:
                target.writelines(lines)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        self.stdout.write(f"Written to {options['file']}.")
