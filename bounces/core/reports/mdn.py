"""RFC 8098 receipts: a mail was displayed or thrown away. Neither a reply nor a bounce."""

import re
from dataclasses import dataclass

from bounces.core.mail.body import Body
from bounces.core.mail.headers import message_id
from bounces.core.mail.parsing import Part
from bounces.core.reading import Action, BounceReport, Category
from bounces.core.reports import notice_words
from bounces.core.reports.categories import categorise
from bounces.core.reports.dsn import typed_address

DISPOSITION_TYPES = frozenset({"message/disposition-notification", "message/global-disposition-notification"})
FIELD = re.compile(r"^([A-Za-z-]{3,40})[ \t]*:[ \t]*(.*(?:\n[ \t]+.*)*)$", re.MULTILINE)
REFUSAL = re.compile(
    r"quota|(?:mail|in)?box (?:is )?full|reject|refus|not accept|discard|will not be (?:read|delivered)|"
    r"over the limit|could not be delivered",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The receipt's one report, and whether it is a refusal in a receipt's clothes (Sieve's reject)."""

    report: BounceReport
    refused: bool


def read_receipt(message: Part, body: Body) -> Receipt | None:
    """The receipt that a message is, None when it is something else."""
    part = next((part for part in message.leaves() if part.content_type in DISPOSITION_TYPES), None)
    if part is None and message.parameters.get("report-type", "").lower() != "disposition-notification":
        return None
    text = body.whole
    fields = {name.lower(): " ".join(value.split()) for name, value in FIELD.findall(part.text() if part else text)}
    disposition = fields.get("disposition", "").lower()
    deleted = "deleted" in disposition or "dispatched" in disposition or "denied" in disposition
    words = " ".join(text[:4000].split())
    refused = deleted and "mdn-sent-automatically" in disposition.replace(" ", "") and _refuses(disposition, words)
    recipient = typed_address(fields.get("final-recipient", "")) or typed_address(fields.get("original-recipient", ""))
    action = Action.FAILED if refused else (Action.DELETED if deleted else Action.DISPLAYED)
    original = message_id(fields.get("original-message-id", ""))
    category = categorise(words, None, "") if refused else Category.UNKNOWN
    if refused and category is Category.UNKNOWN:
        category = Category.POLICY_BLOCK
    return Receipt(
        BounceReport(recipient, None, action, None, words[:300] if refused else "", category, original), refused
    )


def _refuses(disposition: str, words: str) -> bool:
    if REFUSAL.search(words):
        return True
    return disposition.startswith("automatic-action") and notice_words.FAILURE.search(words.lower()) is not None
