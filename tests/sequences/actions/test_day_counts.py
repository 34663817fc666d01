"""What happened is counted once, on the day of the workspace on which it happened."""

from datetime import UTC, date, datetime

import pytest

from app.actions import events
from app.models import DayCount, Workspace
from sequences.actions import day_counts
from sequences.core.day_counts import COUNTED, counted_as
from sequences.screens import home
from tests.factories import a_workspace
from tests.plugins.world import World
from tests.races.threads import at_once
from tests.sequences.actions.listening import without_other_tests

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    without_other_tests(monkeypatch)


def replied(workspace: Workspace, outcome: str = "replied") -> None:
    data = {"outcome": outcome}
    events.append(kind="recipient.stopped", workspace_id=workspace.id, subject_id=1, recipient_id=1, data=data)


def counted() -> dict[tuple[date, str], int]:
    return {(row.day, row.what): row.number for row in DayCount.objects.all()}


def test_an_event_counts_on_the_local_day_on_which_it_happened(world: World) -> None:
    workspace = a_workspace(time_zone="Asia/Tokyo")
    world.at(datetime(2027, 3, 9, 14, 59, tzinfo=UTC))
    replied(workspace)
    world.at(datetime(2027, 3, 9, 15, 1, tzinfo=UTC))  # midnight in Tokyo
    replied(workspace)
    day_counts.count()
    assert counted() == {(date(2027, 3, 9), "replied"): 1, (date(2027, 3, 10), "replied"): 1}


def test_two_counters_at_once_count_each_event_once(world: World) -> None:
    workspace = a_workspace()
    for _ in range(30):
        replied(workspace)
    at_once(lambda _: day_counts.count(), [1, 2, 3])
    day_counts.count()
    assert sum(counted().values()) == 30


def test_workspaces_and_things_are_kept_apart(world: World) -> None:
    ours, theirs = a_workspace(), a_workspace()
    for outcome in ("replied", "calendar_answered", "bounced", "unsubscribed", "complained", "left"):
        replied(ours, outcome)
    replied(theirs)
    day_counts.count()
    days = home.last_days(ours, world.now().date())
    assert days[world.now().date()] == dict.fromkeys(COUNTED, 0) | {
        "replied": 2, "bounced": 1, "opted_out": 1, "complained": 1,
    }  # fmt: skip
    assert len(days) == 30
    plot = home.plot_of(days)
    assert "2 replied, 1 opted out" in plot.summary


def test_what_is_not_counted_is_not_counted() -> None:
    assert counted_as("permit.granted", {}) is None
    assert counted_as("recipient.stopped", {"outcome": "unheard_of"}) is None
    assert counted_as("enrollment.ended", {"state": "replied"}) is None
