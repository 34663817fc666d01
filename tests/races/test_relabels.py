"""A person says what a message is while a permit is asked for, or while somebody else says something else."""

import pytest
from django.db import connection

from admission.core.verdict import Grant
from app.actions import clock
from app.core.errors import Refused
from app.models import Workspace
from bounces.actions.outcomes import Came, record
from bounces.core.outcomes import EFFECTS
from bounces.core.outcomes import Outcome as Kind
from bounces.models import Outcome, Relabel
from mailboxes.models import InboundMessage
from sequences.models import Enrollment, Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.interleave import a_pair
from tests.races.ready import Ready, a_policy, a_sender, granted, people, prepared
from tests.races.stops import answered, say, somebody, workspace_of

pytestmark = pytest.mark.django_db(transaction=True)
RACES = 20


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace(company_rule="nothing")


@pytest.fixture
def targets(world: World, workspace: Workspace) -> list[Ready]:
    a_policy(workspace, domain_per_day=None)
    mailbox = a_sender(world, workspace, cap=10_000, rolling_cap=10_000)
    somebody(workspace.id)
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, RACES))


def tried(ready: Ready, kind: Kind) -> bool:
    try:
        say(ready, kind)
    except Refused:
        return False
    return True


def test_of_two_who_say_different_things_at_once_one_is_told(targets: list[Ready]) -> None:
    with a_pair(seed=3) as pair:
        for ready in targets:
            answered(ready)
            won = pair.race(lambda: tried(ready, Kind.REPLIED), lambda: tried(ready, Kind.LEFT))  # noqa: B023
            counted = Outcome.objects.filter(recipient_id=ready.recipient_id, corrected_at=None)
            # Who came second either saw the first one's label, and put theirs in its place, or was refused.
            assert any(won)
            assert counted.count() == 1
            state = Enrollment.objects.get(id=ready.enrollment_id).state
            assert state == EFFECTS[Kind(counted.get().kind)].ends
    assert Relabel.objects.count() == Outcome.objects.exclude(corrects=None).count()


def wrong(ready: Ready) -> None:
    """A machine's message was taken for an answer, which stopped the person."""
    answered(ready)
    InboundMessage.objects.filter(provider_id=f"for-{ready.recipient_id}").update(disposition="replied")
    Outcome.objects.filter(recipient_id=ready.recipient_id).delete()
    message = InboundMessage.objects.get(provider_id=f"for-{ready.recipient_id}")
    came = Came(workspace_of(ready), ready.recipient_id, Kind.REPLIED, EFFECTS[Kind.REPLIED], inbound_id=message.id)
    record(came)


def test_no_permit_is_granted_before_a_wrong_stop_is_taken_back(targets: list[Ready]) -> None:
    """The mail of the stopped step was withdrawn, so none is granted after it either: the step is written anew."""
    with a_pair(seed=5) as pair:
        for ready in targets:
            wrong(ready)
            verdict, _ = pair.race(lambda: granted(ready), lambda: say(ready, Kind.AUTO_REPLIED))  # noqa: B023
            assert not isinstance(verdict, Grant)
            assert Enrollment.objects.get(id=ready.enrollment_id).state == "active"
            touch = Touch.objects.get(enrollment_id=ready.enrollment_id)
            assert (touch.state, touch.eligible_at <= clock.world_now()) == ("scheduled", True)
    assert connection.in_atomic_block is False
