"""Asks the name servers about a domain's mail. No answer is no fault: it says nothing, and blocks nobody."""

import time
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any

import dns.exception
import dns.nameserver
import dns.resolver
from django.conf import settings

from app.actions.transactions import require_no_transaction
from mailboxes.core.doors import SERVICES, Seen, guesses
from mailboxes.core.mail_hosts import by_domain, by_mx
from mailboxes.wire.endpoints import Allowed

WITHIN = 4.0  # seconds for all questions about one domain: a person waits for the page
MOST = 20  # records read of one answer


def look_up(domain: str, allowed: Allowed, *, within: float = WITHIN) -> Seen:
    """Return what the name servers tell about a domain in its wire form (IDNA). A rehearsal asks nobody.

    Never raises for the network: what could not be learned is None or left out.
    """
    require_no_transaction()
    if allowed is not None or by_domain(domain) is not None:
        return Seen()
    asking = _Asking(time.monotonic() + within)
    mx = asking.mx(domain)
    if mx is None or by_mx(mx) is not None:
        return Seen(mx)
    services = {name: found for name in SERVICES if (found := asking.service(f"{name}.{domain}"))}
    names = frozenset(name for name in guesses(domain) if not services and asking.exists(name))
    return Seen(mx, services, names)


class _Asking:
    """Questions that together end at one moment (monotonic seconds)."""

    def __init__(self, ends_at: float) -> None:
        self._ends_at = ends_at
        self._resolver = _resolver()

    def mx(self, domain: str) -> tuple[str, ...] | None:
        """Return the MX hosts, the preferred first; () when there are none, None when nobody knows."""
        found = self._ask(domain, "MX")
        if found is None:
            return None
        ordered = sorted(found, key=lambda record: int(record.preference))
        return tuple(_text(record.exchange) for record in ordered if _text(record.exchange))

    def service(self, name: str) -> tuple[str, int] | None:
        """Return host and port of an SRV record, by priority, then weight; None where none is offered."""
        found = sorted(self._ask(name, "SRV") or (), key=lambda record: (record.priority, -record.weight))
        return next(((_text(record.target), int(record.port)) for record in found if _text(record.target)), None)

    def exists(self, name: str) -> bool:
        """Tell whether a host of this name has an address."""
        return bool(self._ask(name, "A") or self._ask(name, "AAAA"))

    def _ask(self, name: str, kind: str) -> list[Any] | None:
        """Return the records; [] when the name has none of them, None when it could not be learned in time."""
        left = self._ends_at - time.monotonic()
        if self._resolver is None or left <= 0:
            return None
        try:
            answer = self._resolver.resolve(name, kind, lifetime=left, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return []
        except (dns.exception.DNSException, OSError, ValueError):
            return None
        return list(answer)[:MOST]


def _text(name: object) -> str:
    return str(name).removesuffix(".").lower()


def _resolver() -> dns.resolver.Resolver | None:
    """Return a resolver of the servers in settings.DNS_SERVERS, else of the system; None where there is none."""
    named: Iterable[str] = settings.DNS_SERVERS
    try:
        resolver = dns.resolver.Resolver(configure=not named)
        if named:
            resolver.nameservers = [dns.nameserver.Do53Nameserver(*server_at(each)) for each in named]
    except (dns.exception.DNSException, OSError, ValueError):
        return None
    return resolver


def server_at(text: str) -> tuple[str, int]:
    """Read an address, or address:port with IPv6 in brackets. Raises ValueError: a name would have to be asked for."""
    host, colon, port = text.rpartition(":")
    if not colon or not port.isdecimal() or (":" in host and not host.startswith("[")):
        host, port = text, "53"
    return str(ip_address(host.strip("[]"))), int(port)
