"""One call in flight and a gap after it, kept by the mailbox's budget however many workers ask."""

from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from admission.core.settlement import Accepted, Deferred, NotCalled, Rejected, Settlement, Vanished
from admission.core.verdict import Reason, Wait
from admission.models import Permit
from bounces.core.reading import Category
from mailboxes.actions.numbers import set_numbers
from mailboxes.core.errors import Scope
from mailboxes.models import Budget, Delivery
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared, still_prepared, told
from tests.races.settled import RECEIPT, accepted, ended, permit_of
from tests.races.threads import at_once, holding

pytestmark = pytest.mark.django_db(transaction=True)

GAP = timedelta(seconds=240)
MOMENT = timedelta(seconds=1)


@pytest.fixture
def waiting(world: World) -> list[Ready]:
    """Eight mails of one mailbox that keeps a gap of 240 seconds, up to half as long again."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, gap=240, gap_jitter=50)
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 8))


def test_eight_workers_keep_the_gap_for_as_long_as_it_lasts(world: World, waiting: list[Ready]) -> None:
    for round_number in range(3):
        verdicts = at_once(granted, still_prepared(waiting))
        left = 7 - round_number
        assert told(verdicts) == {"grant": 1, "in_flight": left}
        accepted(next(verdict for verdict in verdicts if not isinstance(verdict, Wait)))
        verdicts = at_once(granted, still_prepared(waiting))
        assert told(verdicts) == {"gap": left}
        over = last_send() + GAP * 1.25
        assert {verdict.until for verdict in verdicts if isinstance(verdict, Wait)} == {over}
        world.at(over - MOMENT)
        assert told(at_once(granted, still_prepared(waiting))) == {"gap": left}
        world.at(over + MOMENT)
    assert all(later - earlier >= GAP for earlier, later in pairwise(sends()))


def last_send() -> datetime:
    at = Budget.objects.get().last_send_at
    assert at is not None
    return at


def sends() -> list[datetime]:
    times = Delivery.objects.order_by("accepted_world").values_list("accepted_world", flat=True)
    return [at for at in times if at is not None]


def test_a_mailbox_without_a_gap_has_as_many_calls_as_it_has_workers(world: World) -> None:
    workspace = a_workspace()
    mailbox = a_sender(world, workspace)
    free = prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 8))
    assert told(at_once(granted, free)) == {"grant": 8}


def test_a_gap_that_is_set_during_a_call_counts_from_its_end(world: World) -> None:
    """The newest call is known also where there was no gap: today's holds, not that of when it began."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace)
    waiting = prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 2))
    under_way = granted(waiting[0])
    set_numbers(mailbox, {"gap": 600})
    assert told([granted(waiting[1])]) == {"in_flight": 1}
    accepted(under_way)
    assert told([granted(waiting[1])]) == {"gap": 1}
    world.at(last_send() + timedelta(seconds=600 * 1.35))
    assert told([granted(waiting[1])]) == {"grant": 1}


@pytest.mark.parametrize(
    "settlement",
    [
        Deferred(Scope.RECIPIENT),
        Rejected(Scope.RECIPIENT, Category.UNKNOWN, 550),
        Vanished("reset"),
    ],
)
def test_any_end_of_a_call_lands_and_starts_the_gap(waiting: list[Ready], settlement: Settlement) -> None:
    """A call without a verdict may have sent, and one that was refused was made: both start the gap."""
    ended(granted(waiting[0]), settlement)
    assert told(at_once(granted, waiting[1:])) == {"gap": 7}


@pytest.mark.parametrize("settlement", [Accepted(RECEIPT), Deferred(Scope.RECIPIENT), Vanished("reset")])
def test_a_world_clock_set_back_during_a_call_does_not_shorten_the_gap(
    world: World, waiting: list[Ready], settlement: Settlement
) -> None:
    verdict = granted(waiting[0])
    world.pass_time(-2 * GAP)
    ended(verdict, settlement)
    assert last_send() == Permit.objects.get().world_at
    assert told(at_once(granted, waiting[1:])) == {"gap": 7}


def test_a_call_that_never_began_starts_no_gap(waiting: list[Ready]) -> None:
    ended(granted(waiting[0]), NotCalled("mark_lost"), marked=False)
    assert told(at_once(granted, waiting[1:])) == {"grant": 1, "in_flight": 6}


def test_only_the_permit_in_flight_lands(waiting: list[Ready]) -> None:
    """The late verdict of a swept call must not clear the flight of the one after it."""
    verdict = granted(waiting[0])
    another = permit_of(verdict) + 1000
    Budget.objects.update(in_flight_permit=another)
    assert ended(verdict, NotCalled("mark_lost"), marked=False)
    assert Budget.objects.get().in_flight_permit == another


def test_a_permit_that_cannot_have_the_lock_waits(waiting: list[Ready], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told no because somebody else was busy, and nothing was reserved."""
    monkeypatch.setattr("admission.locks.PERMIT_PATIENCE", timedelta(milliseconds=10))
    with holding(waiting[0].subject.workspace_id, [waiting[0].recipient_id]):
        (verdict,) = at_once(granted, waiting[:1])
    assert verdict == Wait(Reason.BUSY)
    assert not Permit.objects.exists()
    assert told(at_once(granted, waiting[:1])) == {"grant": 1}
