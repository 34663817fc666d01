"""A tidying that fails, or a person whom somebody else holds: no suppression and no stop is lost."""

from collections.abc import Iterator
from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client

from admission.core.verdict import Reason, Refuse
from app.actions import clock, events
from app.models import ReactionDue
from bounces.actions import ingest, unsubscribe
from bounces.models import Outcome, Suppression, UnsubscribeRequest
from mailboxes import locks
from mailboxes.models import Delivery, InboundMessage, Recipient
from sequences.actions.enrollments import end
from sequences.models import OPEN_TOUCH, Contact, Enrollment, Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.answers import an_answer
from tests.races.ready import Ready, a_sender, granted, people, prepared
from tests.races.threads import at_once, holding

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = timedelta(milliseconds=20)


@pytest.fixture
def waiting(world: World) -> list[Ready]:
    """Three people whose mails are prepared."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace)
    return prepared(a_campaign(workspace, mailboxes=[mailbox]), mailbox, people(workspace, 3))


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a lock gives up soon, so that five seconds of an import need not pass."""
    monkeypatch.setattr(unsubscribe, "PATIENCE", SHORT)
    monkeypatch.setattr("admission.locks.PERMIT_PATIENCE", SHORT)
    monkeypatch.setitem(locks.enter.__kwdefaults__ or {}, "patience", SHORT)


@pytest.fixture
def broken_tidying(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Ending an enrollment fails until the test says undo()."""

    def fail(*_: object, **__: object) -> bool:
        raise RuntimeError("the tidying is broken")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sequences.actions.stops.enrollments.end", fail)
        yield patch


def post(ready: Ready) -> int:
    """One click: no cookie, no form, no context."""
    link = unsubscribe.link_for(
        workspace_id=ready.subject.workspace_id, recipient_id=ready.recipient_id, delivery_id=ready.delivery_id
    )
    client = Client(enforce_csrf_checks=True)
    path = "/u/" + link.rpartition("/u/")[2]
    return client.post(path, {"List-Unsubscribe": "One-Click"}).status_code


def state_of(ready: Ready) -> str:
    return Enrollment.objects.get(id=ready.enrollment_id).state


def let_debts_fall_due() -> None:
    ReactionDue.objects.update(due_at=clock.now())
    UnsubscribeRequest.objects.update(next_try_at=clock.now())
    InboundMessage.objects.update(next_try_at=clock.now())


def read_again(_: None) -> int:
    let_debts_fall_due()
    return ingest.read_stored()


def test_a_failed_reaction_loses_no_unsubscribe(waiting: list[Ready], broken_tidying: pytest.MonkeyPatch) -> None:
    one = waiting[0]
    assert post(one) == HTTPStatus.OK
    assert Suppression.objects.get().recipient_id == one.recipient_id
    assert Outcome.objects.get().stops
    assert UnsubscribeRequest.objects.get().done_at is not None
    assert state_of(one) == "active"
    assert granted(one) == Refuse(Reason.SUPPRESSED)
    assert ReactionDue.objects.count() == 2  # of the suppression and of the stop
    broken_tidying.undo()
    let_debts_fall_due()
    assert events.pay_debts() == 2
    assert not ReactionDue.objects.exists()
    assert state_of(one) == "unsubscribed"
    assert not Touch.objects.filter(enrollment_id=one.enrollment_id, state__in=OPEN_TOUCH).exists()
    assert Delivery.objects.get(id=one.delivery_id).state == "withdrawn"


def test_a_failed_reaction_loses_no_reply(waiting: list[Ready], broken_tidying: pytest.MonkeyPatch) -> None:
    one = waiting[0]
    assert ingest.classify(an_answer(one.delivery_id, one.email))
    assert InboundMessage.objects.get().state == "classified"
    assert granted(one) == Refuse(Reason.STOPPED_SINCE)
    broken_tidying.undo()
    let_debts_fall_due()
    assert events.pay_debts() == 1
    assert state_of(one) == "replied"


def test_a_debt_that_fails_again_blocks_no_other(waiting: list[Ready], monkeypatch: pytest.MonkeyPatch) -> None:
    poisoned = waiting[0].enrollment_id

    def fail_for_one(enrollment: Enrollment, event: str, *, reason: str, ended_by: int | None = None) -> bool:
        if enrollment.id == poisoned:
            raise RuntimeError("this one is broken")
        return end(enrollment, event, reason=reason, ended_by=ended_by)

    def fail(*_: object, **__: object) -> bool:
        raise RuntimeError("the tidying is broken")

    monkeypatch.setattr("sequences.actions.stops.enrollments.end", fail)
    for ready in waiting:
        post(ready)
    monkeypatch.setattr("sequences.actions.stops.enrollments.end", fail_for_one)
    let_debts_fall_due()
    assert events.pay_debts() == 4
    assert [state_of(ready) for ready in waiting] == ["active", "unsubscribed", "unsubscribed"]
    assert set(ReactionDue.objects.values_list("attempts", flat=True)) == {1}


def test_a_stop_that_cannot_be_written_leaves_the_wish(waiting: list[Ready], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("no outcome today")

    one = waiting[0]
    with monkeypatch.context() as broken:
        broken.setattr(unsubscribe, "record", fail)
        assert post(one) == HTTPStatus.OK
    assert not Suppression.objects.exists()
    assert granted(one) == Refuse(Reason.OPT_OUT_OPEN)
    let_debts_fall_due()
    assert unsubscribe.honour_open() == 1
    assert granted(one) == Refuse(Reason.NOT_PREPARED)
    assert state_of(one) == "unsubscribed"


@pytest.mark.usefixtures("short_patience")
def test_a_click_while_an_import_holds_the_person_is_answered_and_kept(waiting: list[Ready]) -> None:
    one = waiting[0]
    with holding(one.subject.workspace_id, [one.recipient_id]):
        assert at_once(post, [one]) == [HTTPStatus.OK]
        assert UnsubscribeRequest.objects.get().done_at is None
    assert granted(one) == Refuse(Reason.OPT_OUT_OPEN)
    let_debts_fall_due()
    assert unsubscribe.honour_open() == 1
    assert (state_of(one), Suppression.objects.count()) == ("unsubscribed", 1)


@pytest.mark.usefixtures("short_patience")
def test_a_reply_while_an_import_holds_the_person_is_read_later_and_blocks_nobody(waiting: list[Ready]) -> None:
    held, free = waiting[:2]
    answers = [an_answer(ready.delivery_id, ready.email) for ready in (held, free)]
    with holding(held.subject.workspace_id, [held.recipient_id]):
        for _ in range(ingest.TRIES + 1):
            at_once(read_again, [None])
        assert state_of(free) == "replied"
    waits = InboundMessage.objects.get(id=answers[0])
    assert (waits.state, waits.attempts) == ("stored", 0)
    let_debts_fall_due()
    assert ingest.read_stored() == 1
    assert state_of(held) == "replied"


def test_five_clicks_at_once_are_one_suppression(waiting: list[Ready]) -> None:
    one = waiting[0]
    assert at_once(post, [one] * 5) == [HTTPStatus.OK] * 5
    assert (Suppression.objects.count(), Outcome.objects.count()) == (1, 1)
    assert not UnsubscribeRequest.objects.filter(done_at=None).exists()
    assert Recipient.objects.get(id=one.recipient_id).fence == 1
    assert state_of(one) == "unsubscribed"
    assert state_of(waiting[1]) == "active"


def test_the_link_of_an_erased_person_still_works(waiting: list[Ready]) -> None:
    one = waiting[0]
    Contact.objects.filter(id=one.contact_id).delete()
    Recipient.objects.filter(id=one.recipient_id).update(erased_at=clock.now())
    assert post(one) == HTTPStatus.OK
    assert Suppression.objects.get().recipient_id == one.recipient_id
