"""What each reading means for the person, for the address and for the sender: one table, DESIGN.md section 8."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bounces.core.reading import Action, BounceReport, Category, Kind, Reading


class Outcome(StrEnum):
    """The recorded disposition. Every inbound message ends in exactly one per recipient it speaks of."""

    REPLIED = "replied"
    CALENDAR_ANSWERED = "calendar_answered"
    UNSUBSCRIBED = "unsubscribed"
    COMPLAINED = "complained"
    AWAY = "away"
    AUTO_REPLIED = "auto_replied"
    LEFT = "left"  # left the company, mailbox unmonitored, address changed
    BOUNCED = "bounced"  # final, and the recipient's side is at fault
    FAILED = "failed"  # final, and our side is blamed
    DELAYED = "delayed"
    DELIVERED = "delivered"
    READ = "read"
    LISTED = "listed"
    OWN = "own"
    TEST = "test"  # about a mail that tried a step out: nobody is stopped by it
    PROBE = "probe"  # of a mail between our own mailboxes that tells how our mail is received
    WARM_UP = "warm_up"  # of a warm-up service, in either direction
    UNREADABLE = "unreadable"


class Person(StrEnum):
    """What happens to the person's enrollments."""

    STOP_ALL = "stop_all"  # every enrollment, all channels
    STOP_FAILED = "stop_failed"  # this address ends as `failed`: a person may reopen it in bulk after the repair
    STOP_ADDRESS = "stop_address"  # this address only, and a task for the owner
    HOLD_UNTIL = "hold_until"  # until the return date plus its margin, or the default hold
    HOLD_FOR_REVIEW = "hold_for_review"  # until somebody has looked
    RECORD = "record"  # nothing changes


class Sender(StrEnum):
    """What it says about the mailbox and the domain that sent. Applies only to an exact Message-ID match."""

    NOTHING = "nothing"
    BOUNCE = "bounce"  # counts in the bounce rate
    FAULT = "fault"  # authentication, policy, reputation: counts against mailbox or domain
    COMPLAINT = "complaint"  # counts in the complaint rate


@dataclass(frozen=True, slots=True)
class Effect:
    """The consequences of one outcome. `ends` is the enrollment state to end in, None when it stays active."""

    person: Person
    ends: str | None = None
    suppress: bool = False
    sender: Sender = Sender.NOTHING
    alert: bool = False  # the owner is told at once: by a task, or by the mailbox that is at fault
    task: bool = False  # the owner has something to look at
    counts_as_reply: bool = False


EFFECTS: dict[Outcome, Effect] = {
    Outcome.REPLIED: Effect(Person.STOP_ALL, ends="replied", counts_as_reply=True),
    Outcome.CALENDAR_ANSWERED: Effect(Person.STOP_ALL, ends="replied"),  # a person acted, but wrote nothing
    Outcome.UNSUBSCRIBED: Effect(Person.STOP_ALL, ends="unsubscribed", suppress=True),
    Outcome.COMPLAINED: Effect(
        Person.STOP_ALL, ends="complained", suppress=True, sender=Sender.COMPLAINT, alert=True, task=True
    ),
    Outcome.AWAY: Effect(Person.HOLD_UNTIL),
    Outcome.AUTO_REPLIED: Effect(Person.RECORD),
    Outcome.LEFT: Effect(Person.STOP_ADDRESS, ends="stopped", task=True),
    Outcome.BOUNCED: Effect(Person.STOP_ALL, ends="bounced", sender=Sender.BOUNCE),
    Outcome.FAILED: Effect(Person.STOP_FAILED, ends="failed", sender=Sender.FAULT, alert=True),
    Outcome.DELAYED: Effect(Person.RECORD),
    Outcome.DELIVERED: Effect(Person.RECORD),
    Outcome.READ: Effect(Person.RECORD),
    Outcome.LISTED: Effect(Person.RECORD),
    Outcome.OWN: Effect(Person.RECORD),
    Outcome.TEST: Effect(Person.RECORD),
    Outcome.PROBE: Effect(Person.RECORD),
    Outcome.WARM_UP: Effect(Person.RECORD),
    Outcome.UNREADABLE: Effect(Person.HOLD_FOR_REVIEW, task=True),
}
INVALID = Effect(Person.STOP_ALL, ends="bounced", suppress=True, sender=Sender.BOUNCE)

OUTCOME_OF_KIND: dict[Kind, Outcome] = {
    Kind.HUMAN_REPLY: Outcome.REPLIED,
    Kind.UNSUBSCRIBE: Outcome.UNSUBSCRIBED,
    Kind.COMPLAINT: Outcome.COMPLAINED,
    Kind.OUT_OF_OFFICE: Outcome.AWAY,
    Kind.AUTO_REPLY: Outcome.AUTO_REPLIED,
    Kind.LEFT_COMPANY: Outcome.LEFT,
    Kind.CALENDAR_RESPONSE: Outcome.CALENDAR_ANSWERED,
    Kind.BOUNCE: Outcome.BOUNCED,  # of a report without recipients; otherwise its category decides
    Kind.DELAYED: Outcome.DELAYED,
    Kind.LIST_OR_BULK: Outcome.LISTED,
    Kind.READ_RECEIPT: Outcome.READ,
    Kind.DELIVERED: Outcome.DELIVERED,
    Kind.OWN_MAIL: Outcome.OWN,
    Kind.OF_A_TEST: Outcome.TEST,
    Kind.PROBE: Outcome.PROBE,
    Kind.WARM_UP: Outcome.WARM_UP,
    Kind.UNREADABLE: Outcome.UNREADABLE,
}

# What a message is called after a person said what it means.
KIND_OF_OUTCOME: dict[Outcome, Kind] = {outcome: kind for kind, outcome in OUTCOME_OF_KIND.items()} | {
    Outcome.FAILED: Kind.BOUNCE
}

# A mail that is refused for what we are or sent is our fault; everything else lies on the recipient's side.
OUTCOME_OF_CATEGORY: dict[Category, Outcome] = {
    Category.INVALID_RECIPIENT: Outcome.BOUNCED,
    Category.MAILBOX_FULL: Outcome.BOUNCED,
    Category.TEMPORARY: Outcome.BOUNCED,
    Category.UNKNOWN: Outcome.BOUNCED,
    Category.AUTHENTICATION: Outcome.FAILED,
    Category.POLICY_BLOCK: Outcome.FAILED,
    Category.REPUTATION_BLOCK: Outcome.FAILED,
    Category.DELAYED: Outcome.DELAYED,
}

OUTCOME_OF_ACTION: dict[Action, Outcome] = {
    Action.DELAYED: Outcome.DELAYED,
    Action.DELIVERED: Outcome.DELIVERED,
    Action.RELAYED: Outcome.DELIVERED,
    Action.EXPANDED: Outcome.DELIVERED,
    Action.COMPLAINED: Outcome.COMPLAINED,
    Action.DISPLAYED: Outcome.READ,
    Action.DELETED: Outcome.READ,
}


@dataclass(frozen=True, slots=True)
class Consequence:
    """One outcome for one recipient. Without a report the recipient is found by thread or sender: `report` is None."""

    outcome: Outcome
    effect: Effect
    report: BounceReport | None = None
    return_date: date | None = None


def of_category(category: Category) -> tuple[Outcome, Effect]:
    """What a final refusal means, whether it came in a report or at the provider's boundary."""
    outcome = OUTCOME_OF_CATEGORY[category]
    return outcome, INVALID if category is Category.INVALID_RECIPIENT else EFFECTS[outcome]


def of_report(report: BounceReport) -> Consequence:
    """What one line of a report means for its recipient."""
    if report.action is Action.FAILED:
        return Consequence(*of_category(report.category), report=report)
    outcome = OUTCOME_OF_ACTION[report.action]
    return Consequence(outcome, EFFECTS[outcome], report=report)


def consequences(reading: Reading) -> tuple[Consequence, ...]:
    """All that one reading asks for; never empty. Reports speak for themselves, anything else is one outcome."""
    if reading.reports:
        return tuple(of_report(report) for report in reading.reports)
    outcome = OUTCOME_OF_KIND[reading.kind]
    return (Consequence(outcome, EFFECTS[outcome], return_date=reading.return_date),)


def spoken_for(consequence: Consequence) -> Consequence:
    """What a wish means for whom its writer once answered for: an answer. For the writer it means what it says."""
    return Consequence(Outcome.REPLIED, EFFECTS[Outcome.REPLIED]) if consequence.effect.suppress else consequence


def gravest(outcomes: Iterable[Outcome]) -> Outcome:
    """The outcome to show for a message that means several things: the one that stops most."""
    found = set(outcomes)
    return next(outcome for outcome in GRAVITY if outcome in found)


# Complaint and opt-out beat a reply, a reply beats a machine: silence is the safe side.
GRAVITY: tuple[Outcome, ...] = (
    Outcome.COMPLAINED,
    Outcome.UNSUBSCRIBED,
    Outcome.REPLIED,
    Outcome.CALENDAR_ANSWERED,
    Outcome.BOUNCED,
    Outcome.FAILED,
    Outcome.LEFT,
    Outcome.UNREADABLE,
    Outcome.AWAY,
    Outcome.DELAYED,
    Outcome.AUTO_REPLIED,
    Outcome.READ,
    Outcome.DELIVERED,
    Outcome.LISTED,
    Outcome.OWN,
    Outcome.WARM_UP,
    Outcome.PROBE,
    Outcome.TEST,
)
