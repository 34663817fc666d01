"""Remember who answers for a person: their other addresses, and colleagues. See core.learning for what is one's own."""

from django.utils.module_loading import import_string

from app.actions import clock
from app.questions import QUESTIONS
from bounces import queries
from bounces.core.concern import read_traits
from bounces.core.reading import ANSWERS, Reading
from bounces.core.replies.learning import MOST_ADDRESSES, Writer, is_shared, writer_of
from bounces.models import Correspondent, LearnedAddress
from bounces.queries import Match
from mailboxes.actions import recipients
from mailboxes.actions.found import look_again
from mailboxes.core.address import Address, AddressError, parse_address
from mailboxes.models import InboundMessage, InboundRaw

SURE = frozenset({"message_id", "thread"})  # the answer itself shows that it is about this person
HEADER_BYTES = 65_536


def learn(message: InboundMessage, reading: Reading, match: Match) -> None:
    """Remember from where a person, or somebody for them, answered; the caller holds the person's lock.

    An address that answers for two people is nobody's own: it becomes a correspondent of both.
    """
    if reading.kind not in ANSWERS or reading.reports or match.how not in SURE:
        return
    try:
        sender = parse_address(reading.from_address or "")
    except AddressError:
        return
    known = recipients.find(message.workspace_id, sender)
    if known == match.recipient_id or _is_remembered(match.recipient_id, known):
        return
    who = _writer(message, sender, match)
    if who is Writer.NOBODY or _is_a_person_of_their_own(message.workspace_id, sender, known):
        return
    alias = known or recipients.remember(message.workspace_id, [sender])[sender.normalised]
    if who is Writer.THEMSELVES and not _speaks_for_others(match.recipient_id, alias):
        _own(message, match.recipient_id, alias)
    else:
        _colleague(message, match.recipient_id, alias)
    look_again(message.workspace_id, senders=[sender.normalised], since=queries.first_mailed(match.recipient_id))


def teach(message: InboundMessage, recipient_id: int) -> None:
    """A person said whose answer this is: its sender writes for them from now on. The caller holds the lock."""
    sender = _sender(message)
    if sender is None:
        return
    alias = recipients.remember(message.workspace_id, [sender])[sender.normalised]
    shared = _is_shared(message, sender) or writer_of(sender.normalised, "", shared=False) is Writer.NOBODY
    if alias == recipient_id or shared or _is_a_person_of_their_own(message.workspace_id, sender, alias):
        return
    _colleague(message, recipient_id, alias)


def _sender(message: InboundMessage) -> Address | None:
    people = read_traits(_head(message)).people
    try:
        return parse_address(people[0]) if people else None
    except AddressError:
        return None


def _head(message: InboundMessage) -> bytes:
    raw = InboundRaw.objects.values_list("raw", flat=True).filter(message_id=message.id).first()
    return bytes(raw or b"")[:HEADER_BYTES]


def unlearn(inbound_id: int) -> None:
    """Forget what a message taught: a person says that it is no answer."""
    LearnedAddress.objects.filter(inbound_id=inbound_id).delete()
    Correspondent.objects.filter(inbound_id=inbound_id).delete()


def _writer(message: InboundMessage, sender: Address, match: Match) -> Writer:
    return writer_of(sender.normalised, queries.address_of(match), shared=_is_shared(message, sender))


def _is_shared(message: InboundMessage, sender: Address) -> bool:
    return is_shared(_head(message), sender.normalised) or queries.is_of_our_house(message.workspace_id, sender)


def _is_a_person_of_their_own(workspace_id: int, sender: Address, known: int | None) -> bool:
    """Tell whether we write to the sender too: then they speak for themselves."""
    if known is None:
        return False
    contacts, _ = import_string(QUESTIONS["whom_do_we_write_to"])(workspace_id, [recipients.key_of(sender)], [])
    return bool(contacts) or queries.is_mailed(known)


def _is_remembered(recipient_id: int, writer_id: int | None) -> bool:
    if writer_id is None:
        return False
    own = LearnedAddress.objects.filter(recipient_id=recipient_id, alias_id=writer_id)
    return own.exists() or Correspondent.objects.filter(recipient_id=recipient_id, writer_id=writer_id).exists()


def _speaks_for_others(recipient_id: int, alias_id: int) -> bool:
    """Tell whether the address answered for somebody else too, or the person has too many of them."""
    others = LearnedAddress.objects.filter(alias_id=alias_id).exclude(recipient_id=recipient_id)
    for one in others:
        Correspondent.objects.get_or_create(
            workspace_id=one.workspace_id,
            recipient_id=one.recipient_id,
            writer_id=alias_id,
            defaults={"inbound_id": one.inbound_id, "learned_at": one.learned_at},
        )
    shared = others.delete()[0] > 0 or Correspondent.objects.filter(writer_id=alias_id).exists()
    return shared or LearnedAddress.objects.filter(recipient_id=recipient_id).count() >= MOST_ADDRESSES


def _own(message: InboundMessage, recipient_id: int, alias_id: int) -> None:
    LearnedAddress.objects.get_or_create(
        workspace_id=message.workspace_id,
        recipient_id=recipient_id,
        alias_id=alias_id,
        defaults={"learned_at": clock.now(), "inbound_id": message.id},
    )


def _colleague(message: InboundMessage, recipient_id: int, writer_id: int) -> None:
    Correspondent.objects.get_or_create(
        workspace_id=message.workspace_id,
        recipient_id=recipient_id,
        writer_id=writer_id,
        defaults={"learned_at": clock.now(), "inbound_id": message.id},
    )
