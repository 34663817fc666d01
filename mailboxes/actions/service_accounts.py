"""Service accounts of Google: kept once for a workspace, they act for every mailbox of a domain that allows them."""

from django.db import IntegrityError, transaction

from app.actions import clock
from app.core.errors import Refused
from app.crypto import open_sealed, seal
from app.models import Workspace
from mailboxes.models import ServiceAccount
from mailboxes.oauth.service_account import BadKey, read_key

NOT_SEALED_YET = ""


def key_context(account_id: int) -> str:
    """Return the words that bind a sealed key file to its row."""
    return f"service_account:{account_id}"


def keep(workspace: Workspace, *, name: str, key_file: str) -> ServiceAccount:
    """Store a key file under a name; the same name again replaces the key. Speaks to nobody, locks the row.

    Raises Refused: it is no usable key, or the name is another account's.
    """
    try:
        key = read_key(key_file)
    except BadKey as error:
        raise Refused(str(error)) from None
    name = name.strip()[:100]
    if not name:
        raise Refused("The service account needs a name.")
    now = clock.now()
    told = {"email": key.email, "client_id": key.client_id, "project": key.project_id, "updated_at": now}
    with transaction.atomic():
        try:
            account, _ = ServiceAccount.objects.select_for_update(no_key=True).get_or_create(
                workspace=workspace, name=name, defaults={**told, "sealed": NOT_SEALED_YET, "created_at": now}
            )
        except IntegrityError as error:
            raise Refused(f"{name} was stored by somebody else a moment ago.") from error
        if account.client_id != key.client_id:
            raise Refused(f"{name} is the name of another service account; its mailboxes depend on it.")
        sealed = seal(key_file.encode(), context=key_context(account.id))
        ServiceAccount.objects.filter(id=account.id).update(**told, sealed=sealed)
    account.refresh_from_db()
    return account


def secret_for(account: ServiceAccount) -> dict[str, str]:
    """Return the secret of a mailbox that this account acts for, as `connect` takes it."""
    return {"auth": "delegated", "service_account": str(account.id)}


def key_of(account_id: int, *, workspace_id: int) -> str:
    """Return the key file of an account of this workspace. Raises ServiceAccount.DoesNotExist, CryptoError."""
    row = ServiceAccount.objects.get(id=account_id, workspace_id=workspace_id)
    return open_sealed(row.sealed, context=key_context(row.id)).decode()
