"""A lean Gmail in a process of its own: it takes every send, keeps nothing, and counts on request.

`python -m tests.bench.gmail_stub` prints its port; a line on stdin is answered with how many sends came so far. Both
sides of `send_gmail` speak to it. asyncio sets TCP_NODELAY on its sockets.
"""

import asyncio
import sys

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=UTF-8\r\nContent-Length: %d\r\n\r\n"
TOKEN = b'{"access_token": "bench", "expires_in": 3600, "scope": "https://mail.google.com/", "token_type": "Bearer"}'
PROFILE = b'{"emailAddress": "sender@example.org", "messagesTotal": 1, "threadsTotal": 1, "historyId": "12345"}'
SENT = b'{"id": "%016x", "threadId": "%016x", "labelIds": ["SENT"]}'
METADATA = (
    b'{"id": "1", "threadId": "1", "labelIds": ["SENT"], "payload": {"headers": '
    b'[{"name": "Message-ID", "value": "<real@mail.example>"}]}}'
)


class Gmail(asyncio.Protocol):
    """One kept connection; requests are answered in the order they come."""

    accepted = 0

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.buffer = b""
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Answer each whole request."""
        self.buffer += data
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = self.buffer[:end].lower()
            _, _, rest = head.partition(b"\r\ncontent-length:")
            length = int(rest.partition(b"\r\n")[0]) if rest else 0
            if len(self.buffer) < end + 4 + length:
                return
            self.buffer = self.buffer[end + 4 + length :]
            body = self._answer(head.partition(b"\r\n")[0])
            self.transport.write(HEAD % len(body) + body)

    def _answer(self, line: bytes) -> bytes:
        if b"/messages/send" in line:
            Gmail.accepted += 1
            return SENT % (Gmail.accepted, Gmail.accepted)
        if b"/token" in line:
            return TOKEN
        return PROFILE if b"/profile" in line else METADATA


async def serve() -> None:
    """Listen on a free port and answer questions on stdin until it closes."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Gmail, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    while await loop.run_in_executor(None, sys.stdin.readline):
        sys.stdout.write(f"{Gmail.accepted}\n")
        sys.stdout.flush()
    server.close()


if __name__ == "__main__":
    asyncio.run(serve())
