"""A policy service as Postfix asks it (SMTPD_POLICY_README): here, to be told that a whole mail has arrived."""

import contextlib
import socket
import threading
from collections.abc import Callable

from tests.brokers.servers import free_port


class AtEndOfData:
    """Calls `then` when Postfix has read the final dot and has not answered yet; then lets the mail pass."""

    def __init__(self, then: Callable[[], None]) -> None:
        self._then = then
        self.port = free_port()
        self.asked = 0
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._thread = threading.Thread(target=self._answer, daemon=True)
        self._thread.start()

    @property
    def setting(self) -> str:
        """How Postfix is told of it."""
        return f"check_policy_service inet:127.0.0.1:{self.port}"

    def _answer(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                with client, client.makefile("rwb") as stream, contextlib.suppress(OSError):
                    while stream.readline().strip():
                        pass
                    self.asked += 1
                    self._then()
                    stream.write(b"action=dunno\n\n")

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(10)
