"""Permits asked for at once: every limit holds, and who has to wait has moved nothing."""

from collections import Counter as Tally
from datetime import timedelta

import pytest

from admission.core.policy import ROLLING
from admission.core.verdict import Reason, Refuse, Wait
from admission.models import Counter, LedgerLine, Permit, PermitFacts, Refusal
from app.models import Event
from mailboxes.core.states import DeliveryState
from mailboxes.models import Budget, Delivery
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import Ready, a_sender, granted, people, prepared, still_prepared, told
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def eight(world: World, *, cap: int = 100, rolling_cap: int = 400, gap: int = 0) -> list[Ready]:
    """Eight prepared mails of one mailbox to eight people of one company."""
    workspace = a_workspace()
    mailbox = a_sender(world, workspace, cap=cap, rolling_cap=rolling_cap, gap=gap)
    campaign = a_campaign(workspace, mailboxes=[mailbox], day_cap=100)
    return prepared(campaign, mailbox, people(workspace, 8, domain="acme.example"))


def test_eight_workers_share_a_cap_of_one(world: World) -> None:
    """One sends; the others are told when to come back, and nothing else moved."""
    verdicts = at_once(granted, eight(world, cap=1))
    assert told(verdicts) == {"grant": 1, "cap": 7}
    midnight = world.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    assert {verdict.until for verdict in verdicts if isinstance(verdict, Wait)} == {midnight}
    states = Tally(Delivery.objects.values_list("state", flat=True))
    assert states == {DeliveryState.SENDING: 1, DeliveryState.PREPARED: 7}
    assert [model.objects.count() for model in (Permit, PermitFacts, LedgerLine, Refusal)] == [1, 1, 1, 0]
    assert Event.objects.exclude(kind="enrollment.started").get().kind == "permit.granted"
    budget = Budget.objects.get()
    assert (budget.used_today, budget.granted) == (1, 1)
    assert list(Counter.objects.order_by("scope").values_list("scope", "used")) == [
        ("campaign_day", 1),
        ("domain_day", 1),
    ]


def test_one_delivery_asked_for_eight_times_gets_one_permit(world: World) -> None:
    one = eight(world)[0]
    assert told(at_once(granted, [one] * 8)) == {"grant": 1, "not_prepared": 7}
    assert Permit.objects.count() == 1
    assert Delivery.objects.get(id=one.delivery_id).attempts == 1


def test_the_local_days_cap_holds_and_tomorrow_is_new(world: World) -> None:
    waiting = eight(world, cap=3)
    assert told(at_once(granted, waiting)) == {"grant": 3, "cap": 5}
    world.pass_time(timedelta(hours=7))
    assert told(at_once(granted, still_prepared(waiting))) == {"cap": 5}
    world.pass_time(timedelta(hours=16))
    assert told(at_once(granted, still_prepared(waiting))) == {"grant": 3, "cap": 2}


def test_the_rolling_day_holds_over_midnight_and_is_longer_than_a_day(world: World) -> None:
    waiting = eight(world, rolling_cap=3)
    verdicts = at_once(granted, waiting)
    assert told(verdicts) == {"grant": 3, "rolling": 5}
    first = Permit.objects.earliest("world_at").world_at
    assert {verdict.until for verdict in verdicts if isinstance(verdict, Wait)} == {first + ROLLING}
    world.pass_time(timedelta(hours=24, minutes=29))
    assert told(at_once(granted, still_prepared(waiting))) == {"rolling": 5}
    world.pass_time(timedelta(minutes=2))
    assert told(at_once(granted, still_prepared(waiting))) == {"grant": 3, "rolling": 2}


def test_the_local_day_only_moves_forward(world: World) -> None:
    """A clock that jumped ahead and back has spent tomorrow; today is not opened a second time."""
    waiting = eight(world, cap=4)
    today = world.now()
    world.pass_time(timedelta(days=1))
    assert told(at_once(granted, waiting[:3])) == {"grant": 3}
    world.at(today)
    assert told(at_once(granted, waiting[3:])) == {"grant": 1, "cap": 4}
    days = set(Permit.objects.values_list("local_day", flat=True))
    assert days == {(today + timedelta(days=1)).date()}
    times = list(Permit.objects.order_by("number").values_list("world_at", flat=True))
    assert times == sorted(times)


def test_each_permit_of_a_mailbox_has_the_next_number(world: World) -> None:
    at_once(granted, eight(world))
    assert sorted(Permit.objects.values_list("number", flat=True)) == list(range(1, 9))


def test_another_delivery_of_the_same_step_and_person_is_refused(world: World) -> None:
    """The ledger's line is the promise; a second delivery of the step meets it, whoever made it."""
    one = eight(world)[0]
    assert told(at_once(granted, [one])) == {"grant": 1}
    double = Delivery.objects.get(id=one.delivery_id)
    Delivery.objects.filter(id=double.id).update(state=DeliveryState.DEAD)
    Permit.objects.update(state=Permit.State.VOID, settled_at=double.created_at)
    body = double.deliverybody
    double.pk, double.state, double.permit_id, double.lease_until = None, DeliveryState.PREPARED, None, None
    double.token, double.message_id = "again", "again@example.org"
    double.save(force_insert=True)
    body.pk = double.pk
    body.save(force_insert=True)
    again = Ready(double.id, one.enrollment_id, one.contact_id, one.recipient_id, one.email, one.subject)
    assert granted(again) == Refuse(Reason.ALREADY_SENT)


def test_a_refusal_is_kept_with_its_facts_and_moves_nothing(world: World) -> None:
    one = eight(world)[0]
    Delivery.objects.filter(id=one.delivery_id).update(state=DeliveryState.WITHDRAWN)
    assert granted(one) == Refuse(Reason.NOT_PREPARED)
    kept = Refusal.objects.get()
    assert (kept.reason, kept.delivery_id, kept.recipient_id) == ("not_prepared", one.delivery_id, one.recipient_id)
    assert not Permit.objects.exists()
    assert not Counter.objects.exists()


def test_a_wait_spends_no_counter(world: World) -> None:
    waiting = eight(world, cap=0)
    assert told(at_once(granted, waiting)) == {"cap": 8}
    assert not Counter.objects.exists()
