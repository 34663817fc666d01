"""The broker on our own PostgreSQL: jobs are claimed and forgotten by the handful.

One claim and one acknowledgement for each job cost as much as three statements of a send. A job that is done twice does
nothing, so that jobs may be forgotten late; a worker that dies leaves a few of them to be done again.
"""

from collections import deque
from time import monotonic
from typing import Any

from dramatiq_postgres import PostgresBroker
from dramatiq_postgres.broker import CLAIM_BATCH_MAX, PostgresConsumer
from dramatiq_postgres.utils import raise_connection_error

FORGET_WITHIN = 0.5  # seconds
FORGET = """
DELETE FROM dramatiq.queue
WHERE message_id = ANY(%s::uuid[]) AND queue_name = %s AND state = 'consumed' AND worker_id = %s
"""


class HintsBroker(PostgresBroker):
    """PostgresBroker with consumers of ours."""

    def consume(self, queue_name: str, prefetch: int = 1, timeout: int = 30000) -> "Consumer":
        """Return a consumer of one queue."""
        return Consumer(broker=self, queue_name=queue_name, prefetch=prefetch, timeout=timeout)


class Consumer(PostgresConsumer):
    """One queue's jobs for the threads of one process; all but ack() belongs to its own thread."""

    def __init__(self, **options: Any) -> None:
        """Begin with nothing to forget."""
        super().__init__(**options)  # type: ignore[no-untyped-call]
        self._done: deque[str] = deque()
        self._forgot_at = monotonic()

    def __next__(self) -> Any:
        """Return the next job, or None after a while without one."""
        if self._done and monotonic() - self._forgot_at > FORGET_WITHIN:
            self._forget()
        return super().__next__()

    def ack(self, message: Any) -> None:
        """Note that a job is done; called by the thread that did it."""
        self._done.append(message.message_id)
        self.in_processing.discard(message.message_id)
        self.wakeup.set()

    def claim(self, limit: int) -> None:
        """Claim jobs, but not one for each that is done: while half of them are left no thread waits.

        A queue of delayed jobs may hold thousands, of which one claim takes a batch.
        """
        if limit >= min(self.prefetch // 2, CLAIM_BATCH_MAX):
            self._forget()
            super().claim(limit)

    def close(self) -> None:
        """Forget what is done, and let the connection go whether or not that can be told."""
        try:
            self._forget()
        finally:
            super().close()  # type: ignore[no-untyped-call]

    @raise_connection_error  # type: ignore[untyped-decorator]
    def _forget(self) -> None:
        done = list(self._done)
        self._forgot_at = monotonic()
        if done:
            connection = self.get_consume_conn()  # type: ignore[no-untyped-call]
            with connection.transaction():
                connection.execute(FORGET, (done, self.queue_name, self.broker.worker_id))
            for _ in done:  # only now: what could not be forgotten is tried again
                self._done.popleft()
