"""Ports on loopback: which one is free, and does a server answer there."""

import http.client
import socket
import time
from collections.abc import Callable

LOOPBACK = "127.0.0.1"
TRIES = 200  # ports looked at, from the wished one upwards


class NoFreePort(RuntimeError):
    """Every port in the range is taken."""


def first_free(wished: int) -> int:
    """`wished`, or the next free port above it. It is free now; nobody keeps it for us."""
    for port in range(wished, min(wished + TRIES, 65_536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # a port in TIME_WAIT is free to servers
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            return port
    raise NoFreePort(f"No free port from {wished} upwards on {LOOPBACK}.")


def wait_for_answer(port: int, *, seconds: float, alive: Callable[[], bool]) -> bool:
    """True once an HTTP server answers at `port`; false when time is up or `alive` turns false."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and alive():
        connection = http.client.HTTPConnection(LOOPBACK, port, timeout=5)
        try:
            connection.request("HEAD", "/")
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
        else:
            return True
        finally:
            connection.close()
    return False
