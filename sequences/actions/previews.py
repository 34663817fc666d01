"""A step as one contact would get it, written by the renderer that sends. Nothing is stored, nobody is locked."""

from dataclasses import dataclass, replace

from admission.core.limits import NO_LIMITS
from app.actions import clock
from app.core.errors import Refused
from app.models import Workspace
from bounces.actions.link_hosts import base_for
from mailboxes.actions import recipients
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.errors import MessageError
from mailboxes.core.states import LEFT_US, MailboxState
from mailboxes.models import DeliveryBody, Mailbox
from sequences.actions import mail
from sequences.core.compose import ComposeError, context_for, render
from sequences.models import Campaign, Contact, Enrollment, Step, Touch, Variant
from sequences.queries import Job

TOKEN = "preview"  # noqa: S105 - stands where a delivery's own id would


@dataclass(frozen=True, slots=True)
class Sample:
    """What is known of a mail that nobody is to get, and the mail itself."""

    job: Job
    letter: mail.Letter
    mailbox: Mailbox


def preview(step: Step, contact: Contact, *, variant: str = "", typed: Variant | None = None) -> Sample:
    """Write the mail of a step for a contact as it would be written now; `variant` by name, else the first one.

    `typed` is a text that is not saved, and takes its place.

    Its opt-out link says that it is a preview. It names no earlier mail of the thread. Raises Refused.
    """
    chosen = typed or _variant(step, variant)
    enrollment = Enrollment.objects.filter(campaign_id=step.campaign_id, contact=contact).order_by("-id").first()
    mailbox = _mailbox(step.campaign, enrollment)
    try:
        job = _job(step, chosen, contact, mailbox, enrollment)
        job = replace(job, thread_subject=_thread_subject(step, job))
        return Sample(job, mail.write(job), mailbox)
    except (ComposeError, MessageError) as error:
        raise Refused(f"Step {step.position} cannot be written for this contact: {error}.") from error


def step_at(campaign: Campaign, position: int) -> Step:
    """Return the email step at a position of a campaign. Raises Refused."""
    found = Step.objects.select_related("campaign__workspace").filter(
        campaign=campaign, position=position, removed_at=None
    )
    step = found.first()
    if step is None:
        raise Refused(f"The campaign has no step {position}.")
    if step.kind != Step.Kind.EMAIL:
        raise Refused(f"Step {position} of the campaign is not an email.")
    return step


def contact_at(workspace: Workspace, address: str) -> Contact:
    """Return the contact with this address. Raises Refused."""
    try:
        recipient_id = recipients.find(workspace.id, parse_address(address))
    except AddressError as error:
        raise Refused(str(error)) from error
    found = Contact.objects.filter(workspace=workspace, recipient_id=recipient_id).first() if recipient_id else None
    if found is None:
        raise Refused("No contact of the workspace has this address.")
    return found


def _variant(step: Step, name: str) -> Variant:
    variants = Variant.objects.filter(step=step).order_by("id")
    chosen = variants.filter(name=name).first() if name else variants.first()
    if chosen is None:
        raise Refused(f"Step {step.position} has no such variant.")
    return chosen


def _mailbox(campaign: Campaign, enrollment: Enrollment | None) -> Mailbox:
    """Return the sender of the contact's thread, else the first of the campaign that is connected."""
    if enrollment is not None and enrollment.mailbox is not None:
        return enrollment.mailbox
    linked = list(Mailbox.objects.filter(campaignmailbox__campaign=campaign).order_by("id"))
    connected = [one for one in linked if one.state == MailboxState.CONNECTED]
    if not linked:
        raise Refused("The campaign has no mailbox to send from.")
    return (connected or linked)[0]


def _thread_subject(step: Step, job: Job) -> str:
    """Return the subject of the thread that a step without one of its own continues: as sent, else as it would be."""
    if job.template_subject.strip():
        return ""
    before = Variant.objects.filter(
        step__campaign_id=step.campaign_id, step__removed_at=None, step__position__lt=step.position, step__kind="email"
    ).exclude(subject="")
    head = before.order_by("-step__position", "id").first()
    if head is None:
        return ""
    touches = Touch.objects.filter(enrollment_id=job.enrollment_id, step_id=head.step_id).values("id")
    sent = DeliveryBody.objects.filter(delivery__touch_id__in=touches, delivery__state__in=LEFT_US)
    written = sent.order_by("-delivery_id").values_list("subject", flat=True).first()
    return written or render(head.subject, "-", None, context_for(mail.contact_values(job))).subject


def _job(step: Step, variant: Variant, contact: Contact, mailbox: Mailbox, enrollment: Enrollment | None) -> Job:
    campaign, workspace = step.campaign, step.campaign.workspace
    return Job(
        touch_id=0,
        workspace_id=workspace.id,
        campaign_id=campaign.id,
        step_id=step.id,
        position=step.position,
        slot_at=clock.world_now(),
        mailbox_id=mailbox.id,
        enrollment_id=enrollment.id if enrollment else 0,
        recipient_id=contact.recipient_id,
        thread_subject="",
        provider_thread_id="",
        thread_mailbox_id=None,
        email=contact.email,
        domain=contact.domain,
        first_name=contact.first_name,
        last_name=contact.last_name,
        company=contact.company,
        title=contact.title,
        phone=contact.phone,
        linkedin_url=contact.linkedin_url,
        country=contact.country,
        fields=contact.fields,
        template_subject=variant.subject,
        template_text=variant.text,
        template_html=variant.html,
        unsubscribe_mode=campaign.unsubscribe_mode,
        limits=NO_LIMITS,
        campaign_zone=campaign.time_zone,
        in_person_zone=campaign.in_person_zone,
        person_zone=contact.time_zone,
        legal_name=workspace.legal_name,
        postal_address=workspace.postal_address,
        from_address=mailbox.address,
        from_name=mailbox.display_name,
        mailbox_state=mailbox.state,
        mailbox_limited=False,
        account_version="",
        read_to=None,
        policy=None,
        world_now=clock.world_now(),
        delivery_id=0,
        prepared_before=False,
        delivery_state=None,
        token=TOKEN,
        message_id=None,
        source=None,
        thread_ids=(),
        link_base=base_for(mailbox.address.rpartition("@")[2]),
        kind="test",
    )
