"""Send a step to an address of your own."""

from typing import Any

from django.core.management.base import CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from mailboxes.core.states import DeliveryState
from sequences.actions.previews import contact_at, step_at
from sequences.actions.tryouts import send_test
from sequences.management.choosing import campaign_called


class Command(WorkspaceCommand):
    help = "Send a step with one contact's values to an address of your own; nothing changes for the contact."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("campaign")
        parser.add_argument("--step", type=int, required=True, metavar="N", help="its place in the campaign, from 1")
        parser.add_argument("--contact", required=True, metavar="ADDRESS", help="whose values are filled in")
        parser.add_argument("--to", required=True, metavar="ADDRESS", help="who gets the test")
        parser.add_argument("--variant", default="", metavar="NAME", help="the first one, if left out")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        step = step_at(campaign_called(workspace, options["campaign"]), options["step"])
        contact = contact_at(workspace, options["contact"])
        sent = send_test(step, contact, to=options["to"], variant=options["variant"])
        if sent.state == DeliveryState.UNCERTAIN:
            self.stdout.write("The connection was lost: the test may have left. Look into the inbox.")
        else:
            self.stdout.write(f"The test of step {step.position} was accepted by {sent.mailbox.address}'s server.")
