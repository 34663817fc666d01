"""One plain function per noun. Each writes rows that the product itself could have written, and nothing else.

Names and texts hold canaries: a test in which one reaches the log fails at its end (tests/plugins/canaries.py).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User

from admission.models import PolicyVersion, Standing
from app.actions import clock, events
from app.crypto import seal
from app.models import Member, Workspace
from bounces.actions import link_hosts
from bounces.models import LinkHost
from mailboxes.actions import recipients
from mailboxes.actions.vaults import secret_context
from mailboxes.core.address import parse_address
from mailboxes.models import Budget, Credential, InboundCursor, Mailbox, Recipient
from sequences.core.states import CampaignState
from sequences.models import Campaign, CampaignMailbox, Contact, Enrollment, Step, Touch, Variant

NUMBERS = count(1)
NO_COMPANIES: dict[str, int | None] = {"domain_openers": None, "domain_people": None}
FOR_EVER = datetime(2999, 1, 1, tzinfo=UTC)
HELLO = "Hello {{ first_name }}, have you met the canarywren?"
SECRETS = {
    "gmail": {"refresh_token": "refresh", "client_id": "client", "client_secret": "secret"},
    "smtp": {"username": "user", "password": "password"},
}


def a_workspace(**changes: Any) -> Workspace:
    """A workspace that may start campaigns: it has a postal address, and companies have no limits of their own."""
    number = next(NUMBERS)
    values = {
        "name": f"Workspace {number}",
        "slug": f"workspace-{number}",
        "legal_name": "Nordlicht GmbH",
        "postal_address": "1 Harbour Street, 20457 Hamburg",
        "created_at": clock.now(),
    }
    workspace = Workspace.objects.create(**(values | changes))
    PolicyVersion.objects.create(workspace=workspace, number=0, values=NO_COMPANIES, created_at=clock.now())
    return workspace


def a_user(workspace: Workspace | None = None, *, role: str = "owner", password: str | None = None) -> User:
    """A user, with a seat in the workspace when one is given."""
    address = f"user{next(NUMBERS)}@example.com"
    user = User.objects.create_user(username=address, email=address, password=password)
    if workspace is not None:
        Member.objects.create(workspace=workspace, user=user, role=role, joined_at=clock.now())
    return user


def a_mailbox(
    workspace: Workspace,
    *,
    cap: int = 20,
    gap: int = 240,
    kind: str = "gmail",
    endpoints: dict[str, Any] | None = None,
    read_at: datetime | None = None,
    **changes: Any,
) -> Mailbox:
    """A connected mailbox, healthy and past its ramp, whose inbox was read just now, or at `read_at` (true time)."""
    values: dict[str, Any] = {
        "hourly_cap": None,
        "ramp_start": None,
        "address": f"sender{next(NUMBERS)}@example.org",
        "display_name": "Nora Sender",
        "purpose": Mailbox.Purpose.OUTREACH,
        "created_at": clock.now(),
    }
    mailbox = Mailbox.objects.create(
        workspace=workspace,
        kind=kind,
        daily_cap=cap,
        gap_seconds=gap,
        endpoints=endpoints or {},
        **(values | changes),
    )
    sealed = seal(json.dumps(SECRETS[kind]).encode(), context=secret_context(mailbox.id))
    Credential.objects.create(mailbox=mailbox, sealed=sealed, updated_at=clock.now())
    Budget.objects.create(mailbox=mailbox)
    Standing.objects.create(mailbox=mailbox, health=Standing.Health.PASS, health_good_until=FOR_EVER)
    InboundCursor.objects.create(mailbox=mailbox, listed_at=read_at or clock.now(), next_poll_at=clock.now())
    return mailbox


def a_link_host(domain: str = "", base: str | None = None, **changes: Any) -> LinkHost:
    """A host of opt-out links that passed its self-test just now: that of BASE_URL, or of one sending domain.

    Mailboxes that are made later name it after the next `link_hosts.settle()`.
    """
    now = clock.now()
    values = {
        "base": base or settings.BASE_URL,
        "passed_at": now,
        "tested_at": now,
        "next_test_at": now,
        "created_at": now,
    }
    made = LinkHost.objects.create(domain=domain, **(values | changes))
    link_hosts.settle()
    return made


def a_recipient(workspace: Workspace, address: str) -> Recipient:
    """The lasting memory of an address."""
    parsed = parse_address(address)
    return Recipient.objects.get(id=recipients.remember(workspace.id, [parsed])[parsed.normalised])


def a_contact(workspace: Workspace, address: str | None = None, **changes: Any) -> Contact:
    """A person at an example domain; a zone that is named is a given one."""
    if changes.get("time_zone"):
        changes.setdefault("zone_origin", "given")
    parsed = parse_address(address or f"person{next(NUMBERS)}@example.net")
    now = clock.now()
    values = {
        "first_name": "Ada",
        "last_name": "Canaryfinch",
        "company": "Canaryfinch & Daughters",
        "fields": {"note": "canaryfinch"},
        "created_at": now,
        "updated_at": now,
    }
    return Contact.objects.create(
        workspace=workspace,
        recipient=a_recipient(workspace, parsed.wire),
        email=parsed.wire,
        domain=parsed.domain,
        **(values | changes),
    )


@dataclass(frozen=True, slots=True)
class StepPlan:
    """One step of a campaign to be made; an email has a text, and no subject means in the thread before."""

    kind: str = "email"
    subject: str = ""
    text: str = ""
    html: str = ""
    delay: int = 0
    unit: str = "days"


def an_email(subject: str = "A question", text: str = HELLO, *, delay: int = 0) -> StepPlan:
    """An email step, due `delay` days after the one before."""
    return StepPlan("email", subject, text, delay=delay)


def a_task(kind: str = "linkedin", *, delay: int = 2) -> StepPlan:
    """A step done by hand."""
    return StepPlan(kind, delay=delay)


def weekly(opens: str, closes: str, days: Sequence[int] | str = (1, 2, 3, 4, 5, 6, 7)) -> list[dict[str, Any]]:
    """The stored form of a window with the same hours on each of these days."""
    return [{"days": days if isinstance(days, str) else list(days), "opens": opens, "closes": closes}]


def a_campaign(
    workspace: Workspace,
    *,
    mailboxes: Sequence[Mailbox] = (),
    steps: Sequence[StepPlan] = (an_email(),),
    state: str = CampaignState.RUNNING,
    **changes: Any,
) -> Campaign:
    """A running campaign, open every day from 08:00 to 18:00 UTC; each step is made in order, with one variant."""
    values = {
        "name": f"Campaign {next(NUMBERS)}",
        "window": weekly("08:00", "18:00"),
        "in_person_zone": False,
        "canary": "clear",
        "canary_size": 0,
        "started_at": None if state == CampaignState.DRAFT else clock.now(),
        "created_at": clock.now(),
    }
    campaign = Campaign.objects.create(workspace=workspace, state=state, **(values | changes))
    for mailbox in mailboxes:
        CampaignMailbox.objects.create(workspace=workspace, campaign=campaign, mailbox=mailbox)
    for position, plan in enumerate(steps, start=1):
        a_step(campaign, position, plan)
    return campaign


def a_step(campaign: Campaign, position: int, plan: StepPlan) -> Step:
    """One step of a campaign; every kind has a variant, for a task it is what to do."""
    step = Step.objects.create(
        workspace_id=campaign.workspace_id,
        campaign=campaign,
        position=position,
        kind=plan.kind,
        delay_amount=plan.delay,
        delay_unit=plan.unit,
    )
    Variant.objects.create(
        workspace_id=campaign.workspace_id, step=step, subject=plan.subject, text=plan.text, html=plan.html
    )
    return step


def enrolled(
    campaign: Campaign,
    contact: Contact,
    *,
    mailbox: Mailbox | None = None,
    due: datetime | None = None,
    position: int = 1,
) -> Enrollment:
    """An active enrollment with its touch at `position` scheduled for `due`, world time, else now."""
    now = clock.world_now()
    enrollment = Enrollment.objects.create(
        workspace_id=campaign.workspace_id,
        campaign=campaign,
        contact=contact,
        recipient_id=contact.recipient_id,
        mailbox=mailbox,
        fence=contact.recipient.fence,
        enrolled_at=now,
    )
    step = Step.objects.get(campaign=campaign, position=position, removed_at=None)
    Touch.objects.create(
        workspace_id=campaign.workspace_id,
        enrollment=enrollment,
        campaign_id=campaign.id,
        step=step,
        variant=step.variant_set.first(),
        position=position,
        kind=step.kind,
        due_at=due or now,
        eligible_at=due or now,
        mailbox=mailbox,
        created_at=clock.now(),
    )
    events.append(
        kind="enrollment.started",
        workspace_id=campaign.workspace_id,
        subject_id=enrollment.id,
        recipient_id=contact.recipient_id,
        data={"campaign": campaign.id},
    )
    return enrollment
