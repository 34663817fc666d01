"""One person: show what is known, move them to another address, erase them."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from app.management.asking import DecidingCommand
from app.models import Workspace
from bounces.actions.suppressions import blocks
from mailboxes.actions import recipients
from mailboxes.core.address import AddressError, parse_address
from sequences.actions import contacts, erasure
from sequences.core.homes.origin import Origin
from sequences.management.choosing import standing
from sequences.models import Contact, Enrollment

FOR_GOOD = "This erases the person, what was written to them and what they wrote; the address stays blocked."


class Command(DecidingCommand):
    """`contact vera@example.com`, `contact 5 --address vera@example.net`, `contact 5 --erase --yes`."""

    help = "Show a person with their campaigns; give them another address, or erase them for good."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, and what to do."""
        super().add_arguments(parser)
        parser.add_argument("contact", metavar="ADDRESS|NUMBER")
        verbs = parser.add_mutually_exclusive_group()
        verbs.add_argument("--address", metavar="ADDRESS", help="their new address; nobody escapes a stop by it")
        verbs.add_argument("--time-zone", metavar="ZONE", help="the zone they live in; none: by their country")
        verbs.add_argument("--country", metavar="NAME", help="their country, or none; a derived zone follows it")
        verbs.add_argument("--erase", action="store_true", help="erase them for good")

    def act(self, workspace: Workspace, options: dict[str, Any]) -> None:
        """Show, move or erase."""
        contact = contact_called(workspace, options["contact"])
        if options["address"]:
            address = contacts.parsed(options["address"])
            contacts.edit_address(contact, address, by_id=self.deciding(workspace, options))
            self.stdout.write(f"Contact {contact.id} has the address {contact.email}.")
        elif values := {name: _typed(options[name]) for name in ("time_zone", "country") if options[name]}:
            contacts.update(contact, values, by_id=self.deciding(workspace, options))
            self._show(workspace, contact)
        elif options["erase"]:
            by_id = self.deciding(workspace, options, for_good=FOR_GOOD)
            number = contact.id
            erasure.erase(contact, by_id=by_id)
            self.stdout.write(f"Contact {number} is erased; the address is never mailed again.")
        else:
            self._show(workspace, contact)

    def _show(self, workspace: Workspace, contact: Contact) -> None:
        name = " ".join(filter(None, (contact.first_name, contact.last_name)))
        said = ", ".join(filter(None, (name, contact.company)))
        self.stdout.write(f"{contact.id}: {contact.email}{f' ({said})' if said else ''}")
        if blocks(workspace.id, parse_address(contact.email)) is not None:
            self.stdout.write("  Do not contact.")
        self.stdout.write(f"  {zone_line(contact)}")
        found = Enrollment.objects.filter(workspace=workspace, contact=contact)
        for one in found.select_related("campaign", "contact").order_by("id"):
            self.stdout.write(f"  enrollment {standing(one)}")


def _typed(text: str) -> str:
    return "" if text.strip().lower() == "none" else text


def zone_line(contact: Contact) -> str:
    """Say whose clock counts for a person, and how that is known."""
    zone = contact.time_zone or "campaign default"
    origin = {Origin.GIVEN: " (given)", Origin.DERIVED: " (derived from country or state)"}
    country = f", country {contact.country_code}" if contact.country_code else ""
    return f"Time zone: {zone}{origin.get(Origin(contact.zone_origin), '')}{country}."


def contact_called(workspace: Workspace, name: str) -> Contact:
    """Return the contact with this number or address."""
    known = Contact.objects.filter(workspace=workspace)
    if name.isdecimal():
        found = known.filter(id=int(name)).first()
    else:
        try:
            recipient_id = recipients.find(workspace.id, parse_address(name))
        except AddressError as error:
            raise CommandError(f"{name!r} is neither a number nor an address: {error}") from error
        found = known.filter(recipient_id=recipient_id).first() if recipient_id else None
    if found is None:
        raise CommandError(f"There is no contact {name!r} in {workspace.slug}.")
    return found
