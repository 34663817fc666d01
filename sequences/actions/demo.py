"""Fill a rehearsal: an owner, mailboxes at this run's simulator, campaigns, people, and a Tuesday morning."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from itertools import batched
from pathlib import Path

from admission.models import PolicyVersion
from app.actions import clock
from app.actions.attempts import in_transaction
from app.actions.workspaces import create_user, create_workspace
from app.core.errors import Refused
from app.core.zones import instant_of, local_day
from app.gates import Gates
from app.models import Installation, Workspace
from bounces.models import Suppression
from mailboxes import locks
from mailboxes.actions.mailboxes import Connection, connect
from mailboxes.models import Mailbox
from sequences.actions import campaigns, imports
from sequences.actions.assistant import SLUG
from sequences.actions.bulk_enrollment import Newcomer, enrol_many
from sequences.actions.import_report import rejected_lines, summary
from sequences.core.campaign_file.plan import CampaignPlan
from sequences.models import Campaign, Contact, Import

ZONE = "Europe/Berlin"
TUESDAY = 2  # ISO
DAWN = time(6)  # two hours before the window opens: two seconds in a hurried world, about what its clock takes to start
SENDERS = (("nora", "Nora Lindqvist"), ("jonas", "Jonas Okafor"), ("mira", "Mira Castellanos"))
DOMAIN = "nordlicht.example"
DAILY_CAP = 40
# These mailboxes have sent for months: a ramp of five a day and six mails an hour would spread the story over weeks.
SEASONED = {"ramp_start": 30, "hourly_cap": 12}
# Two mails to one person are three working days apart in real life; here the next day must do,
# nor do eight people of one company wait for each other for days.
POLICY = {"person_gap_days": None, "person_gap_hours": 12, "domain_openers": None, "domain_people": None}


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What to rehearse; `gmail`, `smtp` and `names` are the simulator's host:port."""

    owner: str
    password: str
    gmail: str
    smtp: str
    names: str
    people: Path
    campaigns: Sequence[CampaignPlan]


def fill(wanted: Rehearsal) -> Import:
    """Write everything and start the campaigns; return the import of the people.

    Raises Refused in a real database, in one that is filled already, and for a file without a valid row; SheetError
    and MappingError for one that cannot be read.
    """
    if Workspace.objects.exists():
        raise Refused("This rehearsal is filled already; `make run` starts a fresh one.")
    _set_clock(wanted)
    workspace = _workspace(wanted)
    done = _import(workspace, wanted.people)
    mailboxes = [_mailbox(workspace, local, name, wanted.gmail) for local, name in SENDERS]
    _enrol(workspace, [_start(workspace, plan, mailboxes) for plan in wanted.campaigns])
    return done


def _import(workspace: Workspace, people: Path) -> Import:
    """Import a CSV as every user does; one without a valid row is refused with what is wrong with its first."""
    with people.open("rb") as source:
        staged = imports.stage(workspace, people.name, source)
    done = imports.run(staged.id)
    if done.state == Import.State.FAILED:
        raise Refused(next(rejected_lines(done), f"{people.name}: {summary(done)}"))
    return done


def _set_clock(wanted: Rehearsal) -> None:
    """Put the world on a Tuesday morning and let it speak to the simulator only; the launcher hurries it."""
    now = clock.now()
    won = Installation.objects.filter(kind=Installation.Kind.REHEARSAL).update(
        speed=1.0,
        anchor_real=now,
        anchor_world=next_tuesday(now),
        simulator_endpoints=[wanted.gmail, wanted.smtp, wanted.names],
    )
    if not won:
        raise Refused("This is a real database: it is never filled with invented people and its clock stays true.")


def next_tuesday(now: datetime) -> datetime:
    """Return dawn on the next Tuesday, a day without surprises."""
    today = local_day(ZONE, now)
    day = today + timedelta(days=(TUESDAY - today.isoweekday()) % 7 or 7)
    return instant_of(ZONE, datetime.combine(day, DAWN))


def _workspace(wanted: Rehearsal) -> Workspace:
    workspace = create_workspace(
        "Nordlicht (rehearsal)",
        slug=SLUG,
        legal_name="Nordlicht Invented Lamps",
        postal_address="1 Harbour Street, 00000 Nowhere",
        time_zone=ZONE,
        country="DE",
    )
    create_user(wanted.owner, wanted.password, workspace)
    PolicyVersion.objects.create(workspace=workspace, number=1, values=POLICY, created_at=clock.now())
    return workspace


def _mailbox(workspace: Workspace, local: str, name: str, gmail: str) -> Mailbox:
    """Connect a mailbox whose account is the simulator's: its refresh token names the address."""
    address = f"{local}@{DOMAIN}"
    secret = {"refresh_token": f"refresh:{address}", "client_id": "rehearsal", "client_secret": "rehearsal"}
    wanted = Connection(
        kind=Mailbox.Kind.GMAIL,
        address=address,
        secret=secret,
        endpoints={"api": f"http://{gmail}", "token": f"http://{gmail}/token"},
        display_name=name,
        daily_cap=DAILY_CAP,
        purpose=Mailbox.Purpose.OUTREACH,
    )
    mailbox = connect(workspace, wanted)
    Mailbox.objects.filter(id=mailbox.id).update(**SEASONED)
    return mailbox


def _start(workspace: Workspace, plan: CampaignPlan, mailboxes: Sequence[Mailbox]) -> Campaign:
    """Create and start a campaign; it sends from the rehearsal's mailboxes, whichever real ones its file names."""
    ours = tuple(mailbox.address for mailbox in mailboxes)
    campaign = campaigns.create(workspace, replace(plan, mailboxes=ours))
    campaigns.start(campaign)
    return campaign


def _enrol(workspace: Workspace, campaigns: Sequence[Campaign]) -> None:
    """Deal the people out to the campaigns in turn; whom the file itself forbids is left out."""
    forbidden = Suppression.objects.filter(workspace=workspace, recipient_id__isnull=False).values("recipient_id")
    people = list(Contact.objects.filter(workspace=workspace).exclude(recipient_id__in=forbidden).order_by("id"))
    for turn, campaign in enumerate(campaigns):
        for batch in batched(people[turn :: len(campaigns)], locks.MOST_RECIPIENTS, strict=False):
            _enrol_batch(campaign, batch)


def _enrol_batch(campaign: Campaign, people: Sequence[Contact]) -> None:
    def work() -> None:
        ids = [person.recipient_id for person in people]
        fences = locks.enter(Gates(campaign.workspace_id, campaign.id), ids)
        newcomers = [
            Newcomer(one.recipient_id, one.id, one.time_zone, one.country_code, fences[one.recipient_id])
            for one in people
        ]
        enrol_many(campaign, newcomers, world_now=clock.world_now())

    in_transaction(work)
