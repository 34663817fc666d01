"""Encrypts secrets at rest: AES-256-GCM bound to the row they belong to, under rotating keys.

A token reads `v1.<key id>.<base64url of nonce and ciphertext>`. Its version, key id and context are authenticated,
so a token moved to another row does not open. The first key seals; all of them open.
"""

import binascii
import re
import secrets
from base64 import b64decode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from app.core.errors import SettingError

VERSION = "v1"
NONCE_BYTES = 12  # 96 random bits: safe for 2^32 seals under one key, far more than a key ever makes
KEY_BYTES = 32
KEY_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


class CryptoError(Exception):
    """A secret cannot be sealed or opened. The message never holds a secret, a key or a token."""


class KeyUnknown(CryptoError):
    """The token was sealed with a key that this process was not given."""


class NotGenuine(CryptoError):
    """The token was altered, belongs to another row, or its key is another one under the same id."""


class KeyRing:
    """The keys of this installation, newest first. repr shows their ids only."""

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        """Take (id, base64 of 32 bytes) pairs. Raises CryptoError, naming the id of a bad key."""
        self._ciphers: dict[str, AESGCM] = {}
        for key_id, encoded in keys:
            if not KEY_ID.fullmatch(key_id) or key_id in self._ciphers:
                raise CryptoError(f"credential key id {key_id!r} is malformed or stands twice")
            self._ciphers[key_id] = AESGCM(_key(key_id, encoded))
        if not self._ciphers:
            raise CryptoError("no credential key is configured")
        self.primary = next(iter(self._ciphers))

    def __repr__(self) -> str:
        return f"KeyRing({', '.join(self._ciphers)})"

    def seal(self, plaintext: bytes, *, context: str) -> str:
        """Encrypt for one row: context names it, the same words must be given to open."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = self._ciphers[self.primary].encrypt(nonce, plaintext, _bound(self.primary, context))
        return f"{VERSION}.{self.primary}.{urlsafe_b64encode(nonce + sealed).decode()}"

    def open_sealed(self, token: str, *, context: str) -> bytes:
        """Decrypt what seal made for this row. Raises KeyUnknown, NotGenuine."""
        key_id, blob = _parts(token)
        cipher = self._ciphers.get(key_id)
        if cipher is None:
            raise KeyUnknown("sealed with a credential key that is not configured here")
        try:
            return cipher.decrypt(blob[:NONCE_BYTES], blob[NONCE_BYTES:], _bound(key_id, context))
        except (InvalidTag, ValueError):  # ValueError: too short to be sealed at all
            raise NotGenuine("this secret was altered or belongs to another row") from None

    def is_current(self, token: str) -> bool:
        """Tell whether the token is sealed with the key that seals today; if not, rotation has it to do."""
        return _parts(token)[0] == self.primary

    def reseal(self, token: str, *, context: str) -> str:
        """Move a token to the newest key. Raises as open_sealed."""
        return self.seal(self.open_sealed(token, context=context), context=context)


def keyring() -> KeyRing:
    """Return the ring of settings.CREDENTIAL_KEYS. Raises CryptoError for a malformed one."""
    return _ring(tuple((key_id, encoded) for key_id, encoded in settings.CREDENTIAL_KEYS))


def seal(plaintext: bytes, *, context: str) -> str:
    """Encrypt with this installation's newest key; context names the row."""
    return keyring().seal(plaintext, context=context)


def open_sealed(token: str, *, context: str) -> bytes:
    """Decrypt with whichever key of this installation sealed it. Raises KeyUnknown, NotGenuine."""
    return keyring().open_sealed(token, context=context)


@lru_cache(maxsize=4)
def _ring(keys: tuple[tuple[str, str], ...]) -> KeyRing:
    return KeyRing(keys)


def _key(key_id: str, encoded: str) -> bytes:
    try:
        key = b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise CryptoError(f"credential key {key_id!r} is not base64") from None
    if len(key) != KEY_BYTES:
        raise CryptoError(f"credential key {key_id!r} has {len(key)} bytes, not {KEY_BYTES}")
    return key


def _bound(key_id: str, context: str) -> bytes:
    return f"{VERSION}.{key_id}.{context}".encode()


def _parts(token: str) -> tuple[str, bytes]:
    version, _, rest = token.partition(".")
    key_id, _, encoded = rest.partition(".")
    if version != VERSION:
        raise NotGenuine("this is no sealed secret")
    try:
        return key_id, urlsafe_b64decode(encoded)
    except (binascii.Error, ValueError):
        raise NotGenuine("this is no sealed secret") from None


def require_own_secrets(born: str = "") -> None:
    """Refuse to run a real installation on the secrets that stand in the settings for everybody to read.

    Called where web, worker and clock start; mypy and one-off commands need no environment. `born` is what the
    database itself says it is, where that can be asked; FORBEAR_KIND is only believed elsewhere. Raises SettingError.
    """
    if (born or settings.FORBEAR_KIND) == "rehearsal":
        return
    known = {settings.PUBLIC_SECRET, settings.PUBLIC_KEY}
    kept = {
        "SECRET_KEY": [settings.SECRET_KEY],
        "CREDENTIAL_KEYS": [key for _, key in settings.CREDENTIAL_KEYS],
        "ADDRESS_PEPPER": [settings.ADDRESS_PEPPER.decode()],
        "TOKEN_KEYS": [secret for _, secret in settings.TOKEN_KEYS],
    }
    for name, secrets_of_it in kept.items():
        if known.intersection(secrets_of_it):
            raise SettingError(name, "still has the value that stands in app/settings.py; set one of your own")
