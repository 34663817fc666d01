"""The other side of the stop button."""

from typing import Any

from app.actions.halts import resume
from app.management.asking import WorkspaceCommand
from app.models import Workspace


class Command(WorkspaceCommand):
    help = "Let a halted workspace send again."

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:  # noqa: ARG002 - the base's signature
        resumed = resume(workspace.id)
        self.stdout.write(f"{workspace.slug} may send again." if resumed else f"{workspace.slug} was not halted.")
