"""Where transactions end: none is open while a call goes out, and a reaction that fails undoes its own work only."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from app import sql

_numbers = count(1)
_here = threading.local()


class TransactionOpen(RuntimeError):
    """A network call was about to run inside a database transaction: a fault of ours, never of the network."""


def require_no_transaction(*, release: bool = True) -> None:
    """Raise TransactionOpen if this thread has a transaction open; else give its connections back to the pool.

    `release` is False where no call follows yet, or a statement does before it. The wrapper that a test case puts
    around each test is no transaction of ours; a connection inside one is kept.
    """
    for connection in connections.all(initialized_only=True):
        if _is_open(connection):
            msg = f"a transaction is open on {connection.alias}: commit it before calling out"
            raise TransactionOpen(msg)
        if release and not connection.in_atomic_block:
            connection.close()


def _is_open(connection: BaseDatabaseWrapper) -> bool:
    # _from_testcase is what atomic(durable=True) asks, too.
    if connection.in_atomic_block:
        return any(not block._from_testcase for block in connection.atomic_blocks)  # type: ignore[attr-defined]  # noqa: SLF001
    # Without a connection there is nothing open; with autocommit off a transaction began with the first statement.
    return connection.connection is not None and not connection.autocommit


@contextmanager
def in_one_go() -> Iterator[None]:
    """Let savepoints of this thread's block end without asking the server how they went, which saves round trips.

    A statement of theirs that fails then fails the whole transaction, at the latest its commit: for a caller who does
    all of it again, step by step, when that happens.
    """
    _here.hopeful = True
    try:
        yield
    finally:
        _here.hopeful = False


@contextmanager
def savepoint() -> Iterator[None]:
    """Undo what the block did when it raises, as transaction.atomic() inside a transaction does.

    Django gives each savepoint a name of its own, so that no such statement stays prepared; here the depth names it.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if not connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    name = f"block_{len(connection.savepoint_ids)}"
    sql.execute(f"SAVEPOINT {name}")
    connection.savepoint_ids.append(f"{name}_{next(_numbers)}")  # what was locked inside is forgotten with it
    try:
        yield
        if not getattr(_here, "hopeful", False):
            sql.fly()
    except BaseException:
        _undo(connection, name)
        raise
    if connection.needs_rollback:
        _undo(connection, name)
        return
    connection.savepoint_ids.pop()
    sql.execute(f"RELEASE SAVEPOINT {name}")


def _undo(connection: BaseDatabaseWrapper, name: str) -> None:
    connection.savepoint_ids.pop()
    connection.needs_rollback = False
    try:
        sql.execute(f"ROLLBACK TO SAVEPOINT {name}")
        sql.execute(f"RELEASE SAVEPOINT {name}").touched()
    except DatabaseError:  # the connection is lost: so is the whole transaction
        connection.needs_rollback = True
