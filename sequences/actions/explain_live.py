"""What a permit would answer now: the same rules on current facts, and nothing is asked for, written or locked."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from admission.actions.counters import limits_of
from admission.core.decide import answers, decide
from admission.core.facts import Composed, Facts
from admission.core.limits import CampaignLimits, company_of
from admission.core.policy import Policy
from admission.core.rules import RULES, Answer
from admission.core.verdict import Grant, Refuse, Wait
from admission.queries import ask_facts, facts_in, policy_of
from app.actions import clock
from app.core.windows import NeverOpens
from sequences import queries
from sequences.actions import plan
from sequences.core.hours import hours_for
from sequences.core.planner.windows import CapacityWindow, capacity
from sequences.subject import TouchSubject

DEMANDS = {rule.__name__: (rule.__doc__ or "").strip() for rule in RULES}  # what a rule asks, in its own words


@dataclass(frozen=True, slots=True)
class Live:
    """Current facts and every rule's answer to them, as if the step had its slot now."""

    facts: Facts
    answers: list[tuple[str, Answer]]
    verdict: Wait | Refuse | None


def live(enrollment: dict[str, Any], touch: dict[str, Any]) -> Live | None:
    """Judge a step that waits with a prepared mail; None: there is no mail yet, the planner decides first."""
    if touch["delivery_state"] != "prepared" or enrollment["contact_id"] is None:
        return None
    policy = policy_of(enrollment["workspace_id"])
    subject = subject_of(enrollment, touch)
    company = "" if policy.domain_people is None else company_of(subject.domain)
    asked = replace(subject.facts(company), touch_open=True)
    try:
        composed = Composed(subject.recipient_id, subject.mailbox_id)
        read = ask_facts(touch["delivery_id"], subject.domain, policy)
        facts, _ = facts_in(read, asked, _full(subject, policy, asked.limits), composed)
    except LookupError:
        return None
    verdict = decide(facts, policy)
    return Live(facts, answers(facts, policy), None if isinstance(verdict, Grant) else verdict)


def subject_of(enrollment: dict[str, Any], touch: dict[str, Any]) -> TouchSubject:
    """Return the step as its permit would see it."""
    in_person_zone = enrollment["in_person_zone"] and enrollment["person_zone"]
    return TouchSubject(
        touch_id=touch["touch_id"],
        workspace_id=enrollment["workspace_id"],
        recipient_id=enrollment["recipient_id"],
        mailbox_id=touch["delivery_mailbox_id"],
        domain=enrollment["domain"],
        campaign_id=enrollment["campaign_id"],
        zone=enrollment["person_zone"] if in_person_zone else enrollment["time_zone"],
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


def outlook(enrollment: dict[str, Any], touch: dict[str, Any]) -> Outlook:
    """Return window and room as the planner would find them now."""
    now = clock.world_now()
    campaigns = plan.running(now)
    found = campaigns.get(enrollment["campaign_id"])
    days = {day.mailbox_id: capacity(day, now) for day in plan.mailbox_days(now, campaigns)}
    pool = sorted(found.mailboxes) if found else []
    usable = [touch["mailbox_id"]] if touch["mailbox_id"] is not None else pool
    hours = hours_for(queries.hours_in(dict(enrollment)), queries.home_in(dict(enrollment)), now)
    try:
        opens_at = hours.next_open(now)
    except NeverOpens:
        opens_at = None
    return Outlook(opens_at, {mailbox: days.get(mailbox) for mailbox in usable})
