"""A person says what a message is: all that the wrong reading did is taken back, what the right one asks is done."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from admission.core.verdict import Grant
from app.core.errors import Refused
from app.models import Event
from bounces.actions import ingest
from bounces.actions.relabel import LABELS, Label, relabel
from bounces.actions.suppressions import suppress_addresses
from bounces.actions.unsubscribe import request
from bounces.core.outcomes import EFFECTS, KIND_OF_OUTCOME, Person
from bounces.core.outcomes import Outcome as Kind
from bounces.core.tokens import UnsubscribeToken
from bounces.models import Correspondent, LearnedAddress, Outcome, Relabel, Suppression
from mailboxes.core.address import parse_address
from mailboxes.models import Delivery, InboundMessage
from sequences.models import Enrollment, Task, Touch
from tests.bounces.actions import letters
from tests.factories import a_user, a_workspace, enrolled
from tests.journeys.office import Mailed, Office, an_office, arrive, asked, due_now
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "I read it."


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def ada(office: Office) -> Mailed:
    return office.mailed("ada@acme.example")


@pytest.fixture
def manager(office: Office) -> int:
    return a_user(office.workspace, role="manager").id


def say(office: Office, message: InboundMessage, kind: Kind, by_id: int, **more: object) -> None:
    relabel(office.workspace.id, message.id, Label(kind, by_id, WHY, **more))  # type: ignore[arg-type]
    message.refresh_from_db()


def suppressed(person: Mailed) -> bool:
    return Suppression.objects.filter(recipient_id=person.contact.recipient_id, lifted_at=None).exists()


def goes_on(person: Mailed) -> bool:
    """Whether the permit lets the next step go: the truth behind every state."""
    if person.open_touch is None or person.open_touch.state == "held":
        return False
    touch = due_now(person.enrollment)
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=touch.eligible_at, hold_reason="")
    return isinstance(asked(touch.id)[0], Grant)


def bounce_of(person: Mailed) -> bytes:
    return letters.report(letters.block(person.contact.email), returned=letters.returned(person))


LETTERS: dict[Kind, Callable[[Mailed], bytes]] = {
    Kind.REPLIED: letters.reply,
    Kind.UNSUBSCRIBED: lambda person: letters.reply(person, "Please remove me from your list."),
    Kind.AWAY: lambda person: letters.away(person, "I am out of the office and will be back on 15 March 2027."),
    Kind.BOUNCED: bounce_of,
    Kind.COMPLAINED: letters.complaint,
    Kind.AUTO_REPLIED: lambda person: letters.letter(
        "desk@help.example", "We received your request.", "Auto-Submitted: auto-generated", about=person
    ),
}


PAIRS = [
    *((Kind.REPLIED, now) for now in sorted(LABELS - {Kind.REPLIED})),
    *((was, Kind.REPLIED) for was in LETTERS if was != Kind.REPLIED),
    (Kind.BOUNCED, Kind.COMPLAINED),
    (Kind.COMPLAINED, Kind.BOUNCED),
    (Kind.BOUNCED, Kind.FAILED),
    (Kind.UNSUBSCRIBED, Kind.AUTO_REPLIED),
    (Kind.COMPLAINED, Kind.AWAY),
    (Kind.AWAY, Kind.UNSUBSCRIBED),
    (Kind.AUTO_REPLIED, Kind.LEFT),
]


@pytest.mark.parametrize(("was", "now"), PAIRS)
def test_from_any_class_to_any_other_only_the_new_one_counts(
    office: Office, ada: Mailed, manager: int, was: Kind, now: Kind
) -> None:
    """As if the message had been read so from the beginning: state, list, delivery, task, and the permit's answer."""
    message = arrive(office.mailbox, LETTERS[was](ada))
    assert message.disposition == was
    say(office, message, now, manager)
    effect = EFFECTS[now]
    stops = effect.person in {Person.STOP_ALL, Person.STOP_FAILED, Person.STOP_ADDRESS}
    assert (message.disposition, message.kind) == (now, KIND_OF_OUTCOME[now])
    assert ada.state == (effect.ends if stops else "active")
    assert suppressed(ada) is effect.suppress
    assert Task.objects.filter(state="open", outcome_id__isnull=False).count() == effect.task
    assert (ada.open_touch is None) is stops
    counts = {Kind.BOUNCED: "bounced", Kind.FAILED: "bounced", Kind.COMPLAINED: "complained"}  # it names our mail
    assert Delivery.objects.get(id=ada.delivery.id).state == counts.get(now, "accepted")
    office.world.pass_time(timedelta(days=20))
    assert stops or goes_on(ada)


def test_both_rows_stay_with_who_when_and_why(office: Office, ada: Mailed, manager: int) -> None:
    message = arrive(office.mailbox, letters.reply(ada))
    say(office, message, Kind.AUTO_REPLIED, manager)
    wrong, right = Outcome.objects.order_by("id")
    assert (wrong.kind, wrong.stops, wrong.corrected_at is not None) == ("replied", True, True)
    assert (right.kind, right.corrects, right.corrected_at, right.rule) == ("auto_replied", wrong.id, None, "person")
    said = Relabel.objects.get()
    assert (said.was, said.now, said.by_id, said.reason) == ("replied", "auto_replied", manager, WHY)
    told = Event.objects.get(kind="inbound.relabelled").data
    assert (told["by"], told["now"]) == (manager, "auto_replied")
    assert WHY not in str(list(Event.objects.values_list("data", flat=True)))


def test_what_something_else_had_stopped_stays_stopped_by_that(office: Office, ada: Mailed, manager: int) -> None:
    wrong = arrive(office.mailbox, letters.reply(ada))
    arrive(office.mailbox, bounce_of(ada))
    say(office, wrong, Kind.AUTO_REPLIED, manager)
    assert (ada.state, ada.open_touch) == ("bounced", None)
    assert Enrollment.objects.get(id=ada.enrollment.id).ended_by == Outcome.objects.get(kind="bounced").id


def test_every_campaign_goes_on_that_this_message_ended_and_no_other(office: Office, ada: Mailed, manager: int) -> None:
    second, third = (enrolled(office.another().campaign, ada.contact) for _ in range(2))
    Enrollment.objects.filter(id=third.id).update(state="stopped", ended_at=office.world.now())
    message = arrive(office.mailbox, letters.reply(ada))
    say(office, message, Kind.AUTO_REPLIED, manager)
    states = [Enrollment.objects.get(id=one.id).state for one in (ada.enrollment, second, third)]
    assert states == ["active", "active", "stopped"]


def test_a_member_may_relabel_but_not_take_anybody_off_the_list(office: Office, ada: Mailed) -> None:
    message = arrive(office.mailbox, LETTERS[Kind.UNSUBSCRIBED](ada))
    member = a_user(office.workspace, role="member").id
    with pytest.raises(Refused, match="a manager"):
        say(office, message, Kind.REPLIED, member)
    assert (ada.state, suppressed(ada), Relabel.objects.count()) == ("unsubscribed", True, 0)
    assert Outcome.objects.get().corrected_at is None
    other = arrive(office.mailbox, letters.reply(office.mailed("bob@else.example")))
    say(office, other, Kind.AUTO_REPLIED, member)
    with pytest.raises(Refused, match="may not"):
        say(office, other, Kind.REPLIED, a_user(office.workspace, role="viewer").id)
    with pytest.raises(Refused, match="may not"):
        say(office, other, Kind.REPLIED, a_user(a_workspace(), role="owner").id)


def test_a_suppression_stays_that_somebody_else_asked_for_too(office: Office, ada: Mailed, manager: int) -> None:
    message = arrive(office.mailbox, LETTERS[Kind.UNSUBSCRIBED](ada))
    suppress_addresses(office.workspace.id, [parse_address(ada.contact.email)], reason="by_person", by_id=manager)
    say(office, message, Kind.REPLIED, manager)
    assert (suppressed(ada), ada.state) == (True, "replied")


def test_a_suppression_stays_where_the_link_was_pressed_too(office: Office, ada: Mailed, manager: int) -> None:
    message = arrive(office.mailbox, LETTERS[Kind.UNSUBSCRIBED](ada))
    request(UnsubscribeToken(office.workspace.id, ada.contact.recipient_id, ada.delivery.id))
    say(office, message, Kind.AUTO_REPLIED, manager)
    assert (suppressed(ada), ada.state) == (True, "stopped")


def test_a_suppression_passes_to_the_other_message_that_asked(office: Office, ada: Mailed, manager: int) -> None:
    first = arrive(office.mailbox, LETTERS[Kind.UNSUBSCRIBED](ada))
    second = arrive(office.mailbox, letters.complaint(ada))
    say(office, first, Kind.REPLIED, manager)
    assert suppressed(ada)
    say(office, second, Kind.REPLIED, manager)
    assert not suppressed(ada)


def test_a_reading_does_not_take_a_persons_word_back(office: Office, ada: Mailed, manager: int) -> None:
    message = arrive(office.mailbox, letters.reply(ada))
    say(office, message, Kind.AUTO_REPLIED, manager)
    InboundMessage.objects.filter(id=message.id).update(state="stored", decided_at=None, disposition="")
    assert ingest.classify(message.id)
    message.refresh_from_db()
    assert (message.kind, message.disposition, ada.state) == ("auto_reply", "auto_replied", "active")


def test_an_absence_gets_another_day(office: Office, ada: Mailed, manager: int) -> None:
    message = arrive(office.mailbox, letters.away(ada, "I am out of the office and will be back on 14 June 2027."))
    assert ada.open_touch is not None
    assert ada.open_touch.hold_reason == "absence_far"
    say(office, message, Kind.AWAY, manager, back_on=date(2027, 3, 15))
    touch = ada.open_touch
    assert touch is not None
    assert (touch.state, touch.hold_reason, touch.eligible_at.date()) == ("scheduled", "absent", date(2027, 3, 17))


def test_what_an_answer_taught_is_forgotten_when_it_was_none(office: Office, ada: Mailed, manager: int) -> None:
    message = arrive(office.mailbox, letters.letter("ada@mailhost.example", letters.WORDS, about=ada))
    assert LearnedAddress.objects.count() == 1
    say(office, message, Kind.AUTO_REPLIED, manager)
    assert not LearnedAddress.objects.exists()


def test_an_unmatched_message_is_given_to_the_person_whose_it_is(office: Office, ada: Mailed, manager: int) -> None:
    bob = office.mailed("bob@acme.example")
    message = arrive(office.mailbox, letters.letter("boss@acme.example", letters.WORDS, subject="Your mails"))
    assert (message.disposition, message.reason) == ("unmatched", "answer_of_nobody_we_know")
    say(office, message, Kind.REPLIED, manager, about=parse_address("ada@acme.example"))
    assert (message.disposition, message.recipient_id, ada.state) == ("replied", ada.contact.recipient_id, "replied")
    touch = bob.open_touch
    assert touch is not None
    assert touch.hold_reason != "colleague_answered"
    assert Correspondent.objects.get().recipient_id == ada.contact.recipient_id


def test_whose_a_message_is_stays_said_when_its_writer_is_learned_later(
    office: Office, ada: Mailed, manager: int
) -> None:
    bob = office.mailed("bob@else.example")
    message = arrive(office.mailbox, letters.letter("x@mailhost.example", letters.WORDS, subject="Your mails"))
    say(office, message, Kind.REPLIED, manager, about=parse_address("ada@acme.example"))
    arrive(office.mailbox, letters.letter("x@mailhost.example", letters.WORDS, about=bob))
    message.refresh_from_db()
    assert (message.state, message.disposition, message.recipient_id) == (
        "classified",
        "replied",
        ada.contact.recipient_id,
    )


@pytest.mark.parametrize(("now", "state"), [(Kind.AUTO_REPLIED, "active"), (Kind.REPLIED, "replied")])
def test_what_nobody_could_read_is_read_by_a_person(
    office: Office, ada: Mailed, manager: int, now: Kind, state: str
) -> None:
    bomb = "X-Bomb: 1\r\n" * 5000
    raw = f"From: {ada.contact.email}\r\nIn-Reply-To: <{ada.delivery.message_id}>\r\n{bomb}\r\nhello".encode()
    message = arrive(office.mailbox, raw)
    touch = ada.open_touch
    assert touch is not None
    assert (message.state, touch.state) == ("quarantined", "held")
    say(office, message, now, manager)
    after = ada.open_touch
    assert (message.state, ada.state) == ("classified", state)
    assert (after.state if after else "") == ("scheduled" if state == "active" else "")
    assert not Task.objects.filter(state="open").exists()


def test_an_unmatched_message_that_is_no_answer_lets_the_company_go_on(
    office: Office, ada: Mailed, manager: int
) -> None:
    message = arrive(office.mailbox, letters.letter("boss@acme.example", letters.WORDS, subject="Your mails"))
    assert ada.open_touch is not None
    assert ada.open_touch.state == "held"
    say(office, message, Kind.LISTED, manager)
    assert ada.open_touch is not None
    assert (message.disposition, ada.open_touch.state) == ("listed", "scheduled")


def test_a_message_given_to_somebody_else_leaves_the_first_one_in_peace(
    office: Office, ada: Mailed, manager: int
) -> None:
    bob = office.mailed("bob@else.example")
    message = arrive(office.mailbox, letters.reply(ada))
    say(office, message, Kind.REPLIED, manager, about=parse_address("bob@else.example"))
    assert (ada.state, bob.state, message.recipient_id) == ("active", "replied", bob.contact.recipient_id)


def test_nothing_changes_by_a_label_that_is_there_or_has_no_reason(office: Office, ada: Mailed, manager: int) -> None:
    message = arrive(office.mailbox, letters.reply(ada))
    with pytest.raises(Refused, match="so already"):
        say(office, message, Kind.REPLIED, manager)
    with pytest.raises(Refused, match="Say why"):
        relabel(office.workspace.id, message.id, Label(Kind.AWAY, manager, " "))
    with pytest.raises(Refused, match="may not"):
        relabel(a_workspace().id, message.id, Label(Kind.AWAY, manager, WHY))
    assert (ada.state, Relabel.objects.count(), Outcome.objects.count()) == ("replied", 0, 1)
