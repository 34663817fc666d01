"""The wish to be erased, from the page behind a link: first the opt-out, at once, then the data, within seconds.

Who erases stands higher than this package: it reads the open wishes and notes that they are done.
"""

from collections.abc import Iterator

from app.actions import clock, events
from app.actions.attempts import in_transaction
from bounces.actions import unsubscribe
from bounces.core.tokens import UnsubscribeToken
from bounces.core.ways import Way
from bounces.models import ErasureWish

AT_ONCE = 100


def wish(token: UnsubscribeToken) -> None:
    """Honour the opt-out, and write down that the data shall go as well; pressed again it writes nothing more."""
    unsubscribe.request(token, Way.PAGE)

    def work() -> None:
        made, new = ErasureWish.objects.get_or_create(
            workspace_id=token.workspace_id,
            recipient_id=token.recipient_id,
            done_at=None,
            defaults={"received_at": clock.now()},
        )
        if new:
            events.append(
                kind="recipient.asked_erasure",
                workspace_id=token.workspace_id,
                subject_id=made.id,
                recipient_id=token.recipient_id,
            )

    in_transaction(work)


def open_wishes() -> Iterator[ErasureWish]:
    """Yield the wishes that nobody carried out yet, the oldest first."""
    yield from ErasureWish.objects.filter(done_at=None).order_by("id")[:AT_ONCE]


def done(one: ErasureWish) -> None:
    """Note that nothing is left of this person but the fingerprint that keeps them on the list."""
    ErasureWish.objects.filter(id=one.id, done_at=None).update(done_at=clock.now())
