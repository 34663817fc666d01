"""The name a mail travels under comes from what the mailbox sent, or is asked for; nothing is ever sent for it."""

from datetime import timedelta
from typing import Any

import pytest

from app.actions import clock
from app.models import Workspace
from mailboxes.actions import inbound, real_ids
from mailboxes.models import Delivery, Mailbox
from sequences.models import Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, send_here
from tests.plugins.simulator import Simulator, simulator, simulator_process
from tests.plugins.world import World

__all__ = ["simulator", "simulator_process"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture
def mailbox(workspace: Workspace, simulator: Simulator, world: World) -> Mailbox:
    made = a_gmail(workspace, simulator, world)
    simulator.account(made.address, message_ids="rewrite-and-drop")
    return made


@pytest.fixture
def sent(workspace: Workspace, mailbox: Mailbox) -> Delivery:
    """One accepted mail whose provider gave it another name."""
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=(an_email(),))
    enrolled(campaign, a_contact(workspace, "silent-ada@acme.example"), mailbox=mailbox)
    inbound.poll(mailbox.id)
    assert send_here() == ["accepted"]
    return Delivery.objects.get()


def long_ago(**changes: Any) -> None:
    Delivery.objects.update(settled_at=clock.now() - timedelta(minutes=10), **changes)


def name(delivery: Delivery) -> str:
    delivery.refresh_from_db()
    return delivery.real_message_id


def asked_of(simulator: Simulator) -> str:
    return str(simulator.journal("accept")[0]["message_id"])


def test_reading_the_mailbox_tells_the_name_without_a_question_of_its_own(
    sent: Delivery, mailbox: Mailbox, simulator: Simulator
) -> None:
    assert name(sent) == ""
    inbound.poll(mailbox.id)
    assert name(sent) == asked_of(simulator) != sent.message_id
    assert real_ids.due() == []


def test_a_name_that_did_not_come_is_asked_for_and_a_failure_is_repaired(
    sent: Delivery, mailbox: Mailbox, simulator: Simulator
) -> None:
    assert real_ids.due() == []  # it may still come by itself
    long_ago()
    assert real_ids.due() == [mailbox.id]
    simulator.fault("status", "get", status=503)
    assert (real_ids.look_up(mailbox.id), name(sent)) == (0, "")
    assert real_ids.due() == [mailbox.id]
    assert (real_ids.look_up(mailbox.id), name(sent)) == (1, asked_of(simulator))
    assert real_ids.due() == []
    assert len(simulator.journal("post")) == 1


@pytest.mark.parametrize("fault", ["status", "close", "truncate"])
def test_a_failing_look_up_never_resends_and_never_moves_the_delivery(
    sent: Delivery, mailbox: Mailbox, simulator: Simulator, fault: str
) -> None:
    long_ago()
    simulator.fault(fault, "get", times=3, status=500)
    for _ in range(3):
        real_ids.look_up(mailbox.id)
    sent.refresh_from_db()
    assert (sent.state, sent.attempts, Touch.objects.get().state) == ("accepted", 1, "sent")
    assert len(simulator.journal("post")) == 1


def test_a_mail_that_is_gone_is_not_asked_for_for_ever(sent: Delivery, mailbox: Mailbox, simulator: Simulator) -> None:
    simulator.message(mailbox.address, sent.provider_id, delete=True)
    long_ago()
    assert real_ids.look_up(mailbox.id) == 0
    Delivery.objects.update(settled_at=clock.now() - real_ids.GIVE_UP)
    assert real_ids.due() == []


def test_a_mailbox_that_may_not_be_reached_is_left_alone(sent: Delivery, mailbox: Mailbox, world: World) -> None:
    long_ago()
    world.allow([])
    assert real_ids.look_up(mailbox.id) == 0
    Mailbox.objects.update(state="reconnect_needed")
    assert real_ids.due() == []


def test_another_mailboxs_mail_of_the_same_id_teaches_nothing(
    sent: Delivery, mailbox: Mailbox, workspace: Workspace
) -> None:
    """Ids are the mailbox's own: the same one elsewhere is another mail."""
    other = a_mailbox(workspace)
    Delivery.objects.update(mailbox=other)
    inbound.poll(mailbox.id)
    assert name(sent) == ""


def test_a_stranger_who_writes_in_our_name_teaches_nothing(
    sent: Delivery, mailbox: Mailbox, simulator: Simulator
) -> None:
    forged = f"From: {mailbox.address}\r\nMessage-ID: <forged@evil.example>\r\nX-Entity-Ref: {sent.token}\r\n\r\nHi\r\n"
    simulator.deliver(mailbox.address, forged.encode(), labels=("INBOX",))
    inbound.poll(mailbox.id)
    assert name(sent) == asked_of(simulator)
