"""Reports that come at once, each for another person, while permits are asked: none is missed, and none is late."""

from collections.abc import Callable
from typing import Any

import pytest

from admission.models import Permit
from app.models import Event, ReactionDue
from mailboxes.models import Delivery, Mailbox
from sequences.models import Campaign
from tests.factories import a_campaign, a_workspace
from tests.journeys.came_back import comes
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared, still_prepared, told
from tests.races.settled import accepted
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def mailed(world: World, number: int, waiting: int, **campaign: Any) -> tuple[list[Delivery], list[Ready]]:
    """So many people who got their mail, and as many who wait for theirs, of one mailbox."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, cap=100)
    made = a_campaign(workspace, mailboxes=[mailbox], **campaign)
    ready = prepared(made, mailbox, people(workspace, number + waiting))
    for one in ready[:number]:
        accepted(granted(one))
    return list(Delivery.objects.filter(id__in=[one.delivery_id for one in ready[:number]])), ready[number:]


def bouncing(delivery: Delivery) -> Callable[[], object]:
    return lambda: comes(delivery)


def asking(ready: Ready) -> Callable[[], object]:
    return lambda: granted(ready)


def test_the_fifth_of_five_bounces_at_once_pauses_before_the_next_permit(world: World) -> None:
    sent, waiting = mailed(world, 5, 6)
    work = [each for pair in zip(map(bouncing, sent), map(asking, waiting), strict=False) for each in pair]
    at_once(lambda act: act(), work)
    assert Mailbox.objects.values_list("state", "state_reason").get() == ("paused", "hard_bounces")
    paused = Event.objects.get(kind="mailbox.paused")
    assert Event.objects.filter(kind="mailbox.slowed").count() == 1
    assert not Permit.objects.filter(granted_at__gt=paused.at).exists()
    left = still_prepared(waiting)
    assert left
    assert told([granted(one) for one in left]) == {"mailbox_not_connected": len(left)}
    assert not ReactionDue.objects.exists()


def test_three_first_people_who_bounce_at_once_hold_the_campaign(world: World) -> None:
    sent, _ = mailed(world, 3, 0, canary="resting", canary_size=3)
    at_once(comes, sent)
    assert Campaign.objects.values_list("canary", flat=True).get() == "held"
    assert Event.objects.filter(kind="campaign.canary").count() == 1
    assert not ReactionDue.objects.exists()
