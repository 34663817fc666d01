"""Repeat a transaction that lost a race for locks or its connection; never repeat a call to the world."""

import threading
from collections.abc import Callable
from time import monotonic

from django.db import InterfaceError, OperationalError, connection, transaction
from psycopg import errors

from app.core.errors import Busy

TRIES = 5
FIRST_WAIT = 0.2  # seconds before work whose connection was lost is tried again; doubled each time
LONGEST_WAIT = 5.0
OUTLAST = 30.0  # seconds a lost database is waited for: a restart takes a few
LOST_RACES = (errors.DeadlockDetected, errors.LockNotAvailable, errors.SerializationFailure)


def lost_race(error: BaseException) -> bool:
    """Tell whether the error says that another transaction was in the way."""
    return isinstance(error, LOST_RACES) or isinstance(error.__cause__, LOST_RACES)


def in_transaction[T](work: Callable[[], T], *, tries: int = TRIES) -> T:
    """Run `work` in a transaction of its own; a lost race repeats it. How long a lock waits, its taker says.

    Raises Busy after `tries` lost races: nothing was changed.
    """

    def once() -> T:
        with transaction.atomic(durable=True):
            return work()

    return repeated(once, tries=tries)


def repeated[T](work: Callable[[], T], *, tries: int = TRIES) -> T:
    """Run what is one transaction already, again after each lost race; raises Busy after `tries` of them."""
    for _ in range(tries):
        try:
            return work()
        except OperationalError as error:
            if not lost_race(error):
                raise
    message = f"gave up after {tries} tries: somebody else holds the locks"
    raise Busy(message)


def outlasting[T](work: Callable[[], T], *, seconds: float = OUTLAST) -> T:
    """Run `work`, which is whole transactions, again while the database is away; raises as it does after `seconds`.

    Whether a commit that broke had come through is not known, so `work` must find out and change nothing twice.
    """
    ends_at = monotonic() + seconds
    wait = FIRST_WAIT
    while True:
        try:
            return work()
        except (OperationalError, InterfaceError):
            if connection.in_atomic_block or monotonic() + wait > ends_at:
                raise
        connection.close()
        threading.Event().wait(wait)
        wait = min(wait * 2, LONGEST_WAIT)
