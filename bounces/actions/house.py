"""Mail of our own people is nobody's reply: of our mailboxes, and what somebody of our company forwards to one.

Whatever else comes from our own domain counts as a person's: a wrong stop can be taken back, a mail after an answer
cannot.
"""

import re
from collections.abc import Sequence

from django.utils.module_loading import import_string

from app.questions import QUESTIONS
from bounces import queries
from bounces.core.free_mail import FREE_MAIL
from bounces.core.outcomes import Consequence
from bounces.core.reading import Kind, Reading
from bounces.queries import Match
from mailboxes.actions import recipients
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.models import InboundMessage

FORWARDED = re.compile(r"\s{0,5}(?:fwd?|wg|tr|rv|i|enc|doorst|pd|fs|vb|továbbítás)\s?:", re.IGNORECASE)
# What says nothing where one of us wrote it. A wish to be left alone is heard from anybody, a report is a machine's.
OF_PEOPLE = frozenset({
    Kind.HUMAN_REPLY, Kind.OUT_OF_OFFICE, Kind.AUTO_REPLY, Kind.LEFT_COMPANY, Kind.CALENDAR_RESPONSE,
})  # fmt: skip


def wrote(message: InboundMessage, reading: Reading, told: Sequence[tuple[Consequence, Match]]) -> bool:
    """Tell whether a mailbox of the workspace wrote this, or somebody of our company forwarded a stranger's thread."""
    if reading.kind not in OF_PEOPLE or reading.reports:
        return False
    try:
        sender = parse_address(reading.from_address or "")
    except AddressError:
        return False
    if queries.is_ours(message.workspace_id, sender):
        return True
    if not told or told[0][1].how not in {"message_id", "thread"} or not FORWARDED.match(reading.subject):
        return False
    return _is_a_colleague_of_ours(message, sender, told[0][1])


def _is_a_colleague_of_ours(message: InboundMessage, sender: Address, match: Match) -> bool:
    """Tell whether the sender is at this mailbox's company and the person who got the mail is not."""
    person = queries.address_of(match).rpartition("@")[2]
    ours = message.mailbox.address.rpartition("@")[2].lower()
    if sender.domain in FREE_MAIL or sender.domain != ours or person in {"", sender.domain}:
        return False
    key = recipients.key_of(sender)
    contacts, _ = import_string(QUESTIONS["whom_do_we_write_to"])(message.workspace_id, [key], [])
    return not contacts
