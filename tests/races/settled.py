"""Ends of calls, as a worker would report them."""

from admission.actions.settle import settle
from admission.core.settlement import Accepted, Settlement
from admission.core.verdict import Grant, Verdict
from mailboxes.actions.deliveries import begin_call
from mailboxes.core.message import Receipt
from mailboxes.models import Delivery

RECEIPT = Receipt("provider-id", "provider-thread", None, "250 queued")


def permit_of(verdict: Verdict) -> int:
    """The permit of a grant; anything else fails the test."""
    assert isinstance(verdict, Grant), verdict
    return verdict.permit_id


def ended(verdict: Verdict, settlement: Settlement, *, marked: bool = True) -> bool:
    """Set the mark and settle a granted call; False: its permit was replaced."""
    permit_id = permit_of(verdict)
    if marked:
        begin_call(Delivery.objects.get(permit_id=permit_id).id, permit_id)
    return settle(permit_id, settlement, chance=0.5)


def accepted(verdict: Verdict) -> bool:
    """The provider took it."""
    return ended(verdict, Accepted(RECEIPT))
