"""Where in a mailbox the search for a mail would start, should nobody know whether it left."""

import json

from mailboxes.core.imap_places import sent_position
from mailboxes.core.message import SentPosition
from mailboxes.models import InboundCursor
from mailboxes.transports.base import Transport


def position_of(transport: Transport, read_to: str | None) -> SentPosition:
    """Return the transport's own place, else the newest one that reading this mailbox came to: older, and as good.

    `read_to` is the stored cursor's JSON. {} where neither is known. Raises what Transport.position() does.
    """
    return transport.position() or (sent_position(json.loads(read_to)) if read_to else {})


def read_to(mailbox_id: int) -> str | None:
    """Return the stored cursor of a mailbox as JSON; None where nobody reads it. Locks nothing."""
    value = InboundCursor.objects.values_list("value", flat=True).filter(mailbox_id=mailbox_id).first()
    return json.dumps(value) if value else None
