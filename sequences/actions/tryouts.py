"""Send a step to somebody who tries it out: one call with a permit of its own kind; nothing moves for the contact."""

import secrets
from dataclasses import replace

from admission.actions import direct
from admission.core.verdict import SENTENCES, Reason
from app.actions import events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from mailboxes.actions import recipients
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.core.mime import message_id_for
from mailboxes.core.states import MailboxState
from mailboxes.models import Delivery
from sequences.actions import mail
from sequences.actions.previews import Sample, preview
from sequences.models import Contact, Step
from sequences.queries import Job

MARK = "[Test]"


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
    test = _as_mail(job, letter)
    direct.withdraw_left_behind(job.workspace_id, Delivery.Kind.TEST)
    delivery_id = in_transaction(lambda: _prepare(job, test, by_id))
    direct.send(replace(test, delivery_id=delivery_id))
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


def _as_mail(job: Job, letter: mail.Letter) -> direct.DirectMail:
    return direct.DirectMail(
        kind=Delivery.Kind.TEST,
        workspace_id=job.workspace_id,
        recipient_id=job.recipient_id,
        mailbox_id=job.mailbox_id,
        from_address=job.from_address,
        address=job.email,
        domain=job.domain,
        token=letter.token,
        message_id=letter.message_id,
        source=letter.source,
        octets=letter.octets,
    )


def _prepare(job: Job, test: direct.DirectMail, by_id: int | None) -> int:
    """Nothing -> prepared, under the lock of whom it goes to. The words are not kept: they speak of somebody else."""
    delivery_id = direct.prepare(test)
    events.append(
        kind="test.asked",
        workspace_id=job.workspace_id,
        subject_id=delivery_id,
        recipient_id=job.recipient_id,
        data={"campaign": job.campaign_id, "step": job.step_id, "by": by_id},
    )
    return delivery_id
