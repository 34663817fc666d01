"""An HTTP client that asks once: no repeats, no redirects, no proxies, one deadline, a bounded answer."""

import ssl
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import httpcore
import httpx

from mailboxes.wire.deadline import PIECE, Call, DeadlineBackend, nothing_to_mark
from mailboxes.wire.endpoints import Allowed, require_url

KEEP_IDLE = 60.0  # seconds; shorter than front ends wait before they close, so that a POST rarely meets a dead socket
CONNECT = 15.0  # seconds for TCP and TLS together with what is left of the call
ANSWER_LIMIT = 4 * 1024 * 1024  # bytes of an ordinary JSON answer
BARE = {"user-agent": "gzip", "accept-encoding": "gzip"}  # Google compresses only if both say so; nothing else leaks
PACKED = 16 + zlib.MAX_WBITS  # zlib's word for a gzip header
FAILED = (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, httpcore.UnsupportedProtocol)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, whole."""

    status: int
    phrase: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes


class NeverLeft(Exception):
    """No byte of the request was written: name look-up, TCP or TLS failed, or the time was over before."""


class NoAnswer(Exception):
    """At least one byte was written and no whole answer came."""


class AnswerTooLarge(NoAnswer):
    """The answer is larger than the caller reads."""


@cache
def trust() -> ssl.SSLContext:
    """Return the certificates of this process: certifi's, or SSL_CERT_FILE. One context: building it takes 20 ms."""
    return httpx.create_ssl_context()


class HttpClient:
    """Kept connections of one mailbox; used by one thread at a time.

    httpcore is what lies under httpx: its connections are all we need, and half of what httpx costs a call.
    """

    def __init__(self, allowed: Allowed, *, tls: ssl.SSLContext | None = None) -> None:
        self._allowed = allowed
        self._backend = DeadlineBackend(allowed)
        self._pool = httpcore.ConnectionPool(
            ssl_context=tls or trust(),
            max_connections=2,  # the API and the token endpoint
            keepalive_expiry=KEEP_IDLE,
            retries=0,
            network_backend=self._backend,
        )

    def ask(
        self,
        method: str,
        url: str,
        *,
        within: float,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
        mark: Callable[[], None] = nothing_to_mark,
        at_most: int = ANSWER_LIMIT,
    ) -> Answer:
        """Make one call, over after `within` seconds of machine time; mark() runs right before its first byte.

        Raises EndpointRefused, NeverLeft, NoAnswer, AnswerTooLarge (more than at_most bytes, unpacked), and whatever
        mark() raises, after which nothing was written.
        """
        require_url(url, self._allowed)
        call = self._backend.call = Call(ends_at=time.monotonic() + within, mark=mark)
        times = {"connect": min(within, CONNECT), "read": within, "write": within, "pool": within}
        sent = list((BARE | dict(headers or {})).items())
        try:
            with self._pool.stream(method, url, headers=sent, content=body, extensions={"timeout": times}) as response:
                return _read(response, at_most)
        except FAILED as error:
            if call.began:
                raise NoAnswer(f"no whole answer came ({type(error).__name__})") from error
            raise NeverLeft(f"the request never left ({type(error).__name__})") from error

    def has_open(self, url: str) -> bool:
        """Tell whether a kept connection to the URL's server waits that was not closed at the other end."""
        wanted = httpcore.URL(url).origin
        return any(
            one.can_handle_request(wanted) and one.is_idle() and not one.has_expired() for one in self._pool.connections
        )

    def close(self) -> None:
        self._pool.close()


def _read(response: httpcore.Response, at_most: int) -> Answer:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}
    body = bytearray()
    for piece in _unpacked(response, headers.get("content-encoding", "")):
        body += piece
        if len(body) > at_most:
            raise AnswerTooLarge(f"the answer is larger than {at_most} bytes")
    phrase = bytes(response.extensions.get("reason_phrase", b"")).decode("latin-1")
    return Answer(response.status, phrase, headers, bytes(body))


def _unpacked(response: httpcore.Response, encoding: str) -> Iterator[bytes]:
    """Yield the body in pieces that are never much larger than what came in, however well it was packed."""
    if encoding.lower() in {"", "identity"}:
        yield from response.iter_stream()
        return
    if encoding.lower() != "gzip":
        raise NoAnswer("the answer is packed in a way nobody asked for")
    packed, fed = zlib.decompressobj(PACKED), 0
    try:
        for piece in response.iter_stream():
            fed += len(piece)
            yield packed.decompress(piece, PIECE)
            while packed.unconsumed_tail:
                yield packed.decompress(packed.unconsumed_tail, PIECE)
    except zlib.error as error:
        raise NoAnswer("the answer cannot be unpacked") from error
    if packed.unused_data or not (packed.eof or fed == 0):
        raise NoAnswer("the packed answer is cut off, or more came behind it")
