"""A send, step by step: what cannot go shows why and stands in nobody's way."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from admission.models import Permit, Refusal
from app.actions import halts
from bounces.models import Suppression
from mailboxes.actions import deliveries, pool
from mailboxes.core.errors import MarkLost, Scope, TransportError, VerdictUnknown
from mailboxes.core.message import Envelope, PermitToken, Receipt, Thread
from mailboxes.models import Budget, Delivery, Mailbox
from sequences.actions import campaigns, contacts, dispatch
from sequences.core import compose
from sequences.models import Contact, Enrollment, Touch, Variant
from tests.factories import a_contact, an_email
from tests.journeys.office import Office, an_office, due_now, sent
from tests.journeys.running import send_here
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


class Wire:
    """A transport in memory: marks each call as the real ones do, and answers as it was told."""

    def __init__(self) -> None:
        self.sent: list[tuple[Envelope, bytes]] = []
        self.answer: Exception | None = None
        self.before: Any = None

    def ready(self) -> None: ...

    def position(self) -> dict[str, Any]:
        return {"history_id": "1"}

    def deliver(self, permit: PermitToken, envelope: Envelope, message: bytes, thread: Thread) -> Receipt:
        if self.before is not None:
            self.before(permit)
        permit.begin_call()
        if self.answer is not None:
            raise self.answer
        self.sent.append((envelope, message))
        return Receipt(f"id-{len(self.sent)}", f"thread-{len(self.sent)}", "real@example.org", "250")

    def real_message_id(self, receipt: Receipt) -> str | None:
        return receipt.message_id

    def close(self) -> None: ...


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    made = Wire()

    @contextmanager
    def lend(*_: object) -> Iterator[Wire]:
        yield made

    monkeypatch.setattr(pool, "transport_for", lend)
    return made


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def reasons() -> set[tuple[str, str]]:
    return set(Touch.objects.filter(position=1).values_list("state", "hold_reason"))


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("{{ first_name | nosuch }}", "ComposeError"),
        ("{{ frist_name }}", "frist_name"),
        ("{{ first_name", "ComposeError"),
        ("{% for x in (1..9999999) %}{{ x }}{% endfor %}", None),
    ],
)
def test_a_poisoned_template_holds_its_own_people_and_no_others(
    office: Office, wire: Wire, text: str, detail: str | None
) -> None:
    bad = office.waiting("ada@acme.example")
    good = office.another().waiting("bob@acme.example")
    Variant.objects.filter(step=bad.step).update(text=text)
    assert send_here() == ["held", "accepted"]
    bad.refresh_from_db()
    assert (bad.state, bad.hold_reason) in {("held", "cannot_compose"), ("held", "missing_field")}
    assert detail is None or bad.hold_detail == detail
    assert Touch.objects.get(id=good.id).state == "sent"
    assert [envelope.rcpt_to for envelope, _ in wire.sent] == ["bob@acme.example"]
    assert not Permit.objects.filter(recipient_id=bad.enrollment.recipient_id).exists()


def test_a_template_that_breaks_the_renderer_is_held_too(
    office: Office, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = compose.render

    def broken(subject: str, text: str, html: str | None, context: Any) -> Any:
        if "boom" in text:
            raise RecursionError
        return whole(subject, text, html, context)

    monkeypatch.setattr("sequences.actions.mail.render", broken)
    bad, _ = office.waiting(), office.another().waiting()
    Variant.objects.filter(step=bad.step).update(text="boom")
    assert send_here() == ["held", "accepted"]
    assert Touch.objects.get(id=bad.id).hold_detail == "RecursionError"
    assert len(wire.sent) == 1


@pytest.mark.parametrize("gone", ["variant", "contact"])
def test_a_step_whose_text_or_person_is_gone_is_held(office: Office, wire: Wire, gone: str) -> None:
    office.waiting()
    if gone == "variant":
        Touch.objects.update(variant=None)
    else:
        Enrollment.objects.update(contact=None)
    assert send_here() == ["held"]
    assert Touch.objects.values_list("hold_reason", "hold_detail").get() == ("cannot_compose", gone)
    assert wire.sent == []


def test_what_is_prepared_stays_one_delivery_with_one_message_id(office: Office, wire: Wire) -> None:
    Mailbox.objects.update(gap_seconds=600)
    Budget.objects.update(last_send_at=office.world.now())
    office.waiting()
    assert send_here() == ["wait:gap"]
    first = Delivery.objects.get()
    contacts.update(Contact.objects.get(), {"first_name": "Grace"})
    office.world.pass_time(timedelta(hours=1))
    assert send_here() == ["accepted"]
    assert (Delivery.objects.get().id, Delivery.objects.get().message_id) == (first.id, first.message_id)
    assert b"Hello Grace" in wire.sent[0][1]


def test_waiting_costs_nothing(office: Office, wire: Wire) -> None:
    Mailbox.objects.update(daily_cap=0)
    office.waiting()
    assert [send_here() for _ in range(5)] == [["wait:cap"]] * 5
    assert Budget.objects.values_list("used_today", "granted").get() == (0, 0)
    assert (Permit.objects.count(), Refusal.objects.count(), wire.sent) == (0, 0, [])


def test_a_moved_address_is_mailed_at_the_new_one_only(office: Office, wire: Wire) -> None:
    touch = office.waiting("old@acme.example")
    Mailbox.objects.update(daily_cap=0)
    assert send_here() == ["wait:cap"]  # prepared for the old address
    Mailbox.objects.update(daily_cap=100)
    contacts.edit_address(Contact.objects.get(), contacts.parsed("new@acme.example"))
    assert send_here() == ["accepted"]
    assert [envelope.rcpt_to for envelope, _ in wire.sent] == ["new@acme.example"]
    assert Touch.objects.get(id=touch.id).state == "sent"


def test_a_suppressed_person_leaves_the_campaign_and_is_refused_once(office: Office, wire: Wire) -> None:
    touch = office.waiting()
    Suppression.objects.create(
        workspace=office.workspace, scope="address", recipient_id=touch.enrollment.recipient_id, reason="typed",
        created_at=touch.created_at,
    )  # fmt: skip
    assert send_here() == ["refuse:suppressed"]
    assert (reasons(), Enrollment.objects.get().state) == ({("cancelled", "")}, "stopped")
    assert Delivery.objects.get().state == "withdrawn"
    assert (Refusal.objects.count(), wire.sent) == (1, [])


@pytest.mark.parametrize("stop", ["pause", "halt"])
def test_what_was_queued_before_a_pause_does_not_leave_and_goes_on_after_it(
    office: Office, wire: Wire, stop: str
) -> None:
    for _ in range(3):
        office.waiting()
    if stop == "pause":
        campaigns.pause(office.campaign)
    else:
        halts.halt(office.workspace.id, reason="test")
    words = set(send_here())
    assert words == {"wait:campaign_not_running" if stop == "pause" else "wait:halted"}
    assert wire.sent == []
    if stop == "pause":
        campaigns.resume(office.campaign)
    else:
        halts.resume(office.workspace.id)
    assert send_here() == ["accepted"] * 3
    assert send_here() == []


def test_an_archived_campaign_sends_nothing_of_what_was_queued(office: Office, wire: Wire) -> None:
    for _ in range(3):
        office.waiting()
    touches = list(Touch.objects.values_list("id", flat=True))
    send_on = Touch.objects.filter(id__in=touches)
    send_on.update(state="planned", slot_at=office.world.now())
    campaigns.archive(office.campaign)
    campaigns.tidy_archived()
    assert {dispatch.send_touch(touch_id) for touch_id in touches} == {"nothing"}
    assert wire.sent == []
    assert set(Enrollment.objects.values_list("state", flat=True)) == {"stopped"}


def test_a_mark_that_was_lost_sends_nothing_and_is_tried_again(office: Office, wire: Wire) -> None:
    office.waiting()

    def lose(_: PermitToken) -> None:
        raise MarkLost("gone")

    wire.before = lose
    assert send_here() == ["notcalled"]
    assert wire.sent == []
    assert reasons() == {("scheduled", "void")}
    wire.before = None
    assert send_here() == ["accepted"]
    assert Permit.objects.filter(state="void").count() == 1


def test_a_verdict_that_never_came_is_never_sent_again(office: Office, wire: Wire) -> None:
    office.waiting()
    wire.answer = VerdictUnknown("cut")
    assert send_here() == ["vanished"]
    wire.answer = None
    office.world.pass_time(timedelta(days=20))
    assert send_here() == []
    assert dispatch.send_touch(Touch.objects.get().id) == "nothing"
    assert (Delivery.objects.get().state, reasons()) == ("uncertain", {("held", "uncertain")})


def test_an_attempt_that_was_refused_for_now_is_charged_and_listed(office: Office, wire: Wire) -> None:
    office.waiting()
    wire.answer = TransportError("no", scope=Scope.RECIPIENT, permanent=False, code=451, began=True)
    assert send_here() == ["deferred"]
    assert Budget.objects.values_list("used_today", flat=True).get() == 1
    assert Permit.objects.get().response == "deferred recipient 451"


@pytest.mark.parametrize(
    ("permanent", "word", "delivery", "enrollment"),
    [(True, "rejected", "rejected", "failed"), (False, "notcalled", "prepared", "active")],
)
def test_a_mail_too_large_for_the_server_is_no_mail_to_try_for_ever(
    office: Office, wire: Wire, permanent: bool, word: str, delivery: str, enrollment: str
) -> None:
    office.waiting()

    def refuse(_: PermitToken) -> None:
        raise TransportError("too large", scope=Scope.MESSAGE, permanent=permanent, began=False)

    wire.before = refuse
    assert send_here() == [word]
    assert (Delivery.objects.get().state, Enrollment.objects.get().state) == (delivery, enrollment)
    assert wire.sent == []


def test_a_second_worker_finds_the_call_under_way(office: Office, wire: Wire) -> None:
    office.waiting()
    seen = []
    wire.before = lambda _: seen.append(dispatch.send_touch(Touch.objects.get().id))
    assert send_here() == ["accepted"]
    assert seen == ["nothing"]
    assert deliveries.CALL_LEASE > deliveries.CALL_DEADLINE


def test_two_campaigns_never_mail_one_person_on_one_day(office: Office, wire: Wire) -> None:
    ada = a_contact(office.workspace, "ada@acme.example")
    office.waiting(contact=ada)
    office.another().waiting(contact=ada)
    assert send_here() == ["accepted", "wait:person_gap"]
    waiting = Touch.objects.get(state="scheduled", hold_reason="person_gap")
    assert waiting.eligible_at - office.world.now() > timedelta(hours=12)


def test_a_step_is_not_sent_before_the_one_before_it(world: World, wire: Wire) -> None:
    office = an_office(world, steps=(an_email(), an_email(delay=1), an_email(delay=1)))
    ada = office.mailed()
    second = due_now(ada.enrollment)
    office.world.pass_time(timedelta(days=3))
    sent(second.id)
    assert send_here() == []
    assert sorted(Touch.objects.values_list("position", "state")) == [(1, "sent"), (2, "sent"), (3, "scheduled")]
