from datetime import datetime

import psycopg
import pytest
from django.db import connection

from app.actions import clock
from app.core.clock import WorldClock
from app.launch.world import change_pace
from tests.plugins.world import A_TUESDAY, World

pytestmark = pytest.mark.django_db(transaction=True)

HURRIED = 86_400.0


def database_url() -> str:
    connection.ensure_connection()
    info: psycopg.ConnectionInfo = connection.connection.info
    return info.dsn


def changed(speed: float) -> tuple[datetime, datetime]:
    """What the world's clock shows when the change is committed, by the old pace and by the new one."""
    before = clock.world_clock()
    anchors = change_pace(database_url(), speed)
    now = clock.now()
    assert clock.world_clock() == WorldClock(*anchors, speed)
    return before.world(now), clock.world_clock().world(now)


def test_a_world_that_slows_down_never_steps_back(world: World) -> None:
    world.at(A_TUESDAY, speed=HURRIED)
    old, new = changed(1.0)
    assert old <= new


def test_a_world_that_hurries_never_steps_back(world: World) -> None:
    world.at(A_TUESDAY, speed=1.0)
    old, new = changed(HURRIED)
    assert old <= new
