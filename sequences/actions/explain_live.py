"""What a permit would answer now: the same rules on current facts, and nothing is asked for, written or locked."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from admission.actions.counters import limits_of
from admission.core import gates
from admission.core.decide import decide
from admission.core.facts import Composed, Facts
from admission.core.gates import Gate
from admission.core.limits import CampaignLimits, company_of
from admission.core.policy import Policy
from admission.core.verdict import Grant, Refuse, Wait
from admission.queries import Supposed, ask_facts, ask_supposed, facts_in, policy_of
from app.actions import clock
from app.core.windows import NeverOpens
from mailboxes.models import Mailbox
from sequences import queries
from sequences.actions import room
from sequences.core.hours import hours_for
from sequences.core.planner.windows import CapacityWindow, capacity
from sequences.screens.words import held
from sequences.subject import TouchSubject

UNDER_WAY = frozenset({"sending", "uncertain", "accepted"})  # of a delivery: no further permit is asked for


@dataclass(frozen=True, slots=True)
class ToldGate:
    """One gate as people read it: `sentence` why it is shut, or what it asks for where it stands open."""

    name: str
    passed: bool
    final: bool
    reason: str
    sentence: str
    value: dict[str, Any]
    earliest: datetime | None


def told(found: Iterable[Gate]) -> list[ToldGate]:
    """Return gates with the sentences of the one glossary."""
    return [
        ToldGate(
            name=gate.name,
            passed=gate.passed,
            final=gate.final,
            reason=gate.reason,
            sentence=gate.asks if gate.passed else str(held(gate.reason).because),
            value=dict(gate.value),
            earliest=gate.earliest,
        )
        for gate in found
    ]


@dataclass(frozen=True, slots=True)
class Live:
    """Current facts and every gate, as if the step had its slot now; `earliest` when all stand open, None: unknown.

    `supposed`: no mail is written yet, and the mailbox is the one that has most room of those that may send it.
    """

    facts: Facts
    gates: tuple[Gate, ...]
    earliest: datetime | None
    verdict: Wait | Refuse | None
    mailbox_id: int
    supposed: bool


def live(enrollment: dict[str, Any], touch: dict[str, Any], seen: "Outlook") -> Live | None:
    """Judge an open email step; None: its mail is under way, its person was erased, or no mailbox may send it."""
    prepared = touch["delivery_state"] == "prepared"
    mailbox_id = touch["delivery_mailbox_id"] if prepared else touch["mailbox_id"] or seen.roomiest()
    if touch["delivery_state"] in UNDER_WAY or enrollment["contact_id"] is None or mailbox_id is None:
        return None
    policy = policy_of(enrollment["workspace_id"])
    subject = subject_of(enrollment, touch, mailbox_id)
    company = "" if policy.domain_people is None else company_of(subject.domain)
    asked = replace(subject.facts(company), touch_open=True)
    read = (
        ask_facts(touch["delivery_id"], subject.domain, policy)
        if prepared
        else ask_supposed(_supposed(enrollment, touch, mailbox_id), policy)
    )
    composed = Composed(subject.recipient_id, subject.mailbox_id)
    try:
        facts, _ = facts_in(read, asked, _full(subject, policy, asked.limits), composed)
    except LookupError:
        return None
    verdict = decide(facts, policy)
    return Live(
        facts=facts,
        gates=gates.gates(facts, policy),
        earliest=gates.earliest(facts, policy),
        verdict=None if isinstance(verdict, Grant) else verdict,
        mailbox_id=mailbox_id,
        supposed=not prepared,
    )


def _supposed(enrollment: dict[str, Any], touch: dict[str, Any], mailbox_id: int) -> Supposed:
    return Supposed(
        mailbox_id=mailbox_id,
        recipient_id=enrollment["recipient_id"],
        address=enrollment["address"] or "",
        domain=enrollment["domain"],
        campaign_id=enrollment["campaign_id"],
        step_id=touch["step_id"],
        resend=touch["resend"],
    )


def subject_of(enrollment: dict[str, Any], touch: dict[str, Any], mailbox_id: int) -> TouchSubject:
    """Return the step as its permit would see it."""
    in_person_zone = enrollment["in_person_zone"] and enrollment["person_zone"]
    address = Mailbox.objects.values_list("address", flat=True).get(id=mailbox_id)
    return TouchSubject(
        touch_id=touch["touch_id"],
        workspace_id=enrollment["workspace_id"],
        recipient_id=enrollment["recipient_id"],
        mailbox_id=mailbox_id,
        domain=enrollment["domain"],
        campaign_id=enrollment["campaign_id"],
        zone=enrollment["person_zone"] if in_person_zone else enrollment["time_zone"],
        sending_domain=address.rpartition("@")[2],
    )


def _full(subject: TouchSubject, policy: Policy, found: CampaignLimits) -> tuple[str, ...]:
    """Return the counters that a permit would find at their limit; it would raise the others and roll back."""
    limits = limits_of(subject, policy, found)
    now = clock.world_now()
    values = {
        "workspace_id": subject.workspace_id,
        "scopes": [limit.scope for limit in limits],
        "keys": [limit.key for limit in limits],
        "caps": [limit.cap for limit in limits],
        "days": [limit.day(now) for limit in limits],
    }
    return tuple(row["scope"] for row in queries.rows("explain_full", values))


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the planner has to go by for one step: when its window is open, and the room of the mailboxes it may use."""

    opens_at: datetime | None
    rooms: dict[int, CapacityWindow | None]  # None: this mailbox may not send

    def roomiest(self) -> int | None:
        """Return the mailbox with most room, any where none may send; None: the campaign has none."""
        free = {mailbox: -1 if room is None else room.free for mailbox, room in self.rooms.items()}
        return max(free, key=lambda mailbox: (free[mailbox], -mailbox), default=None)


def outlook(enrollment: dict[str, Any], touch: dict[str, Any]) -> Outlook:
    """Return window and room as the planner would find them now."""
    now = clock.world_now()
    campaigns = room.running(now)
    found = campaigns.get(enrollment["campaign_id"])
    days = {day.mailbox_id: capacity(day, now) for day in room.mailbox_days(now, campaigns)}
    pool = sorted(found.mailboxes) if found else []
    usable = [touch["mailbox_id"]] if touch["mailbox_id"] is not None else pool
    hours = hours_for(queries.hours_in(dict(enrollment)), queries.home_in(dict(enrollment)), now)
    try:
        opens_at = hours.next_open(now)
    except NeverOpens:
        opens_at = None
    return Outlook(opens_at, {mailbox: days.get(mailbox) for mailbox in usable})
