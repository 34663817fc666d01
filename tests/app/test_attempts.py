"""A transaction is repeated after a lost race, and waits for a database that went away; nothing else is repeated."""

from collections.abc import Iterator

import pytest
from django.db import InterfaceError, OperationalError, connection, transaction

from app.actions import attempts
from app.actions.attempts import outlasting
from app.core.errors import Busy

pytestmark = pytest.mark.django_db(transaction=True)

GONE = OperationalError("server closed the connection unexpectedly")
SHUT = InterfaceError("the connection is closed")


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait milliseconds where the product waits seconds."""
    monkeypatch.setattr(attempts, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(attempts, "LONGEST_WAIT", 0.004)


def failing(*errors: Exception) -> Iterator[Exception | None]:
    yield from errors
    yield None


def tried(errors: Iterator[Exception | None]) -> str:
    error = next(errors)
    if error is not None:
        raise error
    return "done"


def test_work_goes_on_when_the_database_is_back() -> None:
    errors = failing(GONE, SHUT, GONE)
    assert outlasting(lambda: tried(errors)) == "done"


def test_a_database_that_stays_away_is_told_as_it_is() -> None:
    with pytest.raises(OperationalError, match="unexpectedly"):
        outlasting(lambda: tried(failing(GONE)), seconds=0.02)


@pytest.mark.parametrize("error", [Busy("somebody else"), ValueError("ours")])
def test_what_is_no_fault_of_the_database_is_not_repeated(error: Exception) -> None:
    errors = failing(error)
    with pytest.raises(type(error)):
        outlasting(lambda: tried(errors))
    assert next(errors) is None


def test_inside_a_transaction_nothing_is_repeated() -> None:
    errors = failing(GONE)
    with pytest.raises(OperationalError), transaction.atomic():
        outlasting(lambda: tried(errors))
    assert next(errors) is None


def test_the_second_try_has_a_connection_of_its_own() -> None:
    """The first one may be one that the database has ended."""

    def work() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pids.append(cursor.fetchone()[0])
            if len(pids) == 1:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return pids[-1]

    pids: list[int] = []
    assert outlasting(work) != pids[0]
