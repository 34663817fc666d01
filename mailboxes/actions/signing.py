"""Signs the mail of SMTP mailboxes whose domain has a key. Providers of the Gmail API sign by themselves."""

import threading
import time
from dataclasses import dataclass

from app.actions import clock
from app.core.errors import ForbearError
from app.crypto import CryptoError
from mailboxes.actions.dkim_keys import signing_keys
from mailboxes.core.dkim import DkimError, SigningKey, sign
from mailboxes.models import Mailbox

KNOWN_FOR = 60.0  # seconds of the monotonic clock: how soon every process follows a change of keys
MOST = 10_000  # mailboxes of which a process remembers the keys


class CannotSign(ForbearError):
    """The domain has a key and it cannot be used: nothing may leave unsigned. The sentence holds no secret."""


@dataclass(frozen=True, slots=True)
class _Known:
    keys: tuple[SigningKey, ...]
    until: float


_lock = threading.Lock()
_known: dict[int, _Known] = {}


def signed(mailbox_id: int, octets: bytes) -> bytes:
    """Return the mail as it will be sent: signed last, or as it is where its domain has no key. Raises CannotSign."""
    try:
        keys = _keys_of(mailbox_id)
        return sign(octets, keys, clock.now()) if keys else octets
    except (CryptoError, DkimError) as error:
        raise CannotSign(f"The mail cannot be signed with the key of its domain: {error}") from error


def forget() -> None:
    """Look every key up again at its next use."""
    with _lock:
        _known.clear()


def _keys_of(mailbox_id: int) -> tuple[SigningKey, ...]:
    now = time.monotonic()
    known = _known.get(mailbox_id)
    if known is not None and now < known.until:
        return known.keys
    workspace_id, kind, address = Mailbox.objects.values_list("workspace_id", "kind", "address").get(id=mailbox_id)
    keys = signing_keys(workspace_id, address.rpartition("@")[2]) if kind == Mailbox.Kind.SMTP else ()
    with _lock:
        if len(_known) >= MOST:
            _known.clear()
        _known[mailbox_id] = _Known(keys, now + KNOWN_FOR)
    return keys
