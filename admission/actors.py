"""Periodic work of this package."""

import dramatiq

from admission.actions import reconcile as reconciling
from admission.actions import sweeps
from app.broker import broker

TICK_AGE = 10_000  # ms


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def sweep_leases() -> None:
    """End calls whose worker is gone."""
    sweeps.sweep_leases()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def reconcile() -> None:
    """Look for uncertain mails, and for Message-IDs not learned yet."""
    reconciling.reconcile()
    reconciling.repair_real_ids()
