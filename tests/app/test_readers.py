"""Readers of the log miss nothing, whatever order ids commit in."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from app.actions import events, readers
from app.models import ReaderCursor

pytestmark = pytest.mark.django_db(transaction=True)


def write(number: int) -> int:
    return events.append(kind="test.happened", workspace_id=1, subject_id=number).id


def seen(name: str = "reader", **options: int) -> list[int]:
    return [event.subject_id for event in readers.read_new(name, **options)]


@contextmanager
def held_open(number: int, *, id_first: bool) -> Iterator[None]:
    """Another connection has begun: with its event written (`id_first`), or with only its transaction id taken."""
    began, go_on = threading.Event(), threading.Event()

    def work() -> None:
        try:
            with transaction.atomic():
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_current_xact_id()")
                if id_first:
                    write(number)
                began.set()
                go_on.wait(10)
                if not id_first:
                    write(number)
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    assert began.wait(10)
    try:
        yield
    finally:
        go_on.set()
        thread.join()


def test_a_reader_gets_each_event_once_in_order() -> None:
    for number in (1, 2, 3):
        write(number)
    assert seen(limit=2) == [1, 2]
    assert seen() == [3]
    assert seen() == []
    assert seen("another") == [1, 2, 3]


def test_a_later_id_that_commits_first_waits_for_the_earlier_one() -> None:
    with held_open(1, id_first=True):
        write(2)
        assert seen() == []
    assert seen() == [1, 2]


def test_a_lower_id_of_a_later_transaction_is_not_passed_by() -> None:
    with held_open(2, id_first=False):
        write(1)
        assert seen() == []
    assert seen() == [2, 1]
    assert seen() == []


def test_what_was_rolled_back_is_never_seen() -> None:
    with transaction.atomic():
        write(1)
        transaction.set_rollback(True)
    write(2)
    assert seen() == [2]


def test_a_consumer_that_fails_gets_its_events_again() -> None:
    write(1)
    write(2)

    def consume() -> None:
        for event in readers.read_new("reader"):
            if event.subject_id == 2:
                raise ValueError("worked off badly")

    with pytest.raises(ValueError, match="badly"):
        consume()
    assert seen() == [1, 2]


def test_work_and_cursor_of_one_transaction_go_together() -> None:
    write(1)
    with transaction.atomic():
        assert seen() == [1]
        transaction.set_rollback(True)
    assert seen() == [1]


def test_of_two_readers_of_one_name_only_one_moves_the_cursor() -> None:
    write(1)
    slow = readers.read_new("reader")
    assert next(slow).subject_id == 1
    assert seen() == [1]
    with pytest.raises(readers.ReaderOvertaken):
        next(slow)
    assert ReaderCursor.objects.get(name="reader").event_id > 0


def test_the_command_prints_new_events_as_lines_of_json() -> None:
    write(7)
    out = StringIO()
    call_command("events", reader="shell", once=True, stdout=out)
    (printed,) = map(json.loads, out.getvalue().splitlines())
    assert (printed["kind"], printed["subject_id"], printed["data"]) == ("test.happened", 7, {})
    again = StringIO()
    call_command("events", reader="shell", stdout=again)
    assert again.getvalue() == ""
