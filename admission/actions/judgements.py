"""What a person knows about a mail in doubt: it lies in Sent, or it never left. Kept with who said so and why."""

from collections.abc import Callable
from datetime import datetime

from admission.actions import doubts, settle
from admission.actions.doubts import counts_from
from admission.models import Judgement
from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.gates import Gates
from mailboxes import locks
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery

LONGEST_REASON = 1000  # characters


def say_sent(delivery_id: int, *, by_id: int | None, reason: str = "") -> None:
    """uncertain -> accepted, by a person who knows that the mail left; the next step counts from its permit.

    Locks gates (shared), the recipient, and the budget last. Raises Refused when it is not in doubt, Busy.
    """
    _judge(delivery_id, by_id=by_id, reason=reason, sent=True, change=lambda held, _: settle.prove(held))


def say_not_sent(delivery_id: int, *, by_id: int | None, reason: str) -> None:
    """uncertain -> prepared, by a person who states that the mail never left: it needs a new permit and keeps its id.

    Not while the call may still be under way or its mail on the way into Sent. Locks as say_sent. Raises Refused when
    it is not in doubt, too early, or said without a reason; Busy.
    """
    if not reason.strip():
        raise Refused("Say why you are sure that it never left: a wrong answer sends a second copy.")
    _judge(delivery_id, by_id=by_id, reason=reason, sent=False, change=_release)


def _release(held: settle.Held, began: datetime) -> None:
    from_then = counts_from(began)
    if clock.database_now() < from_then:
        raise Refused(f"The call may still be under way. Say so from {from_then:%Y-%m-%d %H:%M} UTC on.")
    settle.release(held, settle.SAID_ABSENT)
    settle.land(held, None)


def _judge(
    delivery_id: int, *, by_id: int | None, reason: str, sent: bool, change: Callable[[settle.Held, datetime], None]
) -> None:
    if len(reason) > LONGEST_REASON:
        raise Refused(f"The reason is longer than {LONGEST_REASON} characters.")
    delivery = Delivery.objects.filter(id=delivery_id).first()
    if delivery is None:
        raise Refused(f"There is no delivery {delivery_id}.")

    def work() -> None:
        locks.enter(Gates(delivery.workspace_id, delivery.campaign_id), [delivery.recipient_id])
        doubted = Delivery.objects.get(id=delivery_id)
        permit_id, began = doubted.permit_id, doubted.call_began_at
        if doubted.state != DeliveryState.UNCERTAIN or permit_id is None or began is None:
            raise Refused(f"Delivery {delivery_id} is not in doubt: it is {doubted.state}.")
        _write(doubted, permit_id, by_id=by_id, reason=reason.strip(), sent=sent)
        change(settle.read(permit_id), began)
        doubts.over(permit_id)

    in_transaction(work)


def _write(delivery: Delivery, permit_id: int, *, by_id: int | None, reason: str, sent: bool) -> None:
    Judgement.objects.create(
        workspace_id=delivery.workspace_id,
        delivery=delivery,
        permit_id=permit_id,
        sent=sent,
        by_id=by_id,
        reason=reason,
        at=clock.now(),
    )
    events.append(
        kind="delivery.confirmed" if sent else "delivery.denied",
        workspace_id=delivery.workspace_id,
        subject_id=delivery.id,
        recipient_id=delivery.recipient_id,
        data={"permit": permit_id, "touch": delivery.touch_id, "by": by_id},
    )
