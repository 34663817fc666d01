"""The pace of a rehearsal's world: true while things start and stop, hurried while people watch."""

import contextlib
import http.client
import json
from collections.abc import Callable
from datetime import datetime

import psycopg

from app.launch.ports import LOOPBACK

TRUE_PACE = 1.0
LAST_TICKS = 1.0  # seconds: a few runs of the planner
PATIENCE = 10  # seconds
# Until the new pace is committed everybody reads the old one. A slower one is counted from a moment later than that, or
# the world would step back by hours.
COMMITTED = 0.5  # seconds
# The world goes on from where it is, at another pace; a real installation has no row to change.
CHANGE_PACE = """
UPDATE app_installation SET speed = %(speed)s, anchor_real = t.now,
  anchor_world = anchor_world + (t.now - anchor_real) * speed
FROM (
  SELECT clock_timestamp() + CASE WHEN %(speed)s < speed THEN %(committed)s ELSE 0 END * interval '1 second' AS now
  FROM app_installation
) t WHERE kind = 'rehearsal'
RETURNING anchor_real, anchor_world
"""


def hurry(database_url: str, simulator_port: int, speed: float) -> None:
    """Let world time run `speed` times faster than true time, for the product and for the people."""
    tell(simulator_port, *change_pace(database_url, speed), speed)


def rest(database_url: str, wait: Callable[[float], object]) -> None:
    """Bring the world back to true pace and give clock and worker a moment for what fell due until then.

    A stopped rehearsal must not age by days: what was due tomorrow would look forgotten to the audit.
    """
    with contextlib.suppress(psycopg.Error):
        change_pace(database_url, TRUE_PACE)
        wait(LAST_TICKS)


def change_pace(database_url: str, speed: float) -> tuple[datetime, datetime]:
    """Write the new pace; return the anchors, true and world. World time never goes back."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute(CHANGE_PACE, {"speed": speed, "committed": COMMITTED}).fetchone()
    if row is None:
        raise RuntimeError("This database holds no rehearsal: its clock stays true.")
    return row[0], row[1]


def tell(simulator_port: int, real: datetime, world: datetime, speed: float) -> None:
    """Give the simulator the same clock."""
    wish = {"anchor_real": real.isoformat(), "anchor_world": world.isoformat(), "speed": speed}
    simulator = http.client.HTTPConnection(LOOPBACK, simulator_port, timeout=PATIENCE)
    try:
        simulator.request("POST", "/control/clock", json.dumps(wish), {"Content-Type": "application/json"})
        answer = simulator.getresponse()
        said = answer.read().decode(errors="replace")
    finally:
        simulator.close()
    if answer.status != http.client.OK:
        raise RuntimeError(f"The simulator refused the clock: {said}")
