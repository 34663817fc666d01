"""The rules of a permit, each a pure answer: None (nothing against it), Wait or Refuse."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

from admission.core.facts import Facts
from admission.core.policy import PERSON_SPAN, ROLLING, Policy
from admission.core.verdict import Reason, Refuse, Wait
from app.core.windows import is_open, next_open
from app.core.zones import day_bounds, local_day

type Answer = Wait | Refuse | None
type Rule = Callable[[Facts, Policy], Answer]

NO_LINK_HOST = "no_link_host"  # the counter of mails that leave while there is no host for opt-out links
LOOK_AGAIN = timedelta(minutes=5)  # a blind inbox is not asked for at every tick of the planner


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
    if subject.window is None or is_open(subject.window, subject.zone, facts.world_now, subject.closed):
        return None
    return Wait(Reason.WINDOW, next_open(subject.window, subject.zone, facts.world_now, subject.closed))


def connected(facts: Facts, _: Policy) -> Answer:
    """The mailbox may send, and its provider has not asked for a pause."""
    if facts.mailbox_state != "connected":
        return Wait(Reason.MAILBOX)
    if facts.limited_until is not None and facts.now < facts.limited_until:
        return Wait(Reason.PROVIDER_LIMIT)
    return None


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


def charged_day(facts: Facts) -> date:
    """Return the mailbox's local day; it only moves forward, whatever a host's clock says."""
    today = local_day(facts.mailbox_zone, facts.world_now)
    return today if facts.day is None else max(today, facts.day)


def used(facts: Facts) -> int:
    """Return what was used of the charged day."""
    return facts.used_today if facts.day == charged_day(facts) else 0


def within_day(facts: Facts, _: Policy) -> Answer:
    """The cap per local day."""
    if used(facts) < facts.daily_cap:
        return None
    return Wait(Reason.CAP, day_bounds(facts.mailbox_zone, charged_day(facts))[1])


def within_rolling_day(facts: Facts, _: Policy) -> Answer:
    """The provider's cap in any 24 hours."""
    if facts.rolling_cap == 0:
        return Wait(Reason.ROLLING)
    return None if facts.rolling_freed_at is None else Wait(Reason.ROLLING, facts.rolling_freed_at + ROLLING)


def not_too_often(facts: Facts, policy: Policy) -> Answer:
    """One person is not written to again at once, nor again and again."""
    if policy.person_gap_hours is not None and facts.person_last_at is not None:
        over = facts.person_last_at + timedelta(hours=policy.person_gap_hours)
        if facts.world_now < over:
            return Wait(Reason.PERSON_GAP, over)
    if policy.person_cap is not None and facts.person_count >= policy.person_cap and facts.person_freed_at:
        return Wait(Reason.PERSON_CAP, facts.person_freed_at + PERSON_SPAN)
    return None


def counted(facts: Facts, _: Policy) -> Answer:
    """The counters of recipient domain and campaign day; tomorrow they are new."""
    if not set(facts.full) - {NO_LINK_HOST}:
        return None
    reason = Reason.CAMPAIGN_DAY if "campaign_day" in facts.full else Reason.DOMAIN_DAY
    return Wait(reason, _tomorrow(facts.subject.zone, facts.world_now))


def may_opt_out(facts: Facts, _: Policy) -> Answer:
    """The mail's opt-out link leads to a host that passed its self-test; without such a host few mails leave a day."""
    if facts.link_base is None:  # a rehearsal has one host and no gates
        return None
    if facts.subject.link is not None and facts.subject.link != facts.link_base:
        return Wait(Reason.LINK_CHANGED, facts.world_now)
    if not facts.link_good:
        return Wait(Reason.LINK_CLOSED, facts.world_now + LOOK_AGAIN)
    return Wait(Reason.NO_LINK_HOST, _tomorrow("UTC", facts.world_now)) if NO_LINK_HOST in facts.full else None


def _tomorrow(zone: str, instant: datetime) -> datetime:
    return day_bounds(zone, local_day(zone, instant))[1]


def heard(facts: Facts, policy: Policy) -> Answer:
    """Every inbox that mailed the person lately was read completely, and classified, a few minutes ago."""
    fresh = timedelta(minutes=policy.freshness_minutes)
    read = facts.inbox_read_at is None or facts.now - facts.inbox_read_at <= fresh
    return None if read and not facts.inbox_missing else Wait(Reason.INBOX_STALE, facts.world_now + LOOK_AGAIN)


PERSONAL: tuple[Rule, ...] = (sound, reachable, halted, left_alone, wanted, in_turn, in_window)
CAPACITY: tuple[Rule, ...] = (
    connected,
    paced,
    within_day,
    within_rolling_day,
    not_too_often,
    counted,
    may_opt_out,
    heard,
)
RULES = PERSONAL + CAPACITY
# What a person writes or tries out by hand skips window, pacing, caps and frequency; never an opt-out, a halt or the
# provider's day.
MANUAL: tuple[Rule, ...] = (sound, reachable, halted, left_alone, connected, within_rolling_day)
