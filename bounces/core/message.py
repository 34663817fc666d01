"""A parsed message with all that the rules look at, and what every rule answers with."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import cached_property

from bounces.core.language.subjects import without_answer_prefix
from bounces.core.mail.body import Body, read_body
from bounces.core.mail.charsets import storable
from bounces.core.mail.headers import addresses, mailbox, message_id, message_ids
from bounces.core.mail.parsing import Part
from bounces.core.reading import EVIDENCE_LIMIT, Kind, Ours, Reading
from bounces.core.replies import auto
from bounces.core.replies.hearing import Said, hear
from bounces.core.texts.quote import NewText, new_text

REPORTS = frozenset({Kind.BOUNCE, Kind.DELAYED, Kind.DELIVERED})  # shown whole: nobody answers with one
NOT_WHOLE = ("x-body-cut", "x-body-not-read")  # fields by which a feed tells that it did not keep all
SHOWN_TEXT = 20_000  # characters of new text that are kept
SUBJECT_LIMIT = 500
NAMED = ("to", "cc")
RECEIVERS = (*NAMED, "delivered-to", "x-original-to", "envelope-to", "x-forwarded-to")
QUOTE_AT_LEAST = 60  # characters; less is white space or a signature that was cut
AHEAD = timedelta(days=1)  # a Date header further in the future than this is not believed
BEHIND = timedelta(days=30)


@dataclass(frozen=True)
class Message:
    """A parsed message with all that the rules look at. What costs time is read when the first rule asks for it."""

    part: Part
    base: Reading  # kind, rule and text are placeholders; the rest is final
    ours: Ours
    sent: datetime

    @cached_property
    def body(self) -> Body:
        """The text of its parts."""
        return read_body(self.part)

    @cached_property
    def new(self) -> NewText:
        """What its writer added to what we sent."""
        return new_text(self.body.text, self.ours, self.base.from_name)

    @cached_property
    def said(self) -> Said:
        """What its own text says of itself."""
        own = self.new.text
        return hear(own if any(char.isalnum() for char in own) else self.body.text)

    @cached_property
    def marks(self) -> auto.Marks:
        """The marks of automatic mail in its header."""
        return auto.read_marks(self.part.headers, self.base.from_address)

    @cached_property
    def bare_subject(self) -> str:
        """The subject without answer prefixes."""
        return without_answer_prefix(self.base.subject)

    @property
    def has_our_subject(self) -> bool:
        """Whether its subject is one that we wrote."""
        subject = self.bare_subject.lower()
        return any(one.strip().lower() == subject for one in self.ours.subjects if one.strip())

    @property
    def answers(self) -> bool:
        """Whether the message is an answer by its thread headers or by our own subject."""
        return bool(self.base.in_reply_to or self.base.references or self.has_our_subject)

    @property
    def quotes_us(self) -> bool:
        """Whether it holds more than its writer's words, and names us there: an answer without thread headers."""
        own = self.ours.address.lower()
        quoted = len(self.body.text.strip()) > len(self.new.text) + QUOTE_AT_LEAST
        return bool(own) and quoted and own in self.body.text.lower()

    @property
    def answers_us(self) -> bool:
        """Whether it is an answer that is addressed to us, and not one among the members of a list."""
        own = self.ours.address.lower()
        if not own or not self.answers:
            return self.answers or self.quotes_us
        headers = self.part.headers
        if "list-id" not in headers and "list-post" not in headers:
            return True
        named = {one.lower() for name in NAMED for one in addresses(headers.get(name))}
        lists = f"{headers.get('list-id')} {headers.get('list-post')}".lower()
        to_list = any(one.replace("@", ".") in lists or one in lists for one in named)  # its members get a copy each
        receivers = {one.lower() for name in RECEIVERS for one in addresses(headers.get(name))}
        return own in (named if to_list else receivers) or self.has_our_subject or self.quotes_us


Rule = Callable[[Message], Reading | None]


def opened(part: Part, received_at: datetime, ours: Ours) -> Message:
    """The message that a parsed part is. Raises Unreadable beyond the limits of its address fields."""
    headers = part.headers
    name, address = mailbox(headers.get("from"))
    sent = _date(headers.get("date"), received_at)
    answered = message_ids(headers.get("in-reply-to"))
    base = Reading(
        Kind.HUMAN_REPLY,
        "unclear",
        from_address=address,
        from_name=name,
        message_id=message_id(headers.get("message-id")),
        in_reply_to=answered[0] if answered else message_id(headers.get("in-reply-to")),
        references=message_ids(headers.get("references")),
        subject=storable(headers.words("subject"))[:SUBJECT_LIMIT],
        date=sent,
        cut=any(name in headers for name in NOT_WHOLE),
    )
    return Message(part, base, ours, sent)


def _date(value: str, received_at: datetime) -> datetime:
    """The Date header, in its own zone, when it is believable; else the arrival."""
    try:
        stated = parsedate_to_datetime(" ".join(value.split())[:80])
    except (ValueError, TypeError, IndexError, OverflowError):
        return received_at
    stated = stated if stated.tzinfo else stated.replace(tzinfo=UTC)
    try:
        believable = received_at - BEHIND <= stated <= received_at + AHEAD
    except OverflowError:
        return received_at
    return stated if believable else received_at


def found(message: Message, kind: Kind, rule: str, evidence: str = "", label: str = "") -> Reading:
    """The reading of a message by one rule. `evidence` are machine words, never the sender's."""
    text = message.body.whole if kind in REPORTS else message.new.text
    return replace(
        message.base,
        kind=kind,
        rule=rule,
        evidence=evidence[:EVIDENCE_LIMIT],
        label=label,
        text=text[:SHOWN_TEXT],
        cut=message.base.cut or len(text) > SHOWN_TEXT,
    )
