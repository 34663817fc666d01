"""Two workspaces that write to the same person know nothing of each other."""

import pytest

from app.models import Event
from bounces.actions import unsubscribe
from bounces.actions.suppressions import suppress_addresses
from bounces.core.tokens import UnsubscribeToken
from bounces.models import Outcome, Suppression
from mailboxes.core.address import parse_address
from mailboxes.models import InboundMessage
from sequences.models import Campaign, Enrollment
from tests.factories import a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, read_all, send_after, send_here
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = (an_email(), an_email(subject="", text="Again, {{ first_name }}", delay=1))


def a_house(world: World, simulator: Simulator, address: str) -> Campaign:
    """A workspace with a mailbox and a campaign that this person is in."""
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world)
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=STEPS)
    enrolled(campaign, a_contact(workspace, address), mailbox=mailbox)
    return campaign


def state(campaign: Campaign) -> str:
    return Enrollment.objects.get(campaign=campaign).state


def test_a_reply_to_one_stops_nothing_in_the_other(world: World, simulator: Simulator) -> None:
    first, second = (a_house(world, simulator, "sam@acme.example") for _ in range(2))
    assert send_here() == ["accepted", "accepted"]
    mailbox = first.campaignmailbox_set.get().mailbox
    (mine,) = [one["id"] for one in simulator.mailbox(mailbox.address)]
    raw = f"From: sam@acme.example\r\nTo: {mailbox.address}\r\nSubject: Re: A question\r\n\r\nYes, tell me more."
    simulator.deliver(mailbox.address, raw.encode())
    read_all()
    assert (state(first), state(second)) == ("replied", "active")
    assert set(Outcome.objects.values_list("workspace_id", flat=True)) == {first.workspace_id}
    assert set(InboundMessage.objects.exclude(own=True).values_list("mailbox_id", flat=True)) == {mailbox.id}
    assert mine
    assert send_after(world, 2) == ["accepted"]


def test_an_opt_out_and_a_list_of_one_say_nothing_in_the_other(world: World, simulator: Simulator) -> None:
    first, second = (a_house(world, simulator, "sam@acme.example") for _ in range(2))
    assert send_here() == ["accepted", "accepted"]
    enrollment = Enrollment.objects.get(campaign=second)
    unsubscribe.request(UnsubscribeToken(second.workspace_id, enrollment.recipient_id, 0))
    assert (state(first), state(second)) == ("active", "unsubscribed")
    suppress_addresses(first.workspace_id, [parse_address("una@acme.example")], reason="typed")
    by_workspace = dict(Suppression.objects.values_list("workspace_id", "reason"))
    assert by_workspace == {first.workspace_id: "typed", second.workspace_id: "unsubscribed"}
    kinds = Event.objects.filter(workspace_id=first.workspace_id, recipient_id=enrollment.recipient_id)
    assert not kinds.exists()


def test_a_forged_token_of_one_workspace_stops_nobody_in_another(world: World, simulator: Simulator) -> None:
    first, second = (a_house(world, simulator, "sam@acme.example") for _ in range(2))
    theirs = Enrollment.objects.get(campaign=second).recipient_id
    link = unsubscribe.link_for(workspace_id=first.workspace_id, recipient_id=theirs, delivery_id=0)
    assert unsubscribe.read_token(link.rpartition("/")[2]) is None
