"""One person's way through a campaign, end to end against the simulator."""

from datetime import timedelta

import pytest

from mailboxes.models import HandMail
from sequences.actions import tasks
from sequences.models import Enrollment, Task, Touch
from tests.factories import a_campaign, a_contact, a_task, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, read_all, send_due
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def test_three_steps_reach_a_silent_person_and_finish(world: World, simulator: Simulator) -> None:
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world)
    steps = [an_email(), an_email(subject="", text="And again, {{ first_name }}", delay=3), a_task()]
    campaign = a_campaign(workspace, mailboxes=[mailbox], steps=steps)
    enrolled(campaign, a_contact(workspace, "silent-ada@acme.example"))
    assert send_due(world) == ["accepted"]
    world.pass_time(timedelta(days=3, hours=7, minutes=50))
    read_all()
    assert send_due(world) == ["accepted"], Touch.objects.values("state", "hold_reason", "eligible_at", "slot_at")
    first, second = simulator.journal("accept")
    assert (first["rcpt"], second["rcpt"]) == ("silent-ada@acme.example",) * 2
    world.pass_time(timedelta(days=4))

    assert tasks.open_due() == 1
    tasks.complete(Task.objects.get().id)
    assert Enrollment.objects.get().state == "finished"


def test_a_reply_stops_the_sequence(world: World, simulator: Simulator) -> None:
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world)
    campaign = a_campaign(
        workspace, mailboxes=[mailbox], steps=[an_email(), an_email(subject="", text="More", delay=3)]
    )
    enrolled(campaign, a_contact(workspace, "reply-bob@acme.example"))
    assert send_due(world) == ["accepted"]
    simulator.release()
    assert read_all() >= 1
    assert Enrollment.objects.get().state == "replied"
    world.pass_time(timedelta(days=5))
    assert send_due(world) == []
    assert len(simulator.journal("accept")) == 1


@pytest.mark.parametrize("ids", ["keep", "rewrite-and-drop"])
def test_of_what_lies_in_sent_only_another_tools_mail_holds_the_person(
    world: World, simulator: Simulator, ids: str
) -> None:
    workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world)
    simulator.account(mailbox.address, message_ids=ids)
    campaign = a_campaign(
        workspace, mailboxes=[mailbox], steps=[an_email(), an_email(subject="", text="More", delay=3)]
    )
    enrolled(campaign, a_contact(workspace, "silent-bob@acme.example"))
    read_all()
    assert send_due(world) == ["accepted"]
    read_all()
    assert (HandMail.objects.count(), Touch.objects.filter(state="held").count()) == (0, 0)
    other = (
        f"From: {mailbox.address}\r\nTo: silent-bob@acme.example\r\nMessage-ID: <other@tool.example>\r\n"
        "List-Unsubscribe: <https://tool.example/out>\r\nSubject: Offer\r\n\r\nHello\r\n"
    ).encode()
    simulator.deliver(mailbox.address, other, labels=("SENT",), at=world.now().isoformat())
    read_all()
    assert HandMail.objects.get().by_tool
    assert Touch.objects.get(state="held").hold_reason == "other_tool"
    world.pass_time(timedelta(days=5))
    assert send_due(world) == []
