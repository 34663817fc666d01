"""Signs the octets of a mail (RFC 6376, 8301, 8463): dkimpy's canonical form, the signature by `cryptography`.

relaxed/relaxed, no l=, every header named once more than it occurs, so that one added later breaks the signature.
What is signed is what is sent: nothing may touch the octets afterwards but the dots of SMTP.
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

import dkim
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from dkim.canonicalization import CanonicalizationPolicy, correct_empty_body, strip_trailing_lines

SHORTEST_RSA = 2_048
"""Bits: RFC 8301 lets receivers ignore what is under 1,024 and asks signers for 2,048."""

LONGEST_RSA = 4_096
"""Bits: what is longer, receivers need not verify."""

STRING = 255
"""Octets of one string of a TXT record."""

SIGNED = (
    *("from", "sender", "reply-to", "to", "cc", "subject", "date", "message-id", "in-reply-to", "references"),
    *("list-unsubscribe", "list-unsubscribe-post"),
    *("mime-version", "content-type", "content-transfer-encoding"),
)
"""The headers that a signature covers, each once more than it occurs, those that do not occur included."""

_SIGNED = tuple(name.encode() for name in SIGNED)
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_NAME = re.compile(rf"{_LABEL}(?:\.{_LABEL})*")
_POLICY = CanonicalizationPolicy.from_c_value(b"relaxed/relaxed")
_PADDING, _HASH = PKCS1v15(), SHA256()


class DkimError(ValueError):
    """The key or the mail cannot be used; str() is a sentence that holds no secret and nothing of the mail."""


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key and the name under which its public half stands in DNS; repr hides the key."""

    domain: str
    selector: str
    private: RSAPrivateKey | Ed25519PrivateKey = field(repr=False)

    @property
    def algorithm(self) -> str:
        """The a= of its signatures."""
        return "rsa-sha256" if isinstance(self.private, RSAPrivateKey) else "ed25519-sha256"

    @property
    def record_name(self) -> str:
        """Where its TXT record stands."""
        return f"{self.selector}._domainkey.{self.domain}"


def load_key(domain: str, selector: str, pem: bytes) -> SigningKey:
    """Read a private key in PEM. Raises DkimError: weak, encrypted, of another kind, broken; or a bad name."""
    if "." not in domain or not _NAME.fullmatch(domain):
        raise DkimError("The domain is not a domain name in lower-case A-labels.")
    if not _NAME.fullmatch(selector) or len(selector) > 63:
        raise DkimError("The selector is not made of letters, digits, hyphens and dots.")
    try:
        private = load_pem_private_key(pem, password=None)
    except TypeError as error:
        raise DkimError("The key is protected by a password: take that off first.") from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise DkimError("This is not a private key in PEM.") from error
    if isinstance(private, RSAPrivateKey):
        if private.key_size < SHORTEST_RSA:
            raise DkimError(f"The RSA key has {private.key_size} bits; at least {SHORTEST_RSA} are needed.")
        if private.key_size > LONGEST_RSA:
            raise DkimError(f"The RSA key has {private.key_size} bits; receivers verify {LONGEST_RSA} at most.")
    elif not isinstance(private, Ed25519PrivateKey):
        raise DkimError("The key is neither RSA nor Ed25519.")
    return SigningKey(domain, selector, private)


def public_record(key: SigningKey) -> str:
    """The text of the key's TXT record."""
    public = key.private.public_key()
    if isinstance(key.private, RSAPrivateKey):
        octets = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return f"v=DKIM1; k=rsa; p={b64encode(octets).decode()}"
    octets = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
    return f"v=DKIM1; k=ed25519; p={b64encode(octets).decode()}"


def txt_strings(record: str) -> list[str]:
    """The record in the strings that a TXT record is made of, each of at most 255 octets."""
    return [record[start : start + STRING] for start in range(0, len(record), STRING)]


def sign(message: bytes, keys: Sequence[SigningKey], now: datetime) -> bytes:
    """The message with one DKIM-Signature for each key on top. Raises DkimError.

    The message: our own, CRLF only. Each key's domain is that of From or one above it.
    """
    head, divider, body = message.partition(b"\r\n\r\n")
    if not divider or message.count(b"\r\n") != message.count(b"\n") or message.count(b"\r") != message.count(b"\n"):
        raise DkimError("The mail is not made of lines that end in CRLF.")
    headers, _ = dkim.rfc822_parse(head + divider)
    there: dict[bytes, list[bytes]] = {}
    for name, value in _POLICY.canonicalize_headers(headers):
        there.setdefault(name, []).append(name + b":" + value)
    sender = _domain_of_from(there.get(b"from", []))
    covered = [name for name in _SIGNED for _ in range(len(there.get(name, ())) + 1)]
    signed = b"".join(line for name in _SIGNED for line in reversed(there.get(name, ())))  # from the bottom up
    body_hash = b64encode(sha256(_canonical(body)).digest())
    lines = [_signature(key, sender, covered, signed, body_hash, int(now.timestamp())) for key in keys]
    return b"".join((*lines, message))


def _canonical(body: bytes) -> bytes:
    """The body as dkimpy writes it; its two searches are left out where there is nothing for them to find."""
    if b"  " in body or b"\t" in body or b" \r\n" in body:
        return bytes(_POLICY.canonicalize_body(body))
    return bytes(correct_empty_body(strip_trailing_lines(body)))


def _domain_of_from(lines: Sequence[bytes]) -> str:
    if len(lines) != 1:
        raise DkimError("The mail has not exactly one From.")
    return lines[0].strip().removesuffix(b">").rpartition(b"@")[2].decode("ascii", "replace").lower()


def _signature(
    key: SigningKey, sender: str, covered: Sequence[bytes], signed: bytes, body_hash: bytes, at: int
) -> bytes:
    if sender != key.domain and not sender.endswith(f".{key.domain}"):
        raise DkimError("The key's domain is not that of From: no receiver would see them as one.")
    tags = (
        f"v=1; a={key.algorithm}; c=relaxed/relaxed; d={key.domain}; s={key.selector}; t={at}; ".encode()
        + b"h="
        + b" : ".join(covered)
        + b"; bh="
        + body_hash
        + b"; b="
    )
    value = b" " + dkim.fold(tags, namelen=len(b"DKIM-Signature"))
    ((name, own),) = _POLICY.canonicalize_headers([(b"DKIM-Signature", value + b"\r\n")])
    made = _made(key, signed + name + b":" + own.removesuffix(b"\r\n"))
    return b"DKIM-Signature:" + bytes(dkim.fold(value + b64encode(made))) + b"\r\n"


def _made(key: SigningKey, octets: bytes) -> bytes:
    if isinstance(key.private, RSAPrivateKey):
        return key.private.sign(octets, _PADDING, _HASH)
    return key.private.sign(sha256(octets).digest())
