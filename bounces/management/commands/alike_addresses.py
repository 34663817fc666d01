"""Whether do-not-contact entries cover every spelling of an address."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from bounces.actions.spellings import choose


class Command(DecidingCommand):
    """`alike_addresses`, `alike_addresses on --by owner@example.com`."""

    help = "Take ada+news@ for ada@, and at Gmail a.da@ too, wherever the do-not-contact list is asked; off at first."
    action = "lift_suppressions"

    def add_arguments(self, parser: CommandParser) -> None:
        """On, off, or only a look."""
        super().add_arguments(parser)
        parser.add_argument("wish", nargs="?", choices=["on", "off"])

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Switch, or tell how it is."""
        if options["wish"] is not None:
            by_id = self.deciding(workspace, options)
            choose(workspace.id, alike=options["wish"] == "on", by_id=by_id)
            workspace.refresh_from_db()
        word = "every spelling of an address" if workspace.alike_addresses else "the very address alone"
        self.stdout.write(f"Entries of {workspace.slug} cover {word}.")
