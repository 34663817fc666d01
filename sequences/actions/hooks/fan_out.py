"""From the log to the posts: each event once for each webhook that wants it, with the bytes it keeps.

One reader follows the log for all webhooks; its cursor and the posts are one transaction.
"""

from collections.abc import Iterable
from contextlib import suppress

from app.actions import clock, readers
from app.actions.attempts import in_transaction
from app.actions.events import EventRow
from app.models import Webhook, WebhookPost
from sequences.core.hooks import kind_of
from sequences.screens.hook_bodies import body_of

READER = "webhooks"
MOST = 40  # batches in one go


def fan_out() -> int:
    """Write the posts of what happened; return how many. Another reader that was faster has done it."""
    made = 0
    with suppress(readers.ReaderOvertaken):
        for _ in range(MOST):
            read, posts = in_transaction(_batch)
            made += posts
            if read < readers.BATCH:
                break
    return made


def _batch() -> tuple[int, int]:
    """Read one batch; return how many events it had and how many posts came of it."""
    hooks = list(Webhook.objects.filter(ended_at=None))
    if not hooks:
        readers.skip_to_now(READER)
        return 0, 0
    events = list(readers.read_new(READER))
    posts = [post for event in events for post in _posts(event, hooks)]
    WebhookPost.objects.bulk_create(posts, ignore_conflicts=True)
    return len(events), len(posts)


def _posts(event: EventRow, hooks: Iterable[Webhook]) -> list[WebhookPost]:
    kind = kind_of(event.kind, event.data)
    wanting = [
        hook
        for hook in hooks
        if kind
        and hook.workspace_id == event.workspace_id
        and event.at >= hook.created_at
        and (not hook.kinds or kind in hook.kinds)
    ]
    if kind is None or not wanting:
        return []
    body, now = body_of(event, kind), clock.now()
    return [
        WebhookPost(
            webhook=hook,
            event_id=event.id,
            recipient_id=event.recipient_id,
            kind=kind,
            body=body,
            next_at=now,
            created_at=now,
        )
        for hook in wanting
    ]
