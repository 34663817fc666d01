"""Named SQL statements kept beside the package that runs them: `-- name: what it does; called by …`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections

HEADER = re.compile(r"^-- (\w+):", re.MULTILINE)

_CURSOR = "_forbear_cursor"  # beside the connection

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


def rows(package: str, name: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run a named statement and return its rows."""
    found: list[tuple[Any, ...]] = execute(statements(package)[name], values).fetchall()
    return found


def named_rows(package: str, name: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Run a named statement and return its rows by column name."""
    cursor = execute(statements(package)[name], values)
    names = _columns.get((package, name))
    if names is None:
        names = _columns[package, name] = tuple(column.name for column in cursor.description or ())
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def run(package: str, name: str, values: Mapping[str, Any]) -> int:
    """Run a named statement that returns nothing; give the number of rows it touched."""
    touched: int = execute(statements(package)[name], values).rowcount
    return touched


def array(values: Iterable[int | str]) -> str:
    """Return PostgreSQL's text of an array: psycopg looks into a list three times to do the same."""
    return "{" + ",".join(str(one) if isinstance(one, int) else _quoted(one) for one in values) + "}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def execute(statement: str, values: Mapping[str, Any] | Sequence[Any]) -> Any:
    """Run a statement and return its cursor, good until this thread's next one. Errors are Django's, as of any other.

    Straight on psycopg, with one cursor a connection: Django's cursor around a new one, which nothing here needs, took
    a tenth of a send. Where somebody listens to the statements (tests that capture or delay them), it is taken.
    """
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
        return _cursor_of(connection.connection).execute(statement, values)


def _cursor_of(connection: Any) -> Any:
    cursor = getattr(connection, _CURSOR, None)
    if cursor is None:
        cursor = connection.cursor()
        setattr(connection, _CURSOR, cursor)
    return cursor
