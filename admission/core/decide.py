"""One decision from frozen facts; the gate, the explanation and later the forecast all call it."""

from datetime import UTC, datetime

from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.rules import MANUAL, RULES, Answer, Rule
from admission.core.verdict import Grant, Refuse, Verdict, Wait

FOR_EVER = datetime.max.replace(tzinfo=UTC)


def rules_for(facts: Facts) -> tuple[Rule, ...]:
    """Return the rules that apply to this kind of mail; a test is sent by a person's hand."""
    return RULES if facts.subject.kind == "campaign" else MANUAL


def answers(facts: Facts, policy: Policy) -> list[tuple[str, Answer]]:
    """Return every rule's answer by the rule's name; `explain` prints them all."""
    return [(rule.__name__, rule(facts, policy)) for rule in rules_for(facts)]


def decide(facts: Facts, policy: Policy) -> Verdict:
    """Any refusal ends it; else the longest wait; silence from every rule is a grant."""
    given = [answer for rule in rules_for(facts) if (answer := rule(facts, policy)) is not None]
    refusal = next((answer for answer in given if isinstance(answer, Refuse)), None)
    if refusal is not None:
        return refusal
    waits = [answer for answer in given if isinstance(answer, Wait)]
    return max(waits, key=lambda wait: wait.until or FOR_EVER, default=Grant())
