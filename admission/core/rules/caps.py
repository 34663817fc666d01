"""Rules about how much a mailbox sends: its local day, any hour, and the provider's 24 hours."""

from datetime import date

from admission.core.capacity import CAP, HARD, PROTECTION, RAMP, Numbers, Room, room
from admission.core.facts import Facts
from admission.core.policy import HOUR, ROLLING, Policy
from admission.core.ramp import limit_today
from admission.core.rules.answer import Answer
from admission.core.verdict import Reason, Wait
from mailboxes.core import days

BOUND_BY = {CAP: Reason.CAP, RAMP: Reason.RAMP, HARD: Reason.HARD_BREAKER, PROTECTION: Reason.PROTECTION}


def charged_day(facts: Facts) -> date:
    """Return the day that a mail is charged to; it only moves forward, and a change of the zone opens no room."""
    return days.charged_day(facts.mailbox_zone, facts.world_now, facts.day, facts.closes_at)


def used(facts: Facts) -> int:
    """Return what was used of the charged day."""
    return facts.used_today if facts.day == charged_day(facts) else 0


def numbers_today(facts: Facts) -> Numbers:
    """Return what today's room of the mailbox is made of."""
    return Numbers(
        cap=facts.daily_cap,
        used_today=used(facts),
        by_hand_today=facts.by_hand_today,
        reserved=facts.reserved,
        ramp=limit_today(facts.ramp_earned, facts.ramp_day, facts.ramp_start, charged_day(facts)),
        hard_percent=facts.hard_percent,
        protection_percent=facts.protection_percent,
    )


def room_today(facts: Facts) -> Room:
    """Return today's room of the mailbox; the provider's 24 hours are a rule of their own and know when they end."""
    return room(numbers_today(facts))


def within_day(facts: Facts, _: Policy) -> Answer:
    """The smallest limit of the local day, named: cap, ramp, breaker or protection; and the room kept for people."""
    found = room_today(facts)
    if found.free:
        return None
    reason = Reason.RESERVED if found.limit > found.used + found.by_hand else BOUND_BY[found.bound_by]
    stopped = found.limit == 0 and found.bound_by in {HARD, PROTECTION}  # no day changes that: somebody has to
    if stopped:
        return Wait(reason, None)
    return Wait(reason, days.next_room(facts.mailbox_zone, facts.world_now, facts.day, facts.closes_at))


def within_hour(facts: Facts, _: Policy) -> Answer:
    """The mailbox's cap in any 60 minutes: over when its cap-th newest automated mail is an hour old."""
    if facts.hourly_cap == 0:
        return Wait(Reason.HOUR)
    return None if facts.hourly_freed_at is None else Wait(Reason.HOUR, facts.hourly_freed_at + HOUR)


def within_rolling_day(facts: Facts, _: Policy) -> Answer:
    """The provider's cap in any 24 hours, in which mail written by hand counts."""
    if not facts.rolling_full:
        return None
    return Wait(Reason.ROLLING, None if facts.rolling_freed_at is None else facts.rolling_freed_at + ROLLING)
