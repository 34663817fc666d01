"""Whom the bytes of a mail name, read back from the bytes: the last look before they leave."""

from dataclasses import dataclass
from email.utils import getaddresses

from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.header_block import header_fields
from mailboxes.core.message import Envelope

RECIPIENTS = (b"to", b"cc", b"bcc")


@dataclass(frozen=True, slots=True)
class Named:
    """recipients: every address of To, Cc and Bcc, lower case. message_id: without angle brackets."""

    recipients: frozenset[str]
    message_id: str | None


def read_named(message: bytes) -> Named:
    """Read recipients and Message-ID from our own, well-formed message."""
    fields = header_fields(message[: message.find(b"\r\n\r\n") + 4])
    values = [value.decode("utf-8", "replace") for name in RECIPIENTS for value in fields.get(name, ())]
    message_id = fields.get(b"message-id", [b""])[0].decode("utf-8", "replace").strip().strip("<>")
    return Named(frozenset(address.lower() for _, address in getaddresses(values)), message_id or None)


def require_addressed(named: Named, envelope: Envelope) -> None:
    """Raise TransportError (began False) unless the message names the envelope's recipient and nobody else."""
    if named.recipients != {envelope.rcpt_to.lower()}:
        raise TransportError(
            "the message is not addressed to the recipient of its envelope", scope=Scope.MESSAGE, permanent=True
        )
