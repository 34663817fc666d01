"""What the commands that connect one mailbox share: who it is, how much it may send, and that it is tried first."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from django.core.management.base import CommandParser

from app.core.errors import Refused
from app.management.asking import WorkspaceCommand
from app.models import Workspace
from mailboxes.actions.check import check_connection
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.core.check_faults import Report
from mailboxes.models import Mailbox
from mailboxes.screens.check_words import sentence, sides

SKIP = "Nothing was stored; --no-check connects without trying."


class ConnectCommand(WorkspaceCommand):
    """Connect one mailbox; a subclass says how it is reached and where its secret comes from."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Offer what every kind of mailbox has."""
        super().add_arguments(parser)
        parser.add_argument("address")
        parser.add_argument("--name", default="", help="display name in From")
        parser.add_argument("--time-zone", default="", help="whose local days its cap counts; else the workspace's")
        parser.add_argument("--daily-cap", type=int)
        parser.add_argument("--outreach", action="store_true", help="used for outreach only; else a person's own")
        parser.add_argument("--no-check", action="store_true", help="store it without trying to log in first")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Try the mailbox in both directions, then store it."""
        wanted = replace(
            self.reached(workspace, options),
            display_name=options["name"],
            time_zone=options["time_zone"],
            daily_cap=options["daily_cap"],
            purpose=Mailbox.Purpose.OUTREACH.value if options["outreach"] else "",
        )
        if not options["no_check"]:
            require_working(wanted, workspace)
        mailbox = connect(workspace, wanted)
        self.stdout.write(f"{mailbox.address} is {mailbox.state}, at most {mailbox.daily_cap} mails a day.")

    @abstractmethod
    def reached(self, workspace: Workspace, options: dict[str, Any]) -> Connection:
        """Return kind, address, servers and secret. Raises Refused."""


def require_working(wanted: Connection, workspace: Workspace) -> None:
    """Raise Refused with the first thing that does not work, in words."""
    report = check_connection(wanted, workspace_id=workspace.id)
    if report.failure is not None:
        raise Refused(f"{report.address}: {sentence(report)} {SKIP}")


def told(report: Report) -> str:
    """Return a check as lines for a terminal."""
    lines = [report.address]
    for side in sides(report):
        lines.append(f"  {side.title}")
        for line in side.lines:
            more = " ".join(
                part for part in (line.what, line.act, line.page, f"[{line.said}]" if line.said else "") if part
            )
            lines.append(f"    {line.state.word:<14} {line.name}{': ' if more else ''}{more}")
    return "\n".join(lines)
