"""Named SQL statements kept beside the package that runs them: `-- name: what it does; called by …`."""

import re
from collections.abc import Mapping
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
    with connection.cursor() as cursor:
        cursor.execute(statements(package)[name], values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def named_rows(package: str, name: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Run a named statement and return its rows by column name."""
    with connection.cursor() as cursor:
        cursor.execute(statements(package)[name], values)
        names = _columns.get((package, name))
        if names is None:
            names = _columns[package, name] = tuple(column.name for column in cursor.description or ())
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def run(package: str, name: str, values: Mapping[str, Any]) -> int:
    """Run a named statement that returns nothing; give the number of rows it touched."""
    with connection.cursor() as cursor:
        cursor.execute(statements(package)[name], values)
        touched: int = cursor.rowcount
    return touched
