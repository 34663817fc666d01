"""RFC 5965 complaint reports: somebody pressed "spam"."""

import re
from dataclasses import dataclass

from bounces.core.mail.body import Body
from bounces.core.mail.headers import Unreadable, addresses
from bounces.core.mail.parsing import Part
from bounces.core.reading import Action, BounceReport, Category
from bounces.core.reports.returned import Returned, cut_returned, find_returned

FEEDBACK_TYPE = "message/feedback-report"
FIELD = re.compile(r"^([A-Za-z-]{3,40})[ \t]*:[ \t]*(.*)$", re.MULTILINE)
COMPLAINTS = frozenset({"abuse", "fraud", "virus", "other", "miscategorized"})
UNSUBSCRIBES = frozenset({"opt-out", "opt-out-list"})
FEEDBACK_LOOP = re.compile(
    r"(?:abuse|complaint|spam) report|feedback[ -]loop|email feedback report|abuse (?:complaint|notification)",
    re.IGNORECASE,
)
FEEDBACK_SENDER = re.compile(r"\bfbl\b|feedback|scomp|staff@hotmail|complaints?@|abuse@|arf@", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the report says. `kind` is its Feedback-Type in lower case."""

    kind: str
    reports: tuple[BounceReport, ...]
    returned: Returned

    @property
    def complaint(self) -> bool:
        """Whether a person complained; authentication failures and "not spam" are no complaints."""
        return self.kind in COMPLAINTS

    @property
    def unsubscribe(self) -> bool:
        """Whether a person asked to be taken off by way of a feedback loop."""
        return self.kind in UNSUBSCRIBES


def read_feedback(message: Part, body: Body) -> Feedback | None:
    """The complaint report that a message is, None when it is something else."""
    part = next((part for part in message.leaves() if part.content_type == FEEDBACK_TYPE), None)
    if part is None and message.parameters.get("report-type", "").lower() != "feedback-report":
        return _unmarked(message, body)
    text = body.whole
    fields = {name.lower(): value.strip() for name, value in FIELD.findall(part.text() if part else text)}
    returned = find_returned(message, cut_returned(text)[1])
    kind = fields.get("feedback-type", "abuse").partition(";")[0].strip().lower()
    named = _recipient(fields) or next(iter(returned.recipients), None)
    return Feedback(kind, (_report(named, returned),), returned)


def _unmarked(message: Part, body: Body) -> Feedback | None:
    """Feedback loops that send the mail back without a report part; only from a sender that says what it is."""
    sender, subject = message.headers.words("from"), message.headers.words("subject")
    if not FEEDBACK_SENDER.search(sender):
        return None
    if not (FEEDBACK_LOOP.search(subject) or FEEDBACK_LOOP.search(body.whole[:2000])):
        return None
    returned = find_returned(message, cut_returned(body.whole)[1])
    if not returned.found:
        return None
    return Feedback("abuse", (_report(next(iter(returned.recipients), None), returned),), returned)


def _report(recipient: str | None, returned: Returned) -> BounceReport:
    return BounceReport(recipient, None, Action.COMPLAINED, None, "", Category.UNKNOWN, returned.message_id)


def _recipient(fields: dict[str, str]) -> str | None:
    for name in ("original-rcpt-to", "removal-recipient", "original-recipient"):
        try:
            if found := addresses(fields.get(name, "")):
                return found[0]
        except Unreadable:
            continue
    return None
