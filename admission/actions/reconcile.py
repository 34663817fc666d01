"""Find out about uncertain mails: found in Sent, or their absence proved, or a person has to look.

Absence needs two complete reads of the whole mailbox, the first at least 15 minutes after the call's deadline and
the second ten minutes later, and proof that this mailbox keeps what it sends. Anything less is unknown.
"""

from datetime import datetime, timedelta

from django.db.models.functions import Now

from admission.actions import doubts, settle
from admission.actions.doubts import Look
from admission.core.absence import KEEPS_SENT, twice_absent
from admission.models import KeptCopy, Permit, PermitFacts
from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.crypto import CryptoError
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions import pool
from mailboxes.actions.isolation import NotNow
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.states import DeliveryState
from mailboxes.models import Credential, Delivery, Mailbox
from mailboxes.transports.base import Absent, Found, SentSearch, Unknown

SEARCH_TIME = timedelta(minutes=2)  # for one mailbox; what is left then waits for its lease to end
# Nobody may or can ask this mailbox: dead or missing credentials, or a host that a rehearsal must not reach.
NO_WAY_IN: dict[type[Exception], str] = {
    CredentialError: "the mailbox has to be connected anew",
    EndpointRefused: "this mailbox may not be reached from here",
    CryptoError: "the mailbox's login cannot be unsealed",
    Credential.DoesNotExist: "the mailbox was disconnected",
    NotNow: "its provider could not be asked just then",
    TransportError: "the mailbox could not be reached",
}
KEEPS_TOO_LITTLE = "absent, but not each of the three mails before it was found: copies may not be kept here"


def reconcile() -> int:
    """Make every look that is due, one mailbox after the other; return how many mails were decided."""
    return sum(search(mailbox_id) for mailbox_id in doubts.due())


def search(mailbox_id: int) -> int:
    """Look once for each mail of one mailbox that is due for a look; return how many were decided.

    What one look learns of the way in holds for the others: a mailbox that cannot be reached is asked once.
    """
    decided = 0
    no_way_in: Unknown | None = None
    ends_at = clock.now() + SEARCH_TIME
    for look in doubts.claim(mailbox_id):
        if clock.now() > ends_at:
            break
        try:
            decided += _look(look, no_way_in)
        except tuple(NO_WAY_IN) as error:
            no_way_in = Unknown(_words(error))
            _look(look, no_way_in)
        except Busy:  # the mailbox's connections or a person's lock: the leases bring what is left back
            break
    return decided


def _words(error: Exception) -> str:
    """Return why there is no way in, without the words of others, which may hold an address."""
    return next(words for kind, words in NO_WAY_IN.items() if isinstance(error, kind))


def _look(look: Look, answer: Unknown | None) -> bool:
    """Search for one uncertain mail and act on what that proves; True: it is decided.

    uncertain -> accepted or prepared. Calls out without a transaction; then gates (shared), recipient, budget.
    """
    if look.hopeless:
        doubts.give_up(look, clock.now())
        return False
    read_at = clock.database_now()
    found = answer or _search(look.delivery, look.permit_id)
    if isinstance(found, Found):
        return in_transaction(lambda: _accept(look, found))
    if isinstance(found, Absent):
        return _absent(look, read_at)
    doubts.note(look.permit_id, doubts.UNKNOWN, found.reason, read_at)
    if found.final:
        doubts.give_up(look, read_at)
    else:
        doubts.put_off(look, read_at, doubts.absent_reads(look.permit_id))
    return False


def _search(delivery: Delivery, permit_id: int) -> SentSearch:
    """Ask the provider; raises what NO_WAY_IN names."""
    position = PermitFacts.objects.values_list("position", flat=True).filter(permit_id=permit_id).first() or {}
    with pool.transport_for(delivery.mailbox_id) as transport:
        return transport.find_sent(delivery.token, delivery.message_id, position)


def _absent(look: Look, read_at: datetime) -> bool:
    """Keep a complete read that did not find the mail; release it when that proves that it never left."""
    reads = [*doubts.absent_reads(look.permit_id), read_at]
    proved = twice_absent(reads, look.counts_from)
    kept = not proved or keeps_what_it_sends(look)
    doubts.note(look.permit_id, doubts.ABSENT, "" if kept else KEEPS_TOO_LITTLE, read_at)
    if proved and kept:
        return in_transaction(lambda: _release(look))
    doubts.put_off(look, read_at, reads)
    return False


def keeps_what_it_sends(look: Look) -> bool:
    """Tell whether the three mails that this mailbox sent last before the call were all found in it.

    Found or not is asked once for each mail. Calls out without a transaction.
    """
    permit = Permit.objects.get(id=look.permit_id)
    earlier = Permit.objects.filter(
        mailbox_id=permit.mailbox_id, state=Permit.State.ACCEPTED, number__lt=permit.number
    ).order_by("-number")
    last = list(earlier.select_related("delivery__mailbox")[:KEEPS_SENT])
    return len(last) == KEEPS_SENT and all(_kept(one.delivery, one.id) for one in last)


def _kept(delivery: Delivery, permit_id: int) -> bool:
    """Tell whether an accepted mail lies in its mailbox; what cannot be told is no yes and is asked again."""
    known = KeptCopy.objects.filter(delivery_id=delivery.id).values_list("found", flat=True).first()
    if known is not None:
        return known
    if delivery.mailbox.kind == Mailbox.Kind.GMAIL and delivery.real_message_id:
        return True  # read from the mailbox after acceptance
    found = _search(delivery, permit_id)
    if isinstance(found, Unknown):
        return False
    return _keep(delivery.id, found=isinstance(found, Found))


def _keep(delivery_id: int, *, found: bool) -> bool:
    KeptCopy.objects.update_or_create(delivery_id=delivery_id, defaults={"found": found, "read_at": Now()})
    return found


def _accept(look: Look, found: Found) -> bool:
    """uncertain -> accepted: it lies in the mailbox. Its time is the permit's: it was sent then, not now."""
    held = _held(look)
    if held is None:
        return False
    at = Permit.objects.values_list("world_at", flat=True).get(id=look.permit_id)
    settle.accept(look.permit_id, found.receipt, world_at=at)
    _keep(look.delivery.id, found=True)
    doubts.over(look.permit_id)
    return True


def _release(look: Look) -> bool:
    held = _held(look)
    if held is None:
        return False
    settle.release(held)
    settle.land(held, None)
    doubts.over(look.permit_id)
    return True


def _held(look: Look) -> settle.Held | None:
    """Lock the person and return the permit if the delivery is still uncertain under it."""
    delivery = look.delivery
    locks.enter(Gates(delivery.workspace_id, delivery.campaign_id), [delivery.recipient_id])
    held = settle.read(look.permit_id)
    return held if held.holder == look.permit_id and held.state == DeliveryState.UNCERTAIN else None
