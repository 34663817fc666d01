"""Periodic work of this package."""

import dramatiq

from admission.actions import credit, doubts, health, judging, ramp, sweeps
from admission.actions import reconcile as reconciling
from app.broker import broker
from mailboxes.actions import health as kept_health

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


@dramatiq.actor(broker=broker, queue_name="send", max_retries=0, time_limit=float("inf"), notify_shutdown=False)
def send_probe(mailbox_id: int) -> None:
    """Send the mail that measures a mailbox; neither retried nor interrupted, as any mail."""
    health.probe(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="poll", max_retries=0, max_age=120_000, time_limit=300_000)
def measure_domain(mailbox_ids: list[int]) -> None:
    """Ask the name servers about mailboxes of one domain, and wake the probes that are due."""
    for mailbox_id in health.measure_together(mailbox_ids):
        send_probe.send(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def measure_health() -> None:
    """Give up probes that are lost, and wake a measurement for the mailboxes whose round is due."""
    health.end_lost()
    for mailbox_ids in health.by_domain(health.due()):
        measure_domain.send(mailbox_ids)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def forget_health() -> None:
    """Delete what was found of health months ago."""
    kept_health.forget_old()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def account_ramps() -> None:
    """Judge the days of ramps that are over."""
    ramp.account()


@dramatiq.actor(broker=broker, queue_name="default", max_retries=0, max_age=TICK_AGE, time_limit=300_000)
def judge_mailboxes() -> None:
    """Judge every mailbox by what came back of its mails, and lift what is clean again."""
    judging.judge_all()


@dramatiq.actor(broker=broker, queue_name="poll", max_retries=0, max_age=120_000, time_limit=300_000)
def read_past(mailbox_id: int) -> None:
    """Read what one mailbox sent before; a slow one occupies one thread and delays no other."""
    credit.read(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def read_pasts() -> None:
    """Wake a reader for every mailbox whose past was not read."""
    for mailbox_id in credit.due():
        read_past.send(mailbox_id)
