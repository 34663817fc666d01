"""Three mails to begin with: a question, a reminder in its thread, and a way out. A missing first name is no hole."""

from sequences.core.campaign_file.plan import StepKind, StepPlan, VariantPlan
from sequences.core.due import Delay

GREETING = 'Hello {{ first_name | default: "there" }},\n\n'
FIRST = (
    GREETING + "I saw that {{ company | default: 'your company' }} … (say in one sentence what made you write).\n\n"
    "We help teams like yours to … (one result, in plain words).\n\n"
    "Is this yours to decide, or whom may I ask?\n"
)
SECOND = GREETING + "did this reach the right person? A one-line answer helps me, a no as well.\n"
THIRD = (
    GREETING + "I do not want to fill your inbox, so this is my last mail about it. "
    "If it ever becomes a question, just answer here.\n"
)
SUBJECT = "A question about {{ company | default: 'your team' }}"
DELAYS = (0, 3, 5)  # business days


def three_mails() -> tuple[StepPlan, ...]:
    """Return the steps: the two later mails continue the first one's thread."""
    texts = ((SUBJECT, FIRST), ("", SECOND), ("", THIRD))
    return tuple(
        StepPlan(StepKind.EMAIL, Delay(days), (VariantPlan(subject=subject, text=text),))
        for days, (subject, text) in zip(DELAYS, texts, strict=True)
    )
