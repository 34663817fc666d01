"""Periodic work of this package."""

import dramatiq

from admission.actions import doubts, judging, ramp, sweeps
from admission.actions import reconcile as reconciling
from app.broker import broker

TICK_AGE = 10_000  # ms


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def sweep_leases() -> None:
    """End calls whose worker is gone."""
    sweeps.sweep_leases()


@dramatiq.actor(broker=broker, queue_name="poll", max_retries=0, max_age=120_000, time_limit=300_000)
def search_mailbox(mailbox_id: int) -> None:
    """Look for the uncertain mails of one mailbox; a slow one occupies one thread and delays no other."""
    reconciling.search(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def reconcile() -> None:
    """Wake a search for every mailbox in which a look is due."""
    for mailbox_id in doubts.due():
        search_mailbox.send(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def account_ramps() -> None:
    """Judge the days of ramps that are over."""
    ramp.account()


@dramatiq.actor(broker=broker, queue_name="default", max_retries=0, max_age=TICK_AGE, time_limit=300_000)
def judge_mailboxes() -> None:
    """Judge every mailbox by what came back of its mails, and lift what is clean again."""
    judging.judge_all()
