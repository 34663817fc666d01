"""Ports on loopback: take one or see which is free, and does a server answer there."""

import contextlib
import http.client
import socket
import time
from collections.abc import Callable

LOOPBACK = "127.0.0.1"
TRIES = 200  # ports looked at, from the wished one upwards
BACKLOG = 2048  # connections that wait until they are accepted; what gunicorn would ask for


type Listener = socket.socket
"""A listening socket; naming it so keeps the modules that only hand it on free of sockets."""


class NoFreePort(RuntimeError):
    """Every port in the range is taken."""


def listen(wished: int) -> Listener:
    """Listen on `wished`, or on the next free port above it: while the socket is open nobody else can."""
    for port in range(wished, min(wished + TRIES, 65_536)):
        with contextlib.suppress(OSError):
            return socket.create_server((LOOPBACK, port), backlog=BACKLOG)
    raise NoFreePort(f"No free port from {wished} upwards on {LOOPBACK}.")


def first_free(wished: int) -> int:
    """`wished`, or the next free port above it. It is free now; nobody keeps it for us."""
    with listen(wished) as probe:
        return port_of(probe)


def port_of(listener: Listener) -> int:
    port: int = listener.getsockname()[1]
    return port


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
