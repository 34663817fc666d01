"""Given cases of inbound mail: faults of our own, ids that a provider replaced, and wishes (G-INB-07, 12 and 13)."""

from datetime import timedelta
from email.message import EmailMessage

import pytest

from app.core.errors import Refused
from app.models import Event, Workspace
from bounces.models import Outcome
from mailboxes.actions import mailboxes as accounts
from mailboxes.models import Delivery, DeliveryBody, Mailbox
from mailboxes.screens.mailbox import about
from sequences.actions import enrollments
from sequences.models import Contact, Enrollment, Touch
from tests.bounces.actions import letters
from tests.cases.inbound import came, given, suppressed
from tests.factories import a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.office import Mailed, Office, an_office, arrive, due_now, tried
from tests.journeys.running import a_gmail, read_all, send_after, send_due, sent_mails
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = an_email(subject="A question")
AGAIN = an_email(subject="", text="And again", delay=1)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, address="nora@nordlicht.example")


@pytest.fixture
def pat(office: Office) -> Mailed:
    return office.mailed("pat@acme.example")


def state_of(mailbox: Mailbox) -> tuple[str, str]:
    mailbox.refresh_from_db()
    return mailbox.state, mailbox.state_reason


def faulty(office: Office, number: int) -> list[Mailed]:
    """People whose mail came back because of the mailbox's own set-up."""
    people = [office.mailed(f"person{one}@acme{one}.example") for one in range(number)]
    for person in people:
        came(office, "dsn-sender-side-fault", person)
    return people


def test_g_inb_07_the_mailbox_is_warned_once_with_the_words_of_the_report(office: Office) -> None:
    (first,) = faulty(office, 1)
    assert state_of(office.mailbox) == ("connected", "set_up_refused")
    assert "misconfigured: TLS negotiation failed" in about(office.mailbox).notice
    assert [one.data for one in Event.objects.filter(kind="mailbox.warned")] == [{"reason": "set_up_refused"}]
    assert (first.state, suppressed(first)) == ("failed", False)
    DeliveryBody.objects.update(answers={})  # as erasing the person does
    assert about(office.mailbox).notice == ""


def test_g_inb_07_nobody_is_at_fault_and_the_mailbox_is_paused_after_three(office: Office) -> None:
    people = faulty(office, 10)
    assert state_of(office.mailbox) == ("paused", "set_up_refused")
    assert {person.state for person in people} == {"failed"}
    assert not any(suppressed(person) for person in people)
    assert set(Outcome.objects.values_list("kind", "exact")) == {("failed", True)}
    assert Event.objects.filter(kind="mailbox.warned").count() == 1
    assert Event.objects.filter(kind="mailbox.paused").count() == 1


def test_g_inb_07_after_the_repair_a_person_lets_the_steps_go_again_and_they_wait_for_slots(office: Office) -> None:
    people = faulty(office, 3)
    assert not Touch.objects.filter(state__in=["scheduled", "planned"]).exists()
    accounts.resume(office.mailbox)
    assert state_of(office.mailbox) == ("connected", "")
    assert enrollments.reopen_failed(office.campaign.id, reason="authentication") == 3
    first = people[0].open_touch
    assert first is not None
    assert (first.position, first.resend, first.state) == (1, 1, "scheduled")
    office.world.pass_time(timedelta(days=3))  # the gap between two mails to a person holds for this one too
    again = tried(due_now(people[0].enrollment).id)
    assert (again.state, again.step_id, again.resend) == ("accepted", people[0].delivery.step_id, 1)
    assert Touch.objects.filter(state="planned").count() == 0  # the others were not sent with it
    following = people[0].open_touch
    assert following is not None
    assert following.position == 2


def test_g_inb_07_a_new_fault_after_the_repair_begins_with_a_warning(office: Office) -> None:
    faulty(office, 3)
    accounts.resume(office.mailbox)
    came(office, "dsn-sender-side-fault", office.mailed("later@elsewhere.example"))
    assert state_of(office.mailbox) == ("connected", "set_up_refused")


def answer(person: Contact, mailbox: Mailbox, named: str, text: str = letters.WORDS) -> bytes:
    head = (
        f"From: {person.email}\r\nTo: {mailbox.address}\r\nSubject: Re: A question\r\nMessage-ID: <r1@acme.example>\r\n"
    )
    return f"{head}In-Reply-To: {named}\r\nReferences: {named}\r\n\r\n{text}\r\n".encode()


@pytest.fixture
def rewritten(world: World, simulator: Simulator) -> tuple[Mailbox, Contact, EmailMessage]:
    """A Gmail mailbox whose provider makes Message-IDs of its own, and the first mail that it sent."""
    workspace: Workspace = a_workspace()
    mailbox = a_gmail(workspace, simulator, world)
    simulator.account(mailbox.address, message_ids="rewrite-and-drop")
    pat = a_contact(workspace, "silent-pat@acme.example")
    enrolled(a_campaign(workspace, mailboxes=[mailbox], steps=[FIRST, AGAIN]), pat, mailbox=mailbox)
    read_all()
    assert send_due(world) == ["accepted"]
    read_all()
    (sent,) = sent_mails(simulator, mailbox)
    return mailbox, pat, sent


def test_g_inb_12_the_providers_id_is_read_back_and_the_follow_up_names_it(
    rewritten: tuple[Mailbox, Contact, EmailMessage], world: World, simulator: Simulator
) -> None:
    mailbox, _, sent = rewritten
    delivery = Delivery.objects.get()
    assert sent["Message-ID"] == f"<{delivery.real_message_id}>" != f"<{delivery.message_id}>"
    assert send_after(world, 2) == ["accepted"]
    _, second = sent_mails(simulator, mailbox)
    assert (second["In-Reply-To"], second["References"]) == (sent["Message-ID"], sent["Message-ID"])


@pytest.mark.parametrize("named", ["the provider's", "ours"])
def test_g_inb_12_a_reply_that_names_either_id_finds_the_step(
    rewritten: tuple[Mailbox, Contact, EmailMessage], simulator: Simulator, named: str
) -> None:
    mailbox, pat, sent = rewritten
    ours = f"<{Delivery.objects.get().message_id}>"
    simulator.deliver(mailbox.address, answer(pat, mailbox, ours if named == "ours" else str(sent["Message-ID"])))
    read_all()
    found = Outcome.objects.get()
    assert (found.exact, found.delivery_id, found.recipient_id) == (True, Delivery.objects.get().id, pat.recipient_id)
    assert Enrollment.objects.get().state == "replied"


@pytest.mark.parametrize("named", ["the provider's", "ours"])
def test_g_inb_12_a_report_that_names_either_id_is_about_that_mail(office: Office, pat: Mailed, named: str) -> None:
    Delivery.objects.update(real_message_id="0102abcd-000000@relay.example")
    name = pat.delivery.message_id if named == "ours" else "0102abcd-000000@relay.example"
    report = letters.report(letters.block(pat.contact.email), returned=f"Message-ID: <{name}>")
    arrive(office.mailbox, report)
    assert (Outcome.objects.get().exact, Delivery.objects.get().state, pat.state) == (True, "bounced", "bounced")


def test_g_inb_12_a_reply_that_names_only_what_a_relay_stamped_is_matched_by_its_writer(
    office: Office, pat: Mailed
) -> None:
    message = arrive(office.mailbox, answer(pat.contact, office.mailbox, "<0102abcd-000000@relay.example>"))
    assert (message.disposition, message.recipient_id, pat.state) == ("replied", pat.contact.recipient_id, "replied")
    assert Outcome.objects.get().delivery_id == pat.delivery.id


WISHES = ["reply-please-remove", "Bitte keine weiteren E-Mails."]


@pytest.mark.parametrize("wish", WISHES)
def test_g_inb_13_a_wish_in_words_stops_and_suppresses_for_every_campaign(
    office: Office, pat: Mailed, wish: str
) -> None:
    raw = given(wish, pat, mailbox=office.mailbox.address) if wish == WISHES[0] else letters.reply(pat, wish)
    assert arrive(office.mailbox, raw).disposition == "unsubscribed"
    assert (pat.state, suppressed(pat)) == ("unsubscribed", True)
    with pytest.raises(Refused, match="do-not-contact list"):
        enrollments.enrol_contact(office.another().campaign, pat.contact)


def test_g_inb_13_a_quoted_footer_is_nobodys_wish(office: Office, pat: Mailed) -> None:
    message = came(office, "reply-quoted-footer", pat)
    assert (message.kind, pat.state, suppressed(pat)) == ("human_reply", "replied", False)
