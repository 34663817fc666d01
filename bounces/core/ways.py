"""By which way an address or a domain came on the do-not-contact list."""

from enum import StrEnum

from bounces.core.outcomes import Outcome


class Way(StrEnum):
    """Stored with each entry, shown and exported."""

    ONE_CLICK = "one_click"  # a mail program's own button, or anything else that posts to the link
    PAGE = "page"  # the button of our page
    MAILTO = "mailto"  # a mail to the address of List-Unsubscribe
    WORDS = "words"  # written in an answer
    COMPLAINT = "complaint"
    BOUNCE = "bounce"
    IMPORT = "import"
    PERSON = "person"  # a colleague, on the page or by command
    ERASURE = "erasure"
    MOVE = "move"  # the person's new address inherits it


BY_MAIL = ("opt-out-token", "subject", "client-button", "unsubscribe-address", "feedback-report")
OF_OUTCOME = {Outcome.COMPLAINED: Way.COMPLAINT, Outcome.BOUNCED: Way.BOUNCE}


def way_of(outcome: str, rule: str) -> Way:
    """Return the way of what came back, by its kind and the rule that decided ("subject:address")."""
    name = rule.partition(":")[0]
    if outcome in OF_OUTCOME:
        return OF_OUTCOME[Outcome(outcome)]
    if name in {Way.ONE_CLICK, Way.PAGE}:
        return Way(name)
    return Way.MAILTO if name in BY_MAIL else Way.WORDS
