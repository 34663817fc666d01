"""A settle and a stop of the same person, in every order: nothing stays open, and nothing follows."""

import pytest

from admission.core.settlement import Accepted, Deferred, NotCalled, Rejected, Settlement, Vanished
from admission.models import Permit
from app.models import ReactionDue
from bounces.core.outcomes import Outcome
from bounces.core.reading import Category
from mailboxes.core.errors import Scope
from mailboxes.core.states import DeliveryState
from mailboxes.models import Budget, Delivery, Mailbox
from sequences.models import OPEN_TOUCH, Enrollment, Task, Touch
from tests.factories import a_campaign, a_task, a_workspace, an_email
from tests.plugins.world import World
from tests.races.interleave import a_pair
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.settled import RECEIPT, ended
from tests.races.stops import STOPS, come

pytestmark = pytest.mark.django_db(transaction=True)

SETTLEMENTS: dict[str, Settlement] = {
    "accepted": Accepted(RECEIPT),
    "deferred": Deferred(Scope.RECIPIENT),
    "limited": Deferred(Scope.PROVIDER),
    "refused": Rejected(Scope.RECIPIENT, Category.INVALID_RECIPIENT, 550, "5.1.1"),
    "blamed": Rejected(Scope.MESSAGE, Category.POLICY_BLOCK, 554),
    "not_called": NotCalled("mark_lost"),
    "vanished": Vanished("reset"),
}
KINDS = ("unsubscribe", "reply", "enrollment", "typed")
CLOSED = {DeliveryState.ACCEPTED, DeliveryState.REJECTED, DeliveryState.UNCERTAIN, DeliveryState.WITHDRAWN}
RACES = 8


def targets(world: World) -> list[Ready]:
    """People with a step by mail and another by hand, in a mailbox that has one call in flight at a time."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, gap=1)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=[an_email(), a_task()])
    return prepared(campaign, mailbox, people(workspace, RACES))


def race(ready: Ready, kind: str, settlement: Settlement) -> None:
    """Let the call end while the person is stopped; the mailbox is made free for it."""
    Budget.objects.update(last_send_at=None)
    Mailbox.objects.update(limited_until=None, state="connected")  # five who do not exist pause it
    verdict = granted(ready)
    with a_pair(seed=ready.delivery_id) as pair:
        settled, _ = pair.race(lambda: ended(verdict, settlement), lambda: STOPS[kind].act(ready))
    assert settled


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("settlement", SETTLEMENTS.values(), ids=SETTLEMENTS)
def test_a_settle_that_meets_a_stop_leaves_nothing_open(world: World, kind: str, settlement: Settlement) -> None:
    for ready in targets(world):
        race(ready, kind, settlement)
    assert not Touch.objects.filter(state__in=OPEN_TOUCH).exists()
    assert not Enrollment.objects.filter(state="active").exists()
    assert set(Delivery.objects.values_list("state", flat=True)) <= CLOSED
    assert not Permit.objects.filter(state=Permit.State.OPEN).exists()
    assert Budget.objects.get().in_flight_permit is None
    assert not Touch.objects.filter(position=2).exclude(state="cancelled").exists()
    assert not Task.objects.filter(state="open").exists()
    assert not ReactionDue.objects.exists()


def test_a_deferral_frees_nobody_whom_somebody_has_to_look_at(world: World) -> None:
    """An unreadable answer came during the call: the person stays held for it."""
    one = targets(world)[0]
    verdict = granted(one)
    come(Outcome.UNREADABLE)(one)
    assert ended(verdict, Deferred(Scope.RECIPIENT))
    touch = Touch.objects.get(id=one.subject.touch_id)
    assert (touch.state, touch.hold_reason) == ("held", "unreadable_answer")
