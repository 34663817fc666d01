"""Let a person sign in."""

from typing import Any

from django.core.management.base import CommandParser

from app.actions.workspaces import create_user
from app.management.asking import WorkspaceCommand, secret
from app.models import Member, Workspace


class Command(WorkspaceCommand):
    help = "Make a user with a seat in a workspace. The password comes from FORBEAR_PASSWORD or standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("email")
        parser.add_argument("--role", choices=Member.Role.values, default=Member.Role.OWNER.value)

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        password = secret("FORBEAR_PASSWORD", "Password")
        user = create_user(options["email"], password, workspace, role=options["role"])
        self.stdout.write(f"{user.email} may sign in to {workspace.slug} as {options['role']}.")
