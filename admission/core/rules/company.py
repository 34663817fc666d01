"""Rules about counters: the recipient's domain, the campaign's day and its new contacts, the sending domain."""

from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.rules.answer import Answer, tomorrow
from admission.core.rules.evidence import NO_LINK_HOST
from admission.core.verdict import Reason, Wait


def counted(facts: Facts, _: Policy) -> Answer:
    """The counters of recipient domain and campaign day; tomorrow they are new."""
    if not set(facts.full) - {NO_LINK_HOST}:
        return None
    reason = Reason.CAMPAIGN_DAY if "campaign_day" in facts.full else Reason.DOMAIN_DAY
    return Wait(reason, tomorrow(facts.subject.zone, facts.world_now))
