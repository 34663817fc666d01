"""Connect a Gmail mailbox whose refresh token is known."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from app.management.asking import WorkspaceCommand, secret
from app.models import Workspace
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.actions.trial import log_in
from mailboxes.models import Mailbox


class Command(WorkspaceCommand):
    help = "Connect a Gmail mailbox. Its refresh token comes from FORBEAR_REFRESH_TOKEN or standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address")
        parser.add_argument("--name", default="", help="display name in From")
        parser.add_argument("--api", default="", help="another base URL than Google's, for a rehearsal")
        parser.add_argument("--token-url", default="", help="another token endpoint than Google's")
        parser.add_argument("--time-zone", default="", help="whose local days its cap counts; else the workspace's")
        parser.add_argument("--daily-cap", type=int)
        parser.add_argument("--outreach", action="store_true", help="used for outreach only; else a person's own")
        parser.add_argument("--no-check", action="store_true", help="store it without trying to log in first")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        endpoints = {"api": options["api"], "token": options["token_url"]}
        wanted = Connection(
            kind=Mailbox.Kind.GMAIL,
            address=options["address"],
            secret={
                "refresh_token": secret("FORBEAR_REFRESH_TOKEN", "Refresh token"),
                "client_id": settings.GOOGLE_CLIENT_ID,
                "client_secret": settings.GOOGLE_CLIENT_SECRET,
            },
            endpoints={name: url for name, url in endpoints.items() if url},
            display_name=options["name"],
            time_zone=options["time_zone"],
            daily_cap=options["daily_cap"],
            purpose=Mailbox.Purpose.OUTREACH if options["outreach"] else Mailbox.Purpose.PERSONAL,
        )
        if not options["no_check"]:
            log_in(wanted)
        mailbox = connect(workspace, wanted)
        self.stdout.write(f"{mailbox.address} is {mailbox.state}, at most {mailbox.daily_cap} mails a day.")
