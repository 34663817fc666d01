"""DESIGN.md section 8, line by line: what came back, and what it does to the person, the address and the mailbox."""

from datetime import date, timedelta

import pytest

from app.models import Event
from bounces.models import Conversation, Outcome, Suppression
from mailboxes.models import Delivery, InboundMessage, InboundRaw, Recipient
from sequences.actions import tasks
from sequences.models import Enrollment, Task, Touch
from tests.bounces.actions import letters
from tests.factories import a_contact, a_task, a_user, enrolled, weekly
from tests.journeys.office import Mailed, Office, an_office, arrive
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
BACK = "I am out of the office and will be back on {day}."


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed()


def suppressed(person: Mailed) -> bool:
    return Suppression.objects.filter(recipient_id=person.contact.recipient_id, lifted_at=None).exists()


def fence(person: Mailed) -> int:
    return Recipient.objects.values_list("fence", flat=True).get(id=person.contact.recipient_id)


def test_a_human_reply_stops_all_campaigns_of_the_person_and_of_nobody_else(office: Office, ada: Mailed) -> None:
    neighbour = office.mailed()
    second = enrolled(office.another().campaign, ada.contact)
    message = arrive(office.mailbox, letters.reply(ada))
    assert (message.state, message.disposition) == ("classified", "replied")
    assert (message.recipient_id, message.delivery_id) == (ada.contact.recipient_id, ada.delivery.id)
    assert (ada.state, neighbour.state) == ("replied", "active")
    assert Enrollment.objects.get(id=second.id).state == "replied"
    assert (ada.open_touch, suppressed(ada), fence(ada)) == (None, False, 1)
    assert Conversation.objects.get().last_kind == "replied"


def test_a_stop_closes_steps_of_every_channel(world: World) -> None:
    office = an_office(world, steps=(a_task("call", delay=0),))
    contact = a_contact(office.workspace, "ada@acme.example")
    enrollment = enrolled(office.campaign, contact)
    assert tasks.open_due() == 1
    arrive(office.mailbox, letters.letter("ada@acme.example", letters.WORDS))
    assert Enrollment.objects.get(id=enrollment.id).state == "replied"
    assert (Task.objects.get().state, Touch.objects.get().state) == ("cancelled", "cancelled")


def test_outcome_stop_and_event_are_one_transaction(office: Office, ada: Mailed) -> None:
    message = arrive(office.mailbox, letters.reply(ada))
    kinds = ["recipient.stopped", "enrollment.ended", "inbound.decided"]
    rows = Event.objects.filter(kind__in=kinds).extra(select={"txid": "txid"}).values_list("kind", "txid")
    assert sorted({kind for kind, _ in rows}) == sorted(kinds)
    assert len({txid for _, txid in rows}) == 1
    assert Outcome.objects.get().inbound_id == message.id


@pytest.mark.parametrize(
    ("day", "least"), [(date(2027, 3, 15), date(2027, 3, 17)), (date(2027, 3, 19), date(2027, 3, 23))]
)
def test_an_absence_holds_until_two_business_days_after_the_return(
    office: Office, ada: Mailed, day: date, least: date
) -> None:
    Enrollment.objects.filter(id=ada.enrollment.id).update()
    office.campaign.window = weekly("08:00", "18:00", (1, 2, 3, 4, 5))
    office.campaign.save()
    message = arrive(office.mailbox, letters.away(ada, BACK.format(day=f"{day:%d %B %Y}")))
    touch = ada.open_touch
    assert message.disposition == "away"
    assert touch is not None
    assert (touch.state, touch.hold_reason, ada.state) == ("scheduled", "absent", "active")
    assert touch.eligible_at.date() == least
    assert 8 <= touch.eligible_at.hour < 18


def test_an_absence_without_a_date_holds_for_fourteen_days(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.away(ada))
    touch = ada.open_touch
    assert touch is not None
    wait = touch.eligible_at - office.world.now()
    assert timedelta(days=14) <= wait < timedelta(days=15)
    assert Outcome.objects.get().kind == "away"


def test_an_absence_of_months_is_for_a_person_to_judge(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.away(ada, BACK.format(day="14 June 2027")))
    touch = ada.open_touch
    assert touch is not None
    assert (touch.state, touch.hold_reason, ada.state) == ("held", "absence_far", "active")


def test_an_absence_never_brings_a_step_forward(office: Office, ada: Mailed) -> None:
    far = office.world.now() + timedelta(days=40)
    Touch.objects.filter(enrollment=ada.enrollment, state="scheduled").update(eligible_at=far)
    arrive(office.mailbox, letters.away(ada, BACK.format(day="15 March 2027")))
    touch = ada.open_touch
    assert touch is not None
    assert touch.eligible_at == far


def test_of_two_absences_the_longer_counts(office: Office, ada: Mailed) -> None:
    arrive(office.mailbox, letters.away(ada, BACK.format(day="5 April 2027")))
    arrive(office.mailbox, letters.away(ada))
    touch = ada.open_touch
    assert touch is not None
    assert touch.eligible_at.date() >= date(2027, 4, 7)
    absent_until = Enrollment.objects.values_list("absent_until", flat=True).get()
    assert absent_until is not None
    assert absent_until.date() >= date(2027, 4, 7)


def test_the_third_absence_without_a_date_is_a_task_for_the_owner_once(office: Office, ada: Mailed) -> None:
    office.campaign.owner = a_user(office.workspace)
    office.campaign.save()
    for notice in (letters.away(ada), letters.away(ada, BACK.format(day="15 March 2027")), letters.away(ada)):
        arrive(office.mailbox, notice)
    assert not Task.objects.exists()  # one of them said until when
    third = arrive(office.mailbox, letters.away(ada))
    arrive(office.mailbox, letters.away(ada))
    task = Task.objects.get()
    assert (task.kind, task.state, task.owner, task.touch) == ("away", "open", office.campaign.owner, None)
    assert task.outcome_id == Outcome.objects.get(inbound_id=third.id).id
    assert (ada.state, Event.objects.filter(kind="task.opened").count()) == ("active", 1)


def test_absences_before_the_sequence_do_not_count_for_it(office: Office, ada: Mailed) -> None:
    for _ in range(2):
        arrive(office.mailbox, letters.away(ada))
    Outcome.objects.update(world_at=ada.enrollment.enrolled_at - timedelta(days=1))
    arrive(office.mailbox, letters.away(ada))
    assert not Task.objects.exists()


@pytest.mark.parametrize("copies", [1, 30])
def test_an_acknowledgement_is_recorded_and_the_sequence_goes_on(office: Office, ada: Mailed, copies: int) -> None:
    before = ada.open_touch
    marks = ("Auto-Submitted: auto-generated", "Precedence: bulk")
    for number in range(copies):
        text = f"We received your request. Your ticket number is #{number}."
        raw = letters.letter("desk@help.example", text, *marks, subject=f"[#{number}] A question", about=ada)
        assert arrive(office.mailbox, raw).disposition == "auto_replied"
    assert (ada.state, ada.open_touch) == ("active", before)
    assert Outcome.objects.filter(stops=True).count() == 0


def test_somebody_who_left_the_company_is_stopped_and_not_suppressed(office: Office, ada: Mailed) -> None:
    text = "Ada Canaryfinch is no longer with the company. Please write to info@acme.example instead."
    message = arrive(office.mailbox, letters.away(ada, text))
    assert (message.disposition, ada.state, suppressed(ada)) == ("left", "stopped", False)


@pytest.mark.parametrize(
    ("status", "words", "state", "suppressed_too", "delivery"),
    [
        ("5.1.1", "", "bounced", True, "bounced"),
        ("5.2.2", "552 5.2.2 mailbox full", "bounced", False, "bounced"),
        ("5.7.26", "550 5.7.26 unauthenticated mail is not accepted: DMARC", "failed", False, "bounced"),
        ("4.2.2", "452 4.2.2 over quota", "active", False, "accepted"),
    ],
)
def test_a_report_ends_the_sequence_by_whose_fault_it_was(
    office: Office,
    ada: Mailed,
    status: str,
    words: str,
    state: str,
    suppressed_too: bool,
    delivery: str,
) -> None:
    action = "delayed" if status.startswith("4") else "failed"
    block = letters.block(ada.contact.email, action=action, status=status, words=words)
    arrive(office.mailbox, letters.report(block, returned=letters.returned(ada)))
    assert (ada.state, suppressed(ada)) == (state, suppressed_too)
    assert Delivery.objects.get(id=ada.delivery.id).state == delivery
    found = Outcome.objects.get()
    assert (found.exact, found.status, found.delivery_id) == (True, status, ada.delivery.id)


def test_a_complaint_stops_and_suppresses_in_the_whole_workspace(office: Office, ada: Mailed) -> None:
    second = enrolled(office.another().campaign, ada.contact)
    message = arrive(office.mailbox, letters.complaint(ada))
    assert (message.disposition, ada.state, suppressed(ada)) == ("complained", "complained", True)
    assert Enrollment.objects.get(id=second.id).state == "complained"
    assert Delivery.objects.get(id=ada.delivery.id).state == "complained"


@pytest.mark.parametrize("text", ["Please remove me from your list.", "Bitte keine weiteren E-Mails.", "unsubscribe"])
def test_a_wish_in_words_stops_and_suppresses(office: Office, ada: Mailed, text: str) -> None:
    message = arrive(office.mailbox, letters.reply(ada, text))
    assert (message.disposition, ada.state, suppressed(ada)) == ("unsubscribed", "unsubscribed", True)


def test_our_own_footer_quoted_below_an_answer_is_nobodys_wish(office: Office, ada: Mailed) -> None:
    quote = "\r\n".join(f"> {line}" for line in ada.delivery.deliverybody.text.splitlines())
    arrive(office.mailbox, letters.reply(ada, f"{letters.WORDS}\r\n\r\nOn Tuesday Nora wrote:\r\n{quote}"))
    assert (ada.state, suppressed(ada)) == ("replied", False)


@pytest.mark.parametrize("answer", ["ACCEPTED", "DECLINED", "TENTATIVE"])
def test_a_calendar_answer_stops_and_is_no_written_reply(office: Office, ada: Mailed, answer: str) -> None:
    message = arrive(office.mailbox, letters.calendar(ada, answer=answer))
    assert (message.disposition, ada.state) == ("calendar_answered", "replied")


def test_our_own_mail_is_never_a_reply(office: Office, ada: Mailed) -> None:
    message = arrive(office.mailbox, letters.letter(office.mailbox.address, letters.WORDS, about=ada))
    assert (message.state, message.disposition, ada.state) == ("classified", "own", "active")


def test_a_message_that_nobody_can_read_holds_the_person_it_answers(office: Office, ada: Mailed) -> None:
    neighbour = office.mailed()
    bomb = "From: {}\r\nIn-Reply-To: <{}>\r\n{}\r\nhello".format(
        ada.contact.email, ada.delivery.message_id, "X-Bomb: 1\r\n" * 5000
    )
    message = arrive(office.mailbox, bomb.encode())
    assert (message.state, message.disposition, bool(message.reason)) == ("quarantined", "unreadable", True)
    touch, other = ada.open_touch, neighbour.open_touch
    assert touch is not None
    assert other is not None
    assert (touch.state, touch.hold_reason, other.state) == ("held", "unreadable_answer", "scheduled")
    assert InboundRaw.objects.filter(message=message).exists()
    assert arrive(office.mailbox, letters.reply(neighbour)).disposition == "replied"


def test_each_message_has_one_disposition_and_one_outcome_a_person(office: Office, ada: Mailed) -> None:
    for raw in (letters.away(ada), letters.reply(ada), letters.reply(ada, "unsubscribe")):
        arrive(office.mailbox, raw)
    assert sorted(InboundMessage.objects.values_list("disposition", flat=True)) == ["away", "replied", "unsubscribed"]
    assert Outcome.objects.count() == 3
    assert ada.state == "replied"  # the first stop ended it
    assert suppressed(ada)


def test_whom_a_campaign_wrote_to_is_stopped_by_an_answer_to_a_test_too(office: Office) -> None:
    """Somebody tried a step out at the address of a person who is in the campaign."""
    ada = office.mailed("ada@acme.example")
    tried = Delivery.objects.create(
        workspace=office.workspace,
        kind="test",
        recipient_id=ada.contact.recipient_id,
        mailbox=office.mailbox,
        token="t" * 32,
        message_id="tried@nordlicht.example",
        created_at=ada.delivery.created_at,
    )
    answer = letters.letter("ada@acme.example", letters.WORDS, f"In-Reply-To: <{tried.message_id}>")
    assert arrive(office.mailbox, answer).disposition == "replied"
    assert ada.state == "replied"


def test_a_report_about_more_people_than_may_be_locked_at_once_stops_them_all(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailboxes.locks.MOST_RECIPIENTS", 2)
    people = [office.mailed() for _ in range(5)]
    message = arrive(office.mailbox, letters.report(*[letters.block(one.contact.email) for one in people]))
    assert (message.state, message.disposition) == ("classified", "bounced")
    assert [one.state for one in people] == ["bounced"] * 5
    assert Outcome.objects.filter(inbound_id=message.id).count() == 5
