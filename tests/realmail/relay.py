"""A wire between client and server that can lose what the server says, as a broken network does."""

import contextlib
import socket
import threading
from collections.abc import Callable

from tests.brokers.servers import free_port

PIECE = 65536


class Relay:
    """Listens on a port of its own and passes bytes both ways, until it is told to be `silent`."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = free_port()
        self.silent = threading.Event()  # once set, nothing of what the server says arrives
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._begin(self._accept)

    def _begin(self, work: Callable[..., None], *ends: socket.socket) -> None:
        thread = threading.Thread(target=work, args=ends, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self.target))
                self._open += [client, server]
                self._begin(self._forth, client, server)
                self._begin(self._back, server, client)

    def _forth(self, client: socket.socket, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := client.recv(PIECE):
                server.sendall(piece)
            server.shutdown(socket.SHUT_WR)

    def _back(self, server: socket.socket, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := server.recv(PIECE):
                if not self.silent.is_set():
                    client.sendall(piece)
            client.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        for end in (self._listener, *self._open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        for thread in self._threads:
            thread.join(10)
