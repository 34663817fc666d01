"""Mail of our own people: a forward, or an answer among us that keeps our prospect's thread, is nobody's reply."""

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

# What says nothing where one of us wrote it. A wish to be left alone is heard from anybody, a report is a machine's.
OF_PEOPLE = frozenset({
    Kind.HUMAN_REPLY, Kind.OUT_OF_OFFICE, Kind.AUTO_REPLY, Kind.LEFT_COMPANY, Kind.CALENDAR_RESPONSE,
})  # fmt: skip


def wrote(message: InboundMessage, reading: Reading, told: Sequence[tuple[Consequence, Match]]) -> bool:
    """Tell whether a mailbox of the workspace wrote this, or somebody at its company in the thread of a stranger."""
    if reading.kind not in OF_PEOPLE or reading.reports:
        return False
    try:
        sender = parse_address(reading.from_address or "")
    except AddressError:
        return False
    if queries.is_ours(message.workspace_id, sender):
        return True
    in_thread = bool(told) and told[0][1].how in {"message_id", "thread"}
    return in_thread and _is_a_colleague_of_ours(message.workspace_id, sender, told[0][1])


def _is_a_colleague_of_ours(workspace_id: int, sender: Address, match: Match) -> bool:
    """Tell whether the sender is of our house and the person who got the mail is not; nobody we write to is."""
    person = queries.address_of(match)
    if sender.domain in FREE_MAIL or not person or person.rpartition("@")[2] == sender.domain:
        return False
    if not queries.is_of_our_house(workspace_id, sender):
        return False
    contacts, _ = import_string(QUESTIONS["whom_do_we_write_to"])(workspace_id, [recipients.key_of(sender)], [])
    return not contacts
