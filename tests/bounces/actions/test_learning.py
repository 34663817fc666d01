"""What is remembered of who answers for a person, and what that means later."""

import pytest

from admission.core.verdict import Reason, Refuse
from app.actions import clock
from bounces.actions import unsubscribe
from bounces.actions.suppressions import blocks
from bounces.core.tokens import UnsubscribeToken
from bounces.models import Correspondent, LearnedAddress, Outcome
from mailboxes.actions.real_ids import learn_real_id
from mailboxes.core.address import parse_address
from mailboxes.models import Delivery, InboundMessage
from sequences.models import Touch
from tests.bounces.actions import letters
from tests.factories import a_contact
from tests.journeys.office import Mailed, Office, an_office, arrive, asked
from tests.plugins.world import World
from tests.sequences.actions import importing

pytestmark = pytest.mark.django_db(transaction=True)
PRIVATE = "ada.private@mailhost.example"
BOSS = "boss@acme.example"
REAL = "made-by-the-provider@mail.example"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed("ada@acme.example")


def answer(office: Office, sender: str, about: Mailed | None = None, words: str = letters.WORDS) -> InboundMessage:
    return arrive(office.mailbox, letters.letter(sender, words, subject="Re: A question", about=about))


def test_a_colleague_in_the_thread_stops_it_and_writes_about_it_later(office: Office, ada: Mailed) -> None:
    assert answer(office, BOSS, ada).disposition == "replied"
    assert (ada.state, LearnedAddress.objects.count()) == ("replied", 0)
    assert Correspondent.objects.get().recipient_id == ada.contact.recipient_id
    later = answer(office, BOSS)
    assert (later.disposition, later.recipient_id) == ("replied", ada.contact.recipient_id)
    found = Outcome.objects.get(inbound_id=later.id, recipient_id=ada.contact.recipient_id)
    assert found.rule.endswith(":correspondent")


def test_a_colleagues_wish_outside_the_thread_is_their_own(office: Office, ada: Mailed) -> None:
    answer(office, BOSS, ada)
    wish = answer(office, BOSS, words="Please remove me from your list.")
    assert wish.disposition == "unsubscribed"
    assert blocks(office.workspace.id, parse_address(ada.contact.email)) is None
    assert blocks(office.workspace.id, parse_address(BOSS)) is not None


def test_a_colleagues_wish_in_the_thread_is_heard_for_both(office: Office, ada: Mailed) -> None:
    answer(office, BOSS, ada, "Please remove me from your list.")
    for address in (ada.contact.email, BOSS):
        assert blocks(office.workspace.id, parse_address(address)) is not None


def test_an_address_that_answers_for_two_people_is_nobodys_own(office: Office, ada: Mailed) -> None:
    eve = office.mailed("eve@other.example")
    answer(office, PRIVATE, ada)
    assert LearnedAddress.objects.get().recipient_id == ada.contact.recipient_id
    answer(office, PRIVATE, eve)
    assert not LearnedAddress.objects.exists()
    assert set(Correspondent.objects.values_list("recipient_id", flat=True)) == {
        ada.contact.recipient_id,
        eve.contact.recipient_id,
    }
    assert answer(office, PRIVATE).recipient_id == eve.contact.recipient_id  # about whom it wrote last


def test_a_contact_who_answers_in_the_thread_of_another_stays_themselves(office: Office, ada: Mailed) -> None:
    bob = office.mailed("bob@acme.example")
    answer(office, "bob@acme.example", ada)
    assert (ada.state, bob.state) == ("replied", "replied")
    assert (LearnedAddress.objects.count(), Correspondent.objects.count()) == (0, 0)


def test_of_one_person_only_a_few_addresses_are_learned(office: Office, ada: Mailed) -> None:
    for number in range(7):
        answer(office, f"ada{chr(97 + number)}@mailhost.example", ada)
    assert (LearnedAddress.objects.count(), Correspondent.objects.count()) == (5, 2)


@pytest.mark.parametrize("sender", ["info@acme.example", "support@helpdesk.example", "nora2@example.org"])
def test_a_desk_and_our_own_house_teach_nothing_and_stop_all_the_same(office: Office, ada: Mailed, sender: str) -> None:
    answer(office, sender, ada)
    assert ada.state == "replied"
    assert (LearnedAddress.objects.count(), Correspondent.objects.count()) == (0, 0)


def report(person: Mailed, name: str) -> bytes:
    return letters.report(letters.block(person.contact.email), returned=f"Message-ID: <{name}>\r\nSubject: Else")


def test_a_report_by_the_address_alone_becomes_exact_when_the_id_is_learned(office: Office, ada: Mailed) -> None:
    message = arrive(office.mailbox, report(ada, REAL))
    assert (ada.state, Outcome.objects.get().exact) == ("bounced", False)
    assert Delivery.objects.get().state == "accepted"
    learn_real_id(ada.delivery.id, REAL)
    again = arrive(office.mailbox, letters.reply(office.mailed("bob@other.example")))
    message.refresh_from_db()
    found = Outcome.objects.get(inbound_id=message.id)
    assert (message.state, message.disposition, again.disposition) == ("classified", "bounced", "replied")
    assert (found.exact, found.suppresses, found.delivery_id) == (True, True, ada.delivery.id)
    assert Delivery.objects.get(id=ada.delivery.id).state == "bounced"
    assert blocks(office.workspace.id, parse_address(ada.contact.email)) is not None


def test_a_forged_or_foreign_report_changes_nothing_and_is_shown_with_its_reason(office: Office, ada: Mailed) -> None:
    forged = letters.report(letters.block("nobody@else.example"), returned="Message-ID: <made-up@else.example>")
    message = arrive(office.mailbox, forged)
    assert (message.disposition, message.reason) == ("unmatched", "report_names_nobody_we_mailed")
    assert (ada.state, Outcome.objects.count()) == ("active", 0)


def test_who_opts_out_at_one_address_gets_nothing_at_the_other_one_either(office: Office, ada: Mailed) -> None:
    answer(office, PRIVATE, ada)
    workspace_id = office.workspace.id
    token = UnsubscribeToken(workspace_id, ada.contact.recipient_id, ada.delivery.id)
    unsubscribe.request(token)
    assert blocks(workspace_id, parse_address(PRIVATE)) is not None
    again = importing.import_file(office.workspace, f"email\n{PRIVATE}\n", campaign=office.campaign)
    assert [row[1:] for row in importing.report(again)] == [("skipped", "suppressed")]
    touch = office.waiting(contact=a_contact(office.workspace, PRIVATE))  # somebody enrols them past the import
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=clock.world_now())
    verdict, _ = asked(touch.id)
    assert isinstance(verdict, Refuse)
    assert verdict.reason == Reason.SUPPRESSED
