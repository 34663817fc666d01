"""Webhooks of a workspace: made with a secret of their own, tried, ended."""

import secrets
from urllib.parse import urlsplit

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.crypto import open_sealed, seal
from app.models import Webhook
from mailboxes.actions.accounts import allowed
from mailboxes.actions.rotation import Holder
from mailboxes.core.errors import EndpointRefused
from mailboxes.wire.endpoints import require_url
from sequences.core.hooks import TOLD

MOST = 20  # of a workspace
MARK = "fbw_"


def make(workspace_id: int, url: str, kinds: list[str], *, by_id: int | None = None) -> tuple[Webhook, str]:
    """Make a webhook; return it with its secret, which is shown this once. Raises Refused."""
    _check(url, kinds)
    secret = MARK + secrets.token_urlsafe(32)

    def work() -> Webhook:
        if Webhook.objects.filter(workspace_id=workspace_id, ended_at=None).count() >= MOST:
            raise Refused(f"A workspace has at most {MOST} webhooks.")
        hook = Webhook.objects.create(
            workspace_id=workspace_id,
            url=url,
            kinds=sorted(kinds),
            sealed="",
            made_by_id=by_id,
            created_at=clock.now(),
        )
        Webhook.objects.filter(id=hook.id).update(sealed=seal(secret.encode(), context=context_of(hook.id)))
        _tell("webhook.created", hook, by_id)
        return hook

    return in_transaction(work), secret


def end(workspace_id: int, webhook_id: int, *, by_id: int | None = None) -> bool:
    """End a webhook: nothing more is posted to it. False when it had ended."""

    def work() -> bool:
        hook = Webhook.objects.filter(workspace_id=workspace_id, id=webhook_id).first()
        return hook is not None and ended(hook, because="person", by_id=by_id)

    return in_transaction(work)


def ended(hook: Webhook, *, because: str, by_id: int | None = None) -> bool:
    """End it in the caller's transaction; False when it had ended."""
    living = Webhook.objects.filter(id=hook.id, ended_at=None)
    won = living.update(ended_at=clock.now(), ended_because=because) == 1
    if won:
        _tell("webhook.ended", hook, by_id, because=because)
    return won


def secret_of(hook: Webhook) -> str:
    """Return the secret that its posts are signed with. Raises CryptoError."""
    return open_sealed(hook.sealed, context=context_of(hook.id)).decode()


def context_of(webhook_id: int) -> str:
    """Return the words that bind a sealed secret to its row."""
    return f"webhook:{webhook_id}"


HOLDERS = (Holder(Webhook, "sealed", lambda hook: context_of(hook.id)),)  # of mailboxes.actions.rotation


def _check(url: str, kinds: list[str]) -> None:
    if unknown := sorted(set(kinds) - set(TOLD)):
        raise Refused(f"There is nothing called {unknown[0][:40]}: choose among {', '.join(TOLD)}.")
    if len(url) > 500 or not urlsplit(url).hostname:
        raise Refused("Give the whole address, such as https://firm.example/hooks.")
    try:
        require_url(url, allowed())
    except EndpointRefused as error:
        raise Refused(f"{error}.") from error


def _tell(kind: str, hook: Webhook, by_id: int | None, **more: str) -> None:
    events.append(kind=kind, workspace_id=hook.workspace_id, subject_id=hook.id, data={"by": by_id, **more})
