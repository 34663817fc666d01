"""Two transactions against each other, one of them stopped after a drawn statement while the other goes on.

The one that leads stops after its n-th statement, whatever that is: with locks taken, with facts read, or just before
its commit. Then the other one goes on until it is done or waits for a lock of the leader; then the leader goes on.
Nobody sleeps: every wait is for an event, or for the database to say that somebody waits for a lock.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any

from django.db import connection

PATIENCE = 20  # seconds until a race that hangs fails
LOOK_AGAIN = 0.001  # seconds between two looks whether the follower waits for a lock
FIRST_GUESS = 12  # statements of a transaction nobody has seen yet

WAITING = """
SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')
"""

type Work = Callable[[], Any]


@dataclass
class Pause:
    """Stops a thread after its `after`-th statement until somebody lets it go on."""

    after: int
    reached: Event = field(default_factory=Event)
    go_on: Event = field(default_factory=Event)
    statements: int = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Django's execute_wrapper."""
        result = execute(sql, params, many, context)
        self.statements += 1
        if self.statements == self.after:
            self.reached.set()
            assert self.go_on.wait(PATIENCE), "nobody let the leader go on"
        return result


class Pair:
    """Two threads with a connection each, kept for many races."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._longest = [FIRST_GUESS, FIRST_GUESS]
        self._threads = [ThreadPoolExecutor(1), ThreadPoolExecutor(1)]

    def race(self, one: Work, other: Work) -> tuple[Any, Any]:
        """Run both, either of them leading, and return what each returned."""
        works = (one, other)
        leader = self._random.randrange(2)
        follower = 1 - leader
        pause = Pause(self._random.randrange(self._longest[leader] + 1))
        first = self._threads[leader].submit(_paused, works[leader], pause)
        if pause.after:
            assert pause.reached.wait(PATIENCE), "the leader hangs"
        second = self._threads[follower].submit(_paused, works[follower], Pause(-1))
        until_done_or_waiting(second)
        pause.go_on.set()
        results = {leader: first.result(PATIENCE), follower: second.result(PATIENCE)}
        self._longest[leader] = pause.statements
        return results[0], results[1]

    def close(self) -> None:
        """Give both connections back and end the threads."""
        for thread in self._threads:
            thread.submit(lambda: connection.close()).result(PATIENCE)  # noqa: PLW0108 - each thread its own
            thread.shutdown()


def _paused(work: Work, pause: Pause) -> Any:
    try:
        with connection.execute_wrapper(pause):
            return work()
    finally:
        pause.reached.set()


def until_done_or_waiting(follower: Future[Any]) -> None:
    """Return as soon as the follower ended or waits for a lock."""
    ended = Event()
    follower.add_done_callback(lambda _: ended.set())
    while not ended.wait(LOOK_AGAIN):
        with connection.cursor() as cursor:
            cursor.execute(WAITING)
            if cursor.fetchone()[0]:
                return


@contextmanager
def a_pair(seed: int) -> Iterator[Pair]:
    """Two threads for many races, ended at the end."""
    pair = Pair(seed)
    try:
        yield pair
    finally:
        pair.close()
