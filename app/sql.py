"""Named SQL statements kept beside the package that runs them: `-- name: what it does; called by …`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

from app.flights import Connection

HEADER = re.compile(r"^-- (\w+):", re.MULTILINE)

type Values = Mapping[str, Any] | Sequence[Any]

# A statement's columns never change while the process lives, and describing fifty of them costs a tenth of a permit.
_columns: dict[tuple[str, str], tuple[str, ...]] = {}


@cache
def statements(package: str) -> dict[str, str]:
    """Return each named statement of `package`/sql/*.sql; a name is used once."""
    found: dict[str, str] = {}
    for path in sorted((Path(__file__).resolve().parent.parent / package / "sql").glob("*.sql")):
        text = path.read_text()
        heads = list(HEADER.finditer(text))
        for head, following in zip(heads, [*heads[1:], None], strict=True):
            name = head[1]
            if name in found:
                message = f"two statements are called {name}"
                raise ValueError(message)
            body = text[head.start() : following.start() if following else None]
            found[name] = "\n".join(line for line in body.splitlines() if not line.startswith("--")).strip()
    return found


class Answer:
    """A statement that was asked. Its errors are Django's; they come where it or a later one is read."""

    __slots__ = ("_asked",)

    def __init__(self, statement: str, values: Values) -> None:
        """Ask it on this thread's connection."""
        self._asked = _asked(statement, values)

    def rows(self) -> list[tuple[Any, ...]]:
        """Return its rows."""
        with connections[DEFAULT_DB_ALIAS].wrap_database_errors:
            found: list[tuple[Any, ...]] = self._asked.fetchall()
        return found

    def touched(self) -> int:
        """Return how many rows it touched."""
        with connections[DEFAULT_DB_ALIAS].wrap_database_errors:
            touched: int = self._asked.rowcount
        return touched

    def columns(self) -> tuple[str, ...]:
        """Return the names of its columns."""
        return tuple(column[0] for column in self._asked.description)


class Named(Answer):
    """The answer to a named statement."""

    __slots__ = ("_name",)

    def __init__(self, package: str, name: str, values: Values, *, before: str = "") -> None:
        """Ask it on this thread's connection; `before` names a WITH clause that stands in front of it."""
        named = statements(package)
        super().__init__(f"{named[before]}\n{named[name]}" if before else named[name], values)
        self._name = package, name

    def named_rows(self) -> list[dict[str, Any]]:
        """Return its rows by column name."""
        found = self.rows()
        names = _columns.get(self._name)
        if names is None:
            names = _columns[self._name] = self.columns()
        return [dict(zip(names, row, strict=True)) for row in found]


def ask(package: str, name: str, values: Values, *, before: str = "") -> Named:
    """Let a named statement go with the next one of its transaction that is read, or with the commit: app.flights."""
    return Named(package, name, values, before=before)


def execute(statement: str, values: Values = ()) -> Answer:
    """Ask a statement that has no name, likewise."""
    return Answer(statement, values)


def rows(package: str, name: str, values: Values) -> list[tuple[Any, ...]]:
    """Run a named statement and return its rows."""
    return Named(package, name, values).rows()


def named_rows(package: str, name: str, values: Values) -> list[dict[str, Any]]:
    """Run a named statement and return its rows by column name."""
    return Named(package, name, values).named_rows()


def run(package: str, name: str, values: Values) -> int:
    """Run a named statement that returns nothing; give the number of rows it touched."""
    return Named(package, name, values).touched()


def fly() -> None:
    """Send what waits now, so that its errors come here."""
    connection = connections[DEFAULT_DB_ALIAS]
    if isinstance(connection.connection, Connection):
        with connection.wrap_database_errors:
            connection.connection.fly()


def _asked(statement: str, values: Values) -> Any:
    """Ask straight on psycopg; where somebody listens (tests that capture or delay statements), as Django does."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.execute_wrappers or connection.queries_logged:
        cursor = connection.cursor()
        cursor.execute(statement, values)
        return cursor
    if connection.connection is None:
        connection.ensure_connection()
    if connection.needs_rollback:
        connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        return connection.connection.ask(statement, values)


def array(values: Iterable[int | str]) -> str:
    """Return PostgreSQL's text of an array: psycopg looks into a list three times to do the same."""
    return "{" + ",".join(str(one) if isinstance(one, int) else _quoted(one) for one in values) + "}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
