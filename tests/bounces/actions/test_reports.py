"""Reports are believed as far as they show that they had our mail, and speak of nobody else."""

import pytest

from bounces.models import Outcome, Suppression
from mailboxes.models import Delivery
from tests.bounces.actions import letters
from tests.factories import a_contact, a_recipient
from tests.journeys.office import Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def suppressed() -> set[int | None]:
    return set(Suppression.objects.values_list("recipient_id", flat=True))


def test_a_report_that_knows_only_the_address_stops_and_suppresses_nobody(office: Office) -> None:
    """Anybody can write one: it blames no mailbox either."""
    ada = office.mailed()
    message = arrive(office.mailbox, letters.report(letters.block(ada.contact.email)))
    assert (message.disposition, ada.state, suppressed()) == ("bounced", "bounced", set())
    assert Delivery.objects.get(id=ada.delivery.id).state == "accepted"
    found = Outcome.objects.get()
    assert (found.exact, found.rule.rpartition(":")[2]) == (False, "address")


def test_a_report_that_returns_the_subject_we_wrote_suppresses_and_blames_no_mailbox(office: Office) -> None:
    ada = office.mailed()
    arrive(office.mailbox, letters.report(letters.block(ada.contact.email), returned="Subject: A question"))
    assert (ada.state, suppressed()) == ("bounced", {ada.contact.recipient_id})
    assert Delivery.objects.get(id=ada.delivery.id).state == "accepted"
    assert Outcome.objects.get().exact is False


def test_whoever_got_a_mail_suppresses_nobody_else_by_its_id(office: Office) -> None:
    """They know the id of their own mail, and name another person beside themselves."""
    eve, ada = office.mailed(), office.mailed()
    blocks = [letters.block(one.contact.email) for one in (eve, ada)]
    forged = letters.report(*blocks, returned=letters.returned(eve).replace("A question", "Some question"))
    arrive(office.mailbox, forged)
    assert (eve.state, ada.state, suppressed()) == ("bounced", "bounced", {eve.contact.recipient_id})
    assert Delivery.objects.get(id=ada.delivery.id).state == "accepted"


def test_a_forged_complaint_stops_and_suppresses_nobody(office: Office) -> None:
    ada = office.mailed()
    forged = letters.complaint(ada).replace(ada.delivery.message_id.encode(), b"made-up@acme.example")
    arrive(office.mailbox, forged.replace(ada.delivery.token.encode(), b"madeup").replace(b"A question", b"Else"))
    assert (ada.state, suppressed()) == ("complained", set())
    assert Delivery.objects.get(id=ada.delivery.id).state == "accepted"


def test_each_recipient_of_a_report_gets_its_own_line(office: Office) -> None:
    ann, ben, cat, dee = (office.mailed(f"{name}@acme.example") for name in ("ann", "ben", "cat", "dee"))
    raw = letters.report(
        letters.block("box17@elsewhere.example"),
        letters.block(ben.contact.email, action="delayed", status="4.2.2"),
        letters.block(cat.contact.email, action="delivered", status="2.0.0"),
        letters.block("box18@elsewhere.example", original=dee.contact.email),
        letters.block(ann.contact.email),
        returned=letters.returned(ann),
    )
    message = arrive(office.mailbox, raw)
    assert [person.state for person in (ann, ben, cat, dee)] == ["bounced", "active", "active", "bounced"]
    assert suppressed() == {ann.contact.recipient_id, dee.contact.recipient_id}
    assert message.disposition == "bounced"
    statuses = dict(Outcome.objects.values_list("recipient_id", "status"))
    assert statuses[ben.contact.recipient_id] == "4.2.2"
    assert len(statuses) == 4
    exact = Outcome.objects.filter(exact=True).values_list("recipient_id", flat=True)
    assert list(exact) == [ann.contact.recipient_id]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_lines_about_one_person_the_graver_counts(office: Office, order: tuple[int, int]) -> None:
    ada = office.mailed()
    blocks = [letters.block(ada.contact.email, action="delayed", status="4.4.1"), letters.block(ada.contact.email)]
    arrive(office.mailbox, letters.report(*(blocks[i] for i in order), returned=letters.returned(ada)))
    assert (ada.state, Outcome.objects.get().status) == ("bounced", "5.1.1")


def test_an_address_this_mailbox_never_mailed_is_not_touched(office: Office) -> None:
    ada = office.mailed()
    never = a_contact(office.workspace, "never@acme.example")
    text = (
        f"Your mail could not be delivered.\r\n\r\n<{ada.contact.email}>: 550 5.1.1 no such user\r\n"
        f"<{never.email}>: 550 5.1.1 no such user\r\n"
    )
    raw = letters.letter("MAILER-DAEMON@mx.acme.example", text, "Return-Path: <>", subject="Undeliverable mail")
    arrive(office.mailbox, raw)
    assert ada.state == "bounced"
    assert not Outcome.objects.filter(recipient_id=never.recipient_id).exists()


def test_another_workspace_hears_nothing_of_a_report(office: Office, world: World) -> None:
    other = an_office(world)
    theirs = other.mailed("ada@acme.example")
    ours = a_recipient(office.workspace, "ada@acme.example")
    message = arrive(
        office.mailbox, letters.report(letters.block("ada@acme.example"), returned=letters.returned(theirs))
    )
    assert (message.disposition, theirs.state) == ("unmatched", "active")
    assert not Outcome.objects.filter(recipient_id__in=[ours.id, theirs.contact.recipient_id]).exists()


def test_a_report_proves_that_an_uncertain_mail_had_left(office: Office) -> None:
    ada: Mailed = office.mailed()
    block = letters.block(ada.contact.email)
    Delivery.objects.filter(id=ada.delivery.id).update(state="uncertain", call_began_at=ada.delivery.created_at)
    arrive(office.mailbox, letters.report(block, returned=letters.returned(ada)))
    assert Delivery.objects.get(id=ada.delivery.id).state == "bounced"
