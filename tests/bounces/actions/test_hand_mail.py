"""Mail in Sent that we did not send takes room of the day, and holds whoever is in a campaign meanwhile."""

from dataclasses import dataclass
from io import StringIO

import pytest
from django.core.management import call_command

from app.actions import clock
from app.core.zones import local_day
from app.models import Event
from bounces.actions import ingest, warmup
from bounces.core.reading import Place
from mailboxes.actions import inbound
from mailboxes.inbound.base import Batch, Cursor, Head
from mailboxes.models import Delivery, HandMail, InboundMessage, Mailbox
from sequences.models import Touch
from tests.bounces.actions import letters
from tests.factories import a_user
from tests.journeys.office import Mailed, Office, an_office, arrive, asked
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed()


@dataclass(frozen=True, slots=True)
class Lies:
    """A feed that shows one mail of the mailbox's own, in Sent unless said otherwise."""

    raw: bytes
    name: str = "sent-1"
    thread: str = ""
    label: str = "SENT"

    def fetch(self, cursor: Cursor) -> Batch:
        headers = self.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
        at = clock.world_now()
        head = Head(self.name, self.thread, frozenset({self.label}), headers, None, own=True, received_at=at)
        return Batch((head,), {"at": self.name}, complete=True)

    def whole(self, head: Head) -> bytes | None:
        return self.raw

    def headers(self, head: Head) -> bytes | None:
        return None

    def close(self) -> None:
        pass


def lies(mailbox: Mailbox, raw: bytes, **where: str) -> None:
    inbound.read(mailbox, Lies(raw, **where))
    ingest.read_stored()


def by_hand(office: Office, to: str, *fields: str, about: Mailed | None = None) -> bytes:
    return letters.letter(office.mailbox.address, "Hello", f"To: {to}", *fields, subject="Lunch?", about=about)


def step_of(person: Mailed) -> Touch:
    touch = person.open_touch
    assert touch is not None
    return touch


def test_a_mail_written_by_hand_counts_once_in_the_mailboxs_day_and_keeps_nothing_of_it(office: Office) -> None:
    Mailbox.objects.filter(id=office.mailbox.id).update(time_zone="Pacific/Kiritimati")
    office.mailbox.refresh_from_db()
    raw = by_hand(office, "eve@elsewhere.example, max@elsewhere.example")
    lies(office.mailbox, raw)
    lies(office.mailbox, raw)
    mail = HandMail.objects.get()
    assert (mail.recipients, mail.people, mail.by_tool) == (2, [], False)
    assert mail.local_day == local_day("Pacific/Kiritimati", mail.sent_at)
    assert not Event.objects.filter(kind="recipient.written_to").exists()
    assert "elsewhere" not in f"{HandMail.objects.values()} {InboundMessage.objects.values()}"


def test_mail_of_ours_is_never_by_hand_whatever_id_is_left_of_it(office: Office, ada: Mailed) -> None:
    sent = ada.delivery
    Delivery.objects.filter(id=sent.id).update(real_message_id="real-1@mail.example", provider_thread_id="t-1")
    ids = (f"X-Entity-Ref: {sent.token}", f"Message-ID: <{sent.message_id}>", "Message-ID: <real-1@mail.example>")
    for number, field in enumerate(ids):
        lies(office.mailbox, by_hand(office, ada.contact.email, field), name=f"sent-{number}")
    lies(office.mailbox, by_hand(office, ada.contact.email), name=sent.provider_id, thread="t-1")
    assert not HandMail.objects.exists()
    assert step_of(ada).state == "scheduled"


def test_mail_of_ours_that_is_seen_before_its_call_is_settled_is_ours(office: Office) -> None:
    touch = office.waiting()
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=clock.world_now())
    _, delivery_id = asked(touch.id)
    delivery = Delivery.objects.get(id=delivery_id)
    assert delivery.state == "sending"
    lies(office.mailbox, by_hand(office, "ada@acme.example", f"X-Entity-Ref: {delivery.token}"))
    assert not HandMail.objects.exists()


def test_only_what_lies_in_sent_is_by_hand(office: Office, ada: Mailed) -> None:
    """Anybody can write the mailbox's address as their own, and a copy to oneself comes twice."""
    raw = by_hand(office, ada.contact.email)
    lies(office.mailbox, raw, label="INBOX")
    assert (HandMail.objects.count(), step_of(ada).state) == (0, "scheduled")
    lies(office.mailbox, raw)
    assert (HandMail.objects.count(), step_of(ada).state) == (1, "held")


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("X-Mailer: Letters 3.1", "hand_written"),
        ("List-Unsubscribe: <https://tool.example/out>", "other_tool"),
        ("X-Entity-Ref: of-another-installation", "other_tool"),
        ("X-Mailer: PHPMailer 6.9", "other_tool"),
    ],
)
def test_whom_somebody_else_of_ours_writes_to_is_held_until_a_person_decides(
    office: Office, ada: Mailed, field: str, reason: str
) -> None:
    second, bob = office.another().waiting(contact=ada.contact), office.mailed()
    lies(office.mailbox, by_hand(office, f"max@elsewhere.example, {ada.contact.email}", field))
    for touch in (step_of(ada), Touch.objects.get(id=second.id)):
        assert (touch.state, touch.hold_reason) == ("held", reason)
        assert touch.hold_detail == clock.world_now().date().isoformat()
    assert step_of(bob).state == "scheduled"
    told = Event.objects.get(kind="recipient.written_to")
    assert told.recipient_id == ada.contact.recipient_id
    assert ada.state == "active"


def test_a_person_lets_them_go_on_and_the_same_mail_holds_them_no_more(office: Office, ada: Mailed) -> None:
    raw = by_hand(office, ada.contact.email)
    lies(office.mailbox, raw)
    out = StringIO()
    call_command("held", str(step_of(ada).id), "--release", by=a_user(office.workspace).email, stdout=out)
    lies(office.mailbox, raw)
    assert (step_of(ada).state, step_of(ada).hold_reason) == ("scheduled", "")


def test_a_thread_in_which_the_person_answered_explains_it(office: Office, ada: Mailed) -> None:
    answer = letters.reply(ada)
    message = arrive(office.mailbox, answer, thread=ada.delivery.provider_thread_id)
    call_command("enrollment", str(ada.enrollment.id), "--reopen", by=a_user(office.workspace).email, stdout=StringIO())
    names = f"In-Reply-To: <{message_id(message)}>"
    lies(office.mailbox, by_hand(office, ada.contact.email, names))
    lies(office.mailbox, by_hand(office, ada.contact.email), name="sent-2", thread=ada.delivery.provider_thread_id)
    assert (HandMail.objects.count(), step_of(ada).state) == (2, "scheduled")
    lies(office.mailbox, by_hand(office, ada.contact.email), name="sent-3")
    assert step_of(ada).hold_reason == "hand_written"


def message_id(message: InboundMessage) -> str:
    return InboundMessage.objects.values_list("message_id", flat=True).get(id=message.id)


def test_a_letter_below_our_own_mail_that_nobody_answered_is_not_explained_by_it(office: Office, ada: Mailed) -> None:
    lies(office.mailbox, by_hand(office, ada.contact.email, about=ada))
    assert step_of(ada).hold_reason == "hand_written"


def test_what_a_program_answers_in_somebodys_absence_holds_nobody(office: Office, ada: Mailed) -> None:
    lies(office.mailbox, by_hand(office, ada.contact.email, "Auto-Submitted: auto-replied"))
    assert (HandMail.objects.count(), step_of(ada).state) == (1, "scheduled")


@pytest.mark.parametrize("place", [Place.SUBJECT, Place.BODY])
def test_warm_up_mail_is_no_mail_by_hand(office: Office, place: Place) -> None:
    warmup.add(office.mailbox, place, "nordlicht-7f3a", by_id=a_user(office.workspace).id)
    subject, text = ("Hi nordlicht-7f3a", "Hello") if place is Place.SUBJECT else ("Hi", "Hello nordlicht-7f3a")
    raw = letters.letter(office.mailbox.address, text, "To: pam@pool.example", subject=subject)
    lies(office.mailbox, raw)
    assert not HandMail.objects.exists()
    assert InboundMessage.objects.get().kind == "warm_up"


def test_a_step_that_was_held_for_a_graver_reason_stays_so(office: Office, ada: Mailed) -> None:
    Touch.objects.filter(id=step_of(ada).id).update(state="held", hold_reason="unreadable_answer")
    lies(office.mailbox, by_hand(office, ada.contact.email))
    assert step_of(ada).hold_reason == "unreadable_answer"


def test_old_mail_that_is_moved_into_sent_counts_on_its_own_day_and_holds_nobody(office: Office, ada: Mailed) -> None:
    lies(office.mailbox, by_hand(office, ada.contact.email, "Date: Tue, 05 Jan 2027 09:00:00 +0000"))
    assert HandMail.objects.get().local_day.isoformat() == "2027-01-05"
    assert step_of(ada).state == "scheduled"
    lies(office.mailbox, by_hand(office, ada.contact.email, "Date: Sat, 06 Mar 2027 09:00:00 +0000"), name="sent-2")
    assert (step_of(ada).state, step_of(ada).hold_detail) == ("held", "2027-03-06")
