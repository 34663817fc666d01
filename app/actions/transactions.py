"""No network or broker call while a transaction is open: the guard every such call begins with."""

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper


class TransactionOpen(RuntimeError):
    """A network call was about to run inside a database transaction: a fault of ours, never of the network."""


def require_no_transaction() -> None:
    """Raise TransactionOpen if this thread has a transaction open; else give its connections back to the pool.

    The wrapper that a test case puts around each test is no transaction of ours; a connection inside one is kept.
    """
    for connection in connections.all(initialized_only=True):
        if _is_open(connection):
            msg = f"a transaction is open on {connection.alias}: commit it before calling out"
            raise TransactionOpen(msg)
        if not connection.in_atomic_block:
            connection.close()


def _is_open(connection: BaseDatabaseWrapper) -> bool:
    # _from_testcase is what atomic(durable=True) asks, too.
    if connection.in_atomic_block:
        return any(not block._from_testcase for block in connection.atomic_blocks)  # type: ignore[attr-defined]  # noqa: SLF001
    # Without a connection there is nothing open; with autocommit off a transaction began with the first statement.
    return connection.connection is not None and not connection.autocommit
