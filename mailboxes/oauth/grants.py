"""From what is stored of a mailbox to a fresh access token: by refresh token, or by a delegated service account."""

from datetime import datetime

from mailboxes.core.account import Account, Auth, Secret, auth_of
from mailboxes.core.errors import CredentialError
from mailboxes.core.scopes import ASKED, missing
from mailboxes.oauth.endpoint import AccessToken, Granted, ask
from mailboxes.oauth.service_account import GRANT_TYPE, BadKey, assertion, read_key
from mailboxes.wire.http_client import HttpClient

NEEDED = ("refresh_token", "client_id", "client_secret")


def fresh_token(account: Account, client: HttpClient, *, now: datetime) -> AccessToken:
    """Ask the token endpoint; a new refresh token is stored before anything is done with the access token.

    One refresh of a mailbox at a time, everywhere: the others wait for their turn and read what it stored.
    now is machine time. Raises CredentialError.
    """
    if account.auth is Auth.DELEGATED:
        return _checked(account, _as_subject(account, client, now)).access
    if account.vault is None:  # a trial: nothing is stored yet
        return _checked(account, _by_refresh_token(account, account.secret, client, now)).access
    with account.vault.turn() as turn:
        granted = _by_refresh_token(account, turn.secret, client, now)
        if granted.refresh_token not in {None, turn.secret["refresh_token"]}:
            turn.keep({**turn.secret, "refresh_token": str(granted.refresh_token)})
    return _checked(account, granted).access


def _by_refresh_token(account: Account, secret: Secret, client: HttpClient, now: datetime) -> Granted:
    if auth_of(account.kind, secret) is not Auth.OAUTH:
        raise CredentialError("the mailbox is connected in another way now", reconnect=False)
    form = {"grant_type": "refresh_token", **{name: secret.get(name, "") for name in NEEDED}}
    return ask(client, account.endpoints.token, form, now=now)


def _as_subject(account: Account, client: HttpClient, now: datetime) -> Granted:
    """Act for the mailbox: `sub` is its address (domain-wide delegation)."""
    url = account.endpoints.token or ""
    try:
        key = read_key(account.secret.get("key", ""))
    except BadKey as error:
        raise CredentialError(f"the service account cannot be used: {error}", reconnect=True) from None
    scopes = ASKED[account.kind]
    claim = assertion(key, subject=account.address, scopes=scopes, audience=url, now=now)
    return ask(client, url, {"grant_type": GRANT_TYPE, "assertion": claim}, now=now)


def _checked(account: Account, granted: Granted) -> Granted:
    """Refuse a grant that allows less than we need: somebody narrowed it, and half of it would work."""
    lost = missing(granted.scope, account.kind) if granted.scope is not None else frozenset()
    if lost:
        words = ", ".join(sorted(scope.rstrip("/").rpartition("/")[2] for scope in lost))
        raise CredentialError(f"the grant does not allow all we need any more: {words}", reconnect=True)
    return granted
