"""One instant of the whole database, for those who only look."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def read_only() -> Iterator[None]:
    """Open one snapshot that cannot write; inside somebody's transaction the reader sees what that sees."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
