"""The Gmail API as transport and feed use it: reads that may refresh the token once, and a post that goes once."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from googleapiclient.discovery import build_from_document
from googleapiclient.discovery_cache import get_static_doc
from googleapiclient.errors import Error as GoogleError
from googleapiclient.errors import HttpError
from googleapiclient.http import HttpRequest

from app.actions import clock
from mailboxes.core.errors import CredentialError, Scope, TransportError, VerdictUnknown
from mailboxes.core.gmail_replies import GmailReply, named, refusal
from mailboxes.core.quota import FREE, Meter
from mailboxes.wire.gmail_http import OneCall
from mailboxes.wire.http_client import ANSWER_LIMIT, AnswerTooLarge, HttpClient, NeverLeft, NoAnswer

READ_WITHIN = 30.0  # seconds for one read
SEND = "gmail.users.messages.send"

type Json = dict[str, Any]


class Tokens(Protocol):
    """Where access tokens of one mailbox come from."""

    def current(self) -> str:
        """Return a token that is good for minutes. Raises CredentialError."""

    def drop(self, token: str) -> bool:
        """Forget this token: the API refused it. Tell whether it had refused the one before as well."""


@dataclass(frozen=True, slots=True)
class Resources:
    """google-api-python-client's classes, built once: it builds them anew, in 2 ms, each time they are asked for."""

    users: Any
    messages: Any
    history: Any


@cache
def resources(endpoint: str) -> Resources:
    """Return the resources of one API endpoint, from the discovery document in the wheel: nothing is fetched."""
    service = build_from_document(
        get_static_doc("gmail", "v1"),  # type: ignore[no-untyped-call]
        http=OneCall(cast("HttpClient", None), "", within=0),  # each request is given its own
        client_options={"api_endpoint": endpoint.rstrip("/") + "/"},
    )
    users = service.users()
    return Resources(users=users, messages=users.messages(), history=users.history())


class _TokenRefused(Exception):
    """The access token is not good any more; a fresh one may be."""


class GmailApi:
    """One mailbox at the Gmail API; used by one thread at a time."""

    def __init__(self, endpoint: str, client: HttpClient, tokens: Tokens, meter: Meter = FREE) -> None:
        self._endpoint = endpoint
        self._client = client
        self._tokens = tokens
        self._meter = meter
        self._resources: Resources = resources(endpoint)

    @property
    def users(self) -> Any:
        return self._resources.users

    @property
    def messages(self) -> Any:
        return self._resources.messages

    @property
    def history(self) -> Any:
        return self._resources.history

    def authorise(self) -> str:
        """Return an access token that outlives a send, refreshed where needed. Raises CredentialError."""
        return self._tokens.current()

    def set_aside_for_send(self) -> float:
        """Count a send against the quotas before it is made; return until when that is good (monotonic seconds).

        Raises TransportError (began False, retry_after).
        """
        return self._meter.reserve(SEND)

    def is_connected(self) -> bool:
        """Tell whether the next call needs no new connection."""
        return self._client.has_open(self._endpoint)

    def history_id(self) -> str:
        """Return the mailbox's newest history id. Raises as read."""
        told = self.read(self.users.getProfile(userId="me")).get("historyId")
        if not told:
            raise _unreachable("its profile holds no history id")
        return str(told)

    def read(self, request: HttpRequest, *, at_most: int = ANSWER_LIMIT) -> Json:
        """Execute a request that changes nothing. A refused token is refreshed once.

        Raises TransportError (began False, code of the answer), CredentialError, AnswerTooLarge.
        """
        with suppress(_TokenRefused):
            return self._read_once(request, at_most)
        try:
            return self._read_once(request, at_most)
        except _TokenRefused as error:
            raise CredentialError("Gmail refused a fresh access token", reconnect=True) from error

    def post_once(self, request: HttpRequest, token: str, *, within: float, mark: Callable[[], None]) -> Json:
        """Execute a request that must not happen twice; mark() runs right before its first byte.

        Raises TransportError, CredentialError (a clear no), VerdictUnknown, and what mark() raises.
        """
        call = OneCall(self._client, token, within=within, mark=mark)
        try:
            return cast("Json", request.execute(http=call, num_retries=0))
        except NeverLeft as error:
            raise _unreachable(error) from error
        except NoAnswer as error:
            raise VerdictUnknown(f"Gmail took the request and {error}") from error
        except HttpError as error:
            raise self._verdict(error, token) from error
        except (GoogleError, ValueError) as error:  # a success whose body cannot be read
            raise VerdictUnknown("Gmail's answer cannot be read") from error

    def close(self) -> None:
        self._client.close()

    def _read_once(self, request: HttpRequest, at_most: int) -> Json:
        token = self._tokens.current()
        self._meter.spend(request.methodId)
        call = OneCall(self._client, token, within=READ_WITHIN, at_most=at_most)
        try:
            return cast("Json", request.execute(http=call, num_retries=0))
        except HttpError as error:
            reply = _reply(error)
            if reply.status == 401:
                self._tokens.drop(token)
                raise _TokenRefused from error
            no = refusal(reply, now=clock.now(), began=False)
            raise no or _unreachable(f"Gmail answered {named(reply)}", code=reply.status) from error
        except AnswerTooLarge:
            raise
        except (NeverLeft, NoAnswer, GoogleError, ValueError) as error:
            raise _unreachable(error) from error

    def _verdict(self, error: HttpError, token: str) -> Exception:
        reply = _reply(error)
        if reply.status == 401 and self._tokens.drop(token):
            return CredentialError("Gmail refused a fresh access token (401)", reconnect=True)
        no = refusal(reply, now=clock.now(), began=True)
        return no or VerdictUnknown(f"Gmail answered {named(reply)}, which leaves open whether the mail was sent")


def _unreachable(why: object, *, code: int | None = None) -> TransportError:
    return TransportError(f"Gmail cannot be reached: {why}", scope=Scope.PROVIDER, permanent=False, code=code)


def _reply(error: HttpError) -> GmailReply:
    """Read Google's error body by hand: it may be anything, from a proxy's HTML to a list."""
    try:
        told = json.loads(error.content)["error"]
        first = (told.get("errors") or [{}])[0]
        reason, text = str(first.get("reason") or told.get("status") or ""), str(told.get("message", ""))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        reason, text = "", ""
    return GmailReply(error.resp.status, reason, text[:2000], error.resp.get("retry-after"))
