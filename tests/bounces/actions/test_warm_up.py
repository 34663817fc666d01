"""Mail of outside warm-up services is a type of its own, in both directions, and never hides what a person wrote."""

from collections.abc import Mapping
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from app.actions import clock
from app.models import Event
from bounces.actions import ingest, warmup
from bounces.core.reading import Place
from bounces.models import Outcome, Suppression, WarmupMarker
from mailboxes.actions import inbound
from mailboxes.actions.found import look_again
from mailboxes.inbound.base import Batch, Cursor, Head
from mailboxes.models import InboundMessage, InboundRaw, Mailbox
from sequences.models import Campaign
from tests.bounces.actions import letters
from tests.factories import a_campaign, a_contact, a_mailbox, a_user, an_email
from tests.journeys.office import HERE, Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
POOL = "Pam Pool <pam@pool.example>"
CODE = "nordlicht-wu-7f3a"


@pytest.fixture
def office(world: World) -> Office:
    made = an_office(world)
    know(made.mailbox)
    return made


@pytest.fixture
def personal(office: Office) -> Mailbox:
    mailbox = a_mailbox(office.workspace, endpoints=HERE, purpose=Mailbox.Purpose.PERSONAL)
    know(mailbox)
    return mailbox


def know(mailbox: Mailbox) -> None:
    user = a_user(mailbox.workspace)
    for place, text in ((Place.SUBJECT, CODE), (Place.BODY, f"{CODE} body"), (Place.HEADER, "X-Warmup-Id")):
        warmup.add(mailbox, place, text, by_id=user.id)


WAYS: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "subject": ("Coffee | NORDLICHT-wu-7f3a", (), "Shall we?"),
    "header": ("Coffee", ("X-Warmup-Id: 12",), "Shall we?"),
    "body": ("Coffee", (), f"Shall we?\r\n\r\n{CODE}\r\nbody"),
}


def from_pool(way: str, sender: str = POOL, about: Mailed | None = None) -> bytes:
    subject, fields, text = WAYS[way]
    return letters.letter(sender, text, *fields, subject=subject, about=about)


@pytest.mark.parametrize("way", WAYS)
def test_what_bears_a_marker_is_recorded_and_nothing_else(office: Office, way: str) -> None:
    message = arrive(office.mailbox, from_pool(way))
    assert (message.state, message.kind, message.disposition) == ("classified", "warm_up", "warm_up")
    assert (message.rule, message.recipient_id) == (f"marker-{way}", None)
    assert not InboundRaw.objects.exists()
    assert not Outcome.objects.exists()
    assert not Event.objects.filter(kind="inbound.unmatched").exists()


@pytest.mark.parametrize(("way", "disposition"), [("subject", "warm_up"), ("header", "warm_up"), ("body", "not_ours")])
def test_in_somebodys_own_mailbox_headers_alone_tell_it(personal: Mailbox, way: str, disposition: str) -> None:
    message = arrive(personal, from_pool(way))
    assert message.disposition == disposition
    assert not InboundRaw.objects.exists()


@pytest.mark.parametrize("way", WAYS)
def test_what_answers_us_or_comes_from_a_contact_is_never_warm_up_mail(office: Office, way: str) -> None:
    ada, bob = office.mailed(), a_contact(office.workspace, "bob@acme.example")
    assert arrive(office.mailbox, from_pool(way, about=ada)).disposition == "replied"
    assert arrive(office.mailbox, from_pool(way, sender=bob.email)).disposition == "replied"
    assert arrive(office.mailbox, from_pool(way)).disposition == "replied", "pam answers for ada: that is learned"


def test_a_wish_to_be_left_alone_is_heard_whatever_marks_it(office: Office) -> None:
    raw = letters.letter(POOL, "Please remove me from your list.", subject=f"Stop {CODE}")
    assert arrive(office.mailbox, raw).kind == "unsubscribe"


def test_an_address_that_is_only_on_the_list_is_nobody(office: Office) -> None:
    call_command("suppress", "pam@pool.example", stdout=StringIO())
    assert Suppression.objects.count() == 1
    assert arrive(office.mailbox, from_pool("subject")).disposition == "warm_up"


def test_warm_up_mail_of_somebody_who_becomes_known_is_read_again(personal: Mailbox) -> None:
    """In the mailbox of a person it was judged by its headers, so that its bytes have to be fetched then."""
    message = arrive(personal, from_pool("subject"))
    look_again(personal.workspace_id, senders=["pam@pool.example"])
    message.refresh_from_db()
    assert (message.state, message.body_due) == ("stored", True)


class Sent:
    """A feed that shows what the mailbox sent."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw

    def fetch(self, cursor: Cursor) -> Batch:
        headers = self.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        head = Head("sent-1", "", frozenset(), headers, None, own=True, received_at=clock.world_now())
        return Batch((head,), {"at": 1}, complete=True)

    def whole(self, head: Head) -> bytes | None:
        return self.raw

    def headers(self, head: Head) -> bytes | None:
        return None

    def close(self) -> None:
        pass


def sent(mailbox: Mailbox, raw: bytes) -> InboundMessage:
    inbound.read(mailbox, Sent(raw))
    ingest.read_stored()
    return InboundMessage.objects.get(mailbox=mailbox, provider_id="sent-1")


@pytest.mark.parametrize("way", WAYS)
def test_what_the_service_sends_from_the_mailbox_is_recorded_with_its_time(office: Office, way: str) -> None:
    raw = from_pool(way, sender=office.mailbox.address)
    message = sent(office.mailbox, raw)
    assert (message.own, message.kind, message.disposition) == (True, "warm_up", "warm_up")
    assert message.received_at.date() == office.world.now().date()
    assert not InboundRaw.objects.exists()


def test_own_mail_to_a_contact_or_of_the_product_is_no_warm_up_mail(office: Office) -> None:
    ada = office.mailed()
    to_ada = letters.letter(office.mailbox.address, "Hello", f"To: {ada.contact.email}", subject=f"Hi {CODE}")
    assert sent(office.mailbox, to_ada).disposition == "own"
    other = a_mailbox(office.workspace, endpoints=HERE)
    know(other)
    ours = letters.letter(other.address, "Hello", "X-Entity-Ref: abc", subject=f"Hi {CODE}")
    assert sent(other, ours).disposition == "own"


def told(office: Office, *arguments: str) -> str:
    out = StringIO()
    by = a_user(office.workspace, role="manager").email
    call_command("warmup_marker", office.mailbox.address, *arguments, by=by, stdout=out)
    return out.getvalue()


def test_markers_are_typed_in_listed_and_forgotten(office: Office) -> None:
    WarmupMarker.objects.all().delete()
    told(office, "add", "  lighthouse  42 ", "--in", "body")
    assert told(office, "list") == "body: lighthouse 42\n"
    told(office, "remove", "LIGHTHOUSE 42", "--in", "body")
    assert told(office, "list") == f"{office.mailbox.address} has no markers.\n"


@pytest.mark.parametrize(
    ("text", "place"), [("abc", "subject"), ("canarywren", "body"), ("Subject", "header"), (CODE.upper(), "subject")]
)
def test_a_marker_that_would_mark_mail_of_people_is_refused(office: Office, text: str, place: str) -> None:
    known = WarmupMarker.objects.count()
    with pytest.raises(CommandError):
        told(office, "add", text, "--in", place)
    assert WarmupMarker.objects.count() == known


def test_words_of_an_archived_campaign_are_free(office: Office) -> None:
    a_campaign(office.workspace, steps=(an_email("The lighthouse"),), state="archived")
    told(office, "add", "lighthouse")
    assert Campaign.objects.count() == 2
