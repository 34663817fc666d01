"""G-CMP-08: threading through the Gmail API, by what was asked for in each request."""

from dataclasses import dataclass
from email.message import EmailMessage

import pytest

from app.models import Workspace
from mailboxes.models import Mailbox
from sequences.models import Contact, Enrollment, Touch
from tests.factories import StepPlan, a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail, read_all, send_after, send_due, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.races.ready import a_policy

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = an_email(subject="Idea for {{ company }}")
AGAIN = an_email(subject="", text="And again, {{ first_name }}", delay=1)
NEW = an_email(subject="Another thought", delay=1)


@dataclass(frozen=True)
class Stub:
    """The Gmail API as the case asks for it: each request with its thread and its decoded mail."""

    simulator: Simulator

    def threads_asked_for(self) -> list[str | None]:
        return [post["thread"] for post in self.simulator.journal("post")]

    def thread_of(self, mailbox: Mailbox, number: int = 0) -> str:
        return str(self.simulator.mailbox(mailbox.address)[number]["threadId"])

    def mails(self, mailbox: Mailbox) -> list[EmailMessage]:
        return sent_mails(self.simulator, mailbox)


@pytest.fixture
def stub(simulator: Simulator) -> Stub:
    return Stub(simulator)


@pytest.fixture
def workspace(db: None) -> Workspace:
    made = a_workspace()
    a_policy(made, person_gap_days=None)  # two days between mails are enough, also over a weekend
    return made


@pytest.fixture
def mailbox(workspace: Workspace, simulator: Simulator, world: World) -> Mailbox:
    return a_gmail(workspace, simulator, world)


def someone(workspace: Workspace, mailboxes: list[Mailbox], *steps: StepPlan) -> Contact:
    contact = a_contact(workspace, "silent-ada@acme.example")
    enrolled(a_campaign(workspace, mailboxes=mailboxes, steps=steps), contact, mailbox=mailboxes[0])
    read_all()
    return contact


@pytest.mark.parametrize("mode", ["keep", "rewrite", "rewrite-and-drop"])
def test_g_cmp_08_a_follow_up_names_thread_references_and_subject_of_the_first_mail(
    workspace: Workspace, mailbox: Mailbox, world: World, stub: Stub, mode: str
) -> None:
    stub.simulator.account(mailbox.address, message_ids=mode)
    contact = someone(workspace, [mailbox], FIRST, AGAIN, NEW)
    assert send_due(world) == ["accepted"]
    Contact.objects.filter(id=contact.id).update(company="Renamed Ltd")
    assert [send_after(world, 2) for _ in range(2)] == [["accepted"]] * 2
    first, second, third = stub.mails(mailbox)
    assert stub.threads_asked_for() == [None, stub.thread_of(mailbox), None]
    assert second["In-Reply-To"] == second["References"] == first["Message-ID"]
    assert second["Subject"] == f"Re: {first['Subject']}"
    assert "Renamed" not in second["Subject"]
    assert (third["Subject"], third["References"], third["In-Reply-To"]) == ("Another thought", None, None)
    assert stub.thread_of(mailbox, 1) == stub.thread_of(mailbox) != stub.thread_of(mailbox, 2)


def test_g_cmp_08_a_person_waits_for_the_mailbox_that_began(
    workspace: Workspace, mailbox: Mailbox, world: World, stub: Stub
) -> None:
    other = a_gmail(workspace, stub.simulator, world)
    someone(workspace, [mailbox, other], FIRST, AGAIN)
    assert send_due(world) == ["accepted"]
    Mailbox.objects.filter(id=mailbox.id).update(state="paused")
    assert send_after(world, 2) == []
    assert stub.threads_asked_for() == [None]
    Mailbox.objects.filter(id=mailbox.id).update(state="connected")
    assert send_after(world, 1) == ["accepted"]
    assert stub.threads_asked_for() == [None, stub.thread_of(mailbox)]


def test_g_cmp_08_another_mailbox_never_names_a_thread_that_is_not_its_own(
    workspace: Workspace, mailbox: Mailbox, world: World, stub: Stub
) -> None:
    other = a_gmail(workspace, stub.simulator, world)
    someone(workspace, [mailbox, other], FIRST, AGAIN, AGAIN)
    assert send_due(world) == ["accepted"]
    Touch.objects.filter(state="scheduled").update(mailbox=other)  # a person reassigned them
    assert [send_after(world, 2) for _ in range(2)] == [["accepted"]] * 2
    assert stub.threads_asked_for() == [None, None, stub.thread_of(other)]
    assert stub.mails(other)[0]["References"] is None


def test_g_cmp_08_a_thread_that_is_gone_leads_to_one_send_without_it(
    workspace: Workspace, mailbox: Mailbox, world: World, stub: Stub
) -> None:
    someone(workspace, [mailbox], FIRST, AGAIN)
    assert send_due(world) == ["accepted"]
    (sent,) = stub.simulator.mailbox(mailbox.address)
    stub.simulator.message(mailbox.address, sent["id"], delete=True)
    assert send_after(world, 2) == ["deferred"]
    assert send_after(world, 1) == ["accepted"]
    assert stub.threads_asked_for() == [None, sent["threadId"], None]
    (second,) = stub.mails(mailbox)
    assert second["References"] is not None  # the person's own program still threads by it
    assert second["Subject"].startswith("Re: ")
    assert Enrollment.objects.get().state == "finished"
