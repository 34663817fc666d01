"""Which doors a typed address has, the likeliest first: by where the mail of its domain arrives."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mailboxes.core.account import Security, Server
from mailboxes.core.mail_hosts import GOOGLE, MICROSOFT, MailHost, by_domain, by_mx


class Door(StrEnum):
    """A way to connect a mailbox."""

    PASSWORD = "password"  # noqa: S105 - SMTP and IMAP, with the mailbox's own or an app password
    SIGN_IN = "sign_in"  # OAuth: Google asks, nobody types a password here
    SERVICE_ACCOUNT = "service_account"  # Google Workspace: an administrator lets us act for many mailboxes
    MICROSOFT = "microsoft"  # Microsoft Graph: not built yet, and said so


BUILT = frozenset({Door.PASSWORD, Door.SIGN_IN, Door.SERVICE_ACCOUNT})


@dataclass(frozen=True, slots=True)
class Seen:
    """What the name servers told about a domain. mx None: they did not answer, which says nothing about the domain.

    services: SRV name without the domain (RFC 6186, RFC 8314) -> host and port, where there is one; a service that is
    expressly not offered (target ".") is left out. names: which of `guesses` exist.
    """

    mx: tuple[str, ...] | None = None
    services: Mapping[str, tuple[str, int]] | None = None
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Offer:
    """Doors in the order in which they are shown, and the servers that the password door is filled with.

    sure: the servers come from the provider's table or the domain's own records, else they are a guess.
    """

    host: MailHost | None
    doors: tuple[Door, ...]
    smtp: Server
    imap: Server | None
    sure: bool


def offer(domain: str, seen: Seen, *, sign_in_ready: bool) -> Offer:
    """Return what is offered for an address of this domain. sign_in_ready: an OAuth client is set up on the server."""
    host = by_domain(domain) or by_mx(seen.mx or ())
    if host is not None:
        doors = _doors_of(host, personal=domain.lower() in host.domains, sign_in_ready=sign_in_ready)
        return Offer(host, doors, host.smtp, host.imap, sure=True)
    smtp, imap, sure = _servers(domain, seen)
    doors = (Door.PASSWORD,) if seen.mx is not None else (Door.PASSWORD, Door.SIGN_IN, Door.SERVICE_ACCOUNT)
    return Offer(None, doors, smtp, imap, sure)


def _doors_of(host: MailHost, *, personal: bool, sign_in_ready: bool) -> tuple[Door, ...]:
    """A server with an OAuth client asks Google first; making one takes longer than an app password."""
    if host is MICROSOFT:
        return (Door.MICROSOFT, Door.PASSWORD)
    if host is not GOOGLE:
        return (Door.PASSWORD,)
    delegated = () if personal else (Door.SERVICE_ACCOUNT,)
    if sign_in_ready:
        return (Door.SIGN_IN, Door.PASSWORD, *delegated)
    return (Door.PASSWORD, *delegated, Door.SIGN_IN)


SERVICES = ("_submissions._tcp", "_submission._tcp", "_imaps._tcp", "_imap._tcp")
"""What is asked of a domain whose provider is not known; TLS from the first byte comes first (RFC 8314)."""


def guesses(domain: str) -> tuple[str, ...]:
    """Return names that mail servers of a domain usually have; asked for when it has no SRV records."""
    return tuple(f"{label}.{domain}" for label in ("smtp", "mail", "imap"))


def _servers(domain: str, seen: Seen) -> tuple[Server, Server, bool]:
    services = seen.services or {}
    smtp = _service(services, "_submissions._tcp", Security.TLS)
    smtp = smtp or _service(services, "_submission._tcp", Security.STARTTLS)
    imap = _service(services, "_imaps._tcp", Security.TLS) or _service(services, "_imap._tcp", Security.STARTTLS)
    return (
        smtp or Server(_existing(domain, "smtp", seen.names), 465, Security.TLS),
        imap or Server(_existing(domain, "imap", seen.names), 993, Security.TLS),
        smtp is not None and imap is not None,
    )


def _service(services: Mapping[str, tuple[str, int]], name: str, security: Security) -> Server | None:
    found = services.get(name)
    return Server(found[0], found[1], security) if found else None


def _existing(domain: str, label: str, names: frozenset[str]) -> str:
    """Prefer the name made for it, then mail.domain, where they exist; else the usual one."""
    wanted = (f"{label}.{domain}", f"mail.{domain}")
    return next((name for name in wanted if name in names), wanted[0])
