"""Write down what was decided: a grant with everything it reserves, a refusal with its reason."""

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from psycopg.types.json import Jsonb

from admission.core.facts import Facts
from admission.core.limits import CampaignLimits
from admission.core.policy import Policy
from admission.core.rules import charged_day, room_today, used
from admission.core.verdict import Refuse
from admission.models import Refusal
from app import sql
from app.core.window_text import window_json
from app.core.zones import ONE_DAY
from mailboxes.core.days import closing
from mailboxes.core.message import SentPosition
from mailboxes.models import Delivery

SEND_LEASE = timedelta(seconds=60)  # from the permit to the mark: nothing slow is left to do between them
PRIVATE = frozenset({"sealed_address", "subject"})
KEPT = tuple(name for name in Facts.__slots__ if name not in PRIVATE)


@dataclass(frozen=True, slots=True)
class Reserved:
    """What a grant writes down besides its facts. `company` is the domain that an opener is counted with, else ""."""

    policy: Policy
    jitter: float
    position: SentPosition
    company: str


def write_grant(delivery_id: int, facts: Facts, reserved: Reserved) -> sql.Answer:
    """prepared -> sending: permit, ledger line, budget and event in one statement, which goes with the commit.

    Answers with the permit's id. Fails with DataError, and with it the commit, where the delivery is not prepared.
    """
    day = charged_day(facts)
    values = {
        "delivery_id": delivery_id,
        "now": facts.now,
        "world_now": facts.world_now,
        "lease": SEND_LEASE,
        "day": day,
        "closes_at": closing(facts.mailbox_zone, day),
        "used": used(facts),
        "jitter": reserved.jitter,
        "fence": facts.fence,
        "policy_version": reserved.policy.version,
        "facts": Jsonb(_found(facts) | _judged_by(facts, reserved.policy), dumps=_as_text),
        "position": Jsonb(reserved.position),
        "company": reserved.company,
    }
    return sql.ask("admission", "grant", values)


def write_refusal(delivery_id: int, workspace_id: int, facts: Facts, verdict: Refuse) -> None:
    """Keep a refusal with its facts, so that it can be explained."""
    Refusal.objects.create(
        workspace_id=workspace_id,
        delivery_id=delivery_id,
        recipient_id=Delivery.objects.values_list("recipient_id", flat=True).get(id=delivery_id),
        reason=verdict.reason,
        facts=recorded(facts),
        at=facts.now,
        world_at=facts.world_now,
    )


def recorded(facts: Facts) -> dict[str, Any]:
    """Return the facts as JSON without addresses."""
    found: dict[str, Any] = json.loads(_as_text(_found(facts)))
    return found


def _found(facts: Facts) -> dict[str, Any]:
    """Return the facts by name: JSON but for what `plain` knows, which is made text while they are written."""
    return {name: getattr(facts, name) for name in KEPT} | _subject(facts)


def _judged_by(facts: Facts, policy: Policy) -> dict[str, Any]:
    """Return the day's limit as it was worked out, and the policy's numbers that the audit counts by."""
    numbers = {f"policy_{name}": getattr(policy, name) for name in POLICY_KEPT}
    return numbers | {"limit": room_today(facts).limit, "subject_campaign_zone": facts.subject.limits.zone}


def _subject(facts: Facts) -> dict[str, Any]:
    """Return the subject's own facts beside them."""
    kept = {f"subject_{name}": getattr(facts.subject, name) for name in SUBJECT_KEPT}
    limits = {f"subject_{name}": getattr(facts.subject.limits, name) for name in LIMITS_KEPT}
    return kept | limits | {"subject_weekend": sorted(facts.subject.weekend)} | _hours(facts)


def _hours(facts: Facts) -> dict[str, Any]:
    """Return the window with the days off around now: campaigns are edited, a permit is judged by what held then."""
    hours = facts.subject.hours
    if hours is None:
        return {}
    today = hours.local_day(facts.world_now)
    return {
        "subject_window": window_json(hours.window),
        "subject_closed": [day.isoformat() for day in (today - ONE_DAY, today) if day in hours.closed],
    }


SUBJECT_KEPT = (
    "kind",
    "active",
    "touch_open",
    "campaign_running",
    "ends_at",
    "fence",
    "earlier_done",
    "eligible_at",
    "zone",
    "link",
    "canary",
    "canary_until",
    "domain_people",
)
POLICY_KEPT = ("person_gap_days", "person_cap", "domain_openers", "domain_people")
LIMITS_KEPT = tuple(name for name in CampaignLimits.__slots__ if name not in {"zone", "canary"})


def plain(value: object) -> object:
    """Return the JSON value of a fact that is none by itself."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    message = f"a fact is a {type(value).__name__}, which nobody can keep"
    raise TypeError(message)


_as_text = partial(json.dumps, default=plain)
