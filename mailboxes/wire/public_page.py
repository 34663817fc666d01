"""Visit a page of our own by its public address, as a stranger would: over DNS, TCP and verified TLS."""

import ssl
from typing import Self

from app.actions.transactions import require_no_transaction
from mailboxes.core.errors import EndpointRefused
from mailboxes.wire.endpoints import Allowed
from mailboxes.wire.http_client import Answer, HttpClient, NeverLeft, NoAnswer

WITHIN = 20.0  # seconds for one visit
PAGE_LIMIT = 256 * 1024  # bytes of a page that are read
FORM = "application/x-www-form-urlencoded"


class NotReached(Exception):
    """No page came: `why` is not_public, certificate, unreachable or no_answer."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Visitor:
    """Asks without cookies, follows no redirect, never asks twice. Used by one thread; close it, or use `with`."""

    def __init__(self, allowed: Allowed) -> None:
        self._client = HttpClient(allowed)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def ask(self, method: str, url: str, *, form: str | None = None) -> Answer:
        """Make one request; a form is posted as a mail program posts it. Raises NotReached."""
        require_no_transaction()
        headers = {"content-type": FORM} if form is not None else {}
        body = form.encode() if form is not None else None
        try:
            return self._client.ask(method, url, within=WITHIN, headers=headers, body=body, at_most=PAGE_LIMIT)
        except EndpointRefused as refused:
            raise NotReached("not_public") from refused
        except NeverLeft as error:
            raise NotReached("certificate" if _distrusted(error) else "unreachable") from error
        except NoAnswer as error:
            raise NotReached("no_answer") from error


def _distrusted(error: BaseException | None) -> bool:
    """Tell whether TLS failed: httpcore names it by its own class, and keeps the cause or the context."""
    for _ in range(10):
        if error is None:
            return False
        if isinstance(error, ssl.SSLError):
            return True
        error = error.__cause__ or error.__context__
    return False
