"""Work of this package that a broker wakes."""

import threading
from datetime import timedelta

import dramatiq

from app.broker import broker
from mailboxes.actions import inbound, intake, list_trials, lists, pool, real_ids

TICK_AGE = 10_000  # ms
LOOK_EVERY = 10.0  # seconds between two looks for connections that idle


class IdleConnections(dramatiq.Middleware):
    """Closes the connections that idle in this process, whatever queues it serves, and all of them when it ends."""

    def __init__(self) -> None:
        """Begin when a worker boots."""
        self._over = threading.Event()

    def after_worker_boot(self, broker: dramatiq.Broker, worker: dramatiq.Worker) -> None:  # noqa: ARG002
        """Look every few seconds, in a thread that needs no database."""
        self._over.clear()
        threading.Thread(target=self._look, name="idle-connections", daemon=True).start()

    def after_worker_shutdown(self, broker: dramatiq.Broker, worker: dramatiq.Worker) -> None:  # noqa: ARG002
        """Take leave of every server: no thread uses one any more."""
        self._over.set()
        pool.close_idle(older_than=timedelta(0))

    def _look(self) -> None:
        while not self._over.wait(LOOK_EVERY):
            pool.close_idle()


broker.add_middleware(IdleConnections())


@dramatiq.actor(broker=broker, queue_name="poll", max_age=120_000, time_limit=300_000)
def poll_mailbox(mailbox_id: int) -> None:
    """Read one mailbox; a slow one occupies one thread of this queue and delays nobody's answers or opt-outs."""
    inbound.poll(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def poll_due() -> None:
    """Wake a reader for every mailbox whose poll is due."""
    for mailbox_id in inbound.due():
        poll_mailbox.send(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="poll", max_retries=0, max_age=120_000, time_limit=300_000)
def look_up_names(mailbox_id: int) -> None:
    """Ask one mailbox under which names its mails travel."""
    real_ids.look_up(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def learn_names() -> None:
    """Wake a look-up for every mailbox with names that did not come by themselves."""
    for mailbox_id in real_ids.due():
        look_up_names.send(mailbox_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def forget_traces() -> None:
    """Forget by what mail of others could have been found again."""
    intake.forget_traces()


@dramatiq.actor(broker=broker, queue_name="default", max_retries=2, max_age=3_600_000, time_limit=1_800_000)
def try_list(list_id: int) -> None:
    """Try the mailboxes of a list that somebody wants to connect."""
    list_trials.try_list(list_id)


@dramatiq.actor(broker=broker, queue_name="default", max_age=TICK_AGE)
def forget_lists() -> None:
    """Delete lists of mailboxes whose hour is over, secrets and all."""
    lists.forget_expired()
