"""What flies together: the order, the snapshots, the errors, and that nothing is taken for done that is not."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction

from app import sql
from app.actions.transactions import savepoint
from app.flights import Connection
from app.models import Workspace
from tests.factories import a_workspace

pytestmark = pytest.mark.django_db(transaction=True)

RENAME = "UPDATE app_workspace SET name = %s WHERE id = %s"
NAME = "SELECT name FROM app_workspace WHERE id = %s"
LOST = ("lost", "lost too")
FAILS = "SELECT 1 / 0"
ENDS_ME = "SELECT pg_terminate_backend(pg_backend_pid())"


@pytest.fixture
def flights(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many statements each flight took."""
    taken: list[int] = []
    exchanged = Connection._exchanged

    def noted(self: Connection, waiting: list[object]) -> object:
        taken.append(len(waiting))
        return exchanged(self, waiting)  # type: ignore[arg-type]

    monkeypatch.setattr(Connection, "_exchanged", noted)
    return iter([taken])


def name_of(workspace: Workspace) -> str:
    workspace.refresh_from_db()
    return workspace.name


def rename_and(workspace: Workspace, statement: str) -> None:
    """Ask for three statements and read none."""
    sql.execute(RENAME, ["lost", workspace.id])
    sql.execute(statement)
    sql.execute(RENAME, ["lost too", workspace.id])


def test_a_transaction_is_one_flight_where_nobody_waits(flights: Iterator[list[int]]) -> None:
    workspace = a_workspace()
    taken = next(flights)
    with transaction.atomic():
        sql.execute(RENAME, ["one", workspace.id])
        sql.execute(RENAME, ["two", workspace.id])
        assert taken == []
    assert taken == [4]  # with BEGIN and COMMIT
    assert name_of(workspace) == "two"


def test_what_is_read_sends_what_waits_before_it() -> None:
    workspace = a_workspace()
    with transaction.atomic():
        sql.execute(RENAME, ["one", workspace.id])
        assert sql.execute(NAME, [workspace.id]).rows() == [("one",)]
        sql.execute(RENAME, ["two", workspace.id])
        assert Workspace.objects.get(id=workspace.id).name == "two", "Django's own statements come after it, too"


def test_what_waits_is_undone_with_its_transaction() -> None:
    workspace = a_workspace()
    with transaction.atomic():
        answer = sql.execute(RENAME, ["lost", workspace.id])
        transaction.set_rollback(True)
    assert name_of(workspace) not in LOST
    with pytest.raises(InterfaceError):
        answer.touched()


def test_an_error_comes_at_the_commit_and_nothing_is_done() -> None:
    workspace = a_workspace()
    with pytest.raises(DatabaseError), transaction.atomic():
        rename_and(workspace, FAILS)
    assert name_of(workspace) not in LOST


def test_an_error_inside_a_savepoint_undoes_the_savepoint_only() -> None:
    workspace = a_workspace()
    with transaction.atomic():
        sql.execute(RENAME, ["kept", workspace.id])
        with pytest.raises(DatabaseError), savepoint():
            rename_and(workspace, FAILS)
        assert sql.execute(NAME, [workspace.id]).rows() == [("kept",)]
    assert name_of(workspace) == "kept"


def test_a_connection_that_ends_is_never_taken_for_a_commit() -> None:
    workspace = a_workspace()
    with pytest.raises(OperationalError), transaction.atomic():
        rename_and(workspace, ENDS_ME)
    assert name_of(workspace) not in LOST


def test_fewer_answers_than_statements_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever libpq makes of a lost connection: a COMMIT without its own answer is none."""
    workspace = a_workspace()
    with transaction.atomic():
        sql.execute(NAME, [workspace.id]).rows()
        received = Connection._received
        monkeypatch.setattr(Connection, "_received", lambda self: received(self)[:-1])
        sql.execute(RENAME, ["who knows", workspace.id])
        with pytest.raises(psycopg.OperationalError):
            connection.connection.commit()
    monkeypatch.undo()


def test_a_statement_is_planned_anew_after_a_change_of_tables() -> None:
    workspace = a_workspace()
    assert sql.execute(NAME, [workspace.id]).rows()
    with connection.cursor() as cursor:
        for _ in range(3):
            cursor.execute(NAME, [workspace.id])
        cursor.execute("CREATE TEMPORARY TABLE gone (id int)")
        cursor.execute("DROP TABLE gone")
        cursor.execute("SELECT 1")
    assert sql.execute(NAME, [workspace.id]).rows() == [(workspace.name,)]


def test_percent_signs_and_repeated_names_are_read_as_psycopg_reads_them() -> None:
    values = {"a": 5, "b": "x%y"}
    assert sql.execute("SELECT %(a)s::int %% 3, %(b)s::text LIKE '%%y', %(a)s::int", values).rows() == [(2, True, 5)]


def test_a_large_statement_goes_through() -> None:
    text = "x" * 5_000_000
    with transaction.atomic():
        sql.execute("SELECT set_config('lock_timeout', '1s', true)")
        assert sql.execute("SELECT length(%s::text), %s::text", [text, text]).rows() == [(len(text), text)]
