"""Asks name servers for a domain's records, several of them apart: what only one of them says, nobody knows.

One server may be stale, filtered or lied to. So a record counts, and its absence too, only where all of them say the
same; a time-out, a failure or a difference is no answer, and never a fault of the domain.
"""

import time
from collections.abc import Callable
from typing import Any

import dns.exception
import dns.nameserver
import dns.rdatatype
import dns.resolver
from django.conf import settings

from app.actions.transactions import require_no_transaction
from mailboxes.core.errors import EndpointRefused
from mailboxes.core.health.findings import Answer
from mailboxes.wire.endpoints import Allowed, require_allowed
from mailboxes.wire.names import server_at

WITHIN = 20.0  # seconds for all questions about one mailbox
ONE = 4.0  # seconds for one question to one server, the second try over TCP included
MOST = 50  # records read of one answer
SYSTEM = ("system",)  # the setting's word for this machine's own resolver
ADDRESSES = frozenset({"A", "AAAA"})  # which of them is told differs by where one asks from: that there is one counts


class Records:
    """Questions that together end at one moment; what was asked once is remembered. Called as an Ask.

    A rehearsal asks only the servers it may speak to: without one, nobody knows anything. Raises TransactionOpen.
    """

    def __init__(self, allowed: Allowed, *, within: float = WITHIN) -> None:
        """Begin; the time runs from here."""
        require_no_transaction()
        self._ends_at = time.monotonic() + within
        self._resolvers = _resolvers(allowed)
        self._known: dict[tuple[str, str], Answer] = {}

    def __call__(self, name: str, kind: str) -> Answer:
        """Return what all servers say, None where they do not, or not alike."""
        if (name, kind) not in self._known:
            self._known[name, kind] = self._agreed(name, kind)
        return self._known[name, kind]

    def _agreed(self, name: str, kind: str) -> Answer:
        agreed: Answer = None
        for number, resolver in enumerate(self._resolvers):
            told = self._asked(resolver, name, kind)
            if told is None or (number and _essence(told, kind) != _essence(agreed or (), kind)):
                return None
            agreed = told
        return agreed

    def _asked(self, resolver: dns.resolver.Resolver, name: str, kind: str) -> Answer:
        left = min(self._ends_at - time.monotonic(), ONE)
        if left <= 0:
            return None
        try:
            answer = resolver.resolve(name, kind, lifetime=left, search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return ()
        except (dns.exception.DNSException, OSError, ValueError):
            return None
        wanted = dns.rdatatype.from_text(kind)
        return tuple(sorted(_text(record) for record in list(answer)[:MOST] if record.rdtype == wanted))


def _essence(told: tuple[str, ...], kind: str) -> object:
    return bool(told) if kind in ADDRESSES else told


_TEXTS: dict[str, Callable[[Any], str]] = {
    "TXT": lambda record: b"".join(record.strings).decode("utf-8", "replace"),
    "MX": lambda record: f"{record.preference} {str(record.exchange).lower()}",
}


def _text(record: Any) -> str:
    return _TEXTS.get(dns.rdatatype.to_text(record.rdtype), str)(record)


def _resolvers(allowed: Allowed) -> list[dns.resolver.Resolver]:
    """Return one resolver for each server of the setting; none where one of them may not be spoken to."""
    named = tuple(settings.HEALTH_RESOLVERS)
    if named == SYSTEM:
        return _of_the_system() if allowed is None else []
    made = [one for each in named if (one := _resolver(each, allowed)) is not None]
    return made if len(made) == len(named) else []  # a server that is not asked has not agreed


def _of_the_system() -> list[dns.resolver.Resolver]:
    try:
        return [dns.resolver.Resolver()]
    except (dns.exception.DNSException, OSError):
        return []


def _resolver(text: str, allowed: Allowed) -> dns.resolver.Resolver | None:
    try:
        host, port = server_at(text)
        require_allowed(host, port, allowed)
    except (ValueError, EndpointRefused):
        return None
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers = [dns.nameserver.Do53Nameserver(host, port)]
    resolver.timeout = ONE / 2
    return resolver
