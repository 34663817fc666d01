"""A mailbox granted in the browser: where a person is sent, and what their return is worth.

The state of the way is bound to the session, the user and the workspace, good once and for ten minutes. The address
that was asked for is compared with the mailbox that was granted, and the scopes with those we need.
"""

import hmac
import secrets
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256

from django.conf import settings

from app.actions import clock
from app.actions.transactions import require_no_transaction
from app.core.errors import Refused
from app.crypto import open_sealed, seal
from mailboxes.actions.accounts import allowed, google
from mailboxes.core.address import AddressError, parse_address
from mailboxes.core.errors import CredentialError, EndpointRefused, TransportError
from mailboxes.core.scopes import missing
from mailboxes.models import ConsentRequest
from mailboxes.oauth.codes import Client, consent_url, granted_address, trade
from mailboxes.oauth.endpoint import Granted
from mailboxes.wire.endpoints import require_url
from mailboxes.wire.http_client import HttpClient

GOOD_FOR = timedelta(minutes=10)
KEPT_FOR = timedelta(days=1)  # so that a late or second return is told apart from a made-up one
AGAIN = "Begin again."


@dataclass(frozen=True, slots=True)
class Consent:
    """A granted mailbox, not stored yet: `secret` is what Connection takes of a gmail mailbox."""

    workspace_id: int
    user_id: int
    address: str
    scopes: str
    secret: dict[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Return:
    """Who came back from Google, and with what; `session_key` is the session's key in this request."""

    session_key: str
    workspace_id: int
    user_id: int
    state: str
    code: str = field(repr=False)
    error: str = ""  # Google's own word when there is no code, like access_denied


def begin(*, session_key: str, workspace_id: int, user_id: int, address: str, return_path: str) -> str:
    """Return the URL at Google that the browser is sent to, and remember what its return must match.

    return_path: the path of our page that Google sends them back to; the host is BASE_URL's, never the request's.
    Locks nothing. Raises Refused.
    """
    if "unset" in {settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET}:
        raise Refused("No Google client is configured: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.")
    if not session_key or not return_path.startswith("/") or return_path.startswith("//"):
        raise ValueError("a session and a path of our own are needed")
    wanted = _address(address)
    _require_speakable()
    now = clock.now()
    ConsentRequest.objects.filter(expires_at__lt=now - KEPT_FOR).delete()
    state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(48)
    redirect_uri = settings.BASE_URL + return_path
    hashed = _hashed(state)
    ConsentRequest.objects.create(
        workspace_id=workspace_id,
        user_id=user_id,
        state=hashed,
        session=_hashed(session_key),
        address=wanted,
        redirect_uri=redirect_uri,
        verifier=seal(verifier.encode(), context=verifier_context(hashed)),
        expires_at=now + GOOD_FOR,
    )
    return consent_url(
        settings.GOOGLE_AUTH_URL,
        client_id=settings.GOOGLE_CLIENT_ID,
        redirect_uri=redirect_uri,
        state=state,
        verifier=verifier,
        address=wanted,
    )


def finish(back: Return) -> Consent:
    """Trade what a person came back with for the mailbox's grant; nothing is stored but that the state is used.

    Two calls out, so no transaction may be open (TransactionOpen). Raises Refused with words for the person.
    """
    require_no_transaction()
    request = _used_up(back)
    if back.error or not back.code:
        raise Refused(f"Google granted nothing. {AGAIN}")
    client = HttpClient(allowed())
    try:
        granted = _traded(client, request, back.code)
        address = granted_address(client, google()["api"], granted)
    except (CredentialError, TransportError, EndpointRefused) as error:
        raise Refused(f"Google's grant could not be used: {error}. {AGAIN}") from error
    finally:
        client.close()
    return _consent(request, granted, address)


def _used_up(back: Return) -> ConsentRequest:
    """Use the state up, once, whatever follows. Raises Refused."""
    hashed = _hashed(back.state)
    request = ConsentRequest.objects.filter(state=hashed).first()
    if request is None or not _is_theirs(request, back):
        raise Refused(f"This return from Google belongs to no connection begun here. {AGAIN}")
    now = clock.now()
    if not ConsentRequest.objects.filter(id=request.id, used_at=None).update(used_at=now):
        raise Refused(f"This return from Google was used already. {AGAIN}")
    if request.expires_at <= now:
        raise Refused(f"More than ten minutes went by at Google. {AGAIN}")
    return request


def _is_theirs(request: ConsentRequest, back: Return) -> bool:
    same_session = hmac.compare_digest(request.session, _hashed(back.session_key))
    return same_session and (request.workspace_id, request.user_id) == (back.workspace_id, back.user_id)


def _traded(client: HttpClient, request: ConsentRequest, code: str) -> Granted:
    return trade(
        client,
        google()["token"],
        code=code,
        verifier=open_sealed(request.verifier, context=verifier_context(request.state)).decode(),
        redirect_uri=request.redirect_uri,
        client=Client(settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET),
        now=clock.now(),
    )


def _consent(request: ConsentRequest, granted: Granted, address: str) -> Consent:
    """Compare what was granted with what was asked for. Raises Refused."""
    if _address(address) != request.address:
        raise Refused(f"You signed in as {address}, not as {request.address}. {AGAIN}")
    scopes = granted.scope or ""
    if missing(scopes, "gmail"):
        raise Refused(f"Sending and reading must both be ticked on Google's page. {AGAIN}")
    if granted.refresh_token is None:
        raise Refused(f"Google gave no lasting grant. {AGAIN}")
    secret = {
        "auth": "oauth",
        "refresh_token": granted.refresh_token,
        "client_id": settings.GOOGLE_CLIENT_ID,
        "client_secret": settings.GOOGLE_CLIENT_SECRET,
    }
    return Consent(request.workspace_id, request.user_id, request.address, scopes, secret)


def _require_speakable() -> None:
    """A rehearsal sends nobody to the real Google."""
    try:
        for url in (settings.GOOGLE_AUTH_URL, *google().values()):
            require_url(url, allowed())
    except EndpointRefused as error:
        raise Refused(f"This cannot be connected here: {error}.") from error


def _address(address: str) -> str:
    try:
        return parse_address(address).normalised
    except AddressError as error:
        raise Refused(str(error)) from error


def _hashed(value: str) -> str:
    return sha256(value.encode()).hexdigest()


def verifier_context(state: str) -> str:
    """Return the words that bind a sealed verifier to its row."""
    return f"consent:{state}"
