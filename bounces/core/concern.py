"""Whose mail is this? Told from its headers alone, before anybody reads its body.

The order is from sure to less sure; the first reason that holds is the one that is kept. Nothing raises: headers that
break a limit are judged by the few fields that can still be read.
"""

import re
from dataclasses import dataclass, field
from enum import StrEnum

from bounces.core.free_mail import FREE_MAIL
from bounces.core.language.subjects import without_answer_prefix
from bounces.core.mail.headers import Headers, Unreadable, addresses, mailbox, message_id, message_ids
from bounces.core.mail.parsing import READ_LIMIT, split_message
from bounces.core.mail.salvage import first_fields
from bounces.core.replies import optout
from bounces.core.reports import notice_words
from bounces.core.tokens import token_in
from mailboxes.core.address import AddressError, parse_address

NAMES_LIMIT = 40  # ids that one message may answer: the newest of its References
PEOPLE_LIMIT = 20  # addresses that it may be from
REPORT_TYPES = ("multipart/report", "message/delivery-status", "message/feedback-report")
REPORTERS = re.compile(r"^(?:mailer-?daemon|postmaster|mail-?daemon|abuse|fbl|feedback-?loop|arf)\b", re.IGNORECASE)
LISTS = ("list-id", "list-unsubscribe", "list-post")


class Reason(StrEnum):
    """Why a body is read. `outreach`: the mailbox is there for nothing else; `claimed`: its owner said so."""

    ANSWER = "answer"  # it names a Message-ID of ours
    THREAD = "thread"  # the provider put it beside a mail of ours
    REPORT = "report"  # of a mail system or of a complaint desk
    PERSON = "person"  # of a contact, or of an address that we know to be theirs
    COMPANY = "company"  # of somebody else at a company where somebody is enrolled
    SUBJECT = "subject"  # an answer under a subject that we wrote
    WISH = "wish"  # its subject asks to be left alone
    OUTREACH = "outreach"
    PROBE = "probe"  # of our own from another of our mailboxes, to see how it is received
    PROBE_IN_SPAM = "probe_in_spam"  # the same, where spam is put
    OWN = "own"  # of our own: a marker in its body may tell that a warm-up service sent it


@dataclass(frozen=True, slots=True)
class Traits:
    """What the headers tell. Ids without angle brackets, addresses normalised, subject without answer prefixes."""

    names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    from_domain: str = ""
    answered_subject: str = ""  # empty unless the message is an answer by its subject or headers
    report: bool = False
    wish: bool = False

    @property
    def domains(self) -> frozenset[str]:
        """The domains it comes from, free mail left out: that is nobody's company."""
        return frozenset(person.rpartition("@")[2] for person in self.people) - FREE_MAIL


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of all that a batch of messages names."""

    names: frozenset[str] = field(default_factory=frozenset)
    threads: frozenset[str] = field(default_factory=frozenset)
    people: frozenset[str] = field(default_factory=frozenset)
    domains: frozenset[str] = field(default_factory=frozenset)
    subjects: frozenset[str] = field(default_factory=frozenset)


def judge(traits: Traits, thread: str, facts: Facts) -> Reason | None:
    """Return why the message concerns us; None: it is other people's mail."""
    reasons = (
        (Reason.ANSWER, not facts.names.isdisjoint(traits.names)),
        (Reason.THREAD, thread in facts.threads),
        (Reason.PERSON, not facts.people.isdisjoint(traits.people)),
        (Reason.REPORT, traits.report),
        (Reason.COMPANY, not facts.domains.isdisjoint(traits.domains)),
        (Reason.SUBJECT, traits.answered_subject in facts.subjects),
        (Reason.WISH, traits.wish),
    )
    return next((reason for reason, holds in reasons if holds), None)


def read_traits(block: bytes) -> Traits:
    """Read a header block, hostile or not."""
    try:
        headers, _ = split_message(block[:READ_LIMIT].replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
        return _traits(headers)
    except Unreadable:
        return _traits(first_fields(block))


def _traits(headers: Headers) -> Traits:
    subject = headers.words("subject")
    bare = without_answer_prefix(subject).strip()
    names = _names(headers)
    answers = bool(names) or bare != subject.strip()
    author = _mailbox(headers.get("from"))
    return Traits(
        names=names,
        people=_people(headers),
        from_domain=author.rpartition("@")[2].lower()[:253],
        answered_subject=bare if answers else "",
        report=_is_report(headers, author, subject),
        wish=optout.alone(bare) or bool(token_in(subject)),
    )


def _names(headers: Headers) -> tuple[str, ...]:
    answered = headers.get("in-reply-to")
    first = message_ids(answered) or tuple(one for one in [message_id(answered)] if one)
    return tuple(dict.fromkeys([*first, *reversed(message_ids(headers.get("references")))]))[:NAMES_LIMIT]


def _people(headers: Headers) -> tuple[str, ...]:
    found: list[str] = []
    for name in ("from", "reply-to", "sender", "return-path"):
        for value in headers.all(name)[:2]:
            found += _addresses(value)
    return tuple(dict.fromkeys(found))[:PEOPLE_LIMIT]


def _addresses(value: str) -> list[str]:
    try:
        return [one for text in addresses(value)[:PEOPLE_LIMIT] if (one := _normalised(text))]
    except Unreadable:
        return []


def _normalised(text: str) -> str:
    try:
        return parse_address(text).normalised
    except AddressError:
        return ""


def _mailbox(value: str) -> str:
    try:
        return mailbox(value)[1] or ""
    except Unreadable:
        return ""


def _is_report(headers: Headers, author: str, subject: str) -> bool:
    if headers.get("content-type").strip().lower().startswith(REPORT_TYPES):
        return True
    if headers.get("return-path").strip() == "<>" or "x-failed-recipients" in headers:
        return True
    if REPORTERS.match(author) or notice_words.MACHINE.search(headers.words("from").lower()):
        return True
    return notice_words.SUBJECT.search(subject.lower()) is not None and not any(name in headers for name in LISTS)
