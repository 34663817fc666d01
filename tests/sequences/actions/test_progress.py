"""What the verdict about a mail does to its sequence."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from admission.core.settlement import Deferred, Rejected, Vanished
from app.core.window_text import window_of_text
from bounces.core.reading import Category
from bounces.models import Suppression
from mailboxes.actions import workdays
from mailboxes.core.errors import Scope
from mailboxes.models import Delivery, Mailbox
from sequences.actions import tasks
from sequences.models import Enrollment, Task, Touch
from tests.factories import a_task, an_email
from tests.journeys.office import Office, an_office, due_now, sent, tried
from tests.plugins.world import World
from tests.races.ready import a_policy

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def step(position: int) -> Touch:
    return Touch.objects.get(position=position)


def put_off(touch: Touch, scope: Scope) -> Delivery:
    """Another refusal for now, at the time the last one asked for."""
    touch.refresh_from_db()
    return tried(touch.id, Deferred(scope))


def test_the_next_step_counts_from_the_real_send(world: World) -> None:
    later = [an_email(subject="", text="More, {{ first_name }}", delay=1)] * 3
    office = an_office(world, steps=(an_email(), *later))
    a_policy(office.workspace, person_gap_days=None)  # else a day's delay after a late mail waits for a second day
    touch, sends = office.waiting(), []
    for position in range(1, 5):
        delivery = sent(touch.id)
        sends.append(delivery.accepted_world)
        if position < 4:
            touch = step(position + 1)
            assert delivery.accepted_world is not None
            assert touch.due_at - delivery.accepted_world == timedelta(days=1)
            world.at(touch.eligible_at + timedelta(days=2, minutes=position))  # held back by something, each time
            world.at(office.world.now().replace(hour=11))
    gaps = [after - before for before, after in pairwise(sends) if before and after]
    assert len(gaps) == 3
    assert all(gap >= timedelta(days=1) for gap in gaps)
    assert Enrollment.objects.get().state == "finished"


def test_a_follow_up_falls_due_in_the_hours_of_the_mailbox_it_leaves_from(office: Office) -> None:
    office.world.at(datetime(2027, 3, 8, 10, 0, tzinfo=UTC))
    workdays.set_workday(office.mailbox, window_of_text("mon-fri 09:00-11:00"))
    workdays.add_away(office.mailbox, date(2027, 3, 9), date(2027, 3, 12))
    sent(office.waiting().id)
    following = step(2)
    assert following.due_at < datetime(2027, 3, 15, tzinfo=UTC)
    assert datetime(2027, 3, 15, 9, 0, tzinfo=UTC) < following.eligible_at < datetime(2027, 3, 15, 11, 0, tzinfo=UTC)


def test_a_task_between_two_mails_starts_the_clock_when_it_is_done(world: World) -> None:
    office = an_office(world, steps=(an_email(), a_task(delay=1), an_email(delay=2)))
    sent(office.waiting().id)
    due_now(Enrollment.objects.get())
    tasks.open_due()
    world.pass_time(timedelta(days=5))
    done_at: datetime = world.now()
    tasks.complete(Task.objects.get().id)
    assert timedelta(0) <= step(3).due_at - done_at - timedelta(days=2) < timedelta(seconds=1)
    assert step(3).mailbox_id == office.mailbox.id


@pytest.mark.parametrize(
    ("scope", "category", "state", "reason", "suppressed"),
    [
        (Scope.RECIPIENT, Category.INVALID_RECIPIENT, "bounced", "bounced", 1),
        (Scope.RECIPIENT, Category.UNKNOWN, "bounced", "bounced", 0),
        (Scope.DOMAIN, Category.AUTHENTICATION, "failed", "authentication", 0),
        (Scope.MESSAGE, Category.POLICY_BLOCK, "failed", "step_refused", 0),
    ],
)
def test_a_refusal_for_good_ends_by_whom_it_speaks_of(
    office: Office, scope: Scope, category: Category, state: str, reason: str, suppressed: int
) -> None:
    delivery = tried(office.waiting().id, Rejected(scope, category, 550, "5.0.0"))
    assert Enrollment.objects.values_list("state", "reason").get() == (state, reason)
    assert (delivery.state, step(1).state) == ("rejected", "cancelled")
    assert Suppression.objects.count() == suppressed
    assert (Mailbox.objects.get().limited_until is not None) == (scope is Scope.DOMAIN)  # that one is ours to mend


def test_a_mail_in_doubt_holds_its_step(office: Office) -> None:
    tried(office.waiting().id, Vanished("cut"))
    assert (step(1).state, step(1).hold_reason) == ("held", "uncertain")
    assert not Touch.objects.filter(position=2).exists()


def test_a_day_of_refusals_for_now_is_given_up_as_our_failure(office: Office) -> None:
    touch = office.waiting()
    first = put_off(touch, Scope.RECIPIENT)
    waits = [touch.eligible_at]
    began = office.world.now()
    for _ in range(30):
        if Enrollment.objects.get().state != "active":
            break
        touch.refresh_from_db()
        waits.append(touch.eligible_at)
        office.world.at(
            touch.eligible_at
            if 8 <= touch.eligible_at.hour < 18
            else touch.eligible_at.replace(hour=9) + timedelta(days=1)
        )
        put_off(touch, Scope.RECIPIENT)
    assert Enrollment.objects.values_list("state", "reason").get() == ("failed", "temporary")
    assert timedelta(hours=24) < office.world.now() - began < timedelta(hours=52)
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.message_id) == ("withdrawn", first.message_id)
    assert not Suppression.objects.exists()
    assert timedelta(minutes=5) <= waits[1] - began <= timedelta(hours=1)


@pytest.mark.parametrize("scope", [Scope.MAILBOX, Scope.PROVIDER])
def test_what_our_own_account_is_told_ages_no_mail(office: Office, scope: Scope) -> None:
    touch = office.waiting()
    for _ in range(3):
        put_off(touch, scope)
        Mailbox.objects.update(limited_until=None)
        office.world.pass_time(timedelta(days=1))
    put_off(touch, Scope.RECIPIENT)  # the first of its own: a day is left
    assert Enrollment.objects.get().state == "active"
    assert Touch.objects.get().state == "scheduled"


def test_a_rest_of_the_mailbox_grows_until_a_mail_comes_through(office: Office) -> None:
    touches = [office.waiting() for _ in range(4)]
    rests = []
    for touch in touches[:3]:
        put_off(touch, Scope.MAILBOX)
        limited_until = Mailbox.objects.values_list("limited_until", flat=True).get()
        assert limited_until is not None
        rests.append(limited_until)
        Mailbox.objects.update(limited_until=None)
    assert rests[1] - rests[0] > timedelta(minutes=5)
    assert rests[2] - rests[1] > timedelta(minutes=10)
    sent(touches[3].id)
    office.world.pass_time(timedelta(days=1))
    put_off(touches[0], Scope.MAILBOX)
    again = Mailbox.objects.values_list("limited_until", flat=True).get()
    assert again is not None
    assert again < rests[1]
