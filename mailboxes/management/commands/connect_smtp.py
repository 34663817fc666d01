"""Connect a mailbox that sends by SMTP and is read over IMAP."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import WorkspaceCommand, secret
from app.models import Workspace
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.actions.trial import log_in
from mailboxes.core.account import Security
from mailboxes.models import Mailbox


class Command(WorkspaceCommand):
    help = "Connect an SMTP mailbox. The password comes from FORBEAR_MAILBOX_PASSWORD or standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address")
        parser.add_argument("--name", default="", help="display name in From")
        parser.add_argument("--host", required=True)
        parser.add_argument("--port", type=int, default=587)
        parser.add_argument("--security", choices=list(Security), default=Security.STARTTLS.value)
        parser.add_argument("--imap-host", default="", help="where its mail is read; without it, follow-ups wait")
        parser.add_argument("--imap-port", type=int, help="993, or 143 with --imap-security starttls")
        parser.add_argument("--imap-security", choices=list(Security), default=Security.TLS.value)
        parser.add_argument("--username", default="", help="the address, if left out")
        parser.add_argument("--time-zone", default="", help="whose local days its cap counts; else the workspace's")
        parser.add_argument("--daily-cap", type=int)
        parser.add_argument("--outreach", action="store_true", help="used for outreach only; else a person's own")
        parser.add_argument("--no-check", action="store_true", help="store it without trying to log in first")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        password = secret("FORBEAR_MAILBOX_PASSWORD", "Password of the mailbox")
        wanted = Connection(
            kind=Mailbox.Kind.SMTP,
            address=options["address"],
            secret={"username": options["username"] or options["address"], "password": password},
            endpoints=_servers(options),
            display_name=options["name"],
            time_zone=options["time_zone"],
            daily_cap=options["daily_cap"],
            purpose=Mailbox.Purpose.OUTREACH if options["outreach"] else Mailbox.Purpose.PERSONAL,
        )
        if not options["no_check"]:
            log_in(wanted)
        mailbox = connect(workspace, wanted)
        self.stdout.write(f"{mailbox.address} is {mailbox.state}, at most {mailbox.daily_cap} mails a day.")


def _servers(options: dict[str, Any]) -> dict[str, Any]:
    servers = {"smtp": {"host": options["host"], "port": options["port"], "security": options["security"]}}
    if options["imap_host"]:
        security = options["imap_security"]
        port = options["imap_port"] or (993 if security == Security.TLS else 143)
        servers["imap"] = {"host": options["imap_host"], "port": port, "security": security}
    return servers
