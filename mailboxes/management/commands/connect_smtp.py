"""Connect a mailbox that sends by SMTP and is read over IMAP."""

from typing import Any

from django.core.management.base import CommandParser

from app.core.errors import Refused
from app.management.asking import secret
from app.models import Workspace
from mailboxes.actions.doors import doors_for, stored
from mailboxes.actions.mailboxes import Connection
from mailboxes.core.account import Security, Server
from mailboxes.core.doors import Offer
from mailboxes.management.connecting import ConnectCommand
from mailboxes.models import Mailbox

PORTS = {"smtp": {Security.TLS: 465}, "imap": {Security.TLS: 993, Security.STARTTLS: 143, Security.PLAIN: 143}}
SUBMISSION = 587


class Command(ConnectCommand):
    help = (
        "Connect an SMTP mailbox. The password comes from FORBEAR_MAILBOX_PASSWORD or standard input. Without --host, "
        "servers are found by the address: its provider's, its domain's own records, or the usual names."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--host", default="")
        parser.add_argument("--port", type=int, help="587, or 465 with --security tls")
        parser.add_argument("--security", choices=list(Security), default=Security.STARTTLS.value)
        parser.add_argument("--imap-host", default="", help="where its mail is read; without it, follow-ups wait")
        parser.add_argument("--imap-port", type=int, help="993, or 143 with --imap-security starttls")
        parser.add_argument("--imap-security", choices=list(Security), default=Security.TLS.value)
        parser.add_argument("--username", default="", help="the address, if left out")

    def reached(self, workspace: Workspace, options: dict[str, Any]) -> Connection:  # noqa: ARG002
        password = secret("FORBEAR_MAILBOX_PASSWORD", "Password of the mailbox")
        smtp, imap = self._servers(options)
        return Connection(
            kind=Mailbox.Kind.SMTP,
            address=options["address"],
            secret={"username": options["username"] or options["address"], "password": password},
            endpoints=stored(smtp, imap),
        )

    def _servers(self, options: dict[str, Any]) -> tuple[Server, Server | None]:
        if not options["host"]:
            found = doors_for(options["address"])
            self.stdout.write(f"Found {_named(found)}.")
            return found.smtp, found.imap
        smtp = _server("smtp", options["host"], options["port"], options["security"])
        imap = _server("imap", options["imap_host"], options["imap_port"], options["imap_security"])
        if smtp is None:
            raise Refused("An SMTP mailbox needs its server.")
        return smtp, imap


def _server(protocol: str, host: str, port: int | None, security: str) -> Server | None:
    kind = Security(security)
    return Server(host, PORTS[protocol].get(kind, SUBMISSION) if port is None else port, kind) if host else None


def _named(found: Offer) -> str:
    servers = " and ".join(server.endpoint for server in (found.smtp, found.imap) if server)
    return f"{found.host.name}: {servers}" if found.host else f"{servers}{'' if found.sure else ', which is a guess'}"
