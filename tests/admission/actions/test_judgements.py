"""A person decides about a mail in doubt, with a reason; what is released is judged anew by every rule."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F

from admission.actions import doubts, judgements
from admission.actions.settle import settle
from admission.core.settlement import Accepted, Deferred, NotCalled, Rejected, Settlement, Vanished
from admission.models import Incident, Judgement, Permit
from app.actions import clock
from app.actions.halts import halt
from app.core.errors import Refused
from app.models import Event
from bounces.actions.suppressions import suppress_person
from bounces.core.reading import Category
from mailboxes.core.errors import Scope
from mailboxes.core.message import Receipt
from mailboxes.models import Delivery
from sequences.actions import campaigns, enrollments, erasure, explain
from sequences.models import Contact, Touch
from tests.factories import a_user
from tests.journeys.office import Office, an_office, asked, sent, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "The provider's log shows that the connection broke before DATA."
YES = Accepted(Receipt("late", "thread", None, "250"))


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


@pytest.fixture
def doubted(office: Office) -> Delivery:
    """A mail whose call began an hour ago and never came to an end."""
    made = tried(office.waiting().id, Vanished("cut"))
    Delivery.objects.update(call_began_at=F("call_began_at") - timedelta(hours=1))
    return made


def permit(delivery: Delivery) -> Permit:
    return Permit.objects.get(id=delivery.permit_id or 0)


def touch(delivery: Delivery) -> Touch:
    return Touch.objects.get(id=delivery.touch_id or 0)


def fresh(delivery: Delivery) -> tuple[str, str]:
    delivery.refresh_from_db()
    return delivery.state, permit(delivery).state


def denied(delivery: Delivery) -> None:
    judgements.say_not_sent(delivery.id, by_id=None, reason=WHY)


def test_a_person_says_that_it_left(office: Office, doubted: Delivery) -> None:
    nora = a_user(office.workspace)
    judgements.say_sent(doubted.id, by_id=nora.id)
    assert fresh(doubted) == ("accepted", "accepted")
    assert Judgement.objects.values_list("sent", "by_id", "permit_id").get() == (True, nora.id, doubted.permit_id)
    assert Event.objects.get(kind="delivery.confirmed").data["by"] == nora.id
    assert touch(doubted).state == "sent"


def test_a_person_states_with_a_reason_that_it_never_left(office: Office, doubted: Delivery) -> None:
    nora = a_user(office.workspace)
    judgements.say_not_sent(doubted.id, by_id=nora.id, reason=f"  {WHY} ")
    assert fresh(doubted) == ("prepared", "void")
    kept = Judgement.objects.get()
    assert (kept.sent, kept.by_id, kept.reason) == (False, nora.id, WHY)
    told = Event.objects.get(kind="delivery.denied")
    assert told.data == {"permit": doubted.permit_id, "touch": doubted.touch_id, "by": nora.id}
    assert (touch(doubted).state, touch(doubted).hold_reason) == ("scheduled", "")


def test_what_was_looked_for_and_said_stays_to_be_read(office: Office, doubted: Delivery) -> None:
    doubts.note(doubted.permit_id or 0, doubts.UNKNOWN, "no copies are kept", clock.now())
    judgements.say_not_sent(doubted.id, by_id=a_user(office.workspace).id, reason=WHY)
    told = explain.delivery(str(doubted.id))
    assert "found=unknown reason=no copies are kept" in told
    assert "found=said not sent by=" in told
    assert WHY not in told


def test_the_released_mail_keeps_its_id_and_needs_a_new_permit(doubted: Delivery) -> None:
    before = doubted.permit_id
    denied(doubted)
    again = sent(touch(doubted).id)
    assert (again.id, again.message_id) == (doubted.id, doubted.message_id)
    assert again.permit_id != before
    assert [one.state for one in Permit.objects.order_by("id")] == ["void", "accepted"]


@pytest.mark.parametrize("reason", ["", "   ", "x" * 1001])
def test_no_reason_and_a_novel_are_refused(doubted: Delivery, reason: str) -> None:
    with pytest.raises(Refused):
        judgements.say_not_sent(doubted.id, by_id=None, reason=reason)
    nothing_changed(doubted)


def nothing_changed(delivery: Delivery) -> None:
    assert fresh(delivery) == ("uncertain", "uncertain")
    assert not Judgement.objects.exists()
    assert not Event.objects.filter(kind__in=["delivery.denied", "delivery.confirmed", "delivery.released"]).exists()


def test_nobody_can_say_it_while_the_call_may_be_under_way(doubted: Delivery) -> None:
    Delivery.objects.update(call_began_at=F("call_began_at") + timedelta(minutes=21))
    with pytest.raises(Refused, match="may still be under way"):
        denied(doubted)
    nothing_changed(doubted)


@pytest.mark.parametrize("say", [denied, lambda one: judgements.say_sent(one.id, by_id=None)], ids=["not sent", "sent"])
def test_what_is_not_in_doubt_is_not_judged(office: Office, say: Callable[[Delivery], None]) -> None:
    accepted = sent(office.waiting().id)
    with pytest.raises(Refused, match="it is accepted"):
        say(accepted)
    assert fresh(accepted) == ("accepted", "accepted")
    assert not Judgement.objects.exists()


def stopped(delivery: Delivery) -> None:
    enrollments.stop_enrollment(touch(delivery).enrollment_id)


def archived(delivery: Delivery) -> None:
    campaigns.archive(touch(delivery).enrollment.campaign)
    campaigns.tidy_archived()


def erased(delivery: Delivery) -> None:
    erasure.erase(Contact.objects.get(recipient_id=delivery.recipient_id))


def suppressed(delivery: Delivery) -> None:
    suppress_person(delivery.workspace_id, delivery.recipient_id, reason="by_person")


ENDS = pytest.mark.parametrize("end", [stopped, archived, erased, suppressed])


@ENDS
def test_a_stop_during_the_doubt_withdraws_what_is_released(doubted: Delivery, end: Callable[[Delivery], None]) -> None:
    end(doubted)
    assert fresh(doubted)[0] == "uncertain"
    denied(doubted)
    assert fresh(doubted) == ("withdrawn", "void")
    assert touch(doubted).state == "cancelled"


@ENDS
def test_a_stop_after_the_release_withdraws_it_too(doubted: Delivery, end: Callable[[Delivery], None]) -> None:
    denied(doubted)
    end(doubted)
    assert fresh(doubted) == ("withdrawn", "void")


def halted(delivery: Delivery) -> str:
    halt(delivery.workspace_id, "enough")
    return "halted"


def paused(delivery: Delivery) -> str:
    campaigns.pause(touch(delivery).enrollment.campaign)
    return "campaign_not_running"


@pytest.mark.parametrize("change", [halted, paused])
def test_a_released_mail_is_judged_by_what_holds_now(doubted: Delivery, change: Callable[[Delivery], str]) -> None:
    denied(doubted)
    reason = change(doubted)
    Touch.objects.filter(id=doubted.touch_id or 0).update(state="planned", slot_at=F("eligible_at"))
    verdict, _ = asked(doubted.touch_id or 0)
    assert getattr(verdict, "reason", None) == reason
    assert fresh(doubted) == ("prepared", "void")


def test_the_text_of_a_judgement_goes_with_its_person(doubted: Delivery) -> None:
    denied(doubted)
    erased(doubted)
    assert Judgement.objects.get().reason == ""


# The first worker's true late verdict.

LATE: list[tuple[Settlement, str, str]] = [
    (YES, "accepted", "accepted"),
    (Rejected(Scope.RECIPIENT, Category.INVALID_RECIPIENT, 550, "5.1.1"), "rejected", "rejected"),
    (Deferred(Scope.RECIPIENT, None, 451), "prepared", "deferred"),
    (NotCalled("connection_over"), "prepared", "void"),
    (Vanished("cut"), "uncertain", "uncertain"),
]


@pytest.mark.parametrize(("verdict", "delivery", "of_permit"), LATE, ids=[type(row[0]).__name__ for row in LATE])
def test_a_true_late_verdict_settles_a_doubt(
    doubted: Delivery, verdict: Settlement, delivery: str, of_permit: str
) -> None:
    assert settle(doubted.permit_id or 0, verdict, chance=0.5)
    assert fresh(doubted) == (delivery, of_permit)
    assert not Incident.objects.exists()


@pytest.mark.parametrize("verdict", [row[0] for row in LATE], ids=[type(row[0]).__name__ for row in LATE])
def test_a_verdict_for_a_permit_that_was_replaced_is_an_incident(doubted: Delivery, verdict: Settlement) -> None:
    first = doubted.permit_id or 0
    denied(doubted)
    again = sent(touch(doubted).id)
    assert not settle(first, verdict, chance=0.5)
    assert fresh(again) == ("accepted", "accepted")
    assert [(one.kind, one.permit_id) for one in Incident.objects.all()] == [("late_verdict", first)]
    assert Event.objects.filter(kind="incident.late_verdict").count() == 1
    assert Permit.objects.get(id=first).state == "void"


def test_a_verdict_that_agrees_with_what_is_known_alarms_nobody(doubted: Delivery) -> None:
    judgements.say_sent(doubted.id, by_id=None)
    assert not settle(doubted.permit_id or 0, YES, chance=0.5)
    assert not Incident.objects.exists()


def test_a_yes_after_the_release_takes_the_mail_back(doubted: Delivery) -> None:
    """The person was wrong: it had left, and no second copy follows."""
    denied(doubted)
    assert not settle(doubted.permit_id or 0, YES, chance=0.5)
    assert fresh(doubted)[0] == "withdrawn"
    assert Incident.objects.get().data["verdict"] == "accepted"
    Touch.objects.filter(id=doubted.touch_id or 0).update(state="planned", slot_at=F("eligible_at"))
    verdict, _ = asked(doubted.touch_id or 0)
    assert getattr(verdict, "reason", None) == "already_sent"
