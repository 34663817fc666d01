"""Work of this package that a broker wakes."""

import dramatiq

from app.broker import broker
from mailboxes.actions import inbound, intake, pool

TICK_AGE = 10_000  # ms


@dramatiq.actor(broker=broker, queue_name="poll", max_age=120_000, time_limit=300_000)
def poll_mailbox(mailbox_id: int) -> None:
    """Read one mailbox; a slow one occupies one thread of this queue and delays nobody's answers or opt-outs."""
    inbound.poll(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def poll_due() -> None:
    """Wake a reader for every mailbox whose poll is due, and close connections that idle here."""
    for mailbox_id in inbound.due():
        poll_mailbox.send(mailbox_id)
    pool.close_idle()


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def forget_traces() -> None:
    """Forget by what mail of others could have been found again."""
    intake.forget_traces()
