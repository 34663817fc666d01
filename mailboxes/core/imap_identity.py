"""What makes a message the same message, in whatever folder it lies and under whatever number.

IMAP numbers a message anew in each folder and after each change of validity. So a message is named after what does not
change when it is moved: its Message-ID together with author and date (broken senders use one id for many mails), or,
where there is none, everything its head says about where it came from.
"""

from hashlib import sha256

from mailboxes.core.header_block import header_fields

OF_ONE_WITH_ID = (b"message-id", b"from", b"date")
OF_ONE_WITHOUT = (b"from", b"to", b"date", b"subject", b"received")
NEEDED = (*OF_ONE_WITH_ID, *(name for name in OF_ONE_WITHOUT if name not in OF_ONE_WITH_ID))
"""The fields that are enough to tell the identity."""


def identity(headers: bytes, size: int | None, *, where: str) -> str:
    """Return a name of 66 characters. where: folder and number, used only where the head says nothing at all."""
    fields = header_fields(headers)
    if message_id_of(fields):
        told = [fields.get(name, [])[:1] for name in OF_ONE_WITH_ID]
    else:
        told = [fields.get(name, []) for name in OF_ONE_WITHOUT]
        told.append([str(size).encode()] if any(told) else [where.encode()])
    return "m:" + sha256(b"\0".join(b"\1".join(values) for values in told)).hexdigest()


def message_id_of(fields: dict[bytes, list[bytes]]) -> bytes:
    """Return the Message-ID without its brackets; b"" where there is none or nothing in it."""
    return fields.get(b"message-id", [b""])[0].strip(b"<> ")
