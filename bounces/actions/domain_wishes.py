"""A person asks for everybody at their domain: the domain goes on the do-not-contact list, right after their own stop.

That stop holds at once. The domain's entry takes its gate exclusively, which no transaction may that holds a gate
already, so it is owed by a row of the same commit and paid within seconds.
"""

from app.actions import events
from app.actions.events import EventRow
from bounces.actions.suppressions import enter_domain
from bounces.core.free_mail import FREE_MAIL
from bounces.core.outcomes import Outcome as Kind
from bounces.core.reading import WHOLE_DOMAIN
from bounces.core.ways import Way
from bounces.models import Outcome
from mailboxes.core.address import AddressError, DomainEntry, parse_domain
from mailboxes.models import DeliveryBody, InboundMessage, Mailbox

CARRY_OUT = "bounces.actions.domain_wishes.carry_out"


def heard(event: EventRow) -> None:
    """Owe the domain's entry, in the transaction of the person's own stop."""
    if event.data.get("category") == WHOLE_DOMAIN and event.data.get("outcome") == Kind.UNSUBSCRIBED:
        events.put_by(event, CARRY_OUT)


def carry_out(event: EventRow) -> None:
    """Suppress the domain of who asked, once, in the caller's transaction; not if the message was read wrongly.

    Takes the domain's gate exclusively.
    """
    outcome = Outcome.objects.filter(id=event.subject_id, corrected_at=None).first()
    domain = _domain(outcome) if outcome else None
    if outcome is not None and domain is not None:
        enter_domain(
            outcome.workspace_id, domain, reason=str(Kind.UNSUBSCRIBED), source=Way.WORDS, outcome_id=outcome.id
        )


def _domain(outcome: Outcome) -> DomainEntry | None:
    """Return the domain that may be meant: the writer's, if the mail they answer went there and it is a company's.

    Nobody speaks for all who use a provider of mail, nor for our own house.
    """
    wrote = InboundMessage.objects.values_list("from_domain", flat=True).filter(id=outcome.inbound_id or 0).first()
    mailed = DeliveryBody.objects.values_list("address", flat=True).filter(delivery_id=outcome.delivery_id or 0).first()
    try:
        domain = parse_domain(wrote or "")
    except AddressError:
        return None
    ours = Mailbox.objects.filter(workspace_id=outcome.workspace_id, address__iendswith=f"@{domain.domain}")
    answered = (mailed or "").rpartition("@")[2].lower()
    if domain.domain in FREE_MAIL or answered not in {wrote, domain.domain} or ours.exists():
        return None
    return domain
