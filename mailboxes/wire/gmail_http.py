"""The http object google-api-python-client executes one request with: one go, where its own would post twice."""

from collections.abc import Callable, Mapping

import httplib2

from mailboxes.wire.deadline import nothing_to_mark
from mailboxes.wire.http_client import ANSWER_LIMIT, HttpClient

# The library's name and version (user-agent, x-goog-api-client) are nobody's business.
PASSED_ON = ("accept", "content-type")


class OneCall:
    """Serves exactly one request; a second is a fault of the library above it and leaves nothing."""

    def __init__(
        self,
        client: HttpClient,
        token: str,
        *,
        within: float,
        mark: Callable[[], None] = nothing_to_mark,
        at_most: int = ANSWER_LIMIT,
    ) -> None:
        self._client = client
        self._token = token
        self._within = within
        self._mark = mark
        self._at_most = at_most
        self._spent = False

    def request(
        self,
        uri: str,
        method: str = "GET",
        body: str | bytes | None = None,
        headers: Mapping[str, str] | None = None,
        **_: object,  # redirections and connection_type: we have neither
    ) -> tuple[httplib2.Response, bytes]:
        """As httplib2.Http.request. Raises what HttpClient.ask raises, and RuntimeError at a second call."""
        if self._spent:
            raise RuntimeError("this call was made already: nothing repeats a request")
        self._spent = True
        passed = {name: value for name, value in (headers or {}).items() if name.lower() in PASSED_ON}
        answer = self._client.ask(
            method,
            uri,
            within=self._within,
            headers={**passed, "authorization": f"Bearer {self._token}"},
            body=body.encode() if isinstance(body, str) else body,
            mark=self._mark,
            at_most=self._at_most,
        )
        response = httplib2.Response({**answer.headers, "status": str(answer.status)})
        response.reason = answer.phrase
        return response, answer.body

    def close(self) -> None:
        """The client is the mailbox's and outlives the call."""
