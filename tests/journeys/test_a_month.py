"""Some days of a small installation with every rule on: real planner, permits, provider and people, and a clean ledger.

The whole month is a bench (`tests.bench.month`); this is the same course with fewer people who do more.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils.module_loading import autodiscover_modules

from tests.months import cast, figures
from tests.months.course import Course
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = cast.Cast(mailboxes=3, campaigns=2, people=48, domains=2, waves=1)
LIVELY = {"reply": 0.12, "oooback": 0.1, "bounce": 0.06, "late": 0.06, "unsub": 0.08, "words": 0.06}
DAYS = timedelta(days=5)  # until those who take their time have answered as well
SEEN = {"replied", "away", "bounced", "unsubscribed"}


@pytest.fixture
def course(simulator: Simulator, world: World, live_server: Any, settings: Any) -> Iterator[Course]:
    settings.BASE_URL = live_server.url
    settings.HEALTH_RESOLVERS = (simulator.dns,)
    autodiscover_modules("actors")
    made = Course(simulator)
    yield made
    made.close()


def test_some_days_with_every_rule_on_leave_a_clean_ledger(course: Course, simulator: Simulator) -> None:
    started = cast.enter(SMALL, simulator, LIVELY)
    assert cast.import_wave(SMALL, started, 0) == SMALL.people
    course.until(cast.A_MONDAY + DAYS)
    found = figures.counted()
    assert set(found["outcomes"]) >= SEEN
    assert found["permits"]["accepted"] == len(simulator.journal("accept")) > SMALL.people // 2
    assert figures.broken(simulator.journal_path) == {}
