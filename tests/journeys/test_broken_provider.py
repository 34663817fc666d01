"""A provider that breaks is left alone as a whole, tried again with one mail, and nobody elsewhere notices."""

import pytest

from app.actions import clock
from app.models import Event, Workspace
from mailboxes.actions import breakers
from mailboxes.models import Delivery, Mailbox, ProviderBreaker
from sequences.actions import plan
from sequences.models import Touch
from sequences.screens.told import TOLD
from sequences.screens.words import HELD
from tests.factories import a_campaign, a_contact, a_workspace, enrolled
from tests.journeys.running import a_gmail, an_smtp, send_here
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def person(mailbox: Mailbox) -> None:
    """Somebody silent who is due from this mailbox."""
    address = f"silent-{mailbox.id}@acme{mailbox.id}.example"
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox])
    enrolled(campaign, a_contact(mailbox.workspace, address), mailbox=mailbox)


def posts(simulator: Simulator) -> int:
    return len(simulator.journal("post"))


def its_time_is_over() -> None:
    ProviderBreaker.objects.update(until=clock.now())
    breakers.known.forget()


def test_a_burst_of_server_errors_leaves_few_in_doubt_and_one_mail_finds_out_when_it_is_over(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    for _ in range(8):
        person(a_gmail(workspace, simulator, world, gap=0))
    person(an_smtp(workspace, simulator, world, gap=0))
    simulator.fault("status", status=503, times=6)
    assert send_here() == ["vanished"] * 5 + ["provider_down"] * 3 + ["accepted"]
    assert posts(simulator) == 5 + 1
    assert HELD[Touch.objects.filter(state="scheduled").values_list("hold_reason", flat=True)[0]].because
    its_time_is_over()
    assert send_here() == ["vanished", "provider_down", "provider_down"]
    assert posts(simulator) == 5 + 1 + 1
    its_time_is_over()
    assert send_here() == ["accepted", "accepted"]
    assert Delivery.objects.filter(state="uncertain").count() == 6
    told = list(Event.objects.filter(kind__startswith="provider.").order_by("id").values_list("kind", flat=True))
    assert told == ["provider.unavailable", "provider.back"]
    assert set(told) <= TOLD.keys()


def test_a_spent_day_of_the_project_stops_all_its_mailboxes_until_it_has_a_new_one(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    boxes = [a_gmail(workspace, simulator, world, gap=0) for _ in range(3)]
    for mailbox in boxes:
        person(mailbox)
    simulator.fault("status", status=403, reason="dailyLimitExceeded")
    assert send_here() == ["deferred", "provider_down", "provider_down"]
    assert posts(simulator) == 1
    assert ProviderBreaker.objects.get().cause == "spent"
    plan.plan()
    assert set(Touch.objects.values_list("state", "hold_reason")) == {
        ("scheduled", "provider_down"),
        ("scheduled", "deferred"),
    }
    assert posts(simulator) == 1
