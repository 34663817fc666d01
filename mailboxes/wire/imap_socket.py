"""The socket under an IMAP session: one deadline over a whole call, a bound on what is read, TLS that is checked."""

import socket
import ssl
import time

from mailboxes.core.account import Server
from mailboxes.wire.addresses import addresses_of
from mailboxes.wire.diagnosis import Stage
from mailboxes.wire.endpoints import Allowed

PIECE = 65_536  # bytes handed to the socket, or taken from it, at a time
CONNECT_WITHIN = 15.0  # seconds for all addresses of a host together


class ImapLost(Exception):
    """The connection is of no more use: it broke, its time is over, or what came is not IMAP. str() holds no address.

    Nothing that was said before it counts; later another connection may work. stage: how far it had come.
    """

    def __init__(self, message: str, stage: Stage = Stage.TALK) -> None:
        super().__init__(message)
        self.stage = stage


class ImapLacks(ImapLost):
    """The server lacks what we cannot do without; what: "starttls" or "login"."""

    def __init__(self, what: str, message: str) -> None:
        super().__init__(message)
        self.what = what


class ImapSocket:
    """One connection. within() starts a call, at_most() bounds what the next answers may hold."""

    def __init__(self, server: Server, tls: ssl.SSLContext) -> None:
        self.server = server
        self._tls = tls
        self._socket: socket.socket | None = None
        self._unread = bytearray()
        self._ends = 0.0
        self._budget = 0

    def within(self, seconds: float) -> None:
        """Begin a call that is over after so many seconds of machine time, whatever drips in."""
        self._ends = time.monotonic() + seconds

    def at_most(self, size: int) -> None:
        """Take no more than so many bytes until told anew."""
        self._budget = size

    @property
    def left(self) -> float:
        """Seconds until the call must be over; 0 or less when it is."""
        return self._ends - time.monotonic()

    def connect(self, allowed: Allowed) -> None:
        """Try each address of the host. Raises ImapLost, EndpointRefused before any socket."""
        ends = time.monotonic() + min(CONNECT_WITHIN, self.left)
        failure: OSError = TimeoutError()
        try:
            for address in addresses_of(self.server.host, self.server.port, allowed):
                try:
                    self._socket = socket.create_connection(
                        (address, self.server.port), max(ends - time.monotonic(), 0.01)
                    )
                except OSError as error:
                    failure = error
                else:
                    self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    return
        except OSError as error:
            failure = error
        raise ImapLost(f"the server cannot be reached ({type(failure).__name__})", Stage.REACH) from failure

    def secure(self) -> None:
        """Begin TLS, the certificate checked against the server's name. Raises ImapLost."""
        if self._unread:
            raise ImapLost("the server spoke on before TLS: somebody injects")
        plain = self._open()
        try:
            plain.settimeout(self._still())
            self._socket = self._tls.wrap_socket(plain, server_hostname=self.server.host)
        except ssl.SSLCertVerificationError as error:
            raise ImapLost(f"the certificate is not trusted: {error.verify_message}", Stage.SECURE) from error
        except OSError as error:
            raise ImapLost(f"TLS failed ({type(error).__name__})", Stage.SECURE) from error

    def send(self, data: bytes) -> None:
        """Write all of it before the call ends. Raises ImapLost."""
        rest = memoryview(data)
        try:
            while rest:
                self._open().settimeout(self._still())
                rest = rest[self._open().send(rest[:PIECE]) :]
        except OSError as error:
            raise ImapLost(f"the connection broke while writing ({type(error).__name__})") from error

    def readline(self) -> bytes:
        """Return the next line with its end. Raises ImapLost."""
        looked_at = 0
        while (end := self._unread.find(b"\n", looked_at) + 1) == 0:
            looked_at = len(self._unread)
            self._require_budget(looked_at + 1)
            self._receive()
        return self._take(end)

    def read(self, size: int) -> bytes:
        """Return exactly so many bytes; what is larger than allowed is refused before it is read. Raises ImapLost."""
        self._require_budget(size)
        while len(self._unread) < size:
            self._receive()
        return self._take(size)

    def fileno(self) -> int:
        return self._open().fileno()

    def drain(self) -> bytes:
        """Return what arrived until now and wait for nothing more. Raises ImapLost when the connection is over."""
        try:
            self._open().settimeout(0)
            while len(self._unread) < PIECE:
                self._receive_now()
        except (BlockingIOError, ssl.SSLWantReadError):
            pass
        except OSError as error:
            raise ImapLost(f"the connection broke ({type(error).__name__})") from error
        arrived = bytes(self._unread)
        self._unread.clear()
        return arrived

    def close(self) -> None:
        """Let the connection go; harmless when there is none."""
        held, self._socket = self._socket, None
        if held is not None:
            held.close()

    def _take(self, size: int) -> bytes:
        self._require_budget(size)
        self._budget -= size
        taken = bytes(self._unread[:size])
        del self._unread[:size]
        return taken

    def _receive(self) -> None:
        try:
            self._open().settimeout(self._still())
            self._receive_now()
        except OSError as error:
            raise ImapLost(f"no answer ({type(error).__name__})") from error

    def _receive_now(self) -> None:
        piece = self._open().recv(PIECE)
        if not piece:
            raise ImapLost("the server closed the connection")
        self._unread += piece

    def _require_budget(self, size: int) -> None:
        if size > self._budget:
            raise ImapLost("the server says more than we read")

    def _open(self) -> socket.socket:
        if self._socket is None:
            raise ImapLost("the connection is closed")
        return self._socket

    def _still(self) -> float:
        if self.left <= 0:
            raise ImapLost("the time is over")
        return self.left
