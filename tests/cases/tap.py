"""A tap on loopback: stands before a server and keeps every byte that its clients send."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.mailboxes.stubs import Stub, serving


@dataclass
class Tap:
    """Where to connect instead, and what was sent there by all connections."""

    port: int
    heard: bytearray = field(default_factory=bytearray)


@contextmanager
def tapped(port: int) -> Iterator[Tap]:
    """Pass everything on to this port of this machine, and back."""
    taps: list[Tap] = []

    def serve(client: socket.socket, _: Stub) -> None:
        with socket.create_connection(("127.0.0.1", port)) as server:
            back = threading.Thread(target=_pass_on, args=(server, client), daemon=True)
            back.start()
            _pass_on(client, server, taps[0].heard)
            back.join(5)

    with serving(serve) as stub:
        taps.append(Tap(stub.port))
        yield taps[0]


def _pass_on(source: socket.socket, target: socket.socket, heard: bytearray | None = None) -> None:
    with suppress(OSError):
        while piece := source.recv(65_536):
            if heard is not None:
                heard += piece
            target.sendall(piece)
        target.shutdown(socket.SHUT_WR)
