"""Who a message is from, when it does not say: aliases, colleagues, strangers, and everybody else's mail."""

import pytest

from bounces.actions import ingest
from bounces.actions.suppressions import blocks
from bounces.models import LearnedAddress, Outcome
from mailboxes.core.address import parse_address
from mailboxes.models import Delivery, InboundMessage, InboundRaw, Mailbox
from sequences.models import Enrollment
from tests.bounces.actions import letters
from tests.factories import a_contact, a_mailbox, a_recipient, enrolled
from tests.journeys.office import HERE, Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
PRIVATE = "ada.private@mailhost.example"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed("ada@acme.example")


def held(person: Mailed) -> str:
    touch = person.open_touch
    assert touch is not None
    return touch.hold_reason if touch.state == "held" else ""


def test_an_answer_from_another_address_stops_the_person_and_teaches_the_address(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.letter(PRIVATE, letters.WORDS, about=ada))
    assert ada.state == "replied"
    assert LearnedAddress.objects.get().alias_id == a_recipient(office.workspace, PRIVATE).id
    later = arrive(office.mailbox, letters.letter(PRIVATE, letters.WORDS, subject="Something new"))
    assert (later.disposition, later.recipient_id) == ("replied", ada.contact.recipient_id)


def test_a_wish_from_a_learned_address_suppresses_the_person(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.letter(PRIVATE, letters.WORDS, about=ada))
    arrive(office.mailbox, letters.letter(PRIVATE, "Please remove me from your list.", subject="Stop"))
    assert Outcome.objects.filter(kind="unsubscribed", recipient_id=ada.contact.recipient_id).count() == 1


def test_machines_teach_no_addresses(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.complaint(ada))
    arrive(
        office.mailbox, letters.letter("desk@help.example", "We got it.", "Auto-Submitted: auto-generated", about=ada)
    )
    assert not LearnedAddress.objects.exists()


def test_a_person_who_was_not_mailed_yet_stops_us_too(office: Office) -> None:
    contact = a_contact(office.workspace, "early@acme.example")
    enrollment = enrolled(office.campaign, contact)
    arrive(office.mailbox, letters.letter("Early Bird <EARLY@acme.example>", "Do not write to me.", subject="Hello"))
    assert Enrollment.objects.get(id=enrollment.id).state in {"replied", "unsubscribed"}


def test_an_unmatched_answer_holds_the_people_of_its_company_and_no_others(office: Office, ada: Mailed) -> None:
    bob, eve = office.mailed("bob@acme.example"), office.mailed("eve@other.example")
    message = arrive(office.mailbox, letters.letter("boss@acme.example", letters.WORDS, subject="Your mails"))
    assert (message.state, message.disposition) == ("classified", "unmatched")
    assert [held(person) for person in (ada, bob, eve)] == ["colleague_answered", "colleague_answered", ""]
    assert [person.state for person in (ada, bob, eve)] == ["active"] * 3


@pytest.mark.parametrize(
    "marks",
    [
        ("List-Unsubscribe: <mailto:off@acme.example>", "List-Id: <news.acme.example>"),
        ("Auto-Submitted: auto-generated",),
    ],
)
def test_a_newsletter_or_a_machine_holds_nobody(office: Office, ada: Mailed, marks: tuple[str, ...]) -> None:
    arrive(office.mailbox, letters.letter("news@acme.example", "This month in our shop.", *marks, subject="News"))
    assert held(ada) == ""


def test_free_mail_is_nobodys_company(office: Office) -> None:
    ada = office.mailed("ada@gmx.de")
    message = arrive(office.mailbox, letters.letter("stranger@gmx.de", letters.WORDS, subject="Hello"))
    assert (message.disposition, held(ada)) == ("unmatched", "")


def test_a_colleague_in_another_workspace_holds_nobody(office: Office, ada: Mailed, world: World) -> None:
    other = an_office(world)
    arrive(other.mailbox, letters.letter("boss@acme.example", letters.WORDS, subject="Your mails"))
    assert held(ada) == ""


@pytest.fixture
def personal(office: Office) -> Mailbox:
    return a_mailbox(office.workspace, endpoints=HERE, purpose=Mailbox.Purpose.PERSONAL)


def test_other_peoples_mail_leaves_no_bytes_behind(personal: Mailbox) -> None:
    message = arrive(
        personal, letters.letter("aunt@family.example", "See you on Sunday, canarylark.", subject="Sunday")
    )
    assert (message.state, message.disposition, message.evidence) == ("not_ours", "not_ours", "")
    assert message.from_domain == "family.example"
    assert not InboundRaw.objects.exists()


def test_a_strangers_wish_is_kept_in_a_personal_mailbox_too(personal: Mailbox) -> None:
    raw = letters.letter("aunt@family.example", "Please remove me from your list.", subject="Stop")
    assert arrive(personal, raw).disposition == "unmatched"
    assert InboundRaw.objects.count() == 1


def test_a_colleague_of_somebody_mailed_is_kept_in_a_personal_mailbox_too(office: Office, ada: Mailed) -> None:
    Mailbox.objects.update(purpose=Mailbox.Purpose.PERSONAL)
    message = arrive(office.mailbox, letters.letter("boss@acme.example", letters.WORDS, subject="Your mails"))
    assert (message.disposition, held(ada)) == ("unmatched", "colleague_answered")


def test_a_message_is_one_record_however_often_it_is_fetched(office: Office, ada: Mailed) -> None:
    raw = letters.reply(ada)
    first = arrive(office.mailbox, raw, provider_id="same")
    again = arrive(office.mailbox, raw, provider_id="same")
    assert first.id == again.id
    assert (InboundMessage.objects.count(), Outcome.objects.count()) == (1, 1)
    assert ingest.read_stored() == 0


def test_one_mail_to_two_of_our_mailboxes_is_one_reply(office: Office, ada: Mailed) -> None:
    second = a_mailbox(office.workspace, endpoints=HERE)
    raw = letters.reply(ada)
    dispositions = [arrive(mailbox, raw).disposition for mailbox in (office.mailbox, second)]
    assert dispositions == ["replied", "duplicate"]
    assert Outcome.objects.count() == 1


def test_mails_that_only_look_the_same_are_two(office: Office, ada: Mailed) -> None:
    bob = office.mailed("bob@acme.example")
    for person in (ada, bob):
        arrive(office.mailbox, letters.reply(person, "Yes").replace(b"Message-ID", b"X-Not-An-Id"))
    assert (ada.state, bob.state) == ("replied", "replied")
    assert (InboundMessage.objects.count(), Outcome.objects.count()) == (2, 2)


def test_a_reply_to_one_workspace_stops_nothing_in_the_other(office: Office, ada: Mailed, world: World) -> None:
    other = an_office(world)
    theirs = other.mailed("ada@acme.example")
    arrive(office.mailbox, letters.reply(ada))
    arrive(other.mailbox, letters.reply(ada))  # it names a mail of the first workspace
    assert (ada.state, theirs.state) == ("replied", "replied")
    assert Delivery.objects.filter(id=ada.delivery.id, workspace=office.workspace).exists()
    found = Outcome.objects.get(workspace=other.workspace)
    assert (found.exact, found.delivery_id) == (False, theirs.delivery.id)


@pytest.mark.parametrize(("words", "end"), [(letters.WORDS, "replied"), ("Please remove me.", "unsubscribed")])
def test_a_contact_who_answers_for_another_address_has_answered_too(
    office: Office, ada: Mailed, words: str, end: str
) -> None:
    """The same person imported twice, or a colleague: whoever wrote to us is not written to again."""
    twice = office.mailed(PRIVATE)
    message = arrive(office.mailbox, letters.letter(PRIVATE, words, about=ada))
    assert [ada.state, twice.state] == [end, end]
    assert message.recipient_id == ada.contact.recipient_id
    assert Outcome.objects.filter(inbound_id=message.id).count() == 2


def test_a_wish_holds_for_the_address_it_was_written_from(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.letter(PRIVATE, "Please remove me from your list.", about=ada))
    assert blocks(office.workspace.id, parse_address(PRIVATE)) is not None


def test_an_absence_of_another_address_stops_nobody_else(office: Office, ada: Mailed) -> None:
    twice = office.mailed(PRIVATE)
    away = letters.letter(PRIVATE, "I am out of the office.", "Auto-Submitted: auto-replied", about=ada)
    assert arrive(office.mailbox, away).disposition in {"away", "auto_replied"}
    assert twice.state == "active"
