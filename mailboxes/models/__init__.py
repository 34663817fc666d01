"""The tables of this package, a file for each subject."""

from mailboxes.models.accounts import (
    Budget,
    ConsentRequest,
    Credential,
    DkimKey,
    ListedMailbox,
    Mailbox,
    MailboxList,
    ServiceAccount,
)
from mailboxes.models.deliveries import LIVE, Delivery, DeliveryBody
from mailboxes.models.inbound import InboundCursor, InboundDay, InboundMessage, InboundRaw, InboundTrace
from mailboxes.models.people import Recipient
from mailboxes.models.providers import ProviderBreaker, Quota

__all__ = [
    "LIVE",
    "Budget",
    "ConsentRequest",
    "Credential",
    "Delivery",
    "DeliveryBody",
    "DkimKey",
    "InboundCursor",
    "InboundDay",
    "InboundMessage",
    "InboundRaw",
    "InboundTrace",
    "ListedMailbox",
    "Mailbox",
    "MailboxList",
    "ProviderBreaker",
    "Quota",
    "Recipient",
    "ServiceAccount",
]
