"""The other side of the stop button."""

from typing import Any

from app.actions.halts import resume
from app.management.asking import DecidingCommand
from app.models import Workspace


class Command(DecidingCommand):
    help = "Let a halted workspace send again."
    action = "resume_sending"

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        resumed = resume(workspace.id, by_id=self.deciding(workspace, options))
        self.stdout.write(f"{workspace.slug} may send again." if resumed else f"{workspace.slug} was not halted.")
