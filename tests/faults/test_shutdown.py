"""A worker that is told to stop finishes the calls that are under way and begins no other."""

from collections import Counter
from pathlib import Path

import pytest

from mailboxes.models import Delivery
from sequences.models import Touch
from tests.brokers.lanes import Lane
from tests.factories import a_campaign, a_contact, a_workspace, enrolled
from tests.faults.processes import dramatiq, until
from tests.faults.scenes import open_permits, planned, send_planned
from tests.journeys.running import a_gmail
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

AT_ONCE = 4  # threads, so calls that are under way together
PEOPLE = 8


def test_sigterm_lets_the_calls_in_flight_finish(world: World, simulator: Simulator, tmp_path: Path) -> None:
    workspace = a_workspace()
    mailboxes = [a_gmail(workspace, simulator, world, cap=500, gap=1) for _ in range(PEOPLE)]
    campaign = a_campaign(workspace, mailboxes=mailboxes)
    for number in range(PEOPLE):
        enrolled(campaign, a_contact(workspace, f"silent-{number}@acme.example"))
    touches = planned(world)
    simulator.fault("delay", seconds=1.5, times=PEOPLE)
    lane = Lane("postgres://", tmp_path)
    options = ("--processes", "1", "--threads", str(AT_ONCE), "--queues", "send")
    with dramatiq("app.worker", tmp_path / "worker.log", *options, BROKER_URL="postgres://") as worker:
        for touch in touches:
            lane.send_touch.send(touch.id)
        until(lambda: Delivery.objects.filter(call_began_at__isnull=False).count() >= AT_ONCE, why="no call begins")
        assert worker.ask_to_end() == 0
    lane.close()

    states = Counter(Touch.objects.values_list("state", flat=True))
    assert AT_ONCE <= states["sent"] == simulator.counts()["accepted"]
    assert states.keys() <= {"sent", "planned"}
    assert open_permits() == 0
    simulator.clear_faults()
    send_planned(world)
    assert set(simulator.counts()["accepted_by_rcpt"].values()) == {1}
    assert simulator.counts()["accepted"] == PEOPLE
