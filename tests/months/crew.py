"""The workers of a month: processes, as an installation has them, or threads of this process."""

import os
import threading
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tests.months.jobs import Done, Job

THREADS = 4


class Crew(Protocol):
    """Does jobs; all are done when it returns."""

    def do(self, jobs: "Sequence[Job]") -> "list[Done]":
        """Return what came of each share of the jobs."""

    def close(self) -> None:
        """Let the workers go."""


class Threads:
    """A crew of this process."""

    def __init__(self, threads: int = THREADS) -> None:
        """Hire the threads."""
        self._threads = threads
        self._pool = ThreadPoolExecutor(threads)

    def do(self, jobs: "Sequence[Job]") -> "list[Done]":
        """Share the jobs out by their keys and wait for all."""
        from tests.months import jobs as doing  # noqa: PLC0415 - needs the settings

        shares = [[jobs[place] for place in share] for share in doing.by_worker(jobs, self._threads)]
        return list(self._pool.map(doing.do, shares))

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()


@dataclass(frozen=True, slots=True)
class Place:
    """What a process has to be told before it works."""

    resolvers: tuple[str, ...]


class Processes:
    """A crew of processes of one thread each, spawned, so that they share no connection with this one."""

    def __init__(self, processes: int) -> None:
        """Take them on, each behind a door of its own, so that a mailbox is always met by the same."""
        self._each: list[Executor] = [
            ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_arrive) for _ in range(processes)
        ]

    def tell(self, place: Place) -> None:
        """Tell all of them; waits until they are there."""
        for going in [one.submit(_settle_in, place) for one in self._each]:
            going.result()

    def do(self, jobs: "Sequence[Job]") -> "list[Done]":
        """Share the jobs out by their keys and wait for all."""
        from tests.months import jobs as doing  # noqa: PLC0415 - needs the settings

        shares = [[jobs[place] for place in share] for share in doing.by_worker(jobs, len(self._each))]
        going = [self._each[share[0].key % len(self._each)].submit(_do, share) for share in shares]
        return [one.result() for one in going]

    def close(self) -> None:
        """End the processes."""
        for one in self._each:
            one.shutdown()


def _arrive() -> None:
    import django  # noqa: PLC0415

    threading.Thread(target=_leave_with_the_parent, daemon=True).start()

    django.setup()
    from django.utils.module_loading import autodiscover_modules  # noqa: PLC0415 - needs the settings

    autodiscover_modules("actors")


def _leave_with_the_parent() -> None:
    """Be gone when the process that took us on was killed: nobody would end us."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _settle_in(place: Place) -> None:
    from django.conf import settings  # noqa: PLC0415

    settings.HEALTH_RESOLVERS = place.resolvers


def _do(jobs: "list[Job]") -> "Done":
    from tests.months import jobs as doing  # noqa: PLC0415 - needs the settings

    return doing.do(jobs)
