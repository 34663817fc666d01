"""How to reach one mailbox. Secrets are readable by attribute only: never in repr, str or an error."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple, Protocol

from mailboxes.core.quota import FREE, Meter

type Kind = Literal["gmail", "smtp"]
type Secret = Mapping[str, str]


class Auth(StrEnum):
    """How a mailbox says who it is; the member "auth" of its secret."""

    PASSWORD = "password"  # noqa: S105 - username, password
    OAUTH = "oauth"  # refresh_token, client_id, client_secret; username where SMTP and IMAP need one
    DELEGATED = "delegated"  # key: the JSON of a service account that may act for the mailbox's domain


def auth_of(kind: str, secret: Secret) -> Auth:
    """Return how this secret is used; secrets from before "auth" was kept are read by the kind of mailbox."""
    told = secret.get("auth")
    return Auth(told) if told else Auth.OAUTH if kind == "gmail" else Auth.PASSWORD


class Security(StrEnum):
    """How a connection is protected; plain is for a simulator or a loopback relay."""

    TLS = "tls"  # from the first byte
    STARTTLS = "starttls"  # required, never optional
    PLAIN = "plain"


class Server(NamedTuple):
    """One mail server of an account."""

    host: str
    port: int
    security: Security

    @property
    def endpoint(self) -> str:
        """As host:port, the form a rehearsal allows or refuses."""
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Endpoints:
    """gmail: api (base URL) and token (URL). smtp: smtp, and imap where replies are read; token with XOAUTH2."""

    api: str | None = None
    token: str | None = None
    smtp: Server | None = None
    imap: Server | None = None


class Turn(Protocol):
    """One refresh under way, while nobody else may begin one for this mailbox."""

    @property
    def secret(self) -> Secret:
        """What is stored now; newer than what an account may hold."""

    def keep(self, secret: Secret) -> None:
        """Store a secret that came with the refresh, unless a person connected the mailbox anew meanwhile."""


class Vault(Protocol):
    """Where a mailbox's secret is stored, as the refreshing of tokens needs it."""

    def turn(self) -> AbstractContextManager[Turn]:
        """Wait for one's turn to refresh. Raises CredentialError (not reconnect) when another one takes too long."""


@dataclass(frozen=True, slots=True)
class Account:
    """One connected mailbox with its decrypted secret, alive only while a call is made.

    `version` changes when the mailbox is connected anew, not when its tokens are renewed.
    """

    mailbox_id: int
    kind: Kind
    address: str
    display_name: str
    endpoints: Endpoints
    secret: Secret = field(repr=False)
    version: str = ""
    vault: Vault | None = field(default=None, repr=False, compare=False)
    meter: Meter = field(default=FREE, repr=False, compare=False)

    @property
    def auth(self) -> Auth:
        """How it says who it is."""
        return auth_of(self.kind, self.secret)
