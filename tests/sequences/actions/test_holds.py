"""Whatever holds a step has a way out, and nothing that a person has to look at is passed by."""

from datetime import timedelta

import pytest

from admission.core.settlement import Vanished
from admission.models import Permit
from app.core.errors import Refused
from app.models import Event
from mailboxes.models import Delivery
from sequences.actions import contacts, dispatch, enrollments, holds, tasks, touches
from sequences.models import Contact, Enrollment, Task, Touch, Variant
from tests.bounces.actions import letters
from tests.factories import a_task, an_email
from tests.journeys.office import Mailed, Office, an_office, arrive, due_now, sent, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
WAITING = ("absence_far", "colleague_answered", "unreadable_answer", "missing_field", "cannot_compose", "rehearsal")


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def a_plan(touch: Touch) -> int:
    """Give a touch a slot that is due."""
    Touch.objects.filter(id=touch.id).update(state="planned", slot_at=touch.eligible_at)
    return touch.id


@pytest.mark.parametrize("reason", WAITING)
def test_a_person_releases_a_held_step(office: Office, reason: str) -> None:
    touch = office.waiting()
    touches.hold(touch.id, reason)
    holds.release(touch.id)
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("scheduled", "")
    assert Event.objects.get(kind="touch.released").data == {"reason": reason, "by": None}
    assert sent(touch.id).state == "accepted"


def test_a_release_brings_no_step_forward(office: Office) -> None:
    ada = office.mailed()
    before = ada.open_touch
    assert before is not None
    touches.hold(before.id, "colleague_answered")
    holds.release(before.id)
    assert ada.open_touch == before
    assert Touch.objects.get(id=before.id).eligible_at == before.eligible_at


@pytest.mark.parametrize("reason", ["task_open", "uncertain"])
def test_what_has_a_door_of_its_own_is_not_released(office: Office, reason: str) -> None:
    touch = office.waiting()
    touches.hold(touch.id, reason)
    with pytest.raises(Refused):
        holds.release(touch.id)
    assert Touch.objects.get(id=touch.id).state == "held"


def test_what_is_not_held_is_not_released(office: Office) -> None:
    with pytest.raises(Refused):
        holds.release(office.waiting().id)


def test_a_released_person_who_is_away_for_long_is_mailed_at_the_usual_pace(office: Office) -> None:
    ada = office.mailed()
    arrive(office.mailbox, letters.away(ada, "I am out of the office and will be back on 14 June 2027."))
    touch = ada.open_touch
    assert touch is not None
    assert Enrollment.objects.get().absent_until is not None
    holds.release(touch.id)
    assert Enrollment.objects.get().absent_until is None


def test_an_unreadable_answer_takes_the_place_of_a_reason_that_may_pass(office: Office) -> None:
    touch = office.waiting()
    touches.hold(touch.id, "missing_field", "note")
    touches.hold_for_person(touch.id, "unreadable_answer")
    assert holds.free_filled([touch.enrollment.recipient_id]) == 0
    assert Touch.objects.get(id=touch.id).hold_reason == "unreadable_answer"
    assert not touches.hold_for_person(touch.id, "colleague_answered")
    assert Touch.objects.get(id=touch.id).hold_reason == "unreadable_answer"


def test_a_task_done_while_an_answer_is_unread_holds_the_step_after_it(world: World) -> None:
    office = an_office(world, steps=(a_task(delay=0), an_email()))
    touch = office.waiting()
    tasks.open_due()
    touches.hold_for_person(touch.id, "unreadable_answer")
    tasks.complete(Task.objects.get().id)
    following = Touch.objects.get(position=2)
    assert (following.state, following.hold_reason) == ("held", "unreadable_answer")
    holds.release(following.id)
    assert Touch.objects.get(position=2).state == "scheduled"


def test_a_release_leaves_an_open_task_open(world: World) -> None:
    office = an_office(world, steps=(a_task(delay=0), an_email()))
    touch = office.waiting()
    tasks.open_due()
    touches.hold_for_person(touch.id, "colleague_answered")
    holds.release(touch.id)
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("held", "task_open")


def test_a_step_that_was_under_way_hands_its_hold_on(office: Office) -> None:
    ada = office.mailed()
    touch = due_now(ada.enrollment)
    office.world.pass_time(timedelta(days=3))
    tried(touch.id, Vanished("cut"))
    touches.hold_for_person(touch.id, "unreadable_answer")
    holds.release(touch.id)
    assert Touch.objects.get(id=touch.id).hold_reason == "uncertain"
    touches.hold_for_person(touch.id, "unreadable_answer")
    office.campaign.step_set.create(workspace=office.workspace, position=3, kind="task", delay_amount=1)
    holds.confirm_sent(touch.id)
    following = Touch.objects.get(position=3)
    assert (following.state, following.hold_reason) == ("held", "unreadable_answer")


def test_a_person_says_that_a_doubted_mail_left(office: Office) -> None:
    touch = office.waiting()
    delivery = tried(touch.id, Vanished("cut"))
    permit = Permit.objects.get()
    holds.confirm_sent(touch.id)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.accepted_world) == ("accepted", permit.world_at)
    assert Touch.objects.get(id=touch.id).state == "sent"
    assert Touch.objects.filter(position=2, state="scheduled").exists()
    with pytest.raises(Refused):
        holds.confirm_sent(touch.id)


def test_a_filled_field_lets_the_step_go_on_and_its_mail_leaves(office: Office) -> None:
    Variant.objects.update(text="Hello {{ first_name }} of {{ branch }}, do you know the canarywren?")
    touch = office.waiting()
    assert dispatch.send_touch(a_plan(touch)) == "held"
    touch.refresh_from_db()
    assert (touch.hold_reason, touch.hold_detail) == ("missing_field", "branch")
    assert not Delivery.objects.exists()
    contacts.update(Contact.objects.get(), {"fields": {"branch": "Hull"}})
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason) == ("scheduled", "")
    assert "of Hull" in sent(touch.id).deliverybody.text


@pytest.mark.parametrize("blank", ["", "   ", "\u00a0"])
def test_a_value_of_blanks_is_a_missing_one(office: Office, blank: str) -> None:
    Variant.objects.update(text="Hello {{ company }}")
    touch = office.waiting()
    Contact.objects.update(company=blank)
    assert dispatch.send_touch(a_plan(touch)) == "held"
    assert Touch.objects.get().hold_detail == "company"


def test_a_mended_template_lets_everybody_at_the_step_go_on_under_the_same_message_id(office: Office) -> None:
    bob, eve = office.waiting("bob@acme.example"), office.waiting("eve@acme.example")
    job = tried(bob.id, Vanished("cut"))
    Delivery.objects.filter(id=job.id).update(state="prepared", call_began_at=None)
    Permit.objects.update(state="void")
    Touch.objects.filter(id=bob.id).update(state="scheduled", hold_reason="")
    good = Variant.objects.get(step=bob.step)
    Variant.objects.filter(id=good.id).update(text="{{ first_name | nosuchfilter }}")
    assert {dispatch.send_touch(a_plan(touch)) for touch in (bob, eve)} == {"held"}
    assert Delivery.objects.get().state == "dead"
    Variant.objects.filter(id=good.id).update(text=good.text)
    assert holds.release_step(bob.step_id, "cannot_compose") == 2
    office.world.pass_time(timedelta(days=3))
    again, first = sent(bob.id), sent(eve.id)
    assert (again.id, again.message_id, again.state, first.state) == (job.id, job.message_id, "accepted", "accepted")


def test_a_stop_beats_a_release(office: Office) -> None:
    ada: Mailed = office.mailed()
    touch = ada.open_touch
    assert touch is not None
    touches.hold(touch.id, "colleague_answered")
    enrollments.stop_enrollment(ada.enrollment.id)
    with pytest.raises(Refused):
        holds.release(touch.id)
