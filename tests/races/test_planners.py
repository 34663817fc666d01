"""Planners that run at once: each touch gets one slot, and no mailbox two mails at one time."""

from collections import Counter as Tally
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import transaction

from app import gates
from sequences.actions import plan, touches
from sequences.core.planner.demand import Plan
from sequences.models import Touch
from tests.factories import a_campaign, a_workspace
from tests.plugins.world import World
from tests.races.ready import a_sender, people, scheduled
from tests.races.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

GAP = timedelta(seconds=30)


def due(world: World, number: int) -> list[int]:
    """Touches that are due, in a campaign with two mailboxes that have room for all of them."""
    workspace = a_workspace()
    mailboxes = [a_sender(world, workspace, cap=100, gap=30, gap_jitter=0) for _ in range(2)]
    campaign = a_campaign(workspace, mailboxes=mailboxes)
    return scheduled(campaign, people(workspace, number))


def runs(number: int) -> list[Plan]:
    """Run so many planners at once; those that found another at work did nothing."""
    return [found for found in at_once(lambda _: plan.plan(), range(number)) if found is not None]


def slots_of(found: list[Plan]) -> list[int]:
    return [slot.touch_id for one in found for slot in one.slots]


def test_planners_at_once_give_each_touch_one_slot(world: World) -> None:
    waiting = due(world, 40)
    found = runs(4) + runs(2)
    assert set(Tally(slots_of(found)).values()) == {1}
    planned = Touch.objects.filter(state="planned")
    assert sorted(planned.values_list("id", flat=True)) == sorted(slots_of(found))
    assert set(slots_of(found)) <= set(waiting)
    for mailbox_id in set(planned.values_list("mailbox_id", flat=True)):
        times = planned.filter(mailbox_id=mailbox_id).order_by("slot_at").values_list("slot_at", flat=True)
        assert all(later - earlier >= GAP for earlier, later in pairwise(at for at in times if at is not None))


def test_even_planners_that_overlap_give_each_touch_one_slot(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The single flight saves work; what forbids two slots are the rows."""
    monkeypatch.setattr(plan, "_alone", lambda: True)
    due(world, 40)
    found = runs(4) + runs(4)
    assert len(found) == 8
    assert set(Tally(slots_of(found)).values()) == {1}


def test_a_planner_that_finds_another_at_work_does_nothing(world: World) -> None:
    waiting = due(world, 4)
    with transaction.atomic():
        gates.close("planner")
        assert at_once(lambda _: plan.plan(), [None]) == [None]
    assert set(Touch.objects.filter(id__in=waiting).values_list("state", flat=True)) == {"scheduled"}


def test_a_planner_never_waits_for_a_person(world: World) -> None:
    """A stop under way keeps its touch from being planned, and the others are planned at once."""
    waiting = due(world, 6)
    with transaction.atomic():
        touches.hold(waiting[0], "colleague_answered")
        (found,) = at_once(lambda _: plan.plan(), [None])
    assert found is not None
    assert waiting[0] not in slots_of([found])
    assert Touch.objects.get(id=waiting[0]).state == "held"
