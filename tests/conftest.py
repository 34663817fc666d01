"""What every test shares. Factories and fakes are plain functions elsewhere; this file stays small."""

from datetime import timedelta
from functools import cache
from typing import Any

from django.db import connection
from django.test import TestCase, TransactionTestCase

from mailboxes.actions import isolation, pool
from tests.plugins import canaries
from tests.plugins.world import world

__all__ = ["world"]

# Rows that migrations wrote and tests rely on.
KEPT = frozenset({"django_migrations", "django_content_type", "auth_permission", "app_installation"})

DELETES = """
SELECT format('DELETE FROM %%I.%%I', schemaname, tablename) FROM pg_tables
WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> ALL(%s) ORDER BY 1
"""


@cache
def emptying_statement(database: str) -> str:
    """One batch that empties every table of `database`, past triggers and foreign keys. Needs a superuser."""
    with connection.cursor() as cursor:
        cursor.execute(DELETES, [sorted(KEPT)])
        deletes = "; ".join(delete for (delete,) in cursor.fetchall())
    return f"SET session_replication_role = replica; {deletes}; SET session_replication_role = origin"


def is_superuser() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
roll_back = TestCase._fixture_teardown  # type: ignore[attr-defined]


def empty_tables(case: Any) -> None:
    """Instead of Django's flush, which takes 100 ms a test: under 1 ms, and append-only triggers let it pass."""
    if not is_superuser():
        flush(case)
        return
    connection.ensure_connection()
    # Several statements at once cannot be prepared, and Django's cursor would prepare them at the third test.
    connection.connection.execute(emptying_statement(connection.settings_dict["NAME"]), prepare=False)


def look_then_empty(case: Any) -> None:
    try:
        canaries.look()
    finally:
        isolation.forget()
        pool.close_idle(older_than=timedelta(0))  # the next test's mailboxes may have the same ids
        empty_tables(case)


def look_then_roll_back(case: Any) -> None:
    try:
        canaries.look()
    finally:
        isolation.forget()
        roll_back(case)


TransactionTestCase._fixture_teardown = look_then_empty  # type: ignore[attr-defined]
TestCase._fixture_teardown = look_then_roll_back  # type: ignore[attr-defined]
