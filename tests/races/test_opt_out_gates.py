"""Other ways of taking permission from many people at once: a host of links that closes, spellings that become one."""

import pytest

from app.actions import clock
from app.models import Workspace
from bounces.actions import link_hosts, selftest, spellings, suppressions
from bounces.core.link_gate import Fault
from bounces.models import LinkHost
from mailboxes.core.address import parse_address
from sequences.models import Campaign, Touch
from tests.factories import a_link_host, a_workspace, weekly
from tests.plugins.world import World
from tests.races.interleave import a_pair
from tests.races.ready import Ready
from tests.races.stops import Stop
from tests.races.test_stops import race, targets

pytestmark = pytest.mark.django_db(transaction=True)

RACES = 60
BASE = "https://links.example.org"


def spelled(ready: Ready) -> str:
    return ready.email.replace("@", "+news@")


def suppress_spelling(ready: Ready) -> None:
    suppressions.suppress_addresses(ready.subject.workspace_id, [parse_address(spelled(ready))], reason="typed")


def one_spelling(ready: Ready, *, alike: bool) -> None:
    spellings.choose(ready.subject.workspace_id, alike=alike)


def close(_: Ready) -> None:
    """The self-test of the sender's host finds that looking opts out."""
    selftest.run(LinkHost.objects.get().id)


def opened(_: Ready) -> None:
    LinkHost.objects.update(closed_at=None, failures=0, passed_at=clock.now())
    link_hosts.settle()


SPELLING = """bounces_suppression WHERE recipient_id = (SELECT o.id FROM mailboxes_recipient o
  JOIN mailboxes_recipient me ON o.alike = me.key WHERE me.id = %(recipient)s)"""
STOPS: dict[str, Stop] = {
    "spelling": Stop(
        suppress_spelling, SPELLING, {"suppressed"}, prepare=lambda ready: one_spelling(ready, alike=True)
    ),
    "spellings become one": Stop(
        lambda ready: one_spelling(ready, alike=True),
        "app_workspace WHERE id = %(workspace)s AND alike_addresses",
        {"suppressed"},
        prepare=suppress_spelling,
        undo=lambda ready: one_spelling(ready, alike=False),
    ),
    "links": Stop(close, "bounces_linkhost WHERE closed_at IS NOT NULL", {"link_closed"}, undo=opened),
}


@pytest.fixture
def waiting(world: World) -> list[Ready]:
    """People whose mail nothing holds back, in a real database with a host of links for their sender's domain."""
    workspace: Workspace = a_workspace()
    found = targets(world, workspace, races=RACES)
    hour = clock.now().hour
    Campaign.objects.update(window=weekly(f"{(hour + 2) % 24:02}:00", f"{(hour + 1) % 24:02}:30"))
    Touch.objects.update(due_at=clock.now(), eligible_at=clock.now())
    world.become_real()
    a_link_host("example.org", BASE)
    return found


@pytest.mark.parametrize("kind", STOPS)
def test_no_permit_commits_after_it(kind: str, waiting: list[Ready], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.actions.events.REACTIONS", {})
    monkeypatch.setattr(selftest, "_found", lambda _: Fault.LOOKING_ACTS)
    with a_pair(seed=7) as pair:
        ended = [race(pair, STOPS[kind], ready) for ready in waiting]
    assert [one for one in ended if one.too_late] == []
    assert {one.answer for one in ended} == {"grant", *STOPS[kind].answers}
