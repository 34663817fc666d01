"""Repeat a transaction that lost a race for locks; never repeat a call to the world."""

from collections.abc import Callable

from django.db import OperationalError, transaction
from psycopg import errors

from app.core.errors import Busy

TRIES = 5
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
