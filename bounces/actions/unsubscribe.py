"""Honour a wish to be left alone: first commit the bare request, then act on it; never lose it."""

import logging
from collections.abc import Collection
from datetime import timedelta
from functools import lru_cache

from django.conf import settings

from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Busy
from app.gates import Gates
from bounces.actions.outcomes import Came, record
from bounces.core.outcomes import EFFECTS, Outcome
from bounces.core.tokens import Purpose, UnsubscribeToken, read_unsubscribe, sign_unsubscribe
from bounces.core.ways import Way
from bounces.models import Outcome as OutcomeRow
from bounces.models import Suppression, UnsubscribeRequest
from mailboxes import locks
from mailboxes.models import Delivery, Recipient

log = logging.getLogger(__name__)

TRY_AGAIN = timedelta(seconds=5)
PATIENCE = timedelta(seconds=2)  # a mail client waits for our answer; the sweeper has more time


def keys() -> list[bytes]:
    """Return the signing keys, newest first; old ones stay for ever because links do."""
    return [secret.encode() for _, secret in settings.TOKEN_KEYS]


def link_for(
    *,
    workspace_id: int,
    recipient_id: int,
    delivery_id: int,
    purpose: Purpose = Purpose.UNSUBSCRIBE,
    base: str | None = None,
) -> str:
    """Return the unsubscribe URL of one mail: page on GET, one click on POST. That of a preview says that it is one.

    `base` is the public host that the mail names (bounces.actions.link_hosts), else BASE_URL.
    """
    token = token_for(workspace_id, recipient_id, delivery_id, purpose)
    return f"{settings.BASE_URL if base is None else base}/u/{token}"


def token_for(workspace_id: int, recipient_id: int, delivery_id: int, purpose: Purpose = Purpose.UNSUBSCRIBE) -> str:
    """Return the token of one mail: in its links, and in the subject of a mail to the address of List-Unsubscribe."""
    return _signed(tuple(keys()), UnsubscribeToken(workspace_id, recipient_id, delivery_id), purpose)


@lru_cache(maxsize=64)  # a mail says its link in a header and in both parts
def _signed(with_keys: tuple[bytes, ...], named: UnsubscribeToken, purpose: Purpose) -> str:
    return sign_unsubscribe(with_keys, named, purpose)


def read_token(text: str) -> UnsubscribeToken | None:
    """Return whom a token speaks for, None for a forged one or one of a workspace that never wrote to them."""
    token = read_unsubscribe(keys(), text)
    if token is None:
        return None
    known = Recipient.objects.filter(id=token.recipient_id, workspace_id=token.workspace_id).exists()
    return token if known else None


def request(token: UnsubscribeToken, way: Way = Way.ONE_CLICK) -> UnsubscribeRequest:
    """Commit the bare wish, then try to act on it; a failed try is left to the sweeper. Never raises for a lock.

    The wish waits out a permit that has read its facts already, so that none is committed after it. Whoever holds
    the person for longer than PATIENCE (an import) does not keep the wish from being written. A link that is pressed
    again and again writes nothing more: the wish that it wrote before is returned.
    """
    try:
        wish = in_transaction(lambda: _write(token, way, [token.recipient_id]), tries=1)
    except Busy:
        return in_transaction(lambda: _write(token, way, []))
    if wish.done_at is None:
        honour(wish.id)
    return wish


def _write(token: UnsubscribeToken, way: Way, held: Collection[int]) -> UnsubscribeRequest:
    if held:
        locks.enter(Gates(token.workspace_id), held, patience=PATIENCE)
    return _written_before(token) or UnsubscribeRequest.objects.create(
        workspace_id=token.workspace_id,
        recipient_id=token.recipient_id,
        delivery_id=token.delivery_id or None,
        way=way,
        received_at=clock.now(),
        next_try_at=clock.now() + TRY_AGAIN,
    )


def _written_before(token: UnsubscribeToken) -> UnsubscribeRequest | None:
    """Return what the same link wrote before, if it is still open, or done and on the list: it says all there is."""
    same = UnsubscribeRequest.objects.filter(recipient_id=token.recipient_id, delivery_id=token.delivery_id or None)
    written = same.order_by("-id").first()
    if written is None or written.done_at is None:
        return written
    living = Suppression.objects.filter(recipient_id=token.recipient_id, lifted_at=None)
    return written if living.filter(reason=Outcome.UNSUBSCRIBED).exists() else None


def honour(wish_id: int, *, tries: int = 1) -> bool:
    """Stop and suppress in one transaction; False when it must be tried again, which the sweeper does.

    Locks gate (shared) and recipient, each for at most 2 s a try. Raises nothing: the wish is committed and stays.
    """
    wish = UnsubscribeRequest.objects.get(id=wish_id)
    try:
        in_transaction(lambda: _honour(wish), tries=tries)
    except Exception as error:  # noqa: BLE001 - whatever went wrong, the wish is committed and must stay
        log.warning("opt-out %d failed with %s and is tried again", wish_id, type(error).__name__)
        UnsubscribeRequest.objects.filter(id=wish_id, done_at=None).update(
            attempts=wish.attempts + 1, next_try_at=clock.now() + TRY_AGAIN
        )
        return False
    return True


def _honour(wish: UnsubscribeRequest) -> None:
    locks.enter(Gates(wish.workspace_id), [wish.recipient_id], patience=PATIENCE)
    open_ones = UnsubscribeRequest.objects.filter(recipient_id=wish.recipient_id, done_at=None)
    if not open_ones.exists():
        return
    if not _heard_before(wish):
        record(
            Came(
                workspace_id=wish.workspace_id,
                recipient_id=wish.recipient_id,
                kind=Outcome.UNSUBSCRIBED,
                effect=EFFECTS[Outcome.UNSUBSCRIBED],
                delivery_id=_delivery_of(wish),
                rule=wish.way or Way.ONE_CLICK,
            )
        )
    open_ones.update(done_at=clock.now())


def _heard_before(wish: UnsubscribeRequest) -> bool:
    """Tell whether this person's wish is on the list already, whoever put them there first."""
    living = Suppression.objects.filter(recipient_id=wish.recipient_id, lifted_at=None).first()
    if living is None or living.reason == Outcome.UNSUBSCRIBED:
        return living is not None
    said = OutcomeRow.objects.filter(recipient_id=wish.recipient_id, kind=Outcome.UNSUBSCRIBED, corrected_at=None)
    return said.filter(at__gte=living.created_at).exists()


def _delivery_of(wish: UnsubscribeRequest) -> int | None:
    if wish.delivery_id is None:
        return None
    found = Delivery.objects.filter(id=wish.delivery_id, recipient_id=wish.recipient_id)
    return found.values_list("id", flat=True).first()


def honour_open(*, limit: int = 200) -> int:
    """Try again what is still open; return how many are done now."""
    due = UnsubscribeRequest.objects.filter(done_at=None, next_try_at__lte=clock.now()).order_by("next_try_at")
    return sum(honour(wish_id, tries=5) for wish_id in list(due.values_list("id", flat=True)[:limit]))
