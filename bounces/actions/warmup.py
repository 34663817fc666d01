"""Mail of outside warm-up services: the markers of a mailbox, and which mail bears one of them.

It is recorded and nothing more. What a person whom we know wrote, what answers us, and a wish to be left alone are
never taken for it, whatever marker they bear: a service's mail may be forwarded, quoted or imitated.
"""

from collections.abc import Sequence

from django.db import transaction
from django.utils.module_loading import import_string

from app.actions import clock, events
from app.core.errors import Refused
from app.questions import QUESTIONS
from bounces import queries
from bounces.actions.relabel import RULE
from bounces.core import markers
from bounces.core.markers import BadMarker
from bounces.core.outcomes import Consequence
from bounces.core.reading import Kind, Marker, Place, Reading
from bounces.models import WarmupMarker
from bounces.queries import Match
from mailboxes.actions import recipients
from mailboxes.core.address import AddressError, parse_address
from mailboxes.models import InboundMessage, Mailbox

MOST_MARKERS = 50  # of a mailbox
NEVER = frozenset({Kind.UNSUBSCRIBE, Kind.COMPLAINT, Kind.UNREADABLE})


def add(mailbox: Mailbox, place: Place, typed: str, *, by_id: int) -> Marker:
    """Let a mailbox know a marker. Locks the mailbox. Raises Refused: it would mark mail of people, or is known."""
    try:
        wanted = markers.marker(place, typed)
    except BadMarker as bad:
        raise Refused(str(bad)) from bad
    if import_string(QUESTIONS["do_campaigns_say"])(mailbox.workspace_id, wanted.text):
        raise Refused("A campaign says that in its own mail: answers to it would be taken for warm-up mail.")
    with transaction.atomic():
        Mailbox.objects.select_for_update(no_key=True).get(id=mailbox.id)
        known = WarmupMarker.objects.filter(mailbox_id=mailbox.id)
        if known.filter(place=place, text__iexact=wanted.text).exists():
            raise Refused("The mailbox has this marker already.")
        if known.count() >= MOST_MARKERS:
            raise Refused(f"A mailbox has at most {MOST_MARKERS} markers.")
        WarmupMarker.objects.create(
            workspace_id=mailbox.workspace_id,
            mailbox_id=mailbox.id,
            place=place,
            text=wanted.text,
            by_id=by_id,
            created_at=clock.now(),
        )
        _tell(mailbox, "mailbox.marker_added", place, by_id)
    return wanted


def remove(mailbox: Mailbox, place: Place, typed: str, *, by_id: int) -> None:
    """Forget a marker; mail that was recorded by it stays so. Raises Refused: the mailbox has no such marker."""
    text = " ".join(typed.split())
    with transaction.atomic():
        gone, _ = WarmupMarker.objects.filter(mailbox_id=mailbox.id, place=place, text__iexact=text).delete()
        if not gone:
            raise Refused("The mailbox has no such marker there.")
        _tell(mailbox, "mailbox.marker_removed", place, by_id)


def _tell(mailbox: Mailbox, kind: str, place: Place, by_id: int) -> None:
    data = {"place": str(place), "by": by_id}  # what it says is a text
    events.append(kind=kind, workspace_id=mailbox.workspace_id, subject_id=mailbox.id, data=data)


def bears_one(message: InboundMessage, reading: Reading, told: Sequence[tuple[Consequence, Match]]) -> bool:
    """Tell whether a message that was read is mail of a warm-up service."""
    if not reading.marked or reading.kind in NEVER or reading.rule == RULE:
        return False
    return not any(_is_of_a_person(message, reading, match) for _, match in told)


def _is_of_a_person(message: InboundMessage, reading: Reading, match: Match) -> bool:
    """Tell whether somebody whom we write to is meant: an address may also be known from a list of opt-outs alone."""
    if match.how != "address" or queries.is_mailed(match.recipient_id):
        return True
    try:
        key = recipients.key_of(parse_address(reading.from_address or ""))
    except AddressError:
        return True
    contacts, _ = import_string(QUESTIONS["whom_do_we_write_to"])(message.workspace_id, [key], [])
    return bool(contacts)
