"""Headers first: whose body is read out of somebody's own mailbox, and what is left of the rest."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from app.models import Event
from bounces.actions import concern, ingest
from bounces.models import LearnedAddress
from mailboxes.actions import inbound
from mailboxes.inbound.base import headers_alone
from mailboxes.models import DeliveryBody, InboundMessage, InboundRaw, InboundTrace, Mailbox
from sequences.actions import erasure
from tests.bounces.actions import letters
from tests.factories import a_contact, a_mailbox, a_recipient, enrolled
from tests.journeys.office import HERE, Mailed, Office, an_office
from tests.mailboxes.shelf import Shelf, shelved
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    """An office whose mailbox is somebody's own."""
    return an_office(world, purpose=Mailbox.Purpose.PERSONAL)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed("ada@acme.example")


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    with shelved(monkeypatch) as made:
        yield made


def read(office: Office, shelf: Shelf, raw: bytes, *, thread: str = "") -> InboundMessage:
    """Poll one message in and return what was stored of it, before anybody classified it."""
    name = shelf.put(f"m{len(shelf.lying)}", raw, thread=thread)
    inbound.poll(office.mailbox.id)
    return InboundMessage.objects.get(mailbox=office.mailbox, provider_id=name)


def of_the_aunt() -> bytes:
    return letters.letter("aunt@family.example", "See you on Sunday, canarylark.", subject="Sunday")


def test_of_other_peoples_mail_only_id_date_and_domain_are_left(office: Office, ada: Mailed, shelf: Shelf) -> None:
    message = read(office, shelf, of_the_aunt(), thread="private-thread")
    assert (message.state, message.disposition, message.from_domain) == ("not_ours", "not_ours", "family.example")
    assert shelf.read == []
    kept = InboundMessage.objects.filter(id=message.id).values().get()
    told = {str(value) for name, value in kept.items() if name not in {"provider_id", "from_domain"}}
    assert not any(word in one for one in told for word in ("aunt", "Sunday", "answer-", "private", "@"))
    assert not InboundRaw.objects.exists()
    assert not any("@" in key or "aunt" in key for key in InboundTrace.objects.values_list("key", flat=True))
    assert Event.objects.filter(kind="inbound.decided", subject_id=message.id).count() == 1


def test_other_peoples_mail_is_read_and_does_not_make_an_inbox_old(office: Office, ada: Mailed, shelf: Shelf) -> None:
    read(office, shelf, of_the_aunt())
    assert not InboundMessage.objects.filter(state="stored").exists()
    assert ingest.read_stored() == 0


def test_the_whole_of_an_outreach_mailbox_is_read(office: Office, shelf: Shelf) -> None:
    Mailbox.objects.update(purpose=Mailbox.Purpose.OUTREACH)
    message = read(office, shelf, of_the_aunt())
    assert (message.state, message.concern, shelf.read) == ("stored", "outreach", ["m0"])
    ingest.read_stored()
    message.refresh_from_db()
    assert (message.state, message.disposition) == ("classified", "unmatched")


@pytest.mark.parametrize("how", ["answer", "thread", "subject", "person", "company", "report", "wish"])
def test_what_concerns_us_is_fetched_and_says_why(office: Office, ada: Mailed, shelf: Shelf, how: str) -> None:
    stranger, thread = "aunt@family.example", ""
    raw = {
        "answer": letters.letter(stranger, letters.WORDS, subject="Sunday", about=ada),
        "thread": letters.letter(stranger, letters.WORDS, subject="Sunday"),
        "subject": letters.letter(stranger, letters.WORDS, subject="AW: A question"),
        "person": letters.letter("ADA@acme.example", letters.WORDS, subject="Sunday"),
        "company": letters.letter("boss@acme.example", letters.WORDS, subject="Sunday"),
        "report": letters.report(letters.block("ada@acme.example")),
        "wish": letters.letter(stranger, "", subject="unsubscribe"),
    }[how]
    if how == "thread":
        thread = ada.delivery.provider_thread_id
    message = read(office, shelf, raw, thread=thread)
    assert (message.state, message.concern, shelf.read) == ("stored", how, ["m0"])
    assert bytes(InboundRaw.objects.get().raw) == raw


def test_a_contact_who_was_never_mailed_concerns_us(office: Office, shelf: Shelf) -> None:
    enrolled(office.campaign, a_contact(office.workspace, "new@other.example"))
    assert read(office, shelf, letters.letter("new@other.example", "Hello", subject="Hi")).concern == "person"
    assert read(office, shelf, letters.letter("boss@other.example", "Hello", subject="Hi")).concern == "company"


def test_an_address_that_was_learned_concerns_us(office: Office, ada: Mailed, shelf: Shelf) -> None:
    alias = a_recipient(office.workspace, "ada@private.example")
    letter = letters.letter("ada@private.example", "Hello", subject="Hi")
    assert read(office, shelf, letter).state == "not_ours"
    LearnedAddress.objects.create(
        workspace=office.workspace, recipient=ada.contact.recipient, alias=alias, learned_at=office.world.now()
    )
    assert read(office, shelf, letter).concern == "person"


def test_an_address_that_is_only_on_the_list_of_whom_not_to_mail_is_nobodys_business(
    office: Office, shelf: Shelf
) -> None:
    a_recipient(office.workspace, "customer@shop.example")
    message = read(office, shelf, letters.letter("customer@shop.example", "Hello", subject="Hi"))
    assert message.state == "not_ours"


def test_mail_of_somebody_who_was_erased_is_other_peoples_mail(office: Office, ada: Mailed, shelf: Shelf) -> None:
    erasure.erase(ada.contact)
    assert read(office, shelf, letters.letter("ada@acme.example", "Hello", subject="Hi")).state == "not_ours"


def test_contacts_of_another_workspace_are_strangers_here(office: Office, shelf: Shelf, world: World) -> None:
    other = an_office(world)
    eve = other.mailed("eve@other.example")
    letter = letters.letter("eve@other.example", letters.WORDS, about=eve)
    message = read(office, shelf, letter, thread=eve.delivery.provider_thread_id)
    assert message.state == "not_ours"


def test_a_colleague_of_our_own_house_is_no_company_we_write_to(office: Office, shelf: Shelf) -> None:
    enrolled(office.campaign, a_contact(office.workspace, "test@example.org"))
    assert office.mailbox.address.endswith("@example.org")
    assert read(office, shelf, letters.letter("nora@example.org", "Hello", subject="Hi")).state == "not_ours"


def test_what_only_looked_like_a_report_is_forgotten_once_it_is_read(office: Office, ada: Mailed, shelf: Shelf) -> None:
    private = letters.report(letters.block("uncle@family.example"))
    message = read(office, shelf, private, thread="private-thread")
    assert message.concern == "report"
    ingest.read_stored()
    message.refresh_from_db()
    assert (message.state, message.message_id, message.concern, message.provider_thread_id) == ("not_ours", "", "", "")
    assert not InboundRaw.objects.exists()


def test_an_unmatched_answer_of_a_company_is_kept_in_a_personal_mailbox(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    message = read(office, shelf, letters.letter("boss@acme.example", letters.WORDS, subject="Your mails"))
    ingest.read_stored()
    message.refresh_from_db()
    assert (message.state, message.disposition) == ("classified", "unmatched")


def test_a_batch_costs_three_statements_however_many_messages_it_holds(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    for number in range(40):
        shelf.put(f"x{number}", letters.letter(f"a{number}@d{number}.example", "Hello", subject=f"Re: {number}"))
    heads = [shelf.head(name) for name in shelf.lying]
    with CaptureQueriesContext(
        connection,
    ) as asked:
        found = concern.judged(office.mailbox, heads)
    assert (len(found), len(asked)) == (40, 3)


def test_an_outreach_mailbox_asks_for_its_markers_alone(office: Office, shelf: Shelf) -> None:
    office.mailbox.purpose = Mailbox.Purpose.OUTREACH
    head = shelf.head(shelf.put("x", of_the_aunt()))
    with CaptureQueriesContext(connection) as asked:
        concern.judged(office.mailbox, [head])
    assert len(asked) == 1


def test_our_own_mail_is_never_fetched(office: Office, shelf: Shelf) -> None:
    shelf.put("own", letters.letter(office.mailbox.address, letters.WORDS), own=True)
    inbound.poll(office.mailbox.id)
    ingest.read_stored()
    assert (InboundMessage.objects.get().disposition, shelf.read) == ("own", [])


def test_the_subject_of_another_mailbox_is_not_ours(office: Office, ada: Mailed, shelf: Shelf) -> None:
    DeliveryBody.objects.update(subject="Something else")
    a_mailbox(office.workspace, endpoints=HERE)
    letter = letters.letter("aunt@family.example", letters.WORDS, subject="Re: A question")
    assert read(office, shelf, letter).state == "not_ours"


@pytest.mark.parametrize(
    ("about_ada", "expected"), [(True, ("quarantined", "held")), (False, ("not_ours", "scheduled"))]
)
def test_a_report_whose_body_cannot_be_had_holds_the_person_it_names(
    office: Office, ada: Mailed, shelf: Shelf, about_ada: bool, expected: tuple[str, str]
) -> None:
    headers = letters.report(letters.block("ada@acme.example")).partition(b"\r\n\r\n")[0]
    named = f"\r\nIn-Reply-To: <{ada.delivery.message_id}>".encode() if about_ada else b""
    message = read(office, shelf, headers_alone(headers + named))
    ingest.read_stored()
    message.refresh_from_db()
    touch = ada.open_touch
    assert touch is not None
    assert (message.state, touch.state) == expected
    assert InboundRaw.objects.exists() is about_ada


def test_an_absence_whose_body_cannot_be_had_is_no_mere_machines_answer(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    message = read(office, shelf, headers_alone(letters.away(ada).partition(b"\r\n\r\n")[0]))
    ingest.read_stored()
    message.refresh_from_db()
    touch = ada.open_touch
    assert touch is not None
    assert (message.state, message.rule, touch.state) == ("quarantined", "body-not-read", "held")


def test_a_persons_answer_whose_body_cannot_be_had_is_an_answer(office: Office, ada: Mailed, shelf: Shelf) -> None:
    headers = letters.reply(ada).partition(b"\r\n\r\n")[0]
    read(office, shelf, headers_alone(headers))
    ingest.read_stored()
    assert ada.state == "replied"


@pytest.fixture
def blank_heads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server keeps back every head, as some do of damaged mail."""
    head = Shelf.head
    monkeypatch.setattr(Shelf, "head", lambda shelf, name: replace(head(shelf, name), headers=b"\r\n"))


@pytest.mark.usefixtures("blank_heads")
def test_what_shows_no_headers_is_read_and_other_peoples_is_forgotten(
    office: Office, ada: Mailed, shelf: Shelf
) -> None:
    answer, private = read(office, shelf, letters.reply(ada)), read(office, shelf, of_the_aunt())
    ingest.read_stored()
    found = [InboundMessage.objects.get(id=one.id) for one in (answer, private)]
    assert [one.disposition for one in found] == ["replied", "not_ours"]
    assert InboundRaw.objects.count() == 1


@pytest.mark.usefixtures("blank_heads")
def test_a_message_of_which_nothing_can_be_had_is_set_aside_visibly(office: Office, ada: Mailed, shelf: Shelf) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Shelf, "whole", lambda *_: None)
        message = read(office, shelf, letters.reply(ada))
    ingest.read_stored()
    message.refresh_from_db()
    assert (message.state, message.disposition, message.rule) == ("quarantined", "unreadable", "no_headers")
