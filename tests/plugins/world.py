"""Fixture `world`: a rehearsal whose time stands still where the test puts it.

`world.at(instant)` moves it; world seconds pass a million times slower than true ones, so a test may ask for the
time as often as it likes. Leases, deadlines and freshness go on by the true clock.
"""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from app.actions import clock
from app.models import Installation

A_TUESDAY = datetime(2027, 3, 9, 10, 0, tzinfo=UTC)
STANDING = 1e-6  # world seconds per true second

type Row = dict[str, Any]


def _written(row: Row) -> None:
    """Write the one row past the trigger that fixes its kind; needs the superuser that tests have."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('session_replication_role')")
        cursor.execute("SET session_replication_role = replica")
        Installation.objects.filter(id=1).update(**row)
        cursor.execute("SET session_replication_role = origin")


class World:
    """The installation's row as a test sees it."""

    def at(self, instant: datetime, *, speed: float = STANDING) -> None:
        """Let it be this world instant now."""
        Installation.objects.filter(id=1).update(anchor_real=clock.now(), anchor_world=instant, speed=speed)

    def pass_time(self, span: timedelta) -> datetime:
        """Move on by a span of world time; return the world instant reached."""
        self.at(clock.world_now() + span)
        return clock.world_now()

    def become_real(self) -> None:
        """Let it be a real database: true time, any endpoint, and every gate that a rehearsal has not."""
        now = clock.now()
        real = {"anchor_real": now, "anchor_world": now, "speed": 1.0, "simulator_endpoints": []}
        _written({"kind": Installation.Kind.REAL, **real})

    def allow(self, endpoints: Collection[str]) -> None:
        """Name the host:port pairs of this rehearsal's simulator."""
        Installation.objects.filter(id=1).update(simulator_endpoints=sorted(endpoints))

    def now(self) -> datetime:
        """Return world time."""
        return clock.world_now()


@pytest.fixture
def world(db: None) -> Iterator[World]:
    """A rehearsal on Tuesday 2027-03-09 10:00 UTC that may speak to nobody yet; the row is put back afterwards."""
    before = dict(Installation.objects.filter(id=1).values().get())
    _written({"kind": Installation.Kind.REHEARSAL, "simulator_endpoints": []})
    made = World()
    made.at(A_TUESDAY)
    yield made
    _written(before)
