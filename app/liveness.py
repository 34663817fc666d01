"""Is a pooled connection still alive? Asked at most every few seconds, not at each of a send's five checkouts."""

from time import monotonic
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool

TRUSTED_FOR = 5.0  # seconds; a server that went away costs one failed job for each connection used since
_answered = "_forbear_answered_at"


def check(connection: Connection[Any]) -> None:
    """Raise what psycopg raises for a dead connection, which the pool then replaces."""
    if monotonic() - getattr(connection, _answered, 0.0) < TRUSTED_FOR:
        return
    ConnectionPool.check_connection(connection)
    setattr(connection, _answered, monotonic())
