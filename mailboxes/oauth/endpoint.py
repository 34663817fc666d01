"""One question to a token endpoint (RFC 6749), and what its answer grants."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from urllib.parse import urlencode

from mailboxes.core.errors import CredentialError
from mailboxes.wire.http_client import Answer, HttpClient, NeverLeft, NoAnswer

ANSWER_WITHIN = 20.0  # seconds for the token endpoint
SHORTEST_LIFE = timedelta(minutes=5)  # assumed when the answer does not say
LONGEST_LIFE = timedelta(days=1)
FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json"}
GRANT_IS_DEAD = frozenset({"invalid_grant", "unauthorized_client"})
"""A person must act: revoked or expired; not (or no longer) allowed to act for this address."""


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A bearer token and the machine time at which it dies."""

    value: str = field(repr=False)
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Granted:
    """What an endpoint gave. refresh_token: a new one that replaces ours; scope: None where it did not say."""

    access: AccessToken
    refresh_token: str | None = field(repr=False)
    scope: str | None


def ask(client: HttpClient, url: str | None, form: Mapping[str, str], *, now: datetime) -> Granted:
    """Post one form; now is machine time. Raises CredentialError: reconnect where the grant is dead, else later."""
    if url is None or not all(form.values()):
        raise CredentialError("the mailbox has no complete grant", reconnect=True)
    try:
        answer = client.ask("POST", url, within=ANSWER_WITHIN, headers=FORM, body=urlencode(form).encode())
    except (NeverLeft, NoAnswer) as error:
        raise CredentialError(f"the token endpoint gave no answer: {error}", reconnect=False) from error
    return _read(answer, now)


def _read(answer: Answer, now: datetime) -> Granted:
    told = _json(answer)
    if answer.status == 200 and isinstance(value := told.get("access_token"), str) and _sendable(value):
        return Granted(AccessToken(value, now + _life(told)), _text(told, "refresh_token"), _text(told, "scope"))
    error = told.get("error")
    word = error if isinstance(error, str) and error.isidentifier() else "no reason"
    message = f"the token endpoint gave no token ({answer.status}, {word})"
    raise CredentialError(message, reconnect=400 <= answer.status < 500 and word in GRANT_IS_DEAD)


def _sendable(value: str) -> bool:
    return bool(value) and value.isascii() and value.isprintable()


def _life(told: Mapping[str, object]) -> timedelta:
    life = told.get("expires_in")
    if isinstance(life, bool) or not isinstance(life, int) or life <= 0:
        return SHORTEST_LIFE
    return timedelta(seconds=min(life, LONGEST_LIFE // timedelta(seconds=1)))


def _text(told: Mapping[str, object], name: str) -> str | None:
    value = told.get(name)
    return value if isinstance(value, str) and value else None


def _json(answer: Answer) -> dict[str, object]:
    try:
        told = json.loads(answer.body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}
