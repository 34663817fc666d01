"""smtplib's client with one deadline over each call, a bound on what it reads, and a name for what went wrong."""

import select
import smtplib
import socket
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass

from mailboxes.core.account import Server
from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.smtp_replies import Verb
from mailboxes.wire.addresses import addresses_of
from mailboxes.wire.diagnosis import Stage
from mailboxes.wire.endpoints import Allowed

PIECE = 65_536  # bytes handed to the socket at a time
LONGEST_LINE = 4096  # octets of one reply line; RFC 5321 allows 512
MOST_LINES = 100  # of one reply: an EHLO answer has about fifteen
REPLY_WITHIN = {  # seconds, RFC 5321 §4.5.3.2
    Verb.GREETING: 300.0,
    Verb.MAIL: 300.0,
    Verb.RCPT: 300.0,
    Verb.DATA: 120.0,
    Verb.BODY: 600.0,  # the final dot: a server may scan before it answers
}
OTHER_WITHIN = 60.0  # seconds for EHLO, STARTTLS, AUTH, RSET
LEAVE_WITHIN = 1.0  # seconds to write QUIT and see the end
BLOCK_WITHIN = 180.0  # seconds in which the server must take the next piece of a body


class ConnectionLost(Exception):
    """No reply came: the connection broke or the time was over. str() holds no address; stage: how far it had come."""

    def __init__(self, message: str, stage: Stage = Stage.TALK) -> None:
        super().__init__(message)
        self.stage = stage


class NotOffered(TransportError):
    """The server lacks what we cannot do without; what: "starttls" or "login". Nothing began."""

    def __init__(self, what: str, message: str) -> None:
        super().__init__(message, scope=Scope.PROVIDER if what == "starttls" else Scope.MAILBOX, permanent=False)
        self.what = what


@dataclass(frozen=True, slots=True)
class Reply:
    """One whole reply; code is 0 when it is not SMTP."""

    code: int
    text: bytes

    @property
    def granted(self) -> bool:
        return 200 <= self.code <= 299


class Session(smtplib.SMTP):
    """One connection. within() starts a call; every step ends at its own limit or at the end of the call."""

    ehlo_msg = "EHLO"  # smtplib's lower case tells servers what runs here

    def __init__(self, server: Server, *, name: str, allowed: Allowed) -> None:
        super().__init__(local_hostname=name)  # without a host it opens no socket
        self.server = server
        self._allowed = allowed
        self._unread = bytearray()  # smtplib's own reader would take one time-out per read
        self._call_ends = self._step_ends = 0.0

    def within(self, seconds: float) -> None:
        """Begin a call that is over after so many seconds of machine time, whatever drips in."""
        self._call_ends = time.monotonic() + seconds

    def open(self, tls: ssl.SSLContext | None) -> Reply:
        """Connect, speak TLS from the first byte where a context is given, read the greeting. Raises ConnectionLost."""
        self._limit(REPLY_WITHIN[Verb.GREETING])
        self.sock = self._any_address()
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls is not None:
            self.secure(tls)
        return self._reply()

    def secure(self, tls: ssl.SSLContext) -> None:
        """Begin TLS, the certificate checked against the server's name. Raises ConnectionLost."""
        if self._unread:
            raise ConnectionLost("the server spoke on before TLS: somebody injects")
        try:
            self._sock.settimeout(self._left())
            self.sock = tls.wrap_socket(self._sock, server_hostname=self.server.host)
        except ssl.SSLCertVerificationError as error:
            raise ConnectionLost(f"the certificate is not trusted: {error.verify_message}", Stage.SECURE) from error
        except OSError as error:
            raise ConnectionLost(f"TLS failed ({type(error).__name__})", Stage.SECURE) from error
        self.esmtp_features = {}  # what was said before TLS counts for nothing (RFC 3207)

    def ask(self, verb: Verb, line: str) -> Reply:
        """Send one command and read its reply. Raises ConnectionLost."""
        self.say(line)
        return self.answer(verb)

    def say(self, *lines: str) -> None:
        """Send commands at once, their replies read one by one with answer(). Raises ConnectionLost."""
        self._limit(OTHER_WITHIN)
        self.send("".join(f"{line}\r\n" for line in lines))

    def answer(self, verb: Verb) -> Reply:
        """Read the reply to the oldest command that has none. Raises ConnectionLost."""
        self._limit(REPLY_WITHIN.get(verb, OTHER_WITHIN))
        return self._reply()

    def greet(self) -> Reply:
        """EHLO; has_extn() answers afterwards. Raises ConnectionLost."""
        self._limit(OTHER_WITHIN)
        return Reply(*self.ehlo())

    def body(self, data: bytes) -> None:
        """Send a body and the final dot. Raises ConnectionLost: then the dot, which comes last, was never sent."""
        data += b".\r\n"
        for start in range(0, len(data), PIECE):
            self._limit(BLOCK_WITHIN)
            self.send(data[start : start + PIECE])

    def leave(self, *, say_quit: bool = True, to_the_end: bool = False) -> None:
        """Say QUIT, unless the server said good-bye first, and close. Never raises for the network.

        to_the_end: see the server's end of it, for a moment: servers count connections, and the next one, opened at
        once, would be one too many.
        """
        with suppress(ConnectionLost, OSError):
            self.within(LEAVE_WITHIN)
            self._limit(LEAVE_WITHIN)
            if say_quit:
                self.send("QUIT\r\n")
            while to_the_end:
                self._sock.settimeout(self._left())
                to_the_end = bool(self._sock.recv(LONGEST_LINE))
        self.close()

    def has_news(self) -> bool:
        """Tell whether the server said or closed something unasked. Waits for nothing."""
        poll = select.poll()
        poll.register(self._sock, select.POLLIN)
        return bool(poll.poll(0))

    def send(self, s: bytes | str) -> None:  # type: ignore[override]
        """Write all of it before the step ends. Raises ConnectionLost."""
        rest = memoryview(s if isinstance(s, bytes) else s.encode("ascii"))
        try:
            while rest:
                self._sock.settimeout(self._left())
                rest = rest[self._sock.send(rest) :]
        except OSError as error:
            raise ConnectionLost(f"the connection broke while writing ({type(error).__name__})") from error

    def getreply(self) -> tuple[int, bytes]:
        """Read one reply as smtplib's own methods want it. Raises ConnectionLost."""
        reply = self._reply()
        return reply.code, reply.text

    @property
    def _sock(self) -> socket.socket:
        if self.sock is None:
            raise ConnectionLost("the connection is closed")
        return self.sock

    def _limit(self, seconds: float) -> None:
        self._step_ends = min(time.monotonic() + seconds, self._call_ends)

    def _left(self) -> float:
        left = self._step_ends - time.monotonic()
        if left <= 0:
            raise TimeoutError("the time is over")
        return left

    def _reply(self) -> Reply:
        lines: list[bytes] = []
        for _ in range(MOST_LINES):
            line = self._line()
            lines.append(line[4:].strip())
            if not line[:3].isdigit():
                return Reply(0, b"\n".join(lines))
            if line[3:4] != b"-":
                return Reply(int(line[:3]), b"\n".join(lines))
        raise ConnectionLost("the reply does not end")

    def _line(self) -> bytes:
        while (end := self._unread.find(b"\n") + 1) == 0:
            if len(self._unread) > LONGEST_LINE:
                raise ConnectionLost("the reply line is too long")
            try:
                self._sock.settimeout(self._left())
                piece = self._sock.recv(LONGEST_LINE)
            except OSError as error:
                raise ConnectionLost(f"no reply ({type(error).__name__})") from error
            if not piece:
                raise ConnectionLost("the server closed the connection")
            self._unread += piece
        line = bytes(self._unread[:end])
        del self._unread[:end]
        return line

    def _any_address(self) -> socket.socket:
        """Try each address of the host within one deadline. Raises ConnectionLost, EndpointRefused."""
        failure: OSError = TimeoutError()
        try:
            for address in addresses_of(self.server.host, self.server.port, self._allowed, within=self._left()):
                try:
                    return socket.create_connection((address, self.server.port), self._left())
                except OSError as error:
                    failure = error
        except OSError as error:
            failure = error
        raise ConnectionLost(f"the server cannot be reached ({type(failure).__name__})", Stage.REACH) from failure
