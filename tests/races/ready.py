"""Mails that are one permit away from leaving: planned touches with their prepared deliveries, made in bulk."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from admission.actions.permits import grant_permit
from admission.core.limits import CampaignLimits
from admission.core.verdict import Grant, Verdict
from admission.models import PolicyVersion
from app.actions import clock
from app.actions.event_batches import Line, append_many
from app.models import Workspace
from mailboxes.actions import recipients
from mailboxes.core.address import parse_address
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery, DeliveryBody, Mailbox
from sequences.core.states import TouchState
from sequences.models import Campaign, Contact, Enrollment, Step, Touch
from sequences.subject import TouchSubject
from tests.factories import NO_COMPANIES, a_mailbox
from tests.plugins.world import World

NUMBERS = count(1)
NOBODY = {"api": "http://127.0.0.1:9", "token": "http://127.0.0.1:9/token"}  # allowed, and never called


@dataclass(frozen=True, slots=True)
class Ready:
    """A prepared delivery and whom it is for."""

    delivery_id: int
    enrollment_id: int
    contact_id: int
    recipient_id: int
    email: str
    subject: TouchSubject


def a_sender(world: World, workspace: Workspace, **changes: Any) -> Mailbox:
    """A mailbox whose endpoint this rehearsal allows; without a gap unless the test asks for one."""
    world.allow({"127.0.0.1:9"})
    return a_mailbox(workspace, endpoints=NOBODY, **({"gap": 0} | changes))


def a_policy(workspace: Workspace, **numbers: int | None) -> PolicyVersion:
    """The numbers this workspace decides by from now on; companies have limits only where they are named."""
    number = PolicyVersion.objects.filter(workspace=workspace).count()
    values = NO_COMPANIES | numbers
    return PolicyVersion.objects.create(workspace=workspace, number=number, values=values, created_at=clock.now())


def people(workspace: Workspace, number: int, *, domain: str | None = None) -> list[Contact]:
    """As many contacts, each at a company of its own unless a domain is named."""
    names = [next(NUMBERS) for _ in range(number)]
    found = [parse_address(f"person{name}@{domain or f'mail.company{name}.example'}") for name in names]
    ids = recipients.remember(workspace.id, found)
    now = clock.now()
    return Contact.objects.bulk_create(
        Contact(
            workspace=workspace,
            recipient_id=ids[address.normalised],
            email=address.wire,
            domain=address.domain,
            first_name="Ada",
            created_at=now,
            updated_at=now,
        )
        for address in found
    )


def enrolments(campaign: Campaign, contacts: Sequence[Contact]) -> list[Enrollment]:
    """Active enrollments of these contacts, with their events."""
    now = clock.world_now()
    made = Enrollment.objects.bulk_create(
        Enrollment(
            workspace_id=campaign.workspace_id,
            campaign=campaign,
            contact=contact,
            recipient_id=contact.recipient_id,
            enrolled_at=now,
        )
        for contact in contacts
    )
    lines = [Line(one.id, one.recipient_id, {"campaign": campaign.id}) for one in made]
    append_many(kind="enrollment.started", workspace_id=campaign.workspace_id, lines=lines)
    return made


def scheduled(campaign: Campaign, contacts: Sequence[Contact]) -> list[int]:
    """Each contact's first touch of the campaign, due now and not planned; return their ids."""
    step = Step.objects.get(campaign=campaign, position=1)
    touches = [a_touch(campaign, step, enrollment) for enrollment in enrolments(campaign, contacts)]
    return [touch.id for touch in Touch.objects.bulk_create(touches)]


def prepared(campaign: Campaign, mailbox: Mailbox, contacts: Sequence[Contact]) -> list[Ready]:
    """Each contact's first mail of the campaign, composed and prepared in this mailbox, due now."""
    step = Step.objects.get(campaign=campaign, position=1)
    planned = Touch.objects.bulk_create(
        a_touch(campaign, step, enrollment, state=TouchState.PLANNED, slot_at=clock.world_now(), mailbox=mailbox)
        for enrollment in enrolments(campaign, contacts)
    )
    deliveries = Delivery.objects.bulk_create(
        prepared_delivery(mailbox, touch, contact) for touch, contact in zip(planned, contacts, strict=True)
    )
    DeliveryBody.objects.bulk_create(
        DeliveryBody(delivery=delivery, address=contact.email, subject="A question", text="Hello Ada", source="-")
        for delivery, contact in zip(deliveries, contacts, strict=True)
    )
    made = zip(planned, deliveries, contacts, strict=True)
    return [_ready(campaign, touch, delivery, contact) for touch, delivery, contact in made]


def a_touch(campaign: Campaign, step: Step, enrollment: Enrollment, **planned: Any) -> Touch:
    """A touch that is due now, scheduled unless it is told more."""
    now = clock.world_now()
    return Touch(
        workspace_id=campaign.workspace_id,
        enrollment=enrollment,
        campaign_id=campaign.id,
        step=step,
        variant=step.variant_set.first(),
        position=step.position,
        kind=step.kind,
        due_at=now,
        eligible_at=now,
        created_at=clock.now(),
        **planned,
    )


def prepared_delivery(mailbox: Mailbox, touch: Touch, contact: Contact) -> Delivery:
    """The one prepared delivery of a touch."""
    token = f"token{next(NUMBERS)}"
    return Delivery(
        workspace_id=touch.workspace_id,
        recipient_id=contact.recipient_id,
        mailbox=mailbox,
        campaign_id=touch.campaign_id,
        step_id=touch.step_id,
        touch_id=touch.id,
        token=token,
        message_id=f"{token}@example.org",
        created_at=clock.now(),
    )


def _ready(campaign: Campaign, touch: Touch, delivery: Delivery, contact: Contact) -> Ready:
    subject = TouchSubject(
        touch_id=touch.id,
        workspace_id=campaign.workspace_id,
        recipient_id=contact.recipient_id,
        mailbox_id=delivery.mailbox_id,
        domain=contact.domain,
        campaign_id=campaign.id,
        zone=campaign.time_zone,
        sending_domain=delivery.mailbox.address.rpartition("@")[2],
        limits=CampaignLimits(
            zone=campaign.time_zone,
            day_cap=campaign.day_cap,
            new_per_day=campaign.new_per_day,
            canary=campaign.canary_size if campaign.canary == "first" and campaign.canary_size else None,
            opener=True,
        ),
    )
    return Ready(delivery.id, touch.enrollment_id, contact.id, contact.recipient_id, contact.email, subject)


def granted(ready: Ready, *, jitter: float = 0.5) -> Verdict:
    """Ask for the permit of a prepared mail."""
    return grant_permit(delivery_id=ready.delivery_id, subject=ready.subject, jitter=jitter, position={})


def told(verdicts: Sequence[Verdict]) -> dict[str, int]:
    """How often each answer was given: "grant", or the reason."""
    return dict(Counter("grant" if isinstance(verdict, Grant) else str(verdict.reason) for verdict in verdicts))


def still_prepared(waiting: Sequence[Ready]) -> list[Ready]:
    """Those whose mail still waits for its permit."""
    left = set(Delivery.objects.filter(state=DeliveryState.PREPARED).values_list("id", flat=True))
    return [one for one in waiting if one.delivery_id in left]
