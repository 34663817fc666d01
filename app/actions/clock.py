"""The only reader of the wall clock. Machine time is true; world time is what the installation's row makes of it."""

from datetime import UTC, datetime

from django.db import connection

from app.core.clock import WorldClock


def now() -> datetime:
    """Return true time, aware UTC: leases, deadlines, freshness, heartbeats."""
    return datetime.now(tz=UTC)


def world_clock() -> WorldClock:
    """Return the mapping from true to world time as the database has it now. Raises RuntimeError before migrations."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT anchor_real, anchor_world, speed FROM app_installation")
        row = cursor.fetchone()
    if row is None:
        message = "this database was never born: run manage.py migrate"
        raise RuntimeError(message)
    return WorldClock(*row)


def world_now() -> datetime:
    """Return world time: windows, delays, caps, gaps, absences."""
    return world_clock().world(now())


def database_now() -> datetime:
    """Return the database's true time: hosts disagree, and what two of them read is compared."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        at: datetime = cursor.fetchone()[0]
    return at
