"""A person goes through a campaign once; an end closes all that was open, and only a person takes it up again."""

from datetime import timedelta

import pytest

from admission.actions.settle import settle
from admission.core.settlement import Accepted, Deferred, Rejected, Vanished
from admission.models import LedgerLine, Permit
from app.core.errors import Refused
from app.models import Event
from bounces.core.reading import Category
from mailboxes.core.errors import Scope
from mailboxes.core.message import Receipt
from mailboxes.models import Delivery, Mailbox, Recipient
from sequences.actions import enrollments, tasks
from sequences.models import Contact, Enrollment, Task, Touch
from tests.bounces.actions import letters
from tests.factories import a_contact, a_task, an_email
from tests.journeys.office import Office, an_office, arrive, sent, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
OURS = Rejected(Scope.DOMAIN, Category.AUTHENTICATION, 554, "5.7.26")


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def test_a_contact_is_enrolled_once(office: Office) -> None:
    contact = a_contact(office.workspace, "olga@acme.example")
    first = enrollments.enrol_contact(office.campaign, contact)
    assert first is not None
    assert enrollments.enrol_contact(office.campaign, contact) is None
    assert (Enrollment.objects.count(), Touch.objects.count()) == (1, 1)
    assert Touch.objects.get().eligible_at >= first.enrolled_at


def test_somebody_taken_out_is_not_put_back_in_by_enrolling_again(office: Office) -> None:
    ada = office.mailed()
    enrollments.stop_enrollment(ada.enrollment.id)
    assert enrollments.enrol_contact(office.campaign, ada.contact) is None
    assert (ada.state, ada.open_touch) == ("stopped", None)


def test_an_end_withdraws_the_mail_and_closes_the_step_with_one_event(office: Office) -> None:
    touch = office.waiting()
    delivery = tried(touch.id, Deferred(Scope.RECIPIENT))
    assert enrollments.stop_enrollment(touch.enrollment_id)
    assert not enrollments.stop_enrollment(touch.enrollment_id)
    delivery.refresh_from_db()
    touch.refresh_from_db()
    assert (delivery.state, touch.state) == ("withdrawn", "cancelled")
    assert Event.objects.filter(kind="enrollment.ended").count() == 1


def test_a_stop_of_one_campaign_leaves_the_others(office: Office) -> None:
    ada = office.mailed()
    other = office.another().waiting(contact=ada.contact)
    enrollments.stop_enrollment(ada.enrollment.id)
    assert Touch.objects.get(id=other.id).state == "scheduled"
    assert other.enrollment.state == "active"


def test_a_reopened_person_goes_on_with_the_step_that_was_open(office: Office) -> None:
    ada = office.mailed()
    arrive(office.mailbox, letters.reply(ada))
    enrollments.reopen(ada.enrollment.id, by_id=7)
    touch = ada.open_touch
    assert touch is not None
    assert (ada.state, touch.position, touch.state) == ("active", 2, "scheduled")
    office.world.pass_time(timedelta(days=4))
    assert sent(touch.id).state == "accepted"
    assert Event.objects.get(kind="enrollment.reopened").data == {"by": 7}


@pytest.mark.parametrize("verdict", [OURS, Deferred(Scope.RECIPIENT)])
def test_a_reopened_step_whose_mail_did_not_leave_is_sent_under_a_raised_number(
    office: Office, verdict: Rejected | Deferred
) -> None:
    touch = office.waiting()
    failed = tried(touch.id, verdict)
    enrollments.stop_enrollment(touch.enrollment_id)
    assert Enrollment.objects.get().state in {"failed", "stopped"}
    enrollments.reopen(touch.enrollment_id)
    office.world.pass_time(timedelta(days=1, hours=1))
    Mailbox.objects.update(limited_until=None)  # its rest after a refusal is true time, and over by then as well
    again = sent(touch.id)
    failed.refresh_from_db()
    assert (failed.state in {"rejected", "withdrawn"}, again.state, again.resend) == (True, "accepted", 1)
    assert again.message_id != failed.message_id
    assert sorted(LedgerLine.objects.values_list("resend", flat=True)) == [0, 1]


def test_a_reopening_after_a_step_that_had_left_writes_the_next_one(office: Office) -> None:
    """The stop came while the call was under way."""
    touch = office.waiting()
    tried(touch.id, Vanished("cut"))
    enrollments.stop_enrollment(touch.enrollment_id)
    Delivery.objects.update(state="sending", lease_until=Delivery.objects.get().created_at)
    Permit.objects.update(state="open", settled_at=None)
    settle(Permit.objects.get().id, Accepted(Receipt("id", "thread", None, "250")), chance=0.5)
    assert Touch.objects.get().state == "sent"
    enrollments.reopen(touch.enrollment_id)
    following = Touch.objects.get(position=2)
    assert (following.state, following.due_at > office.world.now()) == ("scheduled", True)


def test_a_reopening_behind_the_last_step_is_the_end(world: World) -> None:
    office = an_office(world, steps=(an_email(),))
    touch = office.waiting()
    Touch.objects.update(state="sent", closed_at=world.now())
    enrollments.stop_enrollment(touch.enrollment_id)
    enrollments.reopen(touch.enrollment_id)
    assert Enrollment.objects.get().state == "finished"


def test_a_reopening_while_a_mail_is_in_doubt_waits_for_it(office: Office) -> None:
    touch = office.waiting()
    tried(touch.id, Vanished("cut"))
    enrollments.stop_enrollment(touch.enrollment_id)
    enrollments.reopen(touch.enrollment_id)
    touch.refresh_from_db()
    assert (touch.state, touch.hold_reason, touch.resend) == ("held", "uncertain", 0)


def test_a_reopened_task_is_opened_again(world: World) -> None:
    office = an_office(world, steps=(a_task(delay=0), an_email()))
    touch, other = office.waiting(), office.waiting()
    assert tasks.open_due() == 2
    enrollments.stop_enrollment(touch.enrollment_id)
    enrollments.reopen(touch.enrollment_id)
    assert tasks.open_due() == 1
    assert sorted(Task.objects.filter(touch=touch).values_list("state", flat=True)) == ["cancelled", "open"]
    assert Task.objects.filter(touch=other, state="open").count() == 1


@pytest.mark.parametrize("text", ["unsubscribe", None])
def test_who_opted_out_or_bounced_is_not_reopened(office: Office, text: str | None) -> None:
    ada = office.mailed()
    block = letters.report(letters.block(ada.contact.email), returned=letters.returned(ada))
    arrive(office.mailbox, letters.reply(ada, text) if text else block)
    with pytest.raises(Refused):
        enrollments.reopen(ada.enrollment.id)


def test_each_stop_and_each_reopening_raises_the_fence(office: Office) -> None:
    touch = office.waiting()
    fences = []
    for change in (enrollments.stop_enrollment, enrollments.reopen):
        change(touch.enrollment_id)
        fences.append(Recipient.objects.values_list("fence", flat=True).get(id=touch.enrollment.recipient_id))
    assert fences == [1, 2]
    assert Enrollment.objects.get().fence == 2
    assert Contact.objects.count() == 1
