"""From a stored mailbox to what a transport needs: endpoints, the opened secret, and what a rehearsal allows."""

import json
from typing import Any, cast

from app.crypto import keyring
from app.models import Installation
from mailboxes.core.account import Account, Endpoints, Kind, Security, Server
from mailboxes.models import Credential, Mailbox

GOOGLE = {"api": "https://gmail.googleapis.com", "token": "https://oauth2.googleapis.com/token"}


def secret_context(mailbox_id: int) -> str:
    """Return the words that bind a sealed secret to its row."""
    return f"mailbox:{mailbox_id}"


def endpoints_of(kind: str, stored: dict[str, Any]) -> Endpoints:
    """Return a mailbox's endpoints from its stored JSON; Google's own where a Gmail mailbox names none."""
    if kind == Mailbox.Kind.GMAIL:
        return Endpoints(**{**GOOGLE, **{name: stored[name] for name in GOOGLE if name in stored}})
    return Endpoints(smtp=server(stored.get("smtp")), imap=server(stored.get("imap")))


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
    sealed = Credential.objects.values_list("sealed", flat=True).get(mailbox_id=mailbox.id)
    secret = json.loads(keyring().open_sealed(sealed, context=secret_context(mailbox.id)))
    return Account(
        mailbox_id=mailbox.id,
        kind=cast("Kind", mailbox.kind),
        address=mailbox.address,
        display_name=mailbox.display_name,
        endpoints=endpoints_of(mailbox.kind, mailbox.endpoints),
        secret=secret,
    )
