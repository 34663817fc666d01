"""Follow-ups stay in their conversation, and nothing of another one gets into it."""

from datetime import timedelta
from email.message import EmailMessage

import pytest

from app.models import Workspace
from mailboxes.models import Delivery, Mailbox
from sequences.models import Contact, Enrollment, Touch
from tests.factories import StepPlan, a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, an_smtp, read_all, send_after, send_due, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.races.ready import a_policy

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = an_email(subject="Idea for {{ company }}")
AGAIN = an_email(subject="", text="And again, {{ first_name }}", delay=1)
NEW = an_email(subject="Another thought", delay=1)


@pytest.fixture
def workspace(db: None) -> Workspace:
    made = a_workspace()
    a_policy(made, person_gap_days=None)  # two days between mails are enough, also over a weekend
    return made


@pytest.fixture
def mailbox(workspace: Workspace, simulator: Simulator, world: World) -> Mailbox:
    return a_gmail(workspace, simulator, world)


def someone_enrolled(workspace: Workspace, mailboxes: list[Mailbox], *steps: StepPlan) -> Contact:
    campaign = a_campaign(workspace, mailboxes=mailboxes, steps=steps)
    contact = a_contact(workspace, "silent-ada@acme.example")
    enrolled(campaign, contact)
    return contact


def ids(mail: EmailMessage, name: str) -> list[str]:
    return str(mail[name] or "").split()


def test_a_follow_up_names_the_mails_before_it_and_takes_their_subject_as_sent(
    workspace: Workspace, mailbox: Mailbox, world: World, simulator: Simulator
) -> None:
    contact = someone_enrolled(workspace, [mailbox], FIRST, AGAIN, AGAIN)
    assert send_due(world) == ["accepted"]
    Contact.objects.filter(id=contact.id).update(company="Renamed Ltd")
    assert send_after(world, 2) == send_after(world, 2) == ["accepted"]
    first, second, third = sent_mails(simulator, mailbox)
    assert second["Subject"] == third["Subject"] == f"Re: {first['Subject']}"
    assert ids(second, "In-Reply-To") == ids(second, "References") == ids(first, "Message-ID")
    assert ids(third, "References") == [str(first["Message-ID"]), str(second["Message-ID"])]
    assert len({one["threadId"] for one in simulator.mailbox(mailbox.address)}) == 1


def test_a_step_with_a_subject_of_its_own_begins_a_thread_that_later_steps_continue(
    workspace: Workspace, mailbox: Mailbox, world: World, simulator: Simulator
) -> None:
    someone_enrolled(workspace, [mailbox], FIRST, AGAIN, NEW, AGAIN)
    send_due(world)
    for _ in range(3):
        assert send_after(world, 2) == ["accepted"]
    third, fourth = sent_mails(simulator, mailbox)[2:]
    assert (third["In-Reply-To"], third["References"]) == (None, None)
    assert fourth["Subject"] == "Re: Another thought"
    assert ids(fourth, "References") == ids(third, "Message-ID")
    threads = [one["threadId"] for one in simulator.mailbox(mailbox.address)]
    assert threads[0] == threads[1] != threads[2] == threads[3]


def test_another_mailbox_begins_a_thread_of_its_own_under_the_same_subject(
    workspace: Workspace, mailbox: Mailbox, world: World, simulator: Simulator
) -> None:
    other = a_gmail(workspace, simulator, world)
    someone_enrolled(workspace, [mailbox, other], FIRST, AGAIN, AGAIN)
    send_due(world)
    before, after = (mailbox, other) if simulator.mailbox(mailbox.address) else (other, mailbox)
    Touch.objects.filter(state="scheduled").update(mailbox=after)  # a person reassigned them
    assert send_after(world, 2) == send_after(world, 2) == ["accepted"]
    (first,) = sent_mails(simulator, before)
    second, third = sent_mails(simulator, after)
    assert (second["Subject"], second["References"]) == (first["Subject"], None)
    assert ids(third, "References") == ids(second, "Message-ID")
    assert len({one["threadId"] for one in simulator.mailbox(after.address)}) == 1


def test_a_thread_that_is_gone_at_the_provider_costs_one_try_and_no_step(
    workspace: Workspace, mailbox: Mailbox, world: World, simulator: Simulator
) -> None:
    someone_enrolled(workspace, [mailbox], FIRST, AGAIN)
    send_due(world)
    Enrollment.objects.update(provider_thread_id="deadbeef")
    assert send_after(world, 2) == ["deferred"]
    assert send_after(world, 1) == ["accepted"]
    assert Enrollment.objects.get().state == "finished"
    assert len(sent_mails(simulator, mailbox)) == 2


def test_a_provider_that_renames_mails_is_followed_by_the_name_the_person_saw(
    workspace: Workspace, mailbox: Mailbox, world: World, simulator: Simulator
) -> None:
    simulator.account(mailbox.address, message_ids="rewrite")
    someone_enrolled(workspace, [mailbox], FIRST, AGAIN)
    read_all()
    send_due(world)
    assert send_after(world, 2) == ["accepted"]
    first, second = sent_mails(simulator, mailbox)
    delivery = Delivery.objects.order_by("id")[0]
    assert str(first["Message-ID"]) == f"<{delivery.real_message_id}>" != f"<{delivery.message_id}>"
    assert ids(second, "In-Reply-To") == ids(first, "Message-ID")


def test_eight_steps_name_all_before_them_oldest_first(
    workspace: Workspace, world: World, simulator: Simulator
) -> None:
    domain = "a-rather-long-name-of-a-sending-company-that-needs-its-room.example"
    mailbox = an_smtp(workspace, simulator, world, address=f"nils@{domain}", gap=0)
    someone_enrolled(workspace, [mailbox], FIRST, *[AGAIN] * 7)
    send_due(world)
    for _ in range(7):
        assert send_after(world, 12) == ["accepted"]  # nobody gets more than six mails in 60 days
    mails = sent_mails(simulator, mailbox)
    names = [str(mail["Message-ID"]) for mail in mails]
    assert len(set(names)) == 8
    for number, mail in enumerate(mails):
        assert ids(mail, "References") == names[:number]
        assert ids(mail, "In-Reply-To") == names[number - 1 : number]


def test_a_mail_that_waits_is_written_anew_and_keeps_its_message_id(
    workspace: Workspace, mailbox: Mailbox, world: World, simulator: Simulator
) -> None:
    contact = someone_enrolled(workspace, [mailbox], FIRST)
    simulator.fault("status", status=429, retry_after="text:1")
    assert send_due(world) == ["deferred"]
    prepared = Delivery.objects.get()
    Contact.objects.filter(id=contact.id).update(company="Renamed Ltd")
    Mailbox.objects.update(limited_until=None)
    assert send_after(world, 1) == ["accepted"]
    (mail,) = sent_mails(simulator, mailbox)
    assert (mail["Subject"], mail["Message-ID"]) == ("Idea for Renamed Ltd", f"<{prepared.message_id}>")


def test_a_first_step_without_a_subject_is_held_and_not_sent(
    workspace: Workspace, mailbox: Mailbox, world: World, simulator: Simulator
) -> None:
    someone_enrolled(workspace, [mailbox], AGAIN)
    world.pass_time(timedelta(days=2))
    read_all()
    assert send_due(world) == ["held"]
    assert Touch.objects.values_list("hold_reason", "hold_detail").get() == ("cannot_compose", "subject")
    assert simulator.journal("post") == []
