"""Say why a mail left, waits or never will: facts, every rule's answer, verdicts, and the log."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from app.actions.workspaces import workspace_called
from app.management.asking import RefusingCommand
from mailboxes.management.commands.mailbox import newest
from sequences.actions import explain, explain_campaign, explain_mailbox
from sequences.management.choosing import campaign_called
from sequences.management.explained import campaign_text, mailbox_text, teller_of


class Command(RefusingCommand):
    """`explain enrollment 5`, `explain delivery ID`, `explain --mailbox ADDRESS`, `explain --campaign NAME`."""

    help = "Explain a delivery, somebody's sequence, a mailbox or a campaign; writes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """What to explain, and how."""
        parser.add_argument("what", nargs="?", choices=["delivery", "enrollment"])
        parser.add_argument("name", nargs="?", metavar="ID", help="its id; a delivery is also found by its Message-ID")
        parser.add_argument("--mailbox", metavar="ADDRESS", help="a mailbox: its room, its gates, its evidence")
        parser.add_argument("--campaign", metavar="NAME", help="a campaign: why nothing of it is sent")
        parser.add_argument("--workspace", metavar="NAME", help="of the mailbox or campaign, where there are several")
        parser.add_argument("--addresses", action="store_true", help="show addresses and Message-IDs too")
        parser.add_argument("--json", action="store_true", help="the gates as data; not of a delivery")

    def handle(self, *_: object, **options: Any) -> None:
        """Print the explanation."""
        wanted = [name for name in ("what", "mailbox", "campaign") if options[name]]
        if len(wanted) != 1 or (wanted == ["what"] and not options["name"]):
            raise CommandError("Say one thing: delivery ID, enrollment ID, --mailbox ADDRESS or --campaign NAME.")
        text = {"what": self._of_the_ledger, "mailbox": self._mailbox, "campaign": self._campaign}[wanted[0]](options)
        self.stdout.write(text)

    def _mailbox(self, options: dict[str, Any]) -> str:
        workspace = workspace_called(options["workspace"])
        found = explain_mailbox.mailbox(newest(workspace, options["mailbox"]))
        return _json(found) if options["json"] else mailbox_text(teller_of(workspace), found)

    def _campaign(self, options: dict[str, Any]) -> str:
        workspace = workspace_called(options["workspace"])
        found = explain_campaign.campaign(campaign_called(workspace, options["campaign"]))
        return _json(found) if options["json"] else campaign_text(teller_of(workspace), found)

    def _of_the_ledger(self, options: dict[str, Any]) -> str:
        name, addresses = options["name"], options["addresses"]
        if options["what"] == "delivery":
            if options["json"]:
                raise CommandError(
                    "A delivery is told as text only; --json is for enrollment, --mailbox and --campaign."
                )
            return explain.delivery(name, addresses=addresses)
        if not (name.isdecimal() and len(name) < explain.LONGEST_ID):
            raise CommandError("An enrollment is named by its number.")
        return (
            _json(explain.person(int(name))) if options["json"] else explain.enrollment(int(name), addresses=addresses)
        )


def _json(found: Any) -> str:
    return json.dumps(asdict(found), cls=DjangoJSONEncoder, indent=2, ensure_ascii=False)
