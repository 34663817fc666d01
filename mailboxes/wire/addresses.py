"""From a host's name to the addresses that may be connected to: resolved once, each of them judged."""

import socket
from ipaddress import ip_address
from queue import Empty, SimpleQueue
from threading import Thread

from django.conf import settings

from mailboxes.core.errors import EndpointRefused
from mailboxes.core.public_hosts import host_key, refusal
from mailboxes.wire.endpoints import Allowed, require_allowed

LOOK_UP_WITHIN = 15.0  # seconds; the system's own resolver may take minutes


def addresses_of(host: str, port: int, allowed: Allowed, *, within: float = LOOK_UP_WITHIN) -> list[str]:
    """Return the numeric addresses to try, in order; connect to these and never to the name, which may change.

    A rehearsal's list of endpoints is its own wall; in a real database only public hosts pass, and those that the
    server's setting PRIVATE_MAIL_HOSTS names. Raises EndpointRefused, OSError when the name cannot be resolved within
    so many seconds.
    """
    require_allowed(host, port, allowed)
    addresses = _looked_up(host, port, min(within, LOOK_UP_WITHIN))
    judged = allowed is None and host_key(host) not in private_hosts()
    if judged and (refused := refusal(host, port, addresses)):
        raise EndpointRefused(refused)
    return addresses


def private_hosts() -> frozenset[str]:
    """Return the hosts outside the public Internet that whoever runs this server lets mailboxes use."""
    return frozenset(map(host_key, settings.PRIVATE_MAIL_HOSTS))


def _looked_up(host: str, port: int, within: float) -> list[str]:
    """Ask the system's resolver, which has no time limit of its own, in a thread that is left behind when it hangs."""
    if _is_numeric(host):
        return _resolved(host, port)
    answer: SimpleQueue[list[str] | OSError] = SimpleQueue()

    def ask() -> None:
        try:
            answer.put(_resolved(host, port))
        except OSError as error:
            answer.put(error)
        except UnicodeError as error:  # a label that is no name: too long, or empty
            answer.put(OSError(str(error)))

    Thread(target=ask, name="name-look-up", daemon=True).start()
    try:
        told = answer.get(timeout=max(within, 0.0))
    except Empty:
        raise TimeoutError("no name server answered in time") from None
    if isinstance(told, OSError):
        raise told
    return told


def _resolved(host: str, port: int) -> list[str]:
    return [str(address[0]) for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def _is_numeric(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
