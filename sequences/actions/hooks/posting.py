"""Each post until it arrived: claimed for a while, called without a transaction, its end written down.

A worker that dies between call and note leaves the claim to run out, and the post goes again: same id, same bytes.
"""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from app.actions import clock
from app.actions.attempts import in_transaction
from app.actions.transactions import require_no_transaction
from app.core.chance import chance
from app.crypto import CryptoError
from app.models import Webhook, WebhookPost
from mailboxes.actions.accounts import allowed
from mailboxes.core.errors import EndpointRefused
from mailboxes.wire.http_client import Answer, HttpClient, NeverLeft, NoAnswer
from sequences.actions.hooks import endpoints
from sequences.core.hooks import WITHIN, Ended, meaning, signature, wait

CLAIM = timedelta(seconds=60)  # outlasts a call
KEPT = timedelta(days=30)
AT_ONCE = 4
AT_MOST = 64 * 1024  # bytes of an answer, which nobody reads


def due() -> list[int]:
    """Return the posts to be tried now, the oldest first: a few of each webhook, and one of a webhook that fails.

    So an address that never answers holds up few workers, and no other webhook.
    """
    waiting = WebhookPost.objects.filter(state="waiting", next_at__lte=clock.now(), webhook__ended_at=None)
    ranked = waiting.annotate(rank=Window(RowNumber(), partition_by="webhook_id", order_by=["event_id"]))
    first = ranked.filter(Q(rank=1) | Q(rank__lte=AT_ONCE, webhook__failing_since=None))
    return list(first.order_by("next_at").values_list("id", flat=True))


def post(post_id: int) -> None:
    """Try one post, if nobody else is at it."""
    # Every condition on the post itself stands in the UPDATE: in a join it would be judged by an older version of it.
    living = Webhook.objects.filter(ended_at=None).values("id")
    claimed = WebhookPost.objects.filter(id=post_id, state="waiting", next_at__lte=clock.now(), webhook_id__in=living)
    if not claimed.update(next_at=clock.now() + CLAIM, attempts=F("attempts") + 1):
        return
    one = WebhookPost.objects.select_related("webhook").get(id=post_id)
    ended, said, after = _called(one)
    in_transaction(partial(_note, one, ended, said, after))


def again(workspace_id: int, post_id: int) -> bool:
    """Let a post that ended go out once more, with its id and bytes; False: it has none left, or waits."""
    living = Webhook.objects.filter(workspace_id=workspace_id, ended_at=None).values("id")
    mine = WebhookPost.objects.filter(id=post_id, webhook_id__in=living)
    now = clock.now()
    return mine.exclude(body="").exclude(state="waiting").update(state="waiting", next_at=now, created_at=now) == 1


def forget() -> int:
    """Delete the posts of more than a month ago; return how many."""
    deleted, _ = WebhookPost.objects.filter(created_at__lt=clock.now() - KEPT).delete()
    return deleted


def _called(one: WebhookPost) -> tuple[Ended, str, timedelta | None]:
    """Make the call; return what its end means, in a few words, and what wait the other side asked for."""
    body = one.body.encode()
    try:
        headers = _headers(one, endpoints.secret_of(one.webhook), body)
        require_no_transaction()
        answer = _ask(one.webhook.url, headers, body)
    except EndpointRefused:
        return Ended.REFUSED, "this address may not be called", None
    except (NeverLeft, NoAnswer) as error:
        return Ended.AGAIN, "no connection" if isinstance(error, NeverLeft) else "no answer in time", None
    except CryptoError:
        return Ended.AGAIN, "its secret cannot be opened", None
    return meaning(answer.status), f"answered {answer.status}", _retry_after(answer)


def _ask(url: str, headers: dict[str, str], body: bytes) -> Answer:
    client = HttpClient(allowed())
    try:
        return client.ask("POST", url, within=WITHIN, headers=headers, body=body, at_most=AT_MOST)
    finally:
        client.close()


def _headers(one: WebhookPost, secret: str, body: bytes) -> dict[str, str]:
    return {
        "content-type": "application/json",
        "user-agent": "Forbear",
        "forbear-event": f"evt_{one.event_id}",
        "forbear-attempt": str(one.attempts),
        "forbear-signature": signature(secret, int(clock.now().timestamp()), body),
    }


def _note(one: WebhookPost, ended: Ended, said: str, after: timedelta | None) -> None:
    """Write the end of a call. A hook's row is locked first, so that two calls agree on since when it fails."""
    now = clock.now()
    hook = Webhook.objects.select_for_update(no_key=True).get(id=one.webhook_id)
    hook.failing_since = None if ended == Ended.DONE else hook.failing_since or now
    hook.said = said
    hook.save(update_fields=["failing_since", "said"])
    state, next_at = _state(one, ended, after, now)
    mine = WebhookPost.objects.filter(id=one.id, state="waiting", attempts=one.attempts)
    mine.update(state=state, next_at=next_at, said=said)
    if ended == Ended.GONE:
        endpoints.ended(hook, because="gone")


def _state(one: WebhookPost, ended: Ended, after: timedelta | None, now: datetime) -> tuple[str, datetime]:
    if ended == Ended.DONE:
        return "done", now
    if ended in {Ended.REFUSED, Ended.GONE}:
        return "refused", now
    drawn = chance(one.id, one.attempts)
    until = wait(one.attempts, created=one.created_at, now=now, chance=drawn, retry_after=after)
    return ("waiting", until) if until else ("given_up", now)


def _retry_after(answer: Answer) -> timedelta | None:
    """Return what Retry-After asks for, in seconds or as a date (RFC 9110 10.2.3)."""
    asked = answer.headers.get("retry-after", "").strip()
    if asked.isascii() and asked.isdigit():
        return timedelta(seconds=min(int(asked[:6]), 86_400))
    try:
        at = parsedate_to_datetime(asked)
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(at - clock.now(), timedelta(0))
