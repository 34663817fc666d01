"""Where a search for a mail that is sent now would have to start."""

from mailboxes.core.imap_places import sent_position
from mailboxes.core.message import SentPosition
from mailboxes.models import InboundCursor
from mailboxes.transports.base import Transport


def position_of(mailbox_id: int, transport: Transport) -> SentPosition:
    """Return the transport's own place, else the newest one that reading this mailbox came to: older, and as good.

    Locks nothing. {} where neither is known. Raises what Transport.position() does.
    """
    return transport.position() or _read_to(mailbox_id)


def _read_to(mailbox_id: int) -> SentPosition:
    value = InboundCursor.objects.values_list("value", flat=True).filter(mailbox_id=mailbox_id).first()
    return sent_position(value) if value else {}
