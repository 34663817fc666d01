"""Find out about uncertain mails: found in Sent, or their absence proved, or a person has to look.

Absence needs two complete reads of the whole mailbox, the first at least 15 minutes after the call's deadline and
the second ten minutes later, and proof that this mailbox keeps what it sends. Anything less is unknown.
"""

from datetime import datetime, timedelta

from admission.actions import settle
from admission.models import AbsenceRead, Incident, Permit, PermitFacts
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.crypto import CryptoError
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions import pool
from mailboxes.actions.deliveries import CALL_DEADLINE
from mailboxes.actions.real_ids import learn_real_id
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.message import Receipt
from mailboxes.core.states import DeliveryState
from mailboxes.models import Credential, Delivery
from mailboxes.transports.base import Absent, Found, SentSearch, Unknown

AFTER_DEADLINE = timedelta(minutes=15)  # a call may hang until its deadline and Sent folders lag behind it
BETWEEN_READS = timedelta(minutes=10)
# Nobody may or can ask this mailbox: dead or missing credentials, or a host that a rehearsal must not reach.
NO_WAY_IN = (CredentialError, EndpointRefused, CryptoError, Credential.DoesNotExist)
KEEPS_SENT = 3  # earlier accepted mails found in the mailbox: proof that it keeps what it sends
ASK_A_PERSON = timedelta(hours=24)  # true time in doubt before a person is asked


def reconcile(*, limit: int = 50) -> int:
    """Look once for each uncertain delivery that is due for a look; return how many were decided."""
    uncertain = Delivery.objects.filter(state=DeliveryState.UNCERTAIN, permit_id__isnull=False)
    return sum(look(delivery) for delivery in list(uncertain.order_by("id")[:limit]))


def look(delivery: Delivery) -> bool:
    """Search the Sent folder for one uncertain mail and act on what that proves; True: it is decided.

    uncertain -> accepted or prepared. Calls out without a transaction; then gates (shared), recipient, budget.
    """
    permit_id = delivery.permit_id
    began = delivery.call_began_at
    if permit_id is None or began is None:
        return False
    read_at = clock.now()
    found = _search(delivery, permit_id)
    if isinstance(found, Found):
        return in_transaction(lambda: _accept(delivery, permit_id, found))
    _note(permit_id, found, read_at)
    if isinstance(found, Absent) and absence_proved(delivery.mailbox_id, permit_id, began):
        return in_transaction(lambda: _release(delivery, permit_id))
    if read_at - began > ASK_A_PERSON:
        ask_a_person(delivery, permit_id)
    return False


def _search(delivery: Delivery, permit_id: int) -> SentSearch:
    """Ask the provider; whatever keeps it from answering is Unknown."""
    position = PermitFacts.objects.values_list("position", flat=True).filter(permit_id=permit_id).first() or {}
    try:
        with pool.transport_for(delivery.mailbox_id) as transport:
            return transport.find_sent(delivery.token, delivery.message_id, position)
    except (TransportError, *NO_WAY_IN) as error:
        return Unknown(type(error).__name__)


def _note(permit_id: int, found: Absent | Unknown, read_at: datetime) -> None:
    AbsenceRead.objects.create(
        permit_id=permit_id,
        read_at=read_at,
        found="absent" if isinstance(found, Absent) else "unknown",
        reason=found.reason[:60] if isinstance(found, Unknown) else "",
    )


def absence_proved(mailbox_id: int, permit_id: int, began: datetime) -> bool:
    """Tell whether the rule of absence is met by the reads so far."""
    first_possible = began + CALL_DEADLINE + AFTER_DEADLINE
    reads = AbsenceRead.objects.filter(permit_id=permit_id, found="absent", read_at__gte=first_possible).order_by(
        "read_at"
    )
    times = list(reads.values_list("read_at", flat=True))
    kept = Delivery.objects.filter(mailbox_id=mailbox_id).exclude(real_message_id="")[:KEEPS_SENT]
    return len(times) > 1 and times[-1] - times[0] >= BETWEEN_READS and len(kept) >= KEEPS_SENT


def _accept(delivery: Delivery, permit_id: int, found: Found) -> bool:
    """uncertain -> accepted: it lies in the mailbox. Its time is the permit's: it was sent then, not now."""
    held = _held(delivery, permit_id)
    if held is None:
        return False
    at = Permit.objects.values_list("world_at", flat=True).get(id=permit_id)
    settle.accept(permit_id, found.receipt, world_at=at)
    return True


def _release(delivery: Delivery, permit_id: int) -> bool:
    held = _held(delivery, permit_id)
    if held is None:
        return False
    settle.release(held)
    settle.land(held, None)
    return True


def _held(delivery: Delivery, permit_id: int) -> settle.Held | None:
    """Lock the person and return the permit if the delivery is still uncertain under it."""
    locks.enter(Gates(delivery.workspace_id, delivery.campaign_id), [delivery.recipient_id])
    held = settle.read(permit_id)
    return held if held.holder == permit_id and held.state == DeliveryState.UNCERTAIN else None


def ask_a_person(delivery: Delivery, permit_id: int) -> None:
    """Raise one incident for a mail that stays in doubt; the evidence is its reads and its permit's facts."""
    if Incident.objects.filter(kind="uncertain", permit_id=permit_id).exists():
        return
    Incident.objects.create(
        workspace_id=delivery.workspace_id,
        kind="uncertain",
        delivery_id=delivery.id,
        permit_id=permit_id,
        data={"reads": AbsenceRead.objects.filter(permit_id=permit_id).count()},
        at=clock.now(),
    )
    events.append(
        kind="delivery.needs_person",
        workspace_id=delivery.workspace_id,
        subject_id=delivery.id,
        recipient_id=delivery.recipient_id,
        data={"permit": permit_id},
    )


def repair_real_ids(*, limit: int = 100) -> int:
    """Look again for the Message-IDs of accepted mails whose look-up failed; never sends anything."""
    settled_before = clock.now() - timedelta(minutes=1)
    unknown = Delivery.objects.filter(
        state=DeliveryState.ACCEPTED, real_message_id="", mailbox__kind="gmail", settled_at__lt=settled_before
    ).exclude(provider_id="")
    return sum(_repair(delivery) for delivery in unknown.order_by("-id")[:limit])


def _repair(delivery: Delivery) -> bool:
    """Ask for one Message-ID; a mailbox that cannot be reached keeps no other from being asked."""
    receipt = Receipt(delivery.provider_id, delivery.provider_thread_id, None, "")
    try:
        with pool.transport_for(delivery.mailbox_id) as transport:
            real = transport.real_message_id(receipt)
    except NO_WAY_IN:
        return False
    return bool(real and learn_real_id(delivery.id, real))
