"""Real threads that meet at a gate; each has a database connection of its own."""

from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier

from django.db import connection, transaction

from app.gates import Gates
from mailboxes import locks

PATIENCE = 30  # seconds until a race that hangs fails


def at_once[A, R](work: Callable[[A], R], arguments: Sequence[A], *, patience: float = PATIENCE) -> list[R]:
    """Call `work` with each argument in a thread of its own, all let go together; raise what any of them raised."""
    gate = Barrier(len(arguments))

    def run(argument: A) -> R:
        try:
            connection.ensure_connection()
            gate.wait(PATIENCE)
            return work(argument)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(arguments)) as pool:
        try:
            return list(pool.map(run, arguments, timeout=patience))
        except TimeoutError:
            break_up()
            raise


def break_up() -> None:
    """Cancel what every other connection is at, so that a race that hangs fails and does not hang the run."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@contextmanager
def holding(workspace_id: int, recipients: Collection[int]) -> Iterator[None]:
    """Hold these people's locks, as a long import would, until the block ends."""
    with transaction.atomic():
        locks.enter(Gates(workspace_id), recipients)
        yield
