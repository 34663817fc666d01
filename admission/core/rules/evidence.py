"""Rules about evidence: links that work, inboxes that were read, a mailbox whose mail passes its checks."""

from datetime import timedelta

from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.rules.answer import LOOK_AGAIN, Answer, tomorrow
from admission.core.scopes import Scope
from admission.core.verdict import Reason, Wait


def may_opt_out(facts: Facts, _: Policy) -> Answer:
    """The mail's opt-out link leads to a host that passed its self-test; without such a host few mails leave a day."""
    if facts.link_base is None:  # a rehearsal has one host and no gates
        return None
    if facts.subject.link is not None and facts.subject.link != facts.link_base:
        return Wait(Reason.LINK_CHANGED, facts.world_now)
    if not facts.link_good:
        return Wait(Reason.LINK_CLOSED, facts.world_now + LOOK_AGAIN)
    if Scope.NO_LINK_HOST not in facts.full:
        return None
    return Wait(Reason.NO_LINK_HOST, tomorrow("UTC", facts.world_now))


def heard(facts: Facts, policy: Policy) -> Answer:
    """Every inbox that mailed the person lately was read completely, and classified, a few minutes ago."""
    fresh = timedelta(minutes=policy.freshness_minutes)
    read = facts.inbox_read_at is None or facts.now - facts.inbox_read_at <= fresh
    return None if read and not facts.inbox_missing else Wait(Reason.INBOX_STALE, facts.world_now + LOOK_AGAIN)


def healthy(facts: Facts, _: Policy) -> Answer:
    """A probe of the mailbox's mail passed its checks lately: a failure acts at once, unknown or old is not healthy."""
    if facts.health == "fail":
        return Wait(Reason.HEALTH_FAIL)
    good = facts.health_good_until is not None and facts.world_now < facts.health_good_until
    return None if facts.health == "pass" and good else Wait(Reason.HEALTH_UNKNOWN)
