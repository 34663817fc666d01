"""A person's data is written by hand, follows them to another address, and escapes no stop by it."""

import io

import pytest

from app.actions import clock
from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.models import Event
from bounces.actions.outcomes import Came, record
from bounces.actions.suppressions import suppress_addresses
from bounces.core.outcomes import EFFECTS, INVALID, Effect, Outcome
from bounces.models import LearnedAddress, Suppression
from mailboxes.core.address import parse_address
from mailboxes.models import Delivery, DeliveryBody, InboundMessage, InboundRaw, Mailbox, Recipient
from sequences.actions import contacts, imports
from sequences.actions.erasure import erase
from sequences.models import Contact, Enrollment, ImportRow, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_recipient, a_workspace, enrolled
from tests.plugins.world import World
from tests.sequences.actions.importing import import_file, report, tally

pytestmark = pytest.mark.django_db(transaction=True)

NEW = parse_address("Ann.Smith@example.net")


def came_back(contact: Contact, kind: Outcome, effect: Effect | None = None) -> None:
    came = Came(contact.workspace_id, contact.recipient_id, kind, effect or EFFECTS[kind])
    in_transaction(lambda: record(came))


def a_mail(enrollment: Enrollment, mailbox: Mailbox, state: str) -> Delivery:
    """A mail of the enrollment's open touch, in a state that needs neither permit nor lease."""
    touch = Touch.objects.get(enrollment=enrollment)
    delivery = Delivery.objects.create(
        workspace_id=enrollment.workspace_id,
        recipient_id=enrollment.recipient_id,
        mailbox=mailbox,
        campaign_id=enrollment.campaign_id,
        step_id=touch.step_id,
        touch_id=touch.id,
        state=state,
        token=f"token{touch.id}",
        message_id=f"token{touch.id}@example.org",
        accepted_world=clock.world_now() if state == "accepted" else None,
        created_at=clock.now(),
    )
    DeliveryBody.objects.create(delivery=delivery, address="ann@example.com", subject="Hi Ann", text="Ann", source="x")
    return delivery


def test_a_contact_is_written_by_hand_once() -> None:
    workspace = a_workspace()
    values = {"first_name": "Ann", "time_zone": "europe/paris", "fields": {"pet": "cat", "none": " "}}
    contact = contacts.create(workspace, NEW, values)
    assert (contact.email, contact.domain) == ("Ann.Smith@example.net", "example.net")
    assert (contact.time_zone, contact.fields) == ("Europe/Paris", {"pet": "cat"})
    with pytest.raises(Refused, match="already"):
        contacts.create(workspace, parse_address("ann.smith@example.net"), {})
    contacts.update(contact, {"company": "Alpha", "fields": {}})
    assert (contact.first_name, contact.company, contact.fields) == ("Ann", "Alpha", {})
    assert list(Event.objects.order_by("id").values_list("kind", flat=True)) == ["contact.created", "contact.updated"]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"first_name": "Ann\nBcc: x"}, "first_name: The cell holds a line break"),
        ({"first_name": "x" * 201}, "first_name: longer than 200"),
        ({"first_name": None}, "first_name is not a text"),
        ({"time_zone": "CET"}, "time_zone is not"),
        ({"email": "x@example.com"}, "email is no field"),
        ({"fields": {"Pet Name": "x"}}, "custom field is named"),
        ({"fields": {"pet": "x\x00"}}, "pet: The cell holds a NUL"),
        ({"fields": ["x"]}, "fields is a mapping"),
    ],
)
def test_a_value_that_cannot_be_is_refused(values: dict[str, object], told: str) -> None:
    with pytest.raises(Refused, match=told):
        contacts.create(a_workspace(), NEW, values)
    assert not Contact.objects.exists()


def test_an_address_that_cannot_be_is_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match=r"no @"):
        contacts.parsed("ann")


def test_who_was_not_mailed_yet_goes_on_at_the_new_address(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    enrollment = enrolled(a_campaign(workspace), contact)
    prepared = a_mail(enrollment, a_mailbox(workspace), "prepared")
    old_id = contact.recipient_id
    contacts.edit_address(contact, NEW)
    assert (contact.email, contact.domain, contact.recipient_id != old_id) == (NEW.wire, NEW.domain, True)
    enrollment.refresh_from_db()
    prepared.refresh_from_db()
    assert (enrollment.recipient_id, enrollment.state) == (contact.recipient_id, "active")
    assert prepared.state == "withdrawn"
    assert not LearnedAddress.objects.exists()
    event = Event.objects.get(kind="contact.moved")
    assert (event.recipient_id, event.data["from"]) == (contact.recipient_id, old_id)


def test_a_thread_does_not_go_on_at_another_address(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    enrollment = enrolled(a_campaign(workspace), contact)
    a_mail(enrollment, a_mailbox(workspace), "accepted")
    old_id = contact.recipient_id
    contacts.edit_address(contact, NEW)
    enrollment.refresh_from_db()
    assert (enrollment.state, enrollment.reason, enrollment.recipient_id) == ("stopped", "address_changed", old_id)
    learned = LearnedAddress.objects.get()
    assert (learned.recipient_id, learned.alias_id) == (contact.recipient_id, old_id)
    again = import_file(workspace, f"email\n{NEW.wire}\n", campaign=enrollment.campaign)
    assert report(again) == [(2, "updated", "in the campaign already")]


def test_a_no_goes_with_the_person_to_the_new_address(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    came_back(contact, Outcome.UNSUBSCRIBED)
    contacts.edit_address(contact, NEW)
    assert Suppression.objects.get(recipient_id=contact.recipient_id).reason == "unsubscribed"


def test_an_address_that_was_wrong_blocks_only_itself(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    came_back(contact, Outcome.BOUNCED, INVALID)
    contacts.edit_address(contact, NEW)
    assert not Suppression.objects.filter(recipient_id=contact.recipient_id).exists()
    assert not LearnedAddress.objects.exists()


def test_an_address_that_is_taken_or_says_no_is_refused(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    a_contact(workspace, "ben@example.com")
    suppress_addresses(workspace.id, [NEW], reason="by_person")
    for address in (NEW, parse_address("BEN@example.com")):
        with pytest.raises(Refused):
            contacts.edit_address(contact, address)
    contact.refresh_from_db()
    assert contact.email == "ann@example.com"


def test_another_spelling_of_the_same_address_moves_nobody(world: World) -> None:
    contact = a_contact(a_workspace(), "ann@example.com")
    before = contact.recipient_id
    contacts.edit_address(contact, parse_address("Ann@example.com"))
    assert (contact.email, contact.recipient_id) == ("Ann@example.com", before)


def test_who_is_erased_leaves_a_hash_that_keeps_them_alone(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    campaign = a_campaign(workspace)
    enrollment = enrolled(campaign, contact)
    delivery = a_mail(enrollment, a_mailbox(workspace), "prepared")
    erase(contact)
    assert not Contact.objects.exists()
    enrollment.refresh_from_db()
    delivery.refresh_from_db()
    assert (enrollment.state, enrollment.reason, enrollment.contact_id) == ("stopped", "erased", None)
    assert delivery.state == "withdrawn"
    body = DeliveryBody.objects.values_list("address", "subject", "text", "html", "source").get()
    assert set(body) == {""}
    assert Recipient.objects.get().erased_at is not None
    again = import_file(workspace, "email\nann@example.com\n", campaign=campaign)
    assert report(again) == [(2, "skipped", "suppressed")]
    erase(contact)
    assert Event.objects.filter(kind="contact.erased").count() == 1


def test_answers_and_other_addresses_are_erased_too(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    alias = a_recipient(workspace, "a.smith@example.org")
    LearnedAddress.objects.create(workspace=workspace, recipient=contact.recipient, alias=alias, learned_at=clock.now())
    message = InboundMessage.objects.create(
        workspace=workspace,
        mailbox=a_mailbox(workspace),
        provider_id="1",
        state="classified",
        disposition="replied",
        evidence="said something",
        recipient_id=alias.id,
        from_domain="example.org",
        received_at=clock.now(),
        stored_at=clock.now(),
        decided_at=clock.now(),
        next_try_at=clock.now(),
    )
    InboundRaw.objects.create(message=message, raw=b"From: Ann")
    erase(contact)
    message.refresh_from_db()
    assert (message.evidence, message.from_domain, message.disposition) == ("", "", "replied")
    assert not InboundRaw.objects.exists()
    assert Suppression.objects.count() == Recipient.objects.exclude(erased_at=None).count() == 2


def test_who_is_erased_while_a_file_waits_is_not_written_from_it(world: World) -> None:
    workspace = a_workspace()
    contact = a_contact(workspace, "ann@example.com")
    source = io.BytesIO(b"email,first_name\nANN@example.com,Ann\nben@example.com,Ben\n")
    staged = imports.stage(workspace, "people.csv", source)
    erase(contact)
    assert ImportRow.objects.get(number=1).data == {}
    assert tally(imports.run(staged.id)) == (2, 1, 0, 1, 0)
