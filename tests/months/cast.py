"""Who takes part in a month: a workspace, its mailboxes, campaigns in its zone and in people's own, and the people."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from io import BytesIO, StringIO

from django.conf import settings

from app.actions import clock
from app.actions.workspaces import create_workspace
from app.core.windows import daily
from app.models import Installation, Workspace
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.models import Mailbox
from sequences.actions import campaigns, imports
from sequences.actions.assistant import SLUG
from sequences.core.campaign_file.plan import CampaignPlan, StepKind, StepPlan, VariantPlan
from sequences.core.due import Delay
from sequences.models import Campaign
from tests.plugins.simulator import Simulator

A_MONDAY = datetime(2027, 3, 1, 4, 0, tzinfo=UTC)  # the clocks change in this month, in America and in Europe
ZONE = "Europe/Berlin"
ZONES = ("Europe/Berlin", "Europe/London", "America/New_York", "America/Chicago", "Asia/Kolkata", "Asia/Tokyo", "")
WORKING_DAYS = daily(frozenset({1, 2, 3, 4, 5}), time(8, 30), time(17, 30))
SEED = 7
SHARES: Mapping[str, float] = {  # of the people who do something; a well-kept list, and some of everything
    "reply": 0.05,
    "decline": 0.03,
    "ooo": 0.02,
    "oooback": 0.04,
    "ticket": 0.01,
    "bounce": 0.008,
    "refuse": 0.004,
    "late": 0.004,
    "delayed": 0.005,
    "unsub": 0.008,
    "mailto": 0.003,
    "words": 0.006,
    "complain": 0.001,
}
OPENING = (
    "Hello {{ first_name }},\n\nI read about the work of {{ company }} on harbour lights, and have a question about "
    "the lamps you chose for them. Ours follow the hour: warm until the break, bright at the end of it.\n\n"
    "Shall I send you the two pages in which three plants say what changed?\n\n{{ sender_name }}\n"
)
REMINDER = "Hello {{ first_name }},\n\nthe two pages would take you four minutes. Which address may I use?\n"
FAREWELL = "Hello {{ first_name }},\n\nis the light at {{ company }} a question for you, or for somebody else?\n"


@dataclass(frozen=True, slots=True)
class Cast:
    """How many take part; `waves` are the Mondays on which people are imported, `domains` those of the mailboxes."""

    mailboxes: int
    campaigns: int
    people: int
    domains: int = 10
    waves: int = 3


def enter(cast: Cast, simulator: Simulator, shares: Mapping[str, float] = SHARES) -> list[Campaign]:
    """Put the world on a Monday morning, connect the mailboxes and start the campaigns; return these."""
    now = clock.now()
    settings.HEALTH_RESOLVERS = (simulator.dns,)  # mailboxes are measured, or nothing would leave
    endpoints = sorted(simulator.endpoints)
    Installation.objects.filter(id=1).update(
        speed=1.0, anchor_real=now, anchor_world=A_MONDAY, simulator_endpoints=endpoints
    )
    simulator.clock(anchor_real=now.isoformat(), anchor_world=A_MONDAY.isoformat(), speed=1.0)
    simulator.people("auto", shares=dict(shares))
    workspace = create_workspace(
        "A month", slug=SLUG, legal_name="Nordlicht", postal_address="1 Harbour Street", time_zone=ZONE, country="DE"
    )
    mailboxes = [_mailbox(workspace, simulator, number, cast) for number in range(cast.mailboxes)]
    return [_campaign(workspace, number, mailboxes) for number in range(cast.campaigns)]


def _mailbox(workspace: Workspace, simulator: Simulator, number: int, cast: Cast) -> Mailbox:
    address = f"sender{number}@nordlicht{number % cast.domains}.example"
    return connect(
        workspace,
        Connection(
            kind=Mailbox.Kind.GMAIL,
            address=address,
            secret={"refresh_token": f"refresh:{address}", "client_id": "month", "client_secret": "month"},
            endpoints={"api": simulator.http, "token": simulator.token_url},
            display_name=f"Nora {number}",
            purpose=Mailbox.Purpose.OUTREACH,
        ),
    )


def _campaign(workspace: Workspace, number: int, mailboxes: list[Mailbox]) -> Campaign:
    """Three mails, in every fourth campaign with a manual step between; every third one keeps to people's own hours."""
    steps = [_email("A question", OPENING, 0), _email("", REMINDER, 3), _email("", FAREWELL, 4)]
    if number % 4 == 3:
        steps.insert(1, StepPlan(StepKind.LINKEDIN, Delay(1), (VariantPlan(text="Say hello to {{ first_name }}"),)))
    plan = CampaignPlan(
        name=f"Campaign {number}",
        steps=tuple(steps),
        mailboxes=tuple(mailbox.address for mailbox in mailboxes),
        time_zone=ZONE,
        in_person_zone=number % 3 == 2,
        window=WORKING_DAYS,
        priority=number == 0,
        weight=1 + number % 3,
    )
    made = campaigns.create(workspace, plan)
    campaigns.start(made)
    return made


def _email(subject: str, text: str, business_days: int) -> StepPlan:
    return StepPlan(StepKind.EMAIL, Delay(business_days), (VariantPlan(subject=subject, text=text),))


def import_wave(cast: Cast, started: list[Campaign], wave: int) -> int:
    """Import one Monday's people into every campaign, as a file each; return how many were enrolled."""
    each = cast.people // cast.waves // len(started)
    enrolled = 0
    for place, campaign in enumerate(started):
        first = (wave * len(started) + place) * each
        staged = imports.stage(campaign.workspace, f"wave{wave}.csv", _file(first, each), campaign=campaign)
        enrolled += imports.run(staged.id).enrolled
    return enrolled


def _file(first: int, count: int) -> BytesIO:
    """Return people as a CSV, two or three of each company."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(("email", "first_name", "last_name", "company", "time_zone"))
    writer.writerows(_people(first, count))
    return BytesIO(text.getvalue().encode())


def _people(first: int, count: int) -> Iterator[tuple[str, ...]]:
    for number in range(first, first + count):
        company = number * 2 // 5
        address = f"person{number}@firm{company}.example"
        yield address, f"Ada{number}", "Example", f"Firm {company}", ZONES[number % len(ZONES)]
