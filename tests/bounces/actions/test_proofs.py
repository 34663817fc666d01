"""What comes back and names a mail in doubt proves that it left; what does not name it proves nothing."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from admission.actions import judgements
from admission.core.settlement import Vanished
from admission.models import Incident, Permit
from app.models import Event
from mailboxes.models import Budget, Delivery
from sequences.models import Touch
from tests.bounces.actions import letters
from tests.factories import a_mailbox, a_workspace
from tests.journeys.office import HERE, Mailed, Office, an_office, arrive, asked, due_now, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

CUT = Vanished("cut")


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def doubted(office: Office) -> Mailed:
    """Somebody whose first mail may or may not have left."""
    touch = office.waiting("ada@acme.example")
    assert touch.enrollment.contact is not None
    return Mailed(touch.enrollment.contact, touch.enrollment, tried(touch.id, CUT))


def bounce(about: Mailed) -> bytes:
    return letters.report(letters.block(about.contact.email), returned=letters.returned(about))


def delay(about: Mailed) -> bytes:
    block = letters.block(about.contact.email, action="delayed", status="4.4.1", words="450 4.4.1 later")
    return letters.report(block, returned=letters.returned(about))


def machine(about: Mailed) -> bytes:
    words = "We have received your message and will answer within two days. Ticket #4711."
    return letters.reply(about, words, "Auto-Submitted: auto-replied", subject="Ticket received: A question")


PROOFS: dict[str, tuple[Callable[[Mailed], bytes], str, str]] = {
    "a reply": (letters.reply, "accepted", "replied"),
    "an absence notice": (letters.away, "accepted", "active"),
    "an answer of a machine": (machine, "accepted", "active"),
    "a report of a delay": (delay, "accepted", "active"),
    "a bounce": (bounce, "bounced", "bounced"),
    "a complaint": (letters.complaint, "complained", "complained"),
}


@pytest.mark.parametrize("name", PROOFS)
def test_what_names_a_mail_in_doubt_settles_it(office: Office, name: str) -> None:
    make, delivery_state, enrollment_state = PROOFS[name]
    ada = doubted(office)
    office.world.pass_time(timedelta(hours=3))
    arrive(office.mailbox, make(ada))
    permit = Permit.objects.get()
    ada.delivery.refresh_from_db()
    assert (ada.delivery.state, permit.state, ada.state) == (delivery_state, "accepted", enrollment_state)
    assert Touch.objects.get(id=ada.delivery.touch_id or 0).state == "sent"
    assert Event.objects.filter(kind="delivery.accepted", subject_id=ada.delivery.id).count() == 1
    assert Budget.objects.get(mailbox=office.mailbox).in_flight_permit is None
    following = Touch.objects.filter(position=2).first()
    assert (following is not None) == (enrollment_state == "active")
    assert not Incident.objects.exists()


def test_the_step_after_a_proof_counts_from_the_permit_and_waits_out_an_absence(office: Office) -> None:
    ada = doubted(office)
    at = Permit.objects.get().world_at
    office.world.pass_time(timedelta(hours=3))
    arrive(office.mailbox, letters.away(ada))
    following = ada.open_touch
    assert following is not None
    assert following.due_at == at + timedelta(days=3)
    assert following.eligible_at > office.world.now() + timedelta(days=13)


def second_doubted(office: Office) -> Mailed:
    """Somebody who got the first mail, and whose second is in doubt."""
    ada = office.mailed("ada@acme.example")
    due_now(ada.enrollment)
    office.world.pass_time(timedelta(days=3))
    touch = due_now(ada.enrollment)
    return Mailed(ada.contact, ada.enrollment, tried(touch.id, CUT))


def test_an_answer_to_the_mail_before_proves_nothing_of_the_one_in_doubt(office: Office) -> None:
    ada = second_doubted(office)
    first = Delivery.objects.order_by("id")[0]
    arrive(office.mailbox, letters.reply(Mailed(ada.contact, ada.enrollment, first)))
    ada.delivery.refresh_from_db()
    assert (ada.delivery.state, ada.state) == ("uncertain", "replied")


def test_an_answer_in_the_thread_names_the_newest_mail_it_refers_to(office: Office) -> None:
    ada = second_doubted(office)
    first = Delivery.objects.order_by("id")[0]
    references = f"References: <{first.message_id}> <{ada.delivery.message_id}>"
    arrive(office.mailbox, letters.reply(ada, letters.WORDS, references))
    ada.delivery.refresh_from_db()
    assert (ada.delivery.state, ada.state) == ("accepted", "replied")


@pytest.mark.parametrize("thread", ["", "thread-x"])
def test_an_answer_that_names_nothing_of_ours_proves_nothing(office: Office, thread: str) -> None:
    ada = doubted(office)
    arrive(office.mailbox, letters.letter(ada.contact.email, letters.WORDS), thread=thread)
    ada.delivery.refresh_from_db()
    assert (ada.delivery.state, ada.state) == ("uncertain", "replied")


def test_a_report_to_another_tenant_proves_nothing(office: Office) -> None:
    ada = doubted(office)
    theirs = a_mailbox(a_workspace(), endpoints=HERE)
    arrive(theirs, bounce(ada))
    ada.delivery.refresh_from_db()
    assert (ada.delivery.state, ada.state) == ("uncertain", "active")


def test_a_proof_after_a_release_keeps_the_second_copy_from_leaving(office: Office) -> None:
    ada = doubted(office)
    Delivery.objects.update(call_began_at=F("call_began_at") - timedelta(hours=1))
    judgements.say_not_sent(ada.delivery.id, by_id=None, reason="I did not see it.")
    arrive(office.mailbox, machine(ada))
    ada.delivery.refresh_from_db()
    assert ada.delivery.state == "withdrawn"
    assert [one.data["verdict"] for one in Incident.objects.all()] == ["proved after it was released"]
    Touch.objects.update(state="planned", slot_at=F("eligible_at"))
    verdict, _ = asked(ada.delivery.touch_id or 0)
    assert getattr(verdict, "reason", None) == "already_sent"
