"""Send a step to somebody who tries it out: one call with a permit of its own kind; nothing moves for the contact."""

import secrets
from dataclasses import dataclass, replace
from datetime import timedelta

from admission.actions.permits import grant_permit
from admission.actions.settle import settle
from admission.core.facts import SubjectFacts
from admission.core.limits import NO_LIMITS, CampaignLimits
from admission.core.settlement import Accepted, Settlement, Vanished, response_of
from admission.core.verdict import SENTENCES, Grant, Reason
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from mailboxes import locks
from mailboxes.actions import pool, recipients, signing
from mailboxes.actions.deliveries import withdraw
from mailboxes.actions.positions import position_of, read_to
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.mime import message_id_for
from mailboxes.core.states import DeliveryState, MailboxState
from mailboxes.models import Delivery, DeliveryBody, Recipient
from mailboxes.transports.base import Transport
from sequences.actions import dispatch, mail
from sequences.actions.previews import Sample, preview
from sequences.models import Contact, Step
from sequences.queries import Job

MARK = "[Test]"
LEFT_BEHIND = timedelta(hours=1)  # machine time after which a test that never got its permit is withdrawn


@dataclass(frozen=True, slots=True)
class TrySubject:
    """Implements admission.subject.Subject for one test mail: nobody's campaign, and no step of anybody."""

    workspace_id: int
    recipient_id: int
    mailbox_id: int
    domain: str
    address: str
    source: str | None
    campaign_id: int | None = None
    limits: CampaignLimits = NO_LIMITS
    sending_domain: str = ""
    link: str | None = None
    zone: str = "UTC"

    def facts(self, company: str = "") -> SubjectFacts:  # noqa: ARG002 - nobody opens here
        """Return what is known of whom it goes to: an answer of theirs to a campaign is no reason not to try one."""
        fence = Recipient.objects.values_list("fence", flat=True).get(id=self.recipient_id)
        return SubjectFacts(kind="test", fence=fence, address=self.address, recipient_id=self.recipient_id)


def send_test(step: Step, contact: Contact, *, to: str, by_id: int | None = None, variant: str = "") -> Delivery:
    """Send the mail of a step, with the contact's values and marked as a test, to one address of your own.

    Transactions as for any mail: prepare, permit, mark, settle; each locks whom it goes to, never the contact. It skips
    window, gap and caps and moves none of them; it counts in the provider's 24 hours, and an opt-out or a halt stops
    it. Returns the delivery, accepted or uncertain. Raises Refused, Busy.
    """
    try:
        address = parse_address(to)
    except AddressError as error:
        raise Refused(str(error)) from error
    sample = preview(step, contact, variant=variant)
    if sample.mailbox.state != MailboxState.CONNECTED:
        raise Refused(f"{SENTENCES[Reason.MAILBOX]}.")
    job, letter = _addressed(sample, address)
    _withdraw_left_behind(job.workspace_id)
    delivery_id = in_transaction(lambda: _prepare(job, letter, by_id))
    try:
        _send(job, replace(letter, delivery_id=delivery_id))
    except BaseException:
        in_transaction(lambda: _let_go(job.workspace_id, job.recipient_id, delivery_id))
        raise
    return Delivery.objects.get(id=delivery_id)


def _addressed(sample: Sample, address: Address) -> tuple[Job, mail.Letter]:
    """Return the sample under an id of its own, marked, to another address; the words stay the contact's."""
    job = replace(sample.job, email=address.wire, domain=address.domain, first_name="", last_name="")
    token = secrets.token_hex(16)
    letter = replace(
        sample.letter,
        token=token,
        source=token,
        message_id=message_id_for(token, job.from_address.rpartition("@")[2]),
        composed=replace(sample.letter.composed, subject=f"{MARK} {sample.letter.composed.subject}"),
    )
    ids = recipients.remember(job.workspace_id, [address])
    return replace(job, recipient_id=ids[address.normalised]), replace(letter, octets=mail.octets(job, letter))


def _prepare(job: Job, letter: mail.Letter, by_id: int | None) -> int:
    """Nothing -> prepared, under the lock of whom it goes to. The words are not kept: they speak of somebody else."""
    locks.enter(Gates(job.workspace_id), [job.recipient_id])
    made = Delivery.objects.create(
        workspace_id=job.workspace_id,
        kind=Delivery.Kind.TEST,
        recipient_id=job.recipient_id,
        mailbox_id=job.mailbox_id,
        token=letter.token,
        message_id=letter.message_id,
        created_at=clock.now(),
    )
    DeliveryBody.objects.create(
        delivery=made,
        address=job.email,
        source=letter.source,
    )
    data = {"campaign": job.campaign_id, "step": job.step_id, "by": by_id}
    events.append(
        kind="test.asked",
        workspace_id=job.workspace_id,
        subject_id=made.id,
        recipient_id=job.recipient_id,
        data=data,
    )
    return made.id


def _send(job: Job, letter: mail.Letter) -> None:
    """Connect, ask for the permit, call, settle. Raises Refused for anything but a yes or a doubt."""
    try:
        with pool.transport_for(job.mailbox_id) as transport:
            settlement = _called(job, letter, transport)
            if not isinstance(settlement, Accepted):
                transport.close()  # nobody knows where its conversation stands
    except CredentialError as error:
        raise Refused(f"The mailbox cannot sign in: {error}.") from error
    except TransportError as error:
        raise Refused(f"The test was not sent: {error}. A check of the mailbox says what to do.") from error
    except signing.CannotSign as error:
        raise Refused(str(error)) from error
    except EndpointRefused as error:
        raise Refused(f"{SENTENCES[Reason.REHEARSAL]}.") from error
    if not isinstance(settlement, Accepted | Vanished):
        raise Refused(f"The test was not taken: {getattr(settlement, 'words', '') or response_of(settlement)}.")


def _called(job: Job, letter: mail.Letter, transport: Transport) -> Settlement:
    transport.ready()
    position = position_of(transport, read_to(job.mailbox_id))
    letter = replace(letter, octets=signing.signed(job.mailbox_id, letter.octets))
    subject = TrySubject(
        workspace_id=job.workspace_id,
        recipient_id=job.recipient_id,
        mailbox_id=job.mailbox_id,
        domain=job.domain,
        address=job.email,
        source=letter.source,
    )
    verdict = grant_permit(delivery_id=letter.delivery_id, subject=subject, jitter=0.0, position=position)
    if not isinstance(verdict, Grant):
        raise Refused(f"{SENTENCES[verdict.reason]}.")
    settlement = dispatch.call(job, letter, transport, verdict.permit_id)
    settle(verdict.permit_id, settlement, chance=0.0, people=(job.workspace_id, None, job.recipient_id))
    return settlement


def _let_go(workspace_id: int, recipient_id: int, delivery_id: int) -> None:
    """prepared -> withdrawn; a call that was under way is ended by its lease."""
    locks.enter(Gates(workspace_id), [recipient_id])
    withdraw(delivery_id, reason="test")


def _withdraw_left_behind(workspace_id: int) -> None:
    """Let go of tests whose process died before they got a permit: nobody sends them any more."""
    left = Delivery.objects.filter(workspace_id=workspace_id, kind=Delivery.Kind.TEST, state=DeliveryState.PREPARED)
    old = left.filter(created_at__lt=clock.now() - LEFT_BEHIND).values_list("workspace_id", "recipient_id", "id")
    for row in old[:20]:
        in_transaction(lambda row=row: _let_go(*row))  # type: ignore[misc]
