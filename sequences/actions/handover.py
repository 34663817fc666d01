"""Hand due touches to the broker. Its messages are wake-ups only: losing or repeating them changes nothing."""

from datetime import datetime
from uuid import NAMESPACE_OID, uuid5

from dramatiq import Actor

from app.actions import clock
from sequences.actions.plan import Due


def message_id_of(due: Due) -> str:
    """Return the same id for the same touch and slot: handing over again replaces, it does not add."""
    return str(uuid5(NAMESPACE_OID, f"touch:{due.touch_id}:{due.slot_at.isoformat()}"))


def hand_over(found: list[Due], actor: Actor[[int], None]) -> int:
    """Enqueue each touch with a delay until its slot; call it outside any transaction. Return how many."""
    world = clock.world_clock()
    now = clock.now()
    for due in found:
        message = actor.message(due.touch_id).copy(message_id=message_id_of(due))
        actor.broker.enqueue(message, delay=_milliseconds(world.real(due.slot_at), now))
    return len(found)


def _milliseconds(at: datetime, now: datetime) -> int | None:
    """Return the true delay in ms, one more than needed so that nobody wakes before the slot; None when due."""
    wait = (at - now).total_seconds()
    return int(wait * 1000) + 1 if wait > 0 else None
