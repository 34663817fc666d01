"""Moves of a delivery: each a conditional UPDATE that tells whether it won. Callers hold the recipient's lock."""

from datetime import datetime, timedelta
from typing import Any

from app import sql
from app.actions import events
from app.actions.transactions import require_no_transaction
from app.core.machine import move
from mailboxes.core.errors import MarkLost
from mailboxes.core.states import DELIVERY, DeliveryState
from mailboxes.models import Delivery

CALL_LEASE = timedelta(minutes=30)  # outlasts the 25 minutes a whole call may take
CALL_DEADLINE = timedelta(minutes=25)


def moved(delivery_id: int, state: str, event: str, **changes: Any) -> bool:
    """Move a delivery from `state` by `event` along DELIVERY; False when somebody else moved it first."""
    target = move(DELIVERY, DeliveryState(state), event)
    return Delivery.objects.filter(id=delivery_id, state=state).update(state=target, **changes) == 1


def withdraw(delivery_id: int, *, reason: str) -> bool:
    """prepared -> withdrawn: the sequence stopped before a permit."""
    won = moved(delivery_id, DeliveryState.PREPARED, "withdraw", reason=reason)
    return won and _tell(delivery_id, "delivery.withdrawn", reason=reason)


def bury(delivery_id: int, *, reason: str) -> bool:
    """prepared -> dead: it cannot be composed; a person must look."""
    won = moved(delivery_id, DeliveryState.PREPARED, "bury", reason=reason)
    return won and _tell(delivery_id, "delivery.buried", reason=reason)


def requeue(delivery_id: int) -> bool:
    """dead -> prepared: a person repaired what made it unsendable; it is composed anew under the same Message-ID."""
    won = moved(delivery_id, DeliveryState.DEAD, "requeue", reason="")
    return won and _tell(delivery_id, "delivery.requeued")


def bounced(delivery: Delivery, event: str, world_at: datetime) -> bool:
    """sending, uncertain or accepted -> bounced or complained (`event`): a report proves that it had left."""
    if (DeliveryState(delivery.state), event) not in DELIVERY:
        return False
    accepted = delivery.accepted_world or world_at
    status = "bounced" if event == "bounce" else "complained"
    won = moved(delivery.id, delivery.state, event, accepted_world=accepted, delivery_status=status, lease_until=None)
    return won and _tell(delivery.id, f"delivery.{status}")


def corrected(delivery: Delivery) -> bool:
    """bounced or complained -> accepted: a person says that the report was read wrongly.

    False, and it stays as it is, where another mail of its step lives: the step was sent again meanwhile.
    """
    live = Delivery.objects.filter(touch_id=delivery.touch_id, live=True).exclude(id=delivery.id)
    if (DeliveryState(delivery.state), "correct") not in DELIVERY or (delivery.touch_id and live.exists()):
        return False
    won = moved(delivery.id, delivery.state, "correct", delivery_status="unknown")
    return won and _tell(delivery.id, "delivery.corrected")


def _tell(delivery_id: int, kind: str, **data: object) -> bool:
    """Append the event of a move that was won."""
    row = Delivery.objects.values_list("workspace_id", "recipient_id", "touch_id").get(id=delivery_id)
    workspace_id, recipient_id, touch_id = row
    told = {"touch": touch_id, **data}
    events.append(kind=kind, workspace_id=workspace_id, subject_id=delivery_id, recipient_id=recipient_id, data=told)
    return True


def begin_call(delivery_id: int, permit_id: int) -> None:
    """The mark: one statement that commits itself, before the first byte. MarkLost: the permit lost the delivery."""
    values = {"lease": CALL_LEASE, "delivery_id": delivery_id, "permit_id": permit_id}
    marked = sql.run("mailboxes", "mark", values)
    require_no_transaction()  # so it is committed; and give the connection back, for the call may take minutes
    if marked != 1:
        message = "the permit does not hold the delivery any more"
        raise MarkLost(message)
