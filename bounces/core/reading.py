"""What one inbound message turned out to be: the types every other module of the package speaks."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

EVIDENCE_LIMIT = 200  # characters; evidence is shown in lists and kept for ever
WHOLE_DOMAIN = "whole_domain"  # the label of a wish that is for everybody at the writer's domain


class Kind(StrEnum):
    """The one class a message ends in."""

    HUMAN_REPLY = "human_reply"
    UNSUBSCRIBE = "unsubscribe"
    COMPLAINT = "complaint"
    OUT_OF_OFFICE = "out_of_office"
    AUTO_REPLY = "auto_reply"
    LEFT_COMPANY = "left_company"  # also: mailbox unmonitored, address changed; `label` says which
    CALENDAR_RESPONSE = "calendar_response"
    BOUNCE = "bounce"  # at least one report says failed
    DELAYED = "delayed"  # a report, but nothing failed yet
    LIST_OR_BULK = "list_or_bulk"
    READ_RECEIPT = "read_receipt"
    DELIVERED = "delivered"  # a report of success only
    OWN_MAIL = "own_mail"
    OF_A_TEST = "of_a_test"  # an answer to a mail that somebody sent to try a step out
    PROBE = "probe"  # between two of our own mailboxes, or an answer to such a mail
    WARM_UP = "warm_up"  # of a service that sends mail to and fro: neither an answer nor a stranger's mail
    UNREADABLE = "unreadable"  # `evidence` says why; nothing else is known


ANSWERS = frozenset({Kind.HUMAN_REPLY, Kind.UNSUBSCRIBE, Kind.COMPLAINT, Kind.CALENDAR_RESPONSE})
"""Kinds in which a person acted."""


class Action(StrEnum):
    """What a report says about one recipient. The first five are RFC 3464's words."""

    FAILED = "failed"
    DELAYED = "delayed"
    DELIVERED = "delivered"
    RELAYED = "relayed"
    EXPANDED = "expanded"
    COMPLAINED = "complained"  # RFC 5965: the recipient pressed "spam"
    DISPLAYED = "displayed"  # RFC 8098: the mail was opened
    DELETED = "deleted"  # RFC 8098: thrown away unread


class Category(StrEnum):
    """Why a message was not delivered."""

    INVALID_RECIPIENT = "invalid_recipient"
    MAILBOX_FULL = "mailbox_full"
    TEMPORARY = "temporary"
    AUTHENTICATION = "authentication"
    POLICY_BLOCK = "policy_block"
    REPUTATION_BLOCK = "reputation_block"
    DELAYED = "delayed"
    UNKNOWN = "unknown"


class CalendarAnswer(StrEnum):
    """How the sender answered an invitation, or that they sent one."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    TENTATIVE = "tentative"
    COUNTER = "counter"
    INVITED = "invited"


@dataclass(frozen=True, slots=True)
class BounceReport:
    """One recipient of one report. A report that names nobody has `recipient` None.

    `recipient` is the address that failed, `original_recipient` the one that was written to where the report
    names both. `message_id` is the returned mail's, without angle brackets.
    """

    recipient: str | None
    original_recipient: str | None
    action: Action
    status: str | None  # enhanced status code, "5.1.1"
    diagnostic: str  # the refusing server's own words, capped
    category: Category
    message_id: str | None

    @property
    def addresses(self) -> tuple[str, ...]:
        """Every address by which the recipient may be known, the one written to first."""
        return tuple(dict.fromkeys(one for one in (self.original_recipient, self.recipient) if one))


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """What the thread shows of a calendar answer. `starts` is the stated local time with its zone, as written."""

    answer: CalendarAnswer
    summary: str
    starts: str


class Place(StrEnum):
    """Where a warm-up service puts its marker."""

    SUBJECT = "subject"
    BODY = "body"
    HEADER = "header"


@dataclass(frozen=True, slots=True)
class Marker:
    """A word by which a warm-up service marks its mail: see bounces.core.markers."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Ours:
    """What the mailbox knows of itself: it makes quotes recognisable in every language."""

    address: str
    display_name: str = ""
    unsubscribe_address: str | None = None
    subjects: tuple[str, ...] = ()
    sent_texts: tuple[str, ...] = ()
    markers: tuple[Marker, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One message, read. All text is free of NUL and lone surrogates; ids come without angle brackets."""

    kind: Kind
    rule: str  # name of the rule that decided, stable: stored and shown
    evidence: str = ""  # machine words, at most EVIDENCE_LIMIT characters
    label: str = ""  # finer kind: left_company, ticket_ack, challenge, accepted, whole_domain, ...
    reports: tuple[BounceReport, ...] = ()
    return_date: date | None = None  # the day named in the text, nothing added
    from_address: str | None = None
    from_name: str = ""
    message_id: str | None = None
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    entity_refs: tuple[str, ...] = ()  # our own header, found in a returned mail
    returned_subject: str = ""  # of the mail that a report returns
    subject: str = ""
    text: str = ""  # the sender's new words only, capped
    cut: bool = False  # there is more of it than the text or the feed kept
    date: datetime | None = None  # the Date header when it can be believed, else the arrival
    calendar: CalendarEvent | None = None
    opt_out_token: str = ""  # of a mail to the address of List-Unsubscribe; nobody has looked yet whether it is genuine
    marked: str = ""  # in which place it bears a marker of a warm-up service, whatever else it is

    @property
    def original_ids(self) -> tuple[str, ...]:
        """Message-IDs of the mails that a report returns: the only exact attribution of a bounce to a send."""
        return tuple(dict.fromkeys(report.message_id for report in self.reports if report.message_id))
