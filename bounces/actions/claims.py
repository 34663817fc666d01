"""The owner of a mailbox looks at a message that was passed over, and says that it is the team's."""

from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from bounces.actions import ingest
from mailboxes.actions import found, pool
from mailboxes.core.errors import CredentialError, EndpointRefused, InboundError
from mailboxes.core.states import InboundState
from mailboxes.inbound.registry import NoFeed
from mailboxes.models import InboundMessage, InboundRaw

CLAIMED = "claimed"


def look(inbound_id: int, *, by_id: int) -> bytes:
    """Return a passed-over message as it lies in the mailbox; nothing of it is stored.

    Calls out, so no transaction may be open. Raises Refused: not theirs, gone, or the mailbox cannot be read now.
    """
    return _fetched(_theirs(inbound_id, by_id))


def claim_message(inbound_id: int, *, by_id: int) -> InboundMessage:
    """not_ours -> stored -> classified or unmatched: fetch the body, keep it, read it at once. Locks the message.

    Calls out first, so no transaction may be open. Raises Refused as look(); Busy.
    """
    message = _theirs(inbound_id, by_id)
    raw = _fetched(message)
    in_transaction(lambda: _claim(message, raw, by_id))
    ingest.classify(message.id)
    message.refresh_from_db()
    return message


def _theirs(inbound_id: int, by_id: int) -> InboundMessage:
    passed_over = InboundMessage.objects.filter(id=inbound_id, state=InboundState.NOT_OURS, mailbox__owner_id=by_id)
    message = passed_over.select_related("mailbox").first()
    if message is None:
        raise Refused("There is no such message, or the mailbox is not yours.")
    return message


def _fetched(message: InboundMessage) -> bytes:
    try:
        with pool.feed_for(message.mailbox_id) as feed:
            raw = feed.whole(found.head_of(message))
    except (InboundError, CredentialError, EndpointRefused, NoFeed) as error:
        raise Refused("The mailbox cannot be read right now.") from error
    if raw is None:
        raise Refused("The message is not in the mailbox any more.")
    return raw


def _claim(message: InboundMessage, raw: bytes, by_id: int) -> None:
    fresh = InboundMessage.objects.select_for_update().get(id=message.id)
    if fresh.state != InboundState.NOT_OURS:
        raise Refused("Somebody else has just claimed this message.")
    fresh.concern = CLAIMED
    InboundRaw.objects.update_or_create(message_id=fresh.id, defaults={"raw": raw})
    found.reopen(fresh, "inbound.claimed", by=by_id)
    InboundMessage.objects.filter(id=fresh.id).update(claimed_by_id=by_id, next_try_at=clock.now())
