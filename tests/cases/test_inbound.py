"""Given cases of inbound mail: who wrote, what it is, and whom it stops (G-INB-01 to G-INB-06)."""

import base64
from datetime import date, timedelta

import pytest

from app.models import Event
from bounces.models import LearnedAddress, Outcome
from mailboxes.models import Delivery, InboundMessage
from sequences.actions.hooks import endpoints, fan_out, posting
from sequences.models import Contact, Task
from tests.bounces.actions import letters
from tests.cases.inbound import came, given, suppressed, waits
from tests.factories import a_contact, a_mailbox, a_recipient, enrolled
from tests.journeys.office import HERE, Mailed, Office, an_office, arrive
from tests.plugins.world import World
from tests.sequences.actions.listening import listening, without_other_tests

pytestmark = pytest.mark.django_db(transaction=True)
ALIAS = "petra.private@example.org"


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, address="nora@nordlicht.example")


@pytest.fixture
def pat(office: Office) -> Mailed:
    return office.mailed("pat@acme.example")


def test_g_inb_01_a_reply_from_another_address_stops_and_is_remembered(office: Office, pat: Mailed) -> None:
    people = Contact.objects.count()
    message = came(office, "reply-from-alias", pat)
    assert (message.disposition, message.recipient_id, pat.state) == ("replied", pat.contact.recipient_id, "replied")
    learned = LearnedAddress.objects.get()
    assert (learned.alias_id, learned.inbound_id) == (a_recipient(office.workspace, ALIAS).id, message.id)
    later = arrive(office.mailbox, letters.letter(ALIAS, letters.WORDS, subject="Another thought"))
    assert (later.disposition, later.recipient_id) == ("replied", pat.contact.recipient_id)
    assert (pat.open_touch, Contact.objects.count()) == (None, people)


def test_g_inb_01_the_webhook_names_the_prospect_and_the_address_that_really_wrote(
    office: Office, pat: Mailed, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_other_tests(monkeypatch)
    fan_out.fan_out()
    with listening() as listener:
        office.world.allow([listener.url.split("/")[2]])
        _, secret = endpoints.make(office.workspace.id, listener.url, ["person.replied"])
        came(office, "reply-from-alias", pat)
        fan_out.fan_out()
        for post_id in posting.due():
            posting.post(post_id)
    (heard,) = listener.heard
    assert heard.is_signed_with(secret)
    assert heard.told["person"]["email"] == pat.contact.email
    assert heard.told["message"]["from"] == ALIAS != pat.contact.email


def test_g_inb_02_an_absence_with_headers_holds_until_after_the_day_it_names(office: Office, pat: Mailed) -> None:
    message = came(office, "ooo-outlook", pat)
    touch = pat.open_touch
    assert (message.kind, message.disposition, pat.state) == ("out_of_office", "away", "active")
    assert touch is not None
    assert Outcome.objects.get().return_date == date(2027, 3, 24)
    assert touch.eligible_at.date() >= date(2027, 3, 26)
    assert (touch.hold_reason, Event.objects.filter(kind="recipient.stopped").count()) == ("absent", 0)


def test_g_inb_02_an_absence_without_a_header_holds_visibly(office: Office, pat: Mailed) -> None:
    message = came(office, "ooo-no-header", pat)
    touch = pat.open_touch
    assert touch is not None
    assert (message.kind, pat.state, touch.hold_reason) == ("out_of_office", "active", "absent")
    assert touch.eligible_at >= office.world.now() + timedelta(days=5)
    assert message.evidence


def test_g_inb_02_a_person_whose_program_says_auto_submitted_no_is_a_person(office: Office, pat: Mailed) -> None:
    message = came(office, "human-auto-submitted-no", pat)
    assert (message.kind, pat.state) == ("human_reply", "replied")


def test_g_inb_02_a_person_who_quotes_an_absence_stops_too(office: Office, pat: Mailed) -> None:
    words = "Thank you, I have told them.\r\n\r\nOn Monday Otto wrote:\r\n> I am out of the office until 24 March."
    assert arrive(office.mailbox, letters.reply(pat, words)).kind == "human_reply"
    assert pat.state == "replied"


def test_g_inb_02_none_of_them_is_answered(office: Office, pat: Mailed) -> None:
    before = Delivery.objects.count()
    for name in ("ooo-outlook", "ooo-no-header", "human-auto-submitted-no"):
        came(office, name, pat)
    assert Delivery.objects.count() == before


def test_g_inb_03_thirty_acknowledgements_tell_nobody_and_delay_nothing(office: Office, pat: Mailed) -> None:
    """One pass over the inbox reads them and the answer that came with them."""
    other = office.mailed("otto@elsewhere.example")
    before = waits(pat)
    for number in range(30):
        raw = given("ticket-ack", pat, mailbox=office.mailbox.address)
        message = arrive(office.mailbox, raw.replace(b"ticket-48213-1@", f"ticket-48213-{number}@".encode()))
        assert (message.kind, message.disposition) == ("auto_reply", "auto_replied")
    assert arrive(office.mailbox, letters.reply(other)).disposition == "replied"
    assert (pat.state, waits(pat), other.state) == ("active", before, "replied")
    assert not LearnedAddress.objects.exists()
    assert not Task.objects.exists()
    assert not Event.objects.filter(
        kind__in=["recipient.stopped", "task.opened"], recipient_id=pat.contact.recipient_id
    )


def test_g_inb_03_a_person_who_answers_from_the_ticket_system_stops(office: Office, pat: Mailed) -> None:
    came(office, "ticket-ack", pat)
    raw = letters.letter("support@helpdesk.example.net", "Hello, this is Kim. We do not need it.", about=pat)
    assert arrive(office.mailbox, raw).kind == "human_reply"
    assert pat.state == "replied"
    assert not LearnedAddress.objects.exists()  # a desk is nobody's own address


@pytest.mark.parametrize("answer", ["ACCEPTED", "DECLINED", "TENTATIVE"])
@pytest.mark.parametrize("encoded", [False, True])
def test_g_inb_04_a_calendar_answer_without_text_is_one(
    office: Office, pat: Mailed, answer: str, encoded: bool
) -> None:
    """The rule is one for every feed: a person acted, so the sequence ends; it is no written reply."""
    raw = given("calendar-accept", pat, mailbox=office.mailbox.address).replace(b"ACCEPTED", answer.encode())
    if encoded:
        head, _, body = raw.partition(b"\r\n\r\n")
        raw = head.replace(b"8bit", b"base64") + b"\r\n\r\n" + base64.encodebytes(body)
    message = arrive(office.mailbox, raw)
    assert (message.kind, message.disposition) == ("calendar_response", "calendar_answered")
    assert (message.evidence, pat.state) == (answer.lower(), "replied")
    assert arrive(office.mailbox, letters.letter("list@news.example", "Hello", subject="Else")).state == "classified"


@pytest.mark.parametrize("name", ["bounce-no-original-id", "bounce-text-only"])
def test_g_inb_05_a_report_that_knows_only_the_address_stops_everywhere(office: Office, pat: Mailed, name: str) -> None:
    """It suppresses where it returns the subject we wrote, and never counts against the mailbox."""
    second = enrolled(office.another().campaign, pat.contact)
    message = came(office, name, pat)
    second.refresh_from_db()
    assert (message.disposition, pat.state, second.state) == ("bounced", "bounced", "bounced")
    found = Outcome.objects.get()
    assert (found.exact, found.rule.rpartition(":")[2]) == (
        False,
        "subject" if name == "bounce-no-original-id" else "address",
    )
    assert suppressed(pat) is (name == "bounce-no-original-id")
    assert Delivery.objects.get(id=pat.delivery.id).state == "accepted"


def test_g_inb_05_only_who_this_mailbox_mailed_is_touched(office: Office, pat: Mailed, world: World) -> None:
    never = a_contact(office.workspace, "never@acme.example")
    theirs = an_office(world).mailed("elsewhere@acme.example")
    for address in (never.email, theirs.contact.email):
        a_recipient(office.workspace, address)
        raw = given("bounce-text-only", pat, mailbox=office.mailbox.address)
        line = f"<{address}>:\r\n550 5.1.1 unknown user\r\n\r\n--- Below".encode()
        arrive(office.mailbox, raw.replace(b"--- Below", line))
    assert (pat.state, theirs.state) == ("bounced", "active")
    assert set(Outcome.objects.values_list("recipient_id", flat=True)) == {pat.contact.recipient_id}


def test_g_inb_06_each_recipient_of_a_report_has_a_result_of_its_own(office: Office) -> None:
    people = {
        name: office.mailed(f"{name}@acme{place}.example") for place, name in enumerate(("ann", "ben", "cat", "dee"))
    }
    contacts = Contact.objects.count()
    named = {name.upper(): person.contact.email for name, person in people.items()}
    came(office, "dsn-multi-recipient", None, **named)
    assert {name: person.state for name, person in people.items()} == {
        "ann": "bounced",
        "ben": "active",
        "cat": "active",
        "dee": "bounced",
    }
    assert {name: suppressed(person) for name, person in people.items()} == {
        "ann": True,
        "ben": False,
        "cat": False,
        "dee": True,
    }
    statuses = {one.recipient_id: one.status for one in Outcome.objects.all()}
    assert [statuses[people[name].contact.recipient_id] for name in people] == ["5.1.1", "4.2.2", "2.0.0", "5.1.1"]
    assert Contact.objects.count() == contacts


def test_a_copy_that_another_mailbox_got_counts_once(office: Office, pat: Mailed) -> None:
    second = a_mailbox(office.workspace, endpoints=HERE)
    raw = given("reply-from-alias", pat, mailbox=office.mailbox.address)
    assert [arrive(mailbox, raw).disposition for mailbox in (office.mailbox, second)] == ["replied", "duplicate"]
    assert InboundMessage.objects.count() == 2
    assert Outcome.objects.count() == 1
