"""A person's consent in the browser: the address they are sent to, and what their code is traded for (PKCE, S256)."""

from base64 import urlsafe_b64encode
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlencode

from mailboxes.core.errors import CredentialError
from mailboxes.core.scopes import ASKED
from mailboxes.oauth.endpoint import Granted, ask
from mailboxes.wire.gmail_api import GmailApi
from mailboxes.wire.http_client import HttpClient


class Client(NamedTuple):
    """Our OAuth client at Google."""

    id: str
    secret: str


def challenge_of(verifier: str) -> str:
    """Return the S256 challenge of a PKCE verifier (RFC 7636)."""
    return urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def consent_url(authorize: str, *, client_id: str, redirect_uri: str, state: str, verifier: str, address: str) -> str:
    """Return where the browser is sent: the least scopes, this account, a refresh token, and nothing granted before."""
    asked = {
        "client_id": client_id,
        "redirect_uri": redirect_uri,
        "response_type": "code",
        "scope": " ".join(ASKED["gmail"]),
        "state": state,
        "code_challenge": challenge_of(verifier),
        "code_challenge_method": "S256",
        "access_type": "offline",
        "prompt": "consent",
        "include_granted_scopes": "false",
        "login_hint": address,
    }
    return f"{authorize}?{urlencode(asked)}"


def trade(
    http: HttpClient, token_url: str, *, code: str, verifier: str, redirect_uri: str, client: Client, now: datetime
) -> Granted:
    """Trade the code for tokens, once. now is machine time. Raises CredentialError."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "code_verifier": verifier,
        "redirect_uri": redirect_uri,
        "client_id": client.id,
        "client_secret": client.secret,
    }
    return ask(http, token_url, form, now=now)


def granted_address(http: HttpClient, api: str, granted: Granted) -> str:
    """Return the address of the mailbox that was really granted, as the API itself names it.

    Raises CredentialError, TransportError (began False).
    """
    gmail = GmailApi(api, http, _OneToken(granted.access.value))
    address = gmail.read(gmail.users.getProfile(userId="me")).get("emailAddress")
    if not isinstance(address, str):
        raise CredentialError("Gmail does not say whose mailbox was granted", reconnect=False)
    return address


class _OneToken(NamedTuple):
    """The token that just came; there is no other one to turn to."""

    value: str

    def current(self) -> str:
        return self.value

    def drop(self, _: str) -> bool:
        raise CredentialError("Gmail refused the access token that was just granted", reconnect=False)
