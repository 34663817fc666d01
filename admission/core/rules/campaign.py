"""Rules about a campaign's own numbers: its day, its new people a day, and the first ones of all."""

from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.rules.answer import LOOK_AGAIN, Answer, tomorrow
from admission.core.scopes import Scope
from admission.core.verdict import Reason, Wait


def within_campaign_day(facts: Facts, _: Policy) -> Answer:
    """The campaign's number of mails a day, by the days of its own zone."""
    if Scope.CAMPAIGN_DAY not in facts.full:
        return None
    return Wait(Reason.CAMPAIGN_DAY, tomorrow(facts.subject.limits.zone, facts.world_now))


def few_new_people(facts: Facts, _: Policy) -> Answer:
    """The campaign's number of new people a day; who was tried already is not new."""
    if Scope.OPENERS not in facts.full:
        return None
    return Wait(Reason.NEW_CONTACTS, tomorrow(facts.subject.limits.zone, facts.world_now))


def first_ones_looked_at(facts: Facts, _: Policy) -> Answer:
    """After its first people a campaign opens to nobody until it was seen how they took it; follow-ups go on."""
    subject = facts.subject
    if not subject.limits.opener:
        return None
    if subject.canary == "held":
        return Wait(Reason.CANARY_HELD)
    if subject.canary == "resting" and subject.canary_until is not None and facts.world_now < subject.canary_until:
        return Wait(Reason.CANARY_RESTS, subject.canary_until)
    return Wait(Reason.CANARY_RESTS, facts.world_now + LOOK_AGAIN) if Scope.CANARY in facts.full else None
