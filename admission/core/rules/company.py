"""Rules about whom a mail joins: the people of its company, and what goes out under one sending domain."""

from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.rules.answer import Answer, tomorrow
from admission.core.scopes import Scope
from admission.core.verdict import Reason, Wait


def company_spared(facts: Facts, _: Policy) -> Answer:
    """A company gets so many mails a day, and so many of them first ones; free mail is no company."""
    for scope, reason in ((Scope.DOMAIN_DAY, Reason.DOMAIN_DAY), (Scope.DOMAIN_OPENERS, Reason.DOMAIN_OPENERS)):
        if scope in facts.full:
            return Wait(reason, tomorrow(facts.subject.zone, facts.world_now))
    return None


def few_of_a_company(facts: Facts, policy: Policy) -> Answer:
    """So many people of a company are written to at a time; the next one is asked for again tomorrow."""
    subject = facts.subject
    if policy.domain_people is None or not subject.limits.opener or subject.domain_people < policy.domain_people:
        return None
    return Wait(Reason.DOMAIN_IN_FLIGHT, tomorrow(subject.zone, facts.world_now))


def within_sending_domain(facts: Facts, _: Policy) -> Answer:
    """The mailboxes of one sending domain send so many mails a day (of UTC) together."""
    if Scope.SENDING_DOMAIN not in facts.full:
        return None
    return Wait(Reason.SENDING_DOMAIN_DAY, tomorrow("UTC", facts.world_now))
