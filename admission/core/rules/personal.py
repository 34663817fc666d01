"""Rules about the mail, the person, the step and its campaign."""

from datetime import datetime, timedelta

from admission.core.facts import Facts
from admission.core.frequency import rested_at
from admission.core.policy import PERSON_SPAN, Policy
from admission.core.rules.answer import Answer, opening
from admission.core.verdict import Reason, Refuse, Wait
from app.core.windows import NEVER_CLOSED


def sound(facts: Facts, _: Policy) -> Answer:
    """The very mail that asks is prepared, for this address, and nobody else holds this step of this person."""
    # Another worker may have composed it anew: for a person, a mailbox or with words that the one that asks neither
    # locked nor holds. The other one goes on with it.
    if facts.delivery_state != "prepared" or not facts.as_composed:
        return Refuse(Reason.NOT_PREPARED)
    if facts.copy_elsewhere:
        return Refuse(Reason.ALREADY_SENT)
    if facts.sealed_address != facts.subject.address or facts.recipient_id != facts.subject.recipient_id:
        return Wait(Reason.RECIPIENT_CHANGED, facts.world_now)
    return None


def reachable(facts: Facts, _: Policy) -> Answer:
    """A rehearsal reaches its own simulator and nothing else."""
    return None if facts.endpoint_allowed else Refuse(Reason.REHEARSAL)


def halted(facts: Facts, _: Policy) -> Answer:
    """The workspace's stop button."""
    return Wait(Reason.HALTED) if facts.halted else None


def left_alone(facts: Facts, _: Policy) -> Answer:
    """No suppression, no open request, no stopping outcome since. No policy, mode or flag is asked."""
    if facts.suppressed:
        return Refuse(Reason.SUPPRESSED)
    if facts.opt_out_open:
        return Refuse(Reason.OPT_OUT_OPEN)
    if facts.stop_fence > facts.subject.fence:
        return Refuse(Reason.STOPPED_SINCE)
    return None


def wanted(facts: Facts, _: Policy) -> Answer:
    """The enrollment is active, its touch open, its campaign running and not over."""
    subject = facts.subject
    if not subject.active:
        return Refuse(Reason.NOT_ACTIVE)
    if not subject.touch_open:
        return Refuse(Reason.TOUCH_CLOSED)
    if not subject.campaign_running:
        return Wait(Reason.CAMPAIGN_NOT_RUNNING)
    if subject.ends_at is not None and facts.world_now >= subject.ends_at:
        return Wait(Reason.CAMPAIGN_ENDED)
    return None


def in_turn(facts: Facts, _: Policy) -> Answer:
    """The step before is done, the delay is over, and no server asked to come back later."""
    subject = facts.subject
    if not subject.earlier_done:
        return Wait(Reason.STEP_ORDER)
    if subject.eligible_at is not None and facts.world_now < subject.eligible_at:
        return Wait(Reason.EARLY, subject.eligible_at)
    if facts.not_before is not None and facts.world_now < facts.not_before:
        return Wait(Reason.DEFERRED, facts.not_before)
    return None


def in_window(facts: Facts, _: Policy) -> Answer:
    """The campaign's window is open, by the clocks of its zone."""
    subject = facts.subject
    if subject.hours is None or subject.hours.is_open(facts.world_now):
        return None
    return Wait(Reason.WINDOW, opening(subject.hours, facts.world_now))


def not_too_often(facts: Facts, policy: Policy) -> Answer:
    """One person is not written to again at once, nor again and again, whatever campaigns they are in."""
    rested = _rested_at(facts, policy)
    if rested is not None and facts.world_now < rested:
        return Wait(Reason.PERSON_GAP, rested)
    if policy.person_cap is not None and facts.person_freed_at is not None:
        return Wait(Reason.PERSON_CAP, facts.person_freed_at + PERSON_SPAN)
    return None


def _rested_at(facts: Facts, policy: Policy) -> datetime | None:
    """Return when the person has rested from the last mail; None: there was none, or nothing limits it."""
    last, subject = facts.person_last_at, facts.subject
    if last is None:
        return None
    over = []
    if policy.person_gap_hours is not None:
        over.append(last + timedelta(hours=policy.person_gap_hours))
    if policy.person_gap_days is not None:
        closed = NEVER_CLOSED if subject.hours is None else subject.hours.closed
        over.append(rested_at(last, policy.person_gap_days, subject.zone, subject.weekend, closed))
    return max(over, default=None)
