"""Purpose-bound tokens: short enough for the local part of an address, proof against guessing and confusion.

A token is base32 in lower case, because mail servers may fold the case of a local part. It never expires: a
person may press an old link, and an erased contact's link must still work, so it carries ids and nothing else.
"""

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MAC_BYTES = 16  # 128 bits
KEY_BYTES_AT_LEAST = 16
NUMBER_LIMIT = 1 << 49  # seven bytes of seven bits each; three numbers then fit
LENGTH_LIMIT = 64  # characters; the longest local part (RFC 5321, 4.5.3.1.1)
NUMBERS_AT_MOST = 3
SUBJECT_LIMIT = 300  # characters
ASKED = re.compile(r"\bunsubscribe[ +_]{1,3}([a-z2-7]{28,64})(?![a-z0-9])")


class Purpose(StrEnum):
    """What a token is good for. One made for a purpose is worthless for any other."""

    UNSUBSCRIBE = "unsubscribe"
    PREVIEW = "preview"  # links of test and preview mails: they verify, and the page says that they are tests
    SELF_TEST = "self-test"  # of a host of links: its press is noted, and there is nobody to stop writing to
    DELIVERY = "delivery"  # names one delivery in Message-ID and entity header
    RETURN_PATH = "return-path"


@dataclass(frozen=True, slots=True)
class UnsubscribeToken:
    """Who asks to be left alone, and which mail made them ask."""

    workspace_id: int
    recipient_id: int
    delivery_id: int


def sign(keys: Sequence[bytes], purpose: Purpose, *numbers: int) -> str:
    """A token over one to three numbers under the first key. Raises ValueError for a number or key out of range."""
    if not 1 <= len(numbers) <= NUMBERS_AT_MOST:
        message = f"a token carries one to {NUMBERS_AT_MOST} numbers"
        raise ValueError(message)
    payload = b"".join(_packed(number) for number in numbers)
    return _armoured(payload + _mac(_usable(keys)[0], purpose, payload))


def verify(keys: Sequence[bytes], purpose: Purpose, token: str) -> tuple[int, ...] | None:
    """The numbers of a genuine token, None for anything else. Every key is tried, so time tells nothing."""
    body = _unarmoured(token)
    if body is None or len(body) <= MAC_BYTES:
        return None
    payload, mac = body[:-MAC_BYTES], body[-MAC_BYTES:]
    genuine = False
    for key in _usable(keys):
        genuine |= hmac.compare_digest(_mac(key, purpose, payload), mac)
    return _unpacked(payload) if genuine else None


def sign_unsubscribe(keys: Sequence[bytes], token: UnsubscribeToken, purpose: Purpose = Purpose.UNSUBSCRIBE) -> str:
    """The token of one mail's unsubscribe link, header and address."""
    return sign(keys, purpose, token.workspace_id, token.recipient_id, token.delivery_id)


def read_unsubscribe(
    keys: Sequence[bytes], token: str, purpose: Purpose = Purpose.UNSUBSCRIBE
) -> UnsubscribeToken | None:
    """The ids of a genuine unsubscribe token, None for anything else."""
    numbers = verify(keys, purpose, token)
    return UnsubscribeToken(*numbers) if numbers and len(numbers) == NUMBERS_AT_MOST else None


def token_in(subject: str) -> str:
    """Return what looks like the token of a mail to the address of List-Unsubscribe, "" where there is none."""
    found = ASKED.search(subject[:SUBJECT_LIMIT].lower())
    return found[1] if found else ""


def _usable(keys: Sequence[bytes]) -> Sequence[bytes]:
    if not keys or any(len(key) < KEY_BYTES_AT_LEAST for key in keys):
        message = f"signing needs at least one key, each of {KEY_BYTES_AT_LEAST} bytes or more"
        raise ValueError(message)
    return keys


def _mac(key: bytes, purpose: Purpose, payload: bytes) -> bytes:
    return hmac.digest(key, b"forbear:" + purpose.encode() + b"\0" + payload, hashlib.sha256)[:MAC_BYTES]


def _packed(number: int) -> bytes:
    if not 0 <= number < NUMBER_LIMIT:
        message = f"a token's number lies between 0 and {NUMBER_LIMIT - 1}"
        raise ValueError(message)
    packed = bytearray()
    while number > 0x7F:
        packed.append(number & 0x7F | 0x80)
        number >>= 7
    packed.append(number)
    return bytes(packed)


def _unpacked(payload: bytes) -> tuple[int, ...]:
    numbers, value, shift = [], 0, 0
    for byte in payload:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            numbers.append(value)
            value, shift = 0, 0
    return tuple(numbers)


def _armoured(body: bytes) -> str:
    return base64.b32encode(body).decode().rstrip("=").lower()


def _unarmoured(token: str) -> bytes | None:
    """The bytes, if the token is written as we write it: one token, one spelling (case apart)."""
    if not token.isascii() or len(token) > LENGTH_LIMIT:
        return None
    text = token.upper()
    try:
        body = base64.b32decode(text + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        return None
    return body if _armoured(body) == text.lower() else None
