"""From a stored mailbox to what a transport needs: endpoints, the opened secret, and what a rehearsal allows."""

from collections.abc import Mapping
from typing import Any, cast

from django.conf import settings

from app.models import Installation
from mailboxes.actions.quotas import meter_of
from mailboxes.actions.service_accounts import key_of
from mailboxes.actions.vaults import StoredVault, opened_secret
from mailboxes.core.account import Account, Auth, Endpoints, Kind, Secret, Security, Server, auth_of
from mailboxes.core.quota import FREE
from mailboxes.models import Credential, Mailbox


def google() -> dict[str, str]:
    """Return where Google's API and token endpoint are, for mailboxes that name no other."""
    return {"api": settings.GOOGLE_API_URL, "token": settings.GOOGLE_TOKEN_URL}


def endpoints_of(kind: str, stored: Mapping[str, Any], auth: Auth = Auth.PASSWORD) -> Endpoints:
    """Return a mailbox's endpoints from its stored JSON; Google's own where it needs one and names none."""
    named = google() | {name: str(stored[name]) for name in ("api", "token") if name in stored}
    if kind == Mailbox.Kind.GMAIL:
        return Endpoints(api=named["api"], token=named["token"])
    token = None if auth is Auth.PASSWORD else named["token"]
    return Endpoints(token=token, smtp=server(stored.get("smtp")), imap=server(stored.get("imap")))


def server(stored: dict[str, Any] | None) -> Server | None:
    """Return one mail server from {"host", "port", "security"}; None where none is stored."""
    if stored is None:
        return None
    return Server(str(stored["host"]), int(stored["port"]), Security(stored["security"]))


def allowed_of(kind: str, simulator_endpoints: list[str]) -> frozenset[str] | None:
    """Return what this database may speak to; None in a real one: anybody."""
    return None if kind == Installation.Kind.REAL else frozenset(simulator_endpoints)


def allowed() -> frozenset[str] | None:
    """Return what this database may speak to, as it stands now."""
    row = Installation.objects.get(id=1)
    return allowed_of(row.kind, row.simulator_endpoints)


def account_of(mailbox: Mailbox) -> Account:
    """Return the account with its opened secret. Raises CryptoError, Credential.DoesNotExist."""
    row = Credential.objects.get(mailbox_id=mailbox.id)
    secret = usable(opened_secret(mailbox.id, row.sealed), workspace_id=mailbox.workspace_id)
    auth = auth_of(mailbox.kind, secret)
    return Account(
        mailbox_id=mailbox.id,
        kind=cast("Kind", mailbox.kind),
        address=mailbox.address,
        display_name=mailbox.display_name,
        endpoints=endpoints_of(mailbox.kind, mailbox.endpoints, auth),
        secret=secret,
        version=row.updated_at.isoformat(),
        vault=StoredVault(mailbox.id),
        meter=meter_of(mailbox.id, auth, secret) if mailbox.kind == Mailbox.Kind.GMAIL else FREE,
    )


def usable(secret: Secret, *, workspace_id: int) -> dict[str, str]:
    """Return a secret as it is used: that of a delegated mailbox with the key of its service account.

    Raises ServiceAccount.DoesNotExist where the workspace has no such account, CryptoError.
    """
    if secret.get("auth") != Auth.DELEGATED:
        return dict(secret)
    return {**secret, "key": key_of(int(secret["service_account"]), workspace_id=workspace_id)}
