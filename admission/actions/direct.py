"""Mail outside any campaign, sent while its asker waits: one call, with a permit of its own kind."""

from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from admission.actions.calls import A_NEW_ONE, Outgoing, make_call
from admission.actions.permits import grant_permit
from admission.actions.settle import settle
from admission.core.facts import SubjectFacts
from admission.core.limits import NO_LIMITS, CampaignLimits
from admission.core.settlement import Accepted, Settlement, Vanished, response_of
from admission.core.verdict import SENTENCES, Grant, Reason, Refuse
from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions import pool, signing
from mailboxes.actions.deliveries import withdraw
from mailboxes.actions.positions import position_of, read_to
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.message import Envelope, Thread
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery, DeliveryBody, Recipient
from mailboxes.transports.base import Transport

LEFT_BEHIND = timedelta(hours=1)  # machine time after which a mail that never got its permit is withdrawn


@dataclass(frozen=True, slots=True)
class DirectSubject:
    """Implements admission.subject.Subject for such a mail: nobody's campaign, and no step of anybody."""

    kind: str
    workspace_id: int
    recipient_id: int
    mailbox_id: int
    domain: str
    address: str
    source: str | None
    campaign_id: int | None = None
    sending_domain: str = ""
    limits: CampaignLimits = NO_LIMITS
    link: str | None = None
    zone: str = "UTC"

    def facts(self, company: str = "") -> SubjectFacts:  # noqa: ARG002 - nobody's campaign counts anybody's company
        """Return what is known of whom it goes to: an answer of theirs to a campaign is no reason not to send it."""
        fence = Recipient.objects.values_list("fence", flat=True).get(id=self.recipient_id)
        return SubjectFacts(kind=self.kind, fence=fence, address=self.address, recipient_id=self.recipient_id)


@dataclass(frozen=True, slots=True)
class DirectMail:
    """One such mail. `source` is its fingerprint; octets as they are before the domain's key signs them."""

    kind: Delivery.Kind
    workspace_id: int
    recipient_id: int
    mailbox_id: int
    from_address: str
    address: str
    domain: str
    token: str
    message_id: str
    source: str
    octets: bytes
    delivery_id: int = 0
    thread: Thread = A_NEW_ONE


class NotSent(Refused):
    """It did not leave; `reason` in one word, without anybody's words. `final`: no later try will do better."""

    def __init__(self, text: str, reason: str, *, final: bool = False) -> None:
        """Carry them."""
        super().__init__(text)
        self.reason = reason
        self.final = final


def prepare(mail: DirectMail) -> int:
    """Nothing -> prepared, in the caller's transaction, under the lock of whom it goes to. Its words are not kept."""
    locks.enter(Gates(mail.workspace_id), [mail.recipient_id])
    made = Delivery.objects.create(
        workspace_id=mail.workspace_id,
        kind=mail.kind,
        recipient_id=mail.recipient_id,
        mailbox_id=mail.mailbox_id,
        token=mail.token,
        message_id=mail.message_id,
        created_at=clock.now(),
    )
    DeliveryBody.objects.create(delivery=made, address=mail.address, source=mail.source)
    return made.id


def send(mail: DirectMail) -> Settlement:
    """Connect, ask for the permit, call, settle; return Accepted or Vanished. Raises NotSent, Busy.

    Each step is a transaction of its own. What did not leave is withdrawn; a call that was under way is ended by its
    lease.
    """
    try:
        return attempt(mail)
    except BaseException:
        in_transaction(lambda: let_go(mail.workspace_id, mail.recipient_id, mail.delivery_id, str(mail.kind)))
        raise


def attempt(mail: DirectMail) -> Settlement:
    """Do as send() does, but leave what did not leave as it is: the caller tries again or lets it go."""
    try:
        with pool.transport_for(mail.mailbox_id) as transport:
            settlement = _called(mail, transport)
            if not isinstance(settlement, Accepted):
                transport.close()  # nobody knows where its conversation stands
    except CredentialError as error:
        raise NotSent(f"The mailbox cannot sign in: {error}.", "credentials") from error
    except TransportError as error:
        words = f"The {mail.kind} was not sent: {error}. A check of the mailbox says what to do."
        raise NotSent(words, "not_reached") from error
    except signing.CannotSign as error:
        raise NotSent(str(error), "not_signed") from error
    except EndpointRefused as error:
        raise NotSent(f"{SENTENCES[Reason.REHEARSAL]}.", Reason.REHEARSAL) from error
    if not isinstance(settlement, Accepted | Vanished):
        words = getattr(settlement, "words", "") or response_of(settlement)
        raise NotSent(f"The {mail.kind} was not taken: {words}.", type(settlement).__name__.lower())
    return settlement


def _called(mail: DirectMail, transport: Transport) -> Settlement:
    transport.ready()
    position = position_of(transport, read_to(mail.mailbox_id))
    octets = signing.signed(mail.mailbox_id, mail.octets)
    subject = DirectSubject(
        kind=str(mail.kind),
        workspace_id=mail.workspace_id,
        recipient_id=mail.recipient_id,
        mailbox_id=mail.mailbox_id,
        domain=mail.domain,
        address=mail.address,
        source=mail.source,
    )
    verdict = grant_permit(delivery_id=mail.delivery_id, subject=subject, jitter=0.0, position=position)
    if not isinstance(verdict, Grant):
        final = isinstance(verdict, Refuse)
        raise NotSent(f"{SENTENCES[verdict.reason]}.", verdict.reason, final=final)
    envelope = Envelope(mail.from_address, mail.address)
    going = Outgoing(mail.delivery_id, mail.mailbox_id, envelope, octets, mail.thread)
    settlement = make_call(going, transport, verdict.permit_id)
    settle(verdict.permit_id, settlement, chance=0.0, people=(mail.workspace_id, None, mail.recipient_id))
    return settlement


def let_go(workspace_id: int, recipient_id: int, delivery_id: int, reason: str) -> None:
    """prepared -> withdrawn, under the lock of whom it would have gone to."""
    locks.enter(Gates(workspace_id), [recipient_id])
    withdraw(delivery_id, reason=reason)


def withdraw_left_behind(workspace_id: int, kind: Delivery.Kind, *, most: int = 20) -> None:
    """Let go of mails whose process died an hour ago, before they got a permit: nobody sends them any more."""
    left = Delivery.objects.filter(workspace_id=workspace_id, kind=kind, state=DeliveryState.PREPARED)
    old = left.filter(created_at__lt=clock.now() - LEFT_BEHIND).values_list("workspace_id", "recipient_id", "id")
    for row in old[:most]:
        in_transaction(partial(let_go, *row, str(kind)))
