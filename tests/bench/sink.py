"""A bare SMTP sink in a process of its own: it takes everything, keeps nothing, and counts on request.

`python -m tests.bench.sink` prints its port; a line on stdin is answered with how many mails came so far.
"""

import asyncio
import sys

EXTENSIONS = b"250-sink.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN\r\n"


class Sink(asyncio.Protocol):
    """One connection; commands are answered line by line, DATA up to the lone dot."""

    accepted = 0

    def __init__(self) -> None:
        """Begin outside of DATA with nothing read."""
        self.buffer = b""
        self.in_data = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Greet."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(b"220 sink.example ESMTP\r\n")

    def data_received(self, data: bytes) -> None:
        """Answer each whole line; in DATA look for the end only."""
        self.buffer += data
        while True:
            end = b"\r\n.\r\n" if self.in_data else b"\r\n"
            head, found, rest = self.buffer.partition(end)
            if not found:
                return
            self.buffer = rest
            self._end_of_data() if self.in_data else self._command(head)

    def _end_of_data(self) -> None:
        Sink.accepted += 1
        self.in_data = False
        self.transport.write(b"250 2.0.0 kept nowhere\r\n")

    def _command(self, line: bytes) -> None:
        verb = line[:4].upper()
        if verb == b"EHLO":
            self.transport.write(EXTENSIONS)
        elif verb == b"AUTH":
            self.transport.write(b"235 2.7.0 welcome\r\n")
        elif verb == b"DATA":
            self.in_data = True
            self.transport.write(b"354 go on\r\n")
        elif verb == b"QUIT":
            self.transport.write(b"221 2.0.0 bye\r\n")
            self.transport.close()
        else:
            self.transport.write(b"250 2.0.0 fine\r\n")


async def serve() -> None:
    """Listen on a free port and answer questions on stdin until it closes."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Sink, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    while await loop.run_in_executor(None, sys.stdin.readline):
        sys.stdout.write(f"{Sink.accepted}\n")
        sys.stdout.flush()
    server.close()


if __name__ == "__main__":
    asyncio.run(serve())
