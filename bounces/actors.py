"""Periodic work of this package."""

import dramatiq

from app.broker import broker
from bounces.actions import ingest, looks, selftest, unsubscribe

TICK_AGE = 10_000  # ms


@dramatiq.actor(broker=broker, queue_name="inbound", max_age=TICK_AGE)
def read_inbound() -> None:
    """Classify what the feeds stored."""
    ingest.read_in_turn()


@dramatiq.actor(broker=broker, queue_name="inbound", max_age=TICK_AGE)
def honour_requests() -> None:
    """Finish opt-outs whose first attempt failed."""
    unsubscribe.honour_open()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def test_links() -> None:
    """Test the hosts of opt-out links that are due."""
    selftest.run_due()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def forget_looks() -> None:
    """Delete old counts of looks at opt-out links."""
    looks.forget_old()
