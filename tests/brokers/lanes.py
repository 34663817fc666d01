"""One broker as these tests use it: jobs go in here, real workers take them out."""

import contextlib
import fcntl
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import dramatiq
from django.db import connection
from dramatiq import Actor, Broker
from dramatiq.brokers.rabbitmq import RabbitmqBroker

from app.broker import make
from tests.faults.processes import Guarded, until
from tests.faults.processes import dramatiq as start_dramatiq

TICK = 0.25  # true seconds between two ticks


@contextlib.contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Keep the other processes of this test run away: they share the servers, and so the queues."""
    with lock.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # given back when the file is closed
        yield


def _elsewhere(*_: int) -> None:
    """What a job does is written in the actor of the same name, in the worker."""


class Lane:
    """A broker and its workers."""

    def __init__(self, url: str, folder: Path) -> None:
        """Speak to the broker of this URL; logs go to `folder`."""
        self.url = url
        self.broker: Broker = make(url)
        self.send_touch = self._actor("send_touch", "send")
        self.plan_due = self._actor("plan_due", "default")
        if isinstance(self.broker, RabbitmqBroker):  # which makes its queues when the first job comes
            for queue in ("send", "default"):
                self.broker.declare_queue(queue, ensure=True)
        self.diary = folder / "done"
        self.diary.touch()
        self._folder = folder
        self._workers = 0

    def _actor(self, name: str, queue: str) -> Actor[..., None]:
        declare = dramatiq.actor(broker=self.broker, actor_name=name, queue_name=queue)
        return declare(_elsewhere)

    @contextlib.contextmanager
    def worker(self, *options: str) -> Iterator[Guarded]:
        """A real worker for all queues of this broker."""
        self._workers += 1
        log = self._folder / f"worker-{self._workers}.log"
        environment = {"BROKER_URL": self.url, "JOBS_DONE": str(self.diary), "WORKER_THREADS": "4"}
        options = ("--threads", "4", "--queues", "send", "default", *options)
        with start_dramatiq("tests.brokers.worker", log, *options, **environment) as worker:
            try:
                yield worker
            except AssertionError as error:
                error.add_note(f"done: {self.done()}\n{log.read_text()[-2000:]}")
                raise

    def done(self) -> Counter[str]:
        """How many jobs of each actor the workers are done with."""
        return Counter(self.diary.read_text().splitlines())

    def repeat(self, touch_ids: list[int], times: int) -> None:
        """Hand these touches over again, and wait until workers are done with all of it."""
        before = self.done()["send_touch"]
        for touch_id in touch_ids * times:
            self.send_touch.send(touch_id)
        wanted = before + times * len(touch_ids)
        until(lambda: self.done()["send_touch"] >= wanted, why="jobs are left over")

    def lose_everything(self) -> None:
        """Empty every queue; call it while no worker has jobs in its memory."""
        if self.url.startswith("postgres"):  # whose broker cannot
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM dramatiq.queue")
        else:
            self.broker.flush_all()

    def close(self) -> None:
        self.broker.close()
        if pool := getattr(self.broker, "pool", None):
            pool.close()
