"""An HTTP client that asks once: no repeats, no redirects, no proxies, one deadline, a bounded answer."""

import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import httpcore
import httpx

from mailboxes.wire.deadline import Call, DeadlineBackend, nothing_to_mark
from mailboxes.wire.endpoints import Allowed, require_url

KEEP_IDLE = 60.0  # seconds; shorter than front ends wait before they close, so that a POST rarely meets a dead socket
CONNECT = 15.0  # seconds for TCP and TLS together with what is left of the call
ANSWER_LIMIT = 4 * 1024 * 1024  # bytes of an ordinary JSON answer
BARE = {"user-agent": "gzip", "accept-encoding": "gzip"}  # Google compresses only if both say so; nothing else leaks


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
    """Kept connections of one mailbox; used by one thread at a time."""

    def __init__(self, allowed: Allowed, *, tls: ssl.SSLContext | None = None) -> None:
        self._allowed = allowed
        self._backend = DeadlineBackend(allowed)
        transport = httpx.HTTPTransport(verify=tls or trust(), retries=0, trust_env=False)
        transport._pool = httpcore.ConnectionPool(  # noqa: SLF001 (httpx offers no other way to a network backend)
            ssl_context=tls or trust(),
            max_connections=2,  # the API and the token endpoint
            keepalive_expiry=KEEP_IDLE,
            retries=0,
            network_backend=self._backend,
        )
        self._client = httpx.Client(transport=transport, follow_redirects=False, trust_env=False, headers=BARE)

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
        request = self._client.build_request(
            method, url, headers=headers, content=body, timeout=httpx.Timeout(within, connect=min(within, CONNECT))
        )
        try:
            return self._read(self._client.send(request, stream=True), at_most)
        except (httpx.HTTPError, httpx.StreamError) as error:
            if call.began:
                raise NoAnswer(f"no whole answer came ({type(error).__name__})") from error
            raise NeverLeft(f"the request never left ({type(error).__name__})") from error

    def close(self) -> None:
        self._client.close()

    @staticmethod
    def _read(response: httpx.Response, at_most: int) -> Answer:
        body = bytearray()
        try:
            for piece in response.iter_bytes():
                body += piece
                if len(body) > at_most:
                    raise AnswerTooLarge(f"the answer is larger than {at_most} bytes")
        finally:
            response.close()
        return Answer(response.status_code, response.reason_phrase, dict(response.headers), bytes(body))
