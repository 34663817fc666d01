"""What people and domains allowed: codes under way, refresh tokens, service accounts, access tokens."""

import base64
import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from simulator.clock import machine_now

CODE_SECONDS = 60
LONGEST_CLAIM = 3600  # seconds between iat and exp of an assertion
SKEW = 300  # seconds a claim's clock may be off


@dataclass(frozen=True, slots=True)
class Code:
    """A code that a browser carries back, and what it must be traded with."""

    address: str
    client_id: str
    redirect_uri: str
    challenge: str
    scope: str
    expires: float


@dataclass(frozen=True, slots=True)
class Access:
    """An access token: whose, until when (machine seconds), and for what."""

    address: str
    expires: float
    scope: str


@dataclass(frozen=True, slots=True)
class ServiceAccount:
    """Who may act for the mailboxes of which domains, and within which scopes."""

    email: str
    public_key: RSAPublicKey
    domains: frozenset[str]
    scopes: frozenset[str]


@dataclass(slots=True)
class Grants:
    """All grants of the world. `signs_in_as`, `ticks`, `denies`: what the person at the consent page does next."""

    codes: dict[str, Code] = field(default_factory=dict)
    services: dict[str, ServiceAccount] = field(default_factory=dict)
    signs_in_as: str = ""
    ticks: str | None = None
    denies: bool = False

    def code(self, code: Code) -> str:
        """Give a code for what was granted."""
        name = f"code-{secrets.token_urlsafe(16)}"
        self.codes[name] = code
        return name

    def trade(self, name: str, *, client_id: str, redirect_uri: str, verifier: str) -> Code | None:
        """Take a code back, once; None when it is unknown, late, another client's, or its proof is wrong."""
        code = self.codes.pop(name, None)
        if code is None or code.expires <= machine_now().timestamp():
            return None
        proof = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        same = hmac.compare_digest(proof, code.challenge)
        return code if same and (client_id, redirect_uri) == (code.client_id, code.redirect_uri) else None

    def allow(self, email: str, public_key: str, domains: list[str], scopes: list[str]) -> None:
        """Let a service account act for domains, as their administrator would. Raises ValueError for another key."""
        key = load_pem_public_key(public_key.encode())
        if not isinstance(key, RSAPublicKey):
            msg = "the key of a service account is RSA"
            raise ValueError(msg)  # noqa: TRY004 - answered as a bad value
        self.services[email] = ServiceAccount(email, key, frozenset(domains), frozenset(scopes))

    def claimed(self, assertion: str, audience: str) -> tuple[str, str]:
        """Read a signed claim; give the mailbox and the scope. Raises ValueError with the error word for the answer."""
        try:
            signed, _, signature = assertion.rpartition(".")
            claims = json.loads(_octets(signed.partition(".")[2]))
            service = self.services[claims["iss"]]
            service.public_key.verify(_octets(signature), signed.encode(), PKCS1v15(), hashes.SHA256())
        except (ValueError, KeyError, TypeError, InvalidSignature):
            raise ValueError("invalid_grant") from None
        if not _timely(claims) or claims.get("aud") != audience:
            raise ValueError("invalid_grant")
        subject, scope = str(claims.get("sub", "")).lower(), str(claims.get("scope", ""))
        asked = set(scope.split())
        if subject.rpartition("@")[2] not in service.domains or not asked or not asked <= service.scopes:
            raise ValueError("unauthorized_client")
        return subject, scope


def _timely(claims: dict[str, Any]) -> bool:
    began, ends, now = int(claims.get("iat", 0)), int(claims.get("exp", 0)), machine_now().timestamp()
    return ends - began <= LONGEST_CLAIM and began - SKEW <= now < ends


def _octets(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
