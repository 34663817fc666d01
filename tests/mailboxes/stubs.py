"""Small servers on loopback that do exactly what a test tells them, down to the byte."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

type Serve = Callable[[socket.socket], None]


@dataclass
class Stub:
    """A server whose every connection runs `serve` in a thread of its own."""

    port: int
    connections: int = 0
    seen: list[bytes] = field(default_factory=list)  # what each request or command was

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(serve: Callable[[socket.socket, Stub], None]) -> Iterator[Stub]:
    listener = socket.create_server(("127.0.0.1", 0))
    stub = Stub(listener.getsockname()[1])
    threads: list[threading.Thread] = []
    open_ones: list[socket.socket] = []

    def run(connection: socket.socket) -> None:
        with connection, suppress(OSError, ssl.SSLError):
            serve(connection, stub)

    def accept() -> None:
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                stub.connections += 1
                open_ones.append(connection)
                threads.append(threading.Thread(target=run, args=(connection,)))
                threads[-1].start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    try:
        yield stub
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        for connection in open_ones:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in (acceptor, *threads):
            thread.join(5)


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a server's thread has seen what the client wrote; fails after five seconds."""
    ends = time.monotonic() + 5
    while not condition():
        assert time.monotonic() < ends, "the server never saw it"
        time.sleep(0.005)


def read_request(connection: socket.socket) -> bytes:
    """Read one whole HTTP request; b"" when the client is gone."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65_536)
        if not piece:
            return b""
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(
        (int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")), 0
    )
    while len(body) < length:
        body += connection.recv(65_536)
    return head + b"\r\n\r\n" + body


def http_answer(body: bytes, *, status: str = "200 OK", headers: tuple[str, ...] = ()) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Content-Type: application/json", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


@contextmanager
def http_stub(answer: Callable[[bytes], bytes | None]) -> Iterator[Stub]:
    """Serve HTTP: answer(request) gives the bytes of the reply; None closes without a word."""

    def serve(connection: socket.socket, stub: Stub) -> None:
        while request := read_request(connection):
            stub.seen.append(request)
            reply = answer(request)
            if reply is None:
                return
            connection.sendall(reply)

    with serving(serve) as stub:
        yield stub


type Script = Mapping[str, bytes | list[bytes | None] | None]  # of a list one after the other, the last one for good
SUBMISSION: Script = {
    "": b"220 mail.example ESMTP\r\n",
    "EHLO": b"250-mail.example\r\n250-SIZE 1000000\r\n250 AUTH PLAIN LOGIN\r\n",
    "AUTH": b"235 2.7.0 in\r\n",
    "MAIL": b"250 2.1.0 ok\r\n",
    "RCPT": b"250 2.1.5 ok\r\n",
    "DATA": b"354 go\r\n",
    ".": b"250 2.0.0 queued\r\n",
    "RSET": b"250 2.0.0 ok\r\n",
    "STARTTLS": b"220 go\r\n",
}


@contextmanager
def smtp_stub(
    script: Script | None = None, *, tls: ssl.SSLContext | None = None, from_start: bool = False
) -> Iterator[Stub]:
    """Serve SMTP: reply by verb, None hangs up; the body of DATA is seen as one entry, dots still doubled."""
    replies = {**SUBMISSION, **(script or {})}

    def serve(connection: socket.socket, stub: Stub) -> None:
        if tls is None or not from_start:
            _converse(connection, stub, replies, tls)
            return
        with tls.wrap_socket(connection, server_side=True) as secure:
            _converse(secure, stub, replies, None)

    with serving(serve) as stub:
        yield stub


def _converse(
    connection: socket.socket, stub: Stub, replies: Script, tls: ssl.SSLContext | None, verb: str = ""
) -> None:
    unread = b""
    while (reply := _reply(replies, verb)) is not None:
        if reply:
            connection.sendall(reply)
        if verb == "STARTTLS" and tls is not None:
            with tls.wrap_socket(connection, server_side=True) as secure:
                _converse(secure, stub, {**replies, "TLS": b""}, None, verb="TLS")
            return
        end = b"\r\n.\r\n" if verb == "DATA" and reply.startswith(b"354") else b"\r\n"
        while end not in unread:
            piece = connection.recv(65_536)
            if not piece:
                return
            unread += piece
        command, _, unread = unread.partition(end)
        stub.seen.append(command)
        verb = "." if len(end) > 2 else command.split(b" ")[0].decode().upper()


def _reply(replies: Script, verb: str) -> bytes | None:
    found = replies.get(verb, b"502 5.5.1 unknown\r\n")
    if isinstance(found, list):
        return found.pop(0) if len(found) > 1 else found[0]
    return found
