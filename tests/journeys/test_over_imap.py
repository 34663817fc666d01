"""A mailbox that submits by SMTP and is read over IMAP: answers stop, and its Sent folder settles doubts."""

from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage

import pytest
from django.db.models import F

from admission.actions import reconcile
from admission.models import AbsenceRead, Doubt, Permit, PermitFacts
from app.actions import clock
from app.models import Workspace
from bounces.models import Outcome
from mailboxes.actions import inbound, pool
from mailboxes.models import Delivery, HandMail, InboundCursor, InboundMessage, Mailbox
from sequences.models import Campaign, Contact, Enrollment, Touch
from tests.factories import SECRETS, a_campaign, a_contact, a_workspace, an_email, enrolled
from tests.journeys.running import an_smtp, read_all, send_here, sent_octets
from tests.mailboxes.imap_server import House, imap_house
from tests.plugins.simulator import Simulator
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

STEPS = (an_email(), an_email(subject="", text="And again, {{ first_name }}", delay=3))


@pytest.fixture
def house() -> Iterator[House]:
    with imap_house() as served:
        served.password = SECRETS["smtp"]["password"]
        yield served
        pool.close_idle(older_than=timedelta(0))


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


@pytest.fixture
def nils(workspace: Workspace, simulator: Simulator, world: World, house: House) -> Mailbox:
    mailbox = an_smtp(workspace, simulator, world, gap=0)
    imap = {"host": "127.0.0.1", "port": house.port, "security": "plain"}
    Mailbox.objects.filter(id=mailbox.id).update(endpoints={**mailbox.endpoints, "imap": imap})
    world.allow({*simulator.endpoints, f"127.0.0.1:{house.port}"})
    InboundCursor.objects.filter(mailbox=mailbox).update(listed_at=None)
    mailbox.refresh_from_db()
    read_all()
    return mailbox


def writing_to(mailbox: Mailbox, *names: str) -> Campaign:
    campaign = a_campaign(mailbox.workspace, mailboxes=[mailbox], steps=list(STEPS))
    for name in names:
        enrolled(campaign, a_contact(mailbox.workspace, f"{name}@acme.example"), mailbox=mailbox)
    return campaign


def answer(to: str, *, sender: str = "bob@acme.example", number: int = 1, message_id: bool = True) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["Subject"], mail["In-Reply-To"] = sender, "Re: A question", f"<{to}>"
    mail["Date"] = "Mon, 30 Nov 2026 09:00:00 +0000"
    if message_id:
        mail["Message-ID"] = f"<answer-{number}@acme.example>"
    mail.set_content("Yes, call me.")
    return bytes(mail)


def sent_to(name: str) -> Delivery:
    return Delivery.objects.get(deliverybody__address=f"{name}@acme.example")


def state_of(name: str) -> str:
    contact = Contact.objects.get(email=f"{name}@acme.example")
    return Enrollment.objects.values_list("state", flat=True).get(contact=contact)


def keep_copies(house: House, simulator: Simulator, mailbox: Mailbox) -> None:
    """What a server does that keeps what is submitted."""
    for raw in sent_octets(simulator, mailbox)[len(house.folders["Sent"].mails) :]:
        house.add(raw, "Sent")


def test_a_follow_up_leaves_once_the_inbox_was_read_over_imap(nils: Mailbox, world: World, house: House) -> None:
    writing_to(nils, "bob")
    assert send_here() == ["accepted"]
    world.pass_time(timedelta(days=4))
    read_all()
    assert send_here() == ["accepted"]
    assert Delivery.objects.filter(state="accepted").count() == 2


@pytest.mark.parametrize("folder", ["INBOX", "Junk", "Archive/2026", "Trash"])
def test_an_answer_in_any_folder_stops_the_sequence(nils: Mailbox, world: World, house: House, folder: str) -> None:
    writing_to(nils, "bob")
    send_here()
    house.add(answer(sent_to("bob").message_id), folder)
    read_all()
    assert state_of("bob") == "replied"
    world.pass_time(timedelta(days=4))
    assert send_here() == []


def test_one_answer_is_one_whatever_becomes_of_its_folder_and_number(nils: Mailbox, house: House) -> None:
    """The case G-INB-08."""
    writing_to(nils, "bob", "carol", "dora", "emil")
    send_here()
    uid = house.add(answer(sent_to("bob").message_id))
    for _ in range(3):
        read_all()
    house.move(uid, "Archive", copy=True)
    read_all()
    house.renumber()
    house.renumber("Archive")
    read_all()
    assert InboundMessage.objects.filter(own=False).count() == 1
    house.folders["INBOX"].mails.clear()
    house.folders["INBOX"].next = 1
    house.renumber()
    assert house.add(answer(sent_to("carol").message_id, sender="carol@acme.example", number=2)) == uid
    read_all()
    assert (state_of("carol"), InboundMessage.objects.filter(own=False).count()) == ("replied", 2)
    for name in ("dora", "emil"):
        house.add(answer(sent_to(name).message_id, sender=f"{name}@acme.example", message_id=False))
    read_all()
    assert {state_of(name) for name in ("bob", "carol", "dora", "emil")} == {"replied"}
    assert InboundMessage.objects.filter(own=False).count() == 4
    assert Outcome.objects.count() == 4


def test_our_own_mail_in_sent_is_no_answer(nils: Mailbox, house: House, simulator: Simulator) -> None:
    writing_to(nils, "bob")
    send_here()
    keep_copies(house, simulator, nils)
    read_all()
    assert (state_of("bob"), InboundMessage.objects.get().own) == ("active", True)


def test_a_letter_by_hand_in_sent_holds_its_person_and_is_the_only_one_that_counts(
    nils: Mailbox, house: House, simulator: Simulator
) -> None:
    """A mail program puts a copy to itself into the inbox before it puts the letter into Sent."""
    writing_to(nils, "bob", "carol")
    send_here()
    keep_copies(house, simulator, nils)
    letter = (
        f"From: {nils.address}\r\nTo: bob@acme.example\r\nCc: {nils.address}\r\nMessage-ID: <by-hand@s>\r\n"
        "Date: Tue, 09 Mar 2027 10:00:00 +0000\r\nSubject: Lunch?\r\n\r\nHello Bob\r\n"
    ).encode()
    house.add(letter)
    read_all()
    assert HandMail.objects.count() == 0
    house.add(letter, "Sent", arrived=clock.world_now())
    read_all()
    assert HandMail.objects.get().recipients == 2
    held = Touch.objects.filter(state="held").values_list("enrollment__contact__email", "hold_reason")
    assert list(held) == [("bob@acme.example", "hand_written")]


def test_a_mailbox_that_cannot_be_read_is_not_called_read(nils: Mailbox, house: House) -> None:
    before = InboundCursor.objects.get(mailbox=nils)
    del house.folders["INBOX"]
    inbound.poll(nils.id)
    after = InboundCursor.objects.get(mailbox=nils)
    assert (after.listed_at, after.value, after.failures) == (before.listed_at, before.value, before.failures + 1)


def test_the_permit_keeps_the_place_that_reading_had_come_to(nils: Mailbox, house: House) -> None:
    house.verbs.clear()
    writing_to(nils, "bob")
    send_here()
    position = PermitFacts.objects.get().position
    sent = house.folders["Sent"]
    assert (position["uidvalidity"], position["uidnext"]) == (sent.validity, sent.next)
    assert house.verbs == []  # nobody was asked


def in_doubt(nils: Mailbox, simulator: Simulator, name: str) -> Delivery:
    simulator.fault("accept-then-close", "smtp.dot")
    writing_to(nils, name)
    assert send_here() == ["vanished"]
    return sent_to(name)


def look_after(span: timedelta) -> int:
    """Let true time pass since every call, look and appointment; look where it is due."""
    Delivery.objects.filter(call_began_at__isnull=False).update(call_began_at=F("call_began_at") - span)
    AbsenceRead.objects.update(read_at=F("read_at") - span)
    Doubt.objects.update(next_at=F("next_at") - span)
    return reconcile.reconcile()


def test_a_mail_in_doubt_is_found_in_sent(nils: Mailbox, house: House, simulator: Simulator) -> None:
    doubted = in_doubt(nils, simulator, "bob")
    keep_copies(house, simulator, nils)
    assert reconcile.reconcile() == 1
    doubted.refresh_from_db()
    assert (doubted.state, Permit.objects.get().state) == ("accepted", "accepted")
    assert len(simulator.journal("post")) == 1


def test_absence_is_proved_only_where_what_was_sent_before_is_found(
    nils: Mailbox, house: House, simulator: Simulator
) -> None:
    writing_to(nils, "ann", "ben", "cid")
    assert send_here() == ["accepted"] * 3
    keep_copies(house, simulator, nils)
    simulator.fault("close-before-accept", "smtp.dot")
    writing_to(nils, "bob")
    assert send_here() == ["vanished"]
    assert (reconcile.reconcile(), look_after(timedelta(minutes=41))) == (0, 0)
    assert look_after(timedelta(minutes=11)) == 1
    assert sent_to("bob").state == "prepared"


def test_a_mailbox_that_keeps_no_copies_proves_nothing(nils: Mailbox, house: House, simulator: Simulator) -> None:
    """Its Sent folder is whole and empty: absent there, and still nobody knows."""
    writing_to(nils, "ann", "ben", "cid")
    assert send_here() == ["accepted"] * 3
    doubted = in_doubt(nils, simulator, "bob")
    assert reconcile.reconcile() == 0
    for minutes in (41, 11, 60 * 7):
        assert look_after(timedelta(minutes=minutes)) == 0
    doubted.refresh_from_db()
    assert doubted.state == "uncertain"
    assert simulator.counts()["accepted"] == 4
