"""Found a workspace."""

from typing import Any

from django.core.management.base import CommandParser

from app.actions.workspaces import create_workspace
from app.management.asking import RefusingCommand


class Command(RefusingCommand):
    help = "Found a workspace: a team, its people, its mailboxes. Without a postal address no campaign starts in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--slug", default="", help="short name; made from the name if left out")
        parser.add_argument("--legal-name", default="", help="who writes, as the foot of every mail says")
        parser.add_argument("--postal-address", default="", help="in the foot of every campaign mail; lines by \\n")
        parser.add_argument("--time-zone", default="UTC", help="such as Europe/Berlin")
        parser.add_argument("--country", default="", help="two letters, for its public holidays")

    def handle(self, *_: Any, **options: Any) -> None:
        workspace = create_workspace(
            options["name"],
            slug=options["slug"],
            legal_name=options["legal_name"],
            postal_address=options["postal_address"].replace("\\n", "\n"),
            time_zone=options["time_zone"],
            country=options["country"],
        )
        self.stdout.write(f"Workspace {workspace.slug} is there.")
