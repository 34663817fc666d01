"""Rules about whether a mailbox may send at all, and how soon after its last mail."""

from datetime import timedelta

from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.rules.answer import Answer, opening
from admission.core.verdict import Reason, Wait
from mailboxes.core.workday import away_hours, away_ranges, workday_hours


def connected(facts: Facts, _: Policy) -> Answer:
    """The mailbox may send, and its provider has not asked for a pause."""
    if facts.mailbox_state != "connected":
        return Wait(Reason.MAILBOX)
    if facts.limited_until is not None and facts.now < facts.limited_until:
        return Wait(Reason.PROVIDER_LIMIT)
    return None


def at_work(facts: Facts, _: Policy) -> Answer:
    """The mailbox's owner is not away, and its own hours, where it has some, are open."""
    now = facts.world_now
    away = away_hours(facts.mailbox_zone, away_ranges(facts.away))
    if away is not None and not away.is_open(now):
        return Wait(Reason.MAILBOX_AWAY, opening(away, now))
    hours = workday_hours(facts.workday, facts.mailbox_zone, now)
    return None if hours is None or hours.is_open(now) else Wait(Reason.MAILBOX_WORKDAY, opening(hours, now))


def paced(facts: Facts, _: Policy) -> Answer:
    """With a gap: one call in flight, and the gap after the last send, longer by the jitter drawn with that send."""
    if not facts.gap_seconds:
        return None
    if facts.in_flight:
        return Wait(Reason.IN_FLIGHT)
    if facts.last_send_at is None:
        return None
    over = facts.last_send_at + gap(facts.gap_seconds, facts.gap_jitter, facts.drawn_jitter)
    return Wait(Reason.GAP, over) if facts.world_now < over else None


def gap(seconds: int, jitter_percent: int, drawn: float) -> timedelta:
    """Return the gap in world time: never under `seconds`, longer by the drawn share of the jitter."""
    return timedelta(seconds=seconds * (1 + jitter_percent / 100 * drawn))
