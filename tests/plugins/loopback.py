"""Refuses every socket that would leave this machine, at the interpreter's own audit points.

Covers `socket`, asyncio and everything written in Python above them; C libraries (libpq) and other processes are
not covered. The refusal is an AssertionError, so that no adapter takes it for a network fault.
"""

import ipaddress
import sys
from typing import Any

WATCHED = frozenset({"socket.connect", "socket.sendto", "socket.getaddrinfo"})
NAMES = {"localhost", "", None}


class LeftTheMachine(AssertionError):
    """A test tried to reach a host other than loopback."""


def is_loopback(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else host
    if name in NAMES:
        return True
    try:
        return ipaddress.ip_address(str(name)).is_loopback or str(name) in {"0.0.0.0", "::"}  # noqa: S104
    except ValueError:
        return False


def _host(event: str, arguments: tuple[Any, ...]) -> object:
    """Who is about to be reached; None when it is no host (a Unix socket, a wildcard)."""
    if event == "socket.getaddrinfo":
        return arguments[0]
    return arguments[1][0] if isinstance(arguments[1], tuple) else None


def refuse_the_world(event: str, arguments: tuple[Any, ...]) -> None:
    if event in WATCHED and not is_loopback(host := _host(event, arguments)):
        raise LeftTheMachine(f"{event} to {host!r}: tests stay on this machine.")


sys.addaudithook(refuse_the_world)  # cannot be taken back, and need not be
