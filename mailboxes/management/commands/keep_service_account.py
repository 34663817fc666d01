"""Store the key of a Google service account, sealed, so that mailboxes can be connected through it."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from mailboxes.actions.service_accounts import keep
from mailboxes.core.scopes import ASKED


class Command(WorkspaceCommand):
    help = "Store a service account's JSON key file under a name. The file itself may be deleted afterwards."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("file", type=Path)

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        try:
            text = options["file"].read_text()
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"{options['file']} cannot be read.") from error
        account = keep(workspace, name=options["name"], key_file=text)
        self.stdout.write(
            f"Stored. In Google's admin console, allow client {account.client_id} these scopes for the whole domain:\n"
            f"{','.join(ASKED['gmail'])}"
        )
