"""Hand due touches to the broker. Its messages are wake-ups only: losing or repeating them changes nothing."""

from datetime import timedelta
from uuid import NAMESPACE_OID, uuid5

from dramatiq import Actor

from app.actions import clock
from sequences.actions.plan import Due

NO_WAIT = timedelta(0)


def message_id_of(due: Due) -> str:
    """Return the same id for the same touch and slot: handing over again replaces, it does not add."""
    return str(uuid5(NAMESPACE_OID, f"touch:{due.touch_id}:{due.slot_at.isoformat()}"))


def hand_over(found: list[Due], actor: Actor[[int], None]) -> int:
    """Enqueue each touch with a delay until its slot; call it outside any transaction. Return how many."""
    world = clock.world_clock()
    now = world.world(clock.now())
    for due in found:
        message = actor.message(due.touch_id).copy(message_id=message_id_of(due))
        actor.broker.enqueue(message, delay=_milliseconds(due.slot_at - now, world.speed))
    return len(found)


def _milliseconds(wait: timedelta, speed: float) -> int | None:
    """Return the true delay in ms of a wait in world time, one more so that nobody wakes early; None when due."""
    return int(wait.total_seconds() / speed * 1000) + 1 if wait > NO_WAIT else None
