"""One inbound message to one Reading. The order of evidence is the order of RULES.

Structured parts first, then headers, then the sender's own new words. Doubt is a person: silence is the safe side.
"""

from dataclasses import replace
from datetime import datetime

from bounces.core import structured
from bounces.core.mail.headers import Unreadable
from bounces.core.mail.parsing import parse
from bounces.core.mail.salvage import unreadable
from bounces.core.markers import found_in
from bounces.core.message import Message, Rule, found, opened
from bounces.core.reading import Kind, Ours, Reading
from bounces.core.replies import machine, person
from bounces.core.structured import BODY_NOT_READ, NOT_READ

__all__ = ["BODY_NOT_READ", "NOT_READ", "RULES", "read_message"]


def read_message(raw: bytes, *, received_at: datetime, ours: Ours) -> Reading:
    """What one message is. Never raises on hostile input: UNREADABLE names the broken limit instead."""
    try:
        message = opened(parse(raw), received_at, ours)
        reading = next(reading for rule in RULES if (reading := rule(message)) is not None)
        marked = found_in(message.part, ours.markers)
        return replace(reading, marked=marked) if marked else reading
    except Unreadable as limit:
        return unreadable(raw, "limit", str(limit), received_at)
    except Exception as damage:  # noqa: BLE001 - one message must never stop a mailbox
        return unreadable(raw, "damage", type(damage).__name__, received_at)


def _own(message: Message) -> Reading | None:
    own = message.ours.address.lower()
    if own and (message.base.from_address or "").lower() == own:
        return found(message, Kind.OWN_MAIL, "own-address")
    return None


RULES: tuple[Rule, ...] = (
    structured.feedback,
    structured.receipt,
    structured.bounce,
    structured.unread_report,
    _own,
    structured.calendar,
    person.client_unsubscribe,
    person.reaction,
    machine.receipt_in_prose,
    machine.automatic,
    machine.bulk,
    person.words,
    machine.unmarked,
    person.answer,
)
