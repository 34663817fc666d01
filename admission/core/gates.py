"""Every rule of a permit as a gate that a person can read: passed or not, by which numbers, and open again when.

Built from the same answers that decide. The text of `explain`, its JSON and the API all tell these gates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from admission.core.capacity import Numbers, Room, limits
from admission.core.decide import rules_for
from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.rules import Rule, gap
from admission.core.rules.caps import numbers_today, room_today
from admission.core.verdict import Reason, Refuse, Wait

type Number = int | str | bool | datetime | date | None
type Numbered = Mapping[str, Number]
type Told = Callable[[Facts, Policy], Numbered]

SOON_OVER = frozenset({Reason.IN_FLIGHT, Reason.BUSY})  # nobody has to do anything, and it is a matter of minutes
MOST_STEPS = 200  # of rules that put each other off; more is a calendar that never opens


@dataclass(frozen=True, slots=True)
class Gate:
    """One rule's answer. `value` are the numbers it went by; `reason` "": it has nothing against the mail.

    `earliest` is world time: when it opens by itself; None where it stands open, or only somebody or something opens
    it. `final`: it is refused, not put off.
    """

    name: str
    passed: bool
    final: bool
    reason: str
    value: Numbered
    earliest: datetime | None
    asks: str


def gates(facts: Facts, policy: Policy, rules: Sequence[Rule] | None = None) -> tuple[Gate, ...]:
    """Return every gate in the order in which it is asked; of these rules alone where they are named."""
    return tuple(_gate(rule, facts, policy) for rule in (rules_for(facts) if rules is None else rules))


def earliest(facts: Facts, policy: Policy, rules: Sequence[Rule] | None = None) -> datetime | None:
    """Return when all of them stand open, as far as that is known now; None: only somebody or something opens one.

    It is not the latest of their answers: at that instant it may be night where the person lives, so rules that go by
    the clock alone are asked again for the instant found, until none of them objects.
    """
    asked = rules_for(facts) if rules is None else rules
    at = _latest(asked, facts, policy)
    for _ in range(MOST_STEPS):
        if at is None:
            return None
        later = _latest([rule for rule in asked if rule.__name__ in BY_THE_CLOCK], replace(facts, world_now=at), policy)
        if later == at:
            return at
        at = later
    return None


def _latest(rules: Sequence[Rule], facts: Facts, policy: Policy) -> datetime | None:
    """Return the latest instant that any of these rules names, now where none objects."""
    at = facts.world_now
    for rule in rules:
        answer = rule(facts, policy)
        if isinstance(answer, Refuse):
            return None
        if isinstance(answer, Wait) and answer.reason not in SOON_OVER:
            if answer.until is None:
                return None
            at = max(at, answer.until)
    return at


# These know from the facts alone how they will answer later. Counters of today are new tomorrow, and what is looked at
# again every few minutes (inboxes, links, checks) says nothing of tomorrow: they are asked once.
BY_THE_CLOCK = frozenset(
    {
        "wanted",
        "in_turn",
        "in_window",
        "at_work",
        "paced",
        "within_day",
        "within_hour",
        "within_rolling_day",
        "not_too_often",
    }
)


def _gate(rule: Rule, facts: Facts, policy: Policy) -> Gate:
    answer = rule(facts, policy)
    tell = VALUES.get(rule.__name__)
    return Gate(
        name=rule.__name__,
        passed=answer is None,
        final=isinstance(answer, Refuse),
        reason="" if answer is None else str(answer.reason),
        value=tell(facts, policy) if tell else {},
        earliest=answer.until if isinstance(answer, Wait) else None,
        asks=(rule.__doc__ or "").strip().partition("\n")[0],
    )


def arithmetic(numbers: Numbers, found: Room) -> str:
    """Return the room in a line: cap 50, ramp 32, sent 0, hand-written 6, reserved 4, free 22; binding: ramp."""
    known = [f"{name} {number}" for number, name in limits(numbers)]
    parts = [f"sent {found.used}", f"hand-written {found.by_hand}", f"reserved {found.reserved}", f"free {found.free}"]
    return f"{', '.join([*known, *parts])}; binding: {found.bound_by}"


def _room(facts: Facts, _: Policy) -> Numbered:
    numbers, found = numbers_today(facts), room_today(facts)
    known: dict[str, Number] = {name: number for number, name in limits(numbers)}
    return known | {
        "sent": found.used,
        "hand_written": found.by_hand,
        "reserved": found.reserved,
        "free": found.free,
        "binding": found.bound_by,
    }


def _paced(facts: Facts, _: Policy) -> Numbered:
    drawn = gap(facts.gap_seconds, facts.gap_jitter, facts.drawn_jitter)
    return {
        "in_flight": facts.in_flight,
        "last_send_at": facts.last_send_at,
        "gap_seconds": round(drawn / timedelta(seconds=1)),
    }


VALUES: dict[str, Told] = {
    "sound": lambda facts, _: {"state": facts.delivery_state, "sent_elsewhere": facts.copy_elsewhere},
    "halted": lambda facts, _: {"halted": facts.halted},
    "left_alone": lambda facts, _: {
        "do_not_contact": facts.suppressed,
        "opt_out_open": facts.opt_out_open,
        "answered_since": facts.stop_fence > facts.subject.fence,
    },
    "wanted": lambda facts, _: {
        "active": facts.subject.active,
        "campaign_running": facts.subject.campaign_running,
        "ends_at": facts.subject.ends_at,
    },
    "in_turn": lambda facts, _: {
        "earlier_done": facts.subject.earlier_done,
        "eligible_at": facts.subject.eligible_at,
        "asked_to_wait_until": facts.not_before,
    },
    "in_window": lambda facts, _: {"zone": facts.subject.zone, "now": facts.world_now},
    "at_work": lambda facts, _: {"zone": facts.mailbox_zone, "workday": facts.workday is not None},
    "connected": lambda facts, _: {"state": facts.mailbox_state, "limited_until": facts.limited_until},
    "paced": _paced,
    "within_day": _room,
    "within_hour": lambda facts, _: {"cap": facts.hourly_cap, "full": facts.hourly_freed_at is not None},
    "within_rolling_day": lambda facts, _: {"cap": facts.rolling_cap, "full": facts.rolling_full},
    "not_too_often": lambda facts, policy: {
        "last_mail_at": facts.person_last_at,
        "mails_in_60_days": facts.person_count,
        "cap_in_60_days": policy.person_cap,
    },
    "first_ones_looked_at": lambda facts, _: {
        "first_mails": facts.subject.canary,
        "rests_until": facts.subject.canary_until,
    },
    "few_of_a_company": lambda facts, policy: {"people": facts.subject.domain_people, "cap": policy.domain_people},
    "healthy": lambda facts, _: {"health": facts.health, "good_until": facts.health_good_until},
    "may_opt_out": lambda facts, _: {"host_works": facts.link_good},
    "heard": lambda facts, policy: {
        "read_at": facts.inbox_read_at,
        "never_read": facts.inbox_missing,
        "minutes": policy.freshness_minutes,
    },
}
