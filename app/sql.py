"""Named SQL statements kept beside the package that runs them: `-- name: what it does; called by …`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from django.db import connection

HEADER = re.compile(r"^-- (\w+):", re.MULTILINE)

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
    with executed(statements(package)[name], values) as cursor:
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def named_rows(package: str, name: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Run a named statement and return its rows by column name."""
    with executed(statements(package)[name], values) as cursor:
        names = _columns.get((package, name))
        if names is None:
            names = _columns[package, name] = tuple(column.name for column in cursor.description or ())
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def run(package: str, name: str, values: Mapping[str, Any]) -> int:
    """Run a named statement that returns nothing; give the number of rows it touched."""
    with executed(statements(package)[name], values) as cursor:
        touched: int = cursor.rowcount
    return touched


@contextmanager
def executed(statement: str, values: Mapping[str, Any] | Sequence[Any]) -> Iterator[Any]:
    """Run a statement and lend its cursor. Errors are Django's, as of any other statement.

    Straight on psycopg: Django's cursor around it, which nothing here needs, took a tenth of a send. Where somebody
    listens to the statements (tests that capture or delay them), it is taken.
    """
    if connection.execute_wrappers or connection.queries_logged:
        with connection.cursor() as cursor:
            cursor.execute(statement, values)
            yield cursor
        return
    connection.ensure_connection()
    connection.validate_no_broken_transaction()
    with connection.wrap_database_errors:
        yield connection.connection.execute(statement, values)
