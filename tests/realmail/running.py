"""The product with mailboxes of the real house."""

from typing import Any
from unittest.mock import patch

from app.models import Workspace
from mailboxes.models import Mailbox
from sequences.models import Campaign, Contact, Enrollment
from tests.factories import SECRETS, StepPlan, a_campaign, a_contact, a_mailbox, an_email, enrolled
from tests.plugins.world import World
from tests.realmail.servers import RealAccount, RealMail

STEPS = (an_email(), an_email(subject="", text="And again, {{ first_name }}", delay=3))


def connected(
    workspace: Workspace, house: RealMail, world: World, account: RealAccount, *, starttls: bool = False, **changes: Any
) -> Mailbox:
    """Connect an account of the house as a mailbox that sends by submission and is read over IMAP."""
    world.allow(house.endpoints() | set(changes.pop("also", ())))
    port = changes.pop("port", account.starttls_port if starttls else account.smtp_port)
    security = "starttls" if starttls else "tls"
    endpoints = {
        "smtp": {"host": account.host, "port": port, "security": security},
        "imap": {"host": account.host, "port": account.imap_port, "security": "tls"},
    }
    secret = {"auth": "password", "username": account.address, "password": account.password}
    with patch.dict(SECRETS, smtp=secret):
        return a_mailbox(workspace, kind="smtp", gap=0, endpoints=endpoints, address=account.address, **changes)


def writing_to(mailbox: Mailbox, *addresses: str, steps: tuple[StepPlan, ...] = STEPS) -> Campaign:
    """A running campaign of this mailbox with these people, who are due."""
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox], steps=steps)
    for address in addresses:
        enrolled(campaign, a_contact(mailbox.workspace, address), mailbox=mailbox)
    return campaign


def state_of(address: str) -> str:
    """How it stands with the one enrollment of somebody."""
    contact = Contact.objects.get(email=address)
    return Enrollment.objects.values_list("state", flat=True).get(contact=contact)
