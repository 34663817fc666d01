"""A stop that commits before the permit always wins, whatever its kind and however the two are interleaved.

The order is the database's own: it keeps the time of each commit (track_commit_timestamp).
"""

from collections import Counter as Tally
from dataclasses import dataclass
from datetime import datetime

import pytest
from django.db import connection

from admission.core.verdict import Grant
from app.models import Workspace
from mailboxes.core.states import DeliveryState
from mailboxes.models import Delivery
from sequences.models import OPEN_TOUCH, Enrollment, Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.interleave import Pair, a_pair
from tests.races.ready import Ready, a_policy, a_sender, people, prepared
from tests.races.stops import STOPS, Stop

pytestmark = pytest.mark.django_db(transaction=True)

RACES = 200
COMMITS = """
SELECT (SELECT pg_xact_commit_timestamp(xmin) FROM {row}) AS stopped,
  (SELECT pg_xact_commit_timestamp(xmin) FROM admission_permit WHERE delivery_id = %(delivery)s) AS permitted
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How one race ended, by the clock of the commits."""

    answer: str
    stopped: datetime
    permitted: datetime | None

    @property
    def too_late(self) -> bool:
        return self.permitted is not None and self.permitted > self.stopped


def targets(world: World, workspace: Workspace, *, races: int = RACES) -> list[Ready]:
    """A person for each race, whose mail nothing but the stop would hold back."""
    a_policy(workspace, domain_per_day=None)
    mailbox = a_sender(world, workspace, cap=10_000, rolling_cap=10_000)
    campaign = a_campaign(workspace, mailboxes=[mailbox])
    return prepared(campaign, mailbox, people(workspace, races))


def race(pair: Pair, stop: Stop, ready: Ready) -> Ended:
    stop.prepare(ready)
    verdict, _ = pair.race(lambda: stop.ask(ready), lambda: stop.act(ready))
    stopped, permitted = commits(stop, ready)
    stop.undo(ready)
    granted = isinstance(verdict, Grant)
    assert granted == (permitted is not None)
    return Ended("grant" if granted else str(verdict.reason), stopped, permitted)


def commits(stop: Stop, ready: Ready) -> tuple[datetime, datetime | None]:
    values: dict[str, int | str] = {
        "recipient": ready.recipient_id,
        "enrollment": ready.enrollment_id,
        "campaign": ready.subject.campaign_id or 0,
        "workspace": ready.subject.workspace_id,
        "mailbox": ready.subject.mailbox_id,
        "domain": ready.subject.domain,
        "delivery": ready.delivery_id,
    }
    with connection.cursor() as cursor:
        cursor.execute(COMMITS.format(row=stop.row), values)
        stopped, permitted = cursor.fetchone()
    assert stopped is not None, "the stop was lost"
    return stopped, permitted


@pytest.mark.parametrize("kind", STOPS)
def test_no_permit_commits_after_a_stop(kind: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any reaction: what tidies up after a stop is no part of what makes it win."""
    monkeypatch.setattr("app.actions.events.REACTIONS", {})
    if kind == "request":
        monkeypatch.setattr("bounces.actions.unsubscribe.honour", bool)
    stop = STOPS[kind]
    with a_pair(seed=7) as pair:
        ended = [race(pair, stop, ready) for ready in targets(world, a_workspace())]
    assert [one for one in ended if one.too_late] == []
    assert {one.answer for one in ended} == {"grant", *stop.answers}
    assert 20 < sum(one.permitted is None for one in ended) < RACES - 20, "the races were no races"
    assert Delivery.objects.filter(state=DeliveryState.SENDING).count() == sum(
        one.permitted is not None for one in ended
    )


@pytest.mark.parametrize("kind", ["unsubscribe", "reply", "complaint", "typed"])
def test_a_stop_that_loses_the_race_still_ends_the_sequence(kind: str, world: World) -> None:
    """The mail under way is told apart by its settle; nothing else of this person stays open."""
    stop = STOPS[kind]
    with a_pair(seed=11) as pair:
        ended = [race(pair, stop, ready) for ready in targets(world, a_workspace(), races=40)]
    assert not Enrollment.objects.filter(state="active").exists()
    assert not Touch.objects.filter(state__in=OPEN_TOUCH).exists()
    states = Tally(Delivery.objects.values_list("state", flat=True))
    granted = sum(one.permitted is not None for one in ended)
    assert states == {DeliveryState.SENDING: granted, DeliveryState.WITHDRAWN: 40 - granted}
