"""One deadline for a whole HTTP call, and the moment its first byte leaves.

httpx's time-outs are per read: a server that drips bytes evades them. So each time-out below httpcore is capped at
what is left of the call. The same place knows when the first byte is about to be written, which is where the mark
of a send belongs: name look-up, TCP and TLS lie before it, and their failure means that nothing left.
"""

import ssl
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import httpcore

from mailboxes.wire.addresses import addresses_of
from mailboxes.wire.endpoints import Allowed


def nothing_to_mark() -> None:
    """Reads have no mark."""


@dataclass(slots=True)
class Call:
    """One call under way: when it must be over (monotonic seconds) and whether a byte of it was written."""

    ends_at: float
    mark: Callable[[], None] = nothing_to_mark
    began: bool = field(default=False, init=False)

    def left(self, asked: float | None) -> float:
        """Return the seconds a step may take; 0 or less when the time is over."""
        rest = self.ends_at - time.monotonic()
        return rest if asked is None else min(rest, asked)

    def begin(self) -> None:
        """Set the mark before the first byte and only then. Raises what the mark raises: nothing is written."""
        if not self.began:
            self.mark()
            self.began = True


class DeadlineBackend(httpcore.NetworkBackend):
    """Opens sockets to allowed endpoints only and caps every step at the time left of the current call."""

    def __init__(self, allowed: Allowed) -> None:
        self._allowed = allowed
        self._plain = httpcore.SyncBackend()
        self.call = Call(ends_at=0)

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Try each address of the host within one deadline; the plain backend gives each address a time of its own."""
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in _addresses(host, port, self._allowed, _still(self.call.left(timeout), httpcore.ConnectTimeout)):
            left = _still(self.call.left(timeout), httpcore.ConnectTimeout)
            try:
                stream = self._plain.connect_tcp(address, port, left, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            return DeadlineStream(self, stream)
        raise failure


class DeadlineStream(httpcore.NetworkStream):
    """One connection, kept between calls; each step belongs to the backend's current call."""

    def __init__(self, backend: DeadlineBackend, stream: httpcore.NetworkStream) -> None:
        self._backend = backend
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _still(self._backend.call.left(timeout), httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all, in pieces, so that a reader who takes a byte at a time meets the deadline too."""
        self._backend.call.begin()
        for start in range(0, len(buffer), PIECE):
            left = _still(self._backend.call.left(timeout), httpcore.WriteTimeout)
            self._stream.write(buffer[start : start + PIECE], left)

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _still(self._backend.call.left(timeout), httpcore.ConnectTimeout)
        return DeadlineStream(self._backend, self._stream.start_tls(ssl_context, server_hostname, left))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


PIECE = 65_536  # bytes: a few socket buffers


def _addresses(host: str, port: int, allowed: Allowed, within: float) -> list[str]:
    try:
        return addresses_of(host, port, allowed, within=within)
    except OSError as error:
        raise httpcore.ConnectError(f"{host} cannot be resolved") from error


def _still(left: float, over: type[Exception]) -> float:
    if left <= 0:
        raise over("the deadline of the call is over")
    return left
