"""Try a connected mailbox in both directions; nothing is sent to anybody."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import WorkspaceCommand
from app.models import Workspace
from mailboxes.actions.check import check_mailbox
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.states import MailboxState
from mailboxes.management.connecting import told
from mailboxes.models import Mailbox


class Command(WorkspaceCommand):
    help = "Try a connected mailbox: each step of sending and receiving, with what to do where one fails."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("address")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        report = check_mailbox(_mailbox(workspace, options["address"]))
        self.stdout.write(told(report))
        if report.failure is not None:
            raise CommandError("Something does not work; see above.")


def _mailbox(workspace: Workspace, text: str) -> Mailbox:
    try:
        address = parse_address(text).normalised
    except AddressError as error:
        raise CommandError(str(error)) from error
    there = Mailbox.objects.filter(workspace=workspace, address=address).exclude(state=MailboxState.DISCONNECTED)
    if (mailbox := there.first()) is None:
        raise CommandError(f"{address} is not connected in {workspace.name}.")
    return mailbox
