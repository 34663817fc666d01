"""The tables of this package, a file for each subject."""

from mailboxes.models.accounts import (
    AwayRange,
    Budget,
    ConsentRequest,
    Credential,
    DkimKey,
    HandMail,
    ListedMailbox,
    Mailbox,
    MailboxList,
    ServiceAccount,
)
from mailboxes.models.deliveries import LIVE, Delivery, DeliveryBody
from mailboxes.models.health import HealthCheck, HealthRound, Probe
from mailboxes.models.inbound import InboundCursor, InboundDay, InboundMessage, InboundRaw, InboundTrace
from mailboxes.models.people import Recipient
from mailboxes.models.providers import ProviderBreaker, Quota

__all__ = [
    "LIVE",
    "AwayRange",
    "Budget",
    "ConsentRequest",
    "Credential",
    "Delivery",
    "DeliveryBody",
    "DkimKey",
    "HandMail",
    "HealthCheck",
    "HealthRound",
    "InboundCursor",
    "InboundDay",
    "InboundMessage",
    "InboundRaw",
    "InboundTrace",
    "ListedMailbox",
    "Mailbox",
    "MailboxList",
    "Probe",
    "ProviderBreaker",
    "Quota",
    "Recipient",
    "ServiceAccount",
]
