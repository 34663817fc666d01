"""Take an address or a domain off the do-not-contact list."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from bounces.actions.suppressions import Entry, lift, parse_entry
from bounces.models import Suppression
from mailboxes.actions import recipients
from mailboxes.core.address import AddressError


class Command(DecidingCommand):
    """`unsuppress vera@example.com --reason "She asked for the offer on the phone."`."""

    help = "Take an address or a domain off the do-not-contact list, with a reason; nobody is enrolled again by it."
    action = "lift_suppressions"

    def add_arguments(self, parser: CommandParser) -> None:
        """What to take off, and why."""
        super().add_arguments(parser)
        parser.add_argument("entry", metavar="ADDRESS|DOMAIN")
        parser.add_argument("--reason", required=True, metavar="TEXT", help="kept with your name")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Lift the one entry."""
        try:
            entry = parse_entry(options["entry"])
        except AddressError as error:
            raise CommandError(str(error)) from error
        found = living(workspace, entry)
        if found is None:
            raise CommandError(f"{options['entry']} is not on the list of {workspace.slug}.")
        lift(workspace.id, found.id, reason=options["reason"], by_id=self.deciding(workspace, options))
        self.stdout.write(f"{options['entry']} may be contacted again.")


def living(workspace: Workspace, entry: Entry) -> Suppression | None:
    """Return the entry of the list that is exactly this one; a domain's does not stand for its addresses."""
    found = Suppression.objects.filter(workspace=workspace, lifted_at=None)
    if entry.domain is not None:
        return found.filter(domain=entry.domain.text).first()
    recipient_id = recipients.find(workspace.id, entry.address) if entry.address else None
    return found.filter(recipient_id=recipient_id).first() if recipient_id else None
