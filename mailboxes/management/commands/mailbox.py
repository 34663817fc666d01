"""Mailboxes: show where each stands; pause one, let it send again, let it go."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from mailboxes.actions import mailboxes
from mailboxes.models import Mailbox
from mailboxes.screens.words import MAILBOX

FOR_GOOD = "This deletes the mailbox's password or grant; the people it wrote to wait."
VERBS: dict[str, Callable[..., None]] = {
    "pause": mailboxes.pause,
    "resume": mailboxes.resume,
    "disconnect": mailboxes.disconnect,
}


class Command(DecidingCommand):
    """`mailbox`, `mailbox nora@example.org --pause`, `mailbox nora@example.org --disconnect --yes`."""

    help = "Show the mailboxes; pause one, let it send again, or delete its secret and let it go."
    action = "connect_mailboxes"

    def add_arguments(self, parser: CommandParser) -> None:
        """Which mailbox, and what to do."""
        super().add_arguments(parser)
        parser.add_argument("address", nargs="?", help="one mailbox")
        verbs = parser.add_mutually_exclusive_group()
        verbs.add_argument("--pause", action="store_true", help="nothing leaves; its inbox is still read")
        verbs.add_argument("--resume", action="store_true", help="it sends again")
        verbs.add_argument("--disconnect", action="store_true", help="its secret is deleted")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, or move."""
        verb = next((name for name in VERBS if options[name]), None)
        found = Mailbox.objects.filter(workspace=workspace).order_by("address", "id")
        if options["address"]:
            found = found.filter(address=options["address"].strip().lower())
        if verb is None:
            for mailbox in found:
                self.stdout.write(line(mailbox))
            return
        mailbox = newest(workspace, options["address"])
        by_id = self.deciding(workspace, options, for_good=FOR_GOOD if verb == "disconnect" else "")
        VERBS[verb](mailbox, by_id=by_id)
        mailbox.refresh_from_db()
        self.stdout.write(line(mailbox))


def newest(workspace: Workspace, address: str | None) -> Mailbox:
    """Return the mailbox of this address, the one connected last where it was let go before."""
    if not address:
        raise CommandError("Say which mailbox, by its address.")
    found = Mailbox.objects.filter(workspace=workspace, address=address.strip().lower()).order_by("-id").first()
    if found is None:
        raise CommandError(f"There is no mailbox {address} in {workspace.slug}.")
    return found


def line(mailbox: Mailbox) -> str:
    """Return where a mailbox stands."""
    reason = f" ({mailbox.state_reason})" if mailbox.state_reason else ""
    return f"{mailbox.address} ({mailbox.kind}): {MAILBOX[mailbox.state].word}{reason}"
