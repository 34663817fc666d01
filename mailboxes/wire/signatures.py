"""Verifies the DKIM signatures of a mail of ours as it arrived, where its receiver says nothing of them."""

import dkim

from mailboxes.core.health.arrival import Signer
from mailboxes.core.health.tags import read_tags
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.records import Records

WITHIN = 5.0  # seconds for the keys of all signatures: other mail waits to be read
MOST = 3  # signatures looked at
WEAK = 1_024  # bits


def verified_signers(raw: bytes, allowed: Allowed) -> tuple[Signer, ...]:
    """Return who signed a mail so that anybody can verify it. Raises TransactionOpen, and nothing for odd bytes."""
    records = Records(allowed, within=WITHIN)

    def key_at(name: bytes, timeout: int = 0) -> bytes | None:  # noqa: ARG001 - dkimpy's signature
        found = records(name.decode("ascii", "replace").rstrip("."), "TXT")
        return found[0].encode() if found else None

    try:
        mail = dkim.DKIM(raw, minkey=WEAK)
        headers = [value for name, value in mail.headers if name.lower() == b"dkim-signature"][:MOST]
        return tuple(_signer(value) for place, value in enumerate(headers) if _holds(mail, place, key_at))
    except (dkim.DKIMException, ValueError):
        return ()


def _holds(mail: dkim.DKIM, place: int, key_at: object) -> bool:
    try:
        return bool(mail.verify(idx=place, dnsfunc=key_at))
    except (dkim.DKIMException, ValueError, AttributeError, TypeError):  # a signature that is none
        return False


def _signer(value: bytes) -> Signer:
    tags = read_tags(value.decode("utf-8", "replace")) or {}
    return Signer(tags.get("d", "").lower(), tags.get("s", "").lower())
