"""How to reach one mailbox. Secrets are readable by attribute only: never in repr, str or an error."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple

type Kind = Literal["gmail", "smtp"]


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
    """gmail: api (base URL) and token (URL). smtp: smtp, and imap where replies are read."""

    api: str | None = None
    token: str | None = None
    smtp: Server | None = None
    imap: Server | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """One connected mailbox with its decrypted secret, alive only while a call is made.

    secret of gmail: refresh_token, client_id, client_secret; of smtp: username, password.
    """

    mailbox_id: int
    kind: Kind
    address: str
    display_name: str
    endpoints: Endpoints
    secret: Mapping[str, str] = field(repr=False)
