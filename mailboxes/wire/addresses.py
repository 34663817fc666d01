"""From a host's name to the addresses that may be connected to: resolved once, each of them judged."""

import socket

from django.conf import settings

from mailboxes.core.errors import EndpointRefused
from mailboxes.core.public_hosts import host_key, refusal
from mailboxes.wire.endpoints import Allowed, require_allowed


def addresses_of(host: str, port: int, allowed: Allowed) -> list[str]:
    """Return the numeric addresses to try, in order; connect to these and never to the name, which may change.

    A rehearsal's list of endpoints is its own wall; in a real database only public hosts pass, and those that the
    server's setting PRIVATE_MAIL_HOSTS names. Raises EndpointRefused, OSError when the name cannot be resolved.
    """
    require_allowed(host, port, allowed)
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(address[0]) for *_, address in found]
    judged = allowed is None and host_key(host) not in private_hosts()
    if judged and (refused := refusal(host, port, addresses)):
        raise EndpointRefused(refused)
    return addresses


def private_hosts() -> frozenset[str]:
    """Return the hosts outside the public Internet that whoever runs this server lets mailboxes use."""
    return frozenset(map(host_key, settings.PRIVATE_MAIL_HOSTS))
