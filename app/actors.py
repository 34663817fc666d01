"""Periodic work of this package."""

import dramatiq

from app.actions import events
from app.broker import broker

TICK_AGE = 10_000  # ms; ticks that piled up while workers were down are dropped


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def pay_debts() -> None:
    """Run reactions that are owed."""
    events.pay_debts()
