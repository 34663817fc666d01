"""How people opted out, and how often their links were only looked at."""

from typing import Any

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from bounces.actions import looks
from bounces.core.looks import MACHINES
from bounces.queries import looks_since, wishes_since

DAYS = 30
WAYS = {
    "one_click": "by the button of a mail program",
    "page": "on the opt-out page",
    "mailto": "by a mail to the opt-out address",
    "words": "in an answer",
}


class Command(WorkspaceCommand):
    """`optouts`: the last 30 days."""

    help = "Tell for 30 days by which way people opted out, and how much of the traffic on opt-out links is machines."

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:  # noqa: ARG002 - takes none
        """Print both counts."""
        since = looks.days_ago(DAYS)
        wishes, only_looked = wishes_since(workspace.id, since), looks_since(workspace.id, since.date())
        if not wishes:
            self.stdout.write(f"Nobody opted out in {DAYS} days.")
        for way, count in wishes:
            self.stdout.write(f"opted out {WAYS.get(way, 'in another way')}: {count}")
        for kind, count in only_looked:
            who = "a machine" if kind in MACHINES else "a person, or a machine that pretends well"
            self.stdout.write(f"only looked ({kind}, {who}): {count}")
        if not only_looked:
            self.stdout.write("Nobody looked at an opt-out link without using it.")
