"""Tokens of a Google service account that acts for the mailboxes of its domain (JWT bearer, RFC 7523)."""

import json
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

GRANT_TYPE = "urn:ietf:params:oauth:grant-type:jwt-bearer"
LIFE = timedelta(minutes=60)  # the most that Google takes
SLACK = timedelta(seconds=30)  # our clock may be ahead of theirs
SMALLEST_KEY = 2048  # bits


class BadKey(ValueError):
    """This is no usable key of a service account; the message quotes nothing of it."""


@dataclass(frozen=True, slots=True)
class ServiceKey:
    """A key file as Google hands it out."""

    email: str
    client_id: str  # the number a domain's administrator allows
    project_id: str
    key_id: str
    private_key: RSAPrivateKey = field(repr=False)


def read_key(text: str) -> ServiceKey:
    """Read a JSON key file. Raises BadKey."""
    try:
        told = json.loads(text)
    except ValueError:
        raise BadKey("The key file is not JSON.") from None
    if not isinstance(told, dict) or told.get("type") != "service_account":
        raise BadKey('The key file is not one of a service account ("type": "service_account").')
    named = {name: told.get(name) for name in ("client_email", "client_id", "private_key_id", "private_key")}
    if not all(isinstance(value, str) and value for value in named.values()):
        raise BadKey(f"The key file needs {', '.join(named)}.")
    return ServiceKey(
        email=str(named["client_email"]),
        client_id=str(named["client_id"]),
        project_id=str(told.get("project_id") or ""),
        key_id=str(named["private_key_id"]),
        private_key=_private_key(str(named["private_key"])),
    )


def assertion(key: ServiceKey, *, subject: str, scopes: tuple[str, ...], audience: str, now: datetime) -> str:
    """Return the signed claim that lets the service account act as `subject`; now is machine time."""
    began = int((now - SLACK).timestamp())
    claims = {
        "iss": key.email,
        "sub": subject,
        "scope": " ".join(scopes),
        "aud": audience,
        "iat": began,
        "exp": began + int(LIFE.total_seconds()),
    }
    signed = f"{_part({'alg': 'RS256', 'typ': 'JWT', 'kid': key.key_id})}.{_part(claims)}"
    signature = key.private_key.sign(signed.encode(), PKCS1v15(), hashes.SHA256())
    return f"{signed}.{_plain(signature)}"


def _private_key(pem: str) -> RSAPrivateKey:
    try:
        key = load_pem_private_key(pem.encode(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadKey("The private key in the file cannot be read.") from None
    if not isinstance(key, RSAPrivateKey) or key.key_size < SMALLEST_KEY:
        raise BadKey(f"The private key in the file is not RSA with at least {SMALLEST_KEY} bits.")
    return key


def _part(value: dict[str, object] | dict[str, str]) -> str:
    return _plain(json.dumps(value, separators=(",", ":")).encode())


def _plain(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()
