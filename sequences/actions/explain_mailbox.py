"""One mailbox: today's room as an arithmetic, its own gates, what evidence says of it, what is on its way."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from admission.core import gates
from admission.core.capacity import limits
from admission.core.facts import Composed, Facts, SubjectFacts
from admission.core.policy import HOUR, ROLLING
from admission.core.rules import RULES, charged_day, room_today
from admission.core.rules.caps import numbers_today
from admission.queries import Supposed, ask_supposed, facts_in, policy_of
from app.actions import clock, snapshots
from app.core.windows import NeverOpens
from mailboxes.core.workday import away_ranges, mailbox_hours
from mailboxes.models import HealthCheck, Mailbox
from sequences import queries
from sequences.actions.enrollments import campaign_hours
from sequences.actions.explain_live import ToldGate, told
from sequences.actions.standing import UnderWay, under_way
from sequences.core.hours import SOMEWHERE, hours_for
from sequences.core.states import CampaignState
from sequences.models import Campaign

OF_THE_MAILBOX = frozenset(
    {"reachable", "halted", "connected", "at_work", "paced", "within_day", "within_hour", "within_rolling_day"}
    | {"may_opt_out", "healthy"}
)
ITS_RULES = tuple(rule for rule in RULES if rule.__name__ in OF_THE_MAILBOX)


@dataclass(frozen=True, slots=True)
class Room:
    """Today's room: free = limit - sent - hand_written - reserved; `limits` are all, `binding` is the smallest."""

    limits: dict[str, int]
    limit: int
    binding: str
    sent: int
    hand_written: int
    reserved: int
    free: int
    handed_out: int


@dataclass(frozen=True, slots=True)
class Span:
    """What a span of time has room for; `cap` None: no limit. `freed_at`: when a full one has room again."""

    cap: int | None
    used: int
    freed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the mailbox's mail. `protection_acts` False: watching only; percentages are of the limit."""

    health: str
    health_good_until: datetime | None
    health_says: str
    breaker_percent: int
    breaker_reason: str
    protection: str
    protection_percent: int
    protection_acts: bool
    protection_since: datetime | None


@dataclass(frozen=True, slots=True)
class Check:
    """The newest answer to one question about the mailbox's mail; `measured_at` is world time."""

    name: str
    source: str
    result: str
    code: str
    measured_at: datetime


@dataclass(frozen=True, slots=True)
class Opens:
    """When a running campaign may send from it next, by the campaign's own clock; None: never again."""

    campaign_id: int
    campaign: str
    opens_at: datetime | None


@dataclass(frozen=True, slots=True)
class MailboxExplained:
    """All that decides whether a mailbox sends. `day` is its local day; instants are world time, of mails true time.

    `earliest`: when all its gates stand open; None: somebody or something has to open one.
    """

    mailbox_id: int
    address: str
    state: str
    zone: str
    day: date
    arithmetic: str
    room: Room
    hour: Span
    rolling: Span
    gates: list[ToldGate]
    earliest: datetime | None
    campaigns: list[Opens]
    last_send_at: datetime | None
    next_slot_at: datetime | None
    evidence: Evidence
    checks: list[Check]
    under_way: list[UnderWay]


def mailbox(found: Mailbox) -> MailboxExplained:
    """Explain a mailbox as it stands now; reads one snapshot. Raises LookupError for one without a budget."""
    with snapshots.read_only():
        policy = policy_of(found.workspace_id)
        asked = ask_supposed(Supposed(found.id), policy)
        asked_now, _ = facts_in(asked, SubjectFacts(), (), Composed(0, found.id))
        facts = replace(asked_now, mailbox_zone=found.zone)  # which is UTC where nobody knows the stored name
        values = {"mailbox_id": found.id, "now": facts.world_now, "hour": HOUR, "rolling": ROLLING}
        row = queries.rows("explain_mailbox", values)[0]
        return MailboxExplained(
            mailbox_id=found.id,
            address=found.address,
            state=facts.mailbox_state,
            zone=facts.mailbox_zone,
            day=charged_day(facts),
            arithmetic=gates.arithmetic(numbers_today(facts), room_today(facts)),
            room=_room(facts, row["handed_out"]),
            hour=Span(facts.hourly_cap, row["hour_used"], _after(facts.hourly_freed_at, HOUR)),
            rolling=Span(facts.rolling_cap, row["rolling_used"], _after(facts.rolling_freed_at, ROLLING)),
            gates=told(gates.gates(facts, policy, ITS_RULES)),
            earliest=gates.earliest(facts, policy, ITS_RULES),
            campaigns=_opens(facts, found),
            last_send_at=facts.last_send_at,
            next_slot_at=row["next_slot_at"],
            evidence=_evidence(row),
            checks=_checks(found.id),
            under_way=under_way(found.workspace_id, found.id),
        )


def _room(facts: Facts, handed_out: int) -> Room:
    found = room_today(facts)
    return Room(
        limits={name: number for number, name in limits(numbers_today(facts))},
        limit=found.limit,
        binding=found.bound_by,
        sent=found.used,
        hand_written=found.by_hand,
        reserved=found.reserved,
        free=found.free,
        handed_out=handed_out,
    )


def _after(sent_at: datetime | None, span: Any) -> datetime | None:
    return None if sent_at is None else sent_at + span


def _opens(facts: Facts, found: Mailbox) -> list[Opens]:
    """Return when each running campaign that may use it opens next, for people of whom no zone is known."""
    now = clock.world_now()
    own = mailbox_hours(facts.workday, facts.mailbox_zone, away_ranges(facts.away), now)
    running = Campaign.objects.filter(campaignmailbox__mailbox=found, state=CampaignState.RUNNING).order_by("id")
    opens = []
    for campaign in running:
        hours = hours_for(campaign_hours(campaign), SOMEWHERE, now).narrowed(own)
        try:
            opens.append(Opens(campaign.id, campaign.name, hours.next_open(now)))
        except NeverOpens:
            opens.append(Opens(campaign.id, campaign.name, None))
    return opens


def _evidence(row: dict[str, Any]) -> Evidence:
    return Evidence(
        health=row["health"] or "unknown",
        health_good_until=row["health_good_until"],
        health_says=row["health_says"],
        breaker_percent=row["hard_percent"],
        breaker_reason=row["hard_reason"],
        protection=row["protection"],
        protection_percent=row["protection_percent"],
        protection_acts=row["acting"],
        protection_since=row["protection_since"],
    )


def _checks(mailbox_id: int) -> list[Check]:
    found = HealthCheck.objects.filter(mailbox_id=mailbox_id).order_by("name", "source", "-measured_at", "-id")
    names = ("name", "source", "result", "code", "measured_at")
    return [Check(*row) for row in found.distinct("name", "source").values_list(*names)]
