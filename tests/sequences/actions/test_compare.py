"""Recorded and generated months through both allocators, by the command that prints who got what."""

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from mailboxes.models import Mailbox
from sequences.actions.compare import recorded
from sequences.core.planner.fairness import compare
from sequences.models import Touch
from tests.journeys.office import an_office, sent
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)


def printed(*options: str) -> str:
    out = StringIO()
    call_command("compare_allocation", *options, stdout=out)
    return out.getvalue()


def test_what_was_sent_is_replayed_at_the_instants_of_its_permits(world: World) -> None:
    office = an_office(world)
    second = office.another()
    touches = [one.waiting() for one in (office, office, office, second)]
    for touch in touches:
        sent(touch.id)
        world.pass_time(timedelta(minutes=10))
    left = second.waiting()
    campaigns, days, names = recorded(office.workspace, 2)
    assert set(names) == {office.campaign.id, second.campaign.id}
    assert [len(times) for day in days for times in day.places.values()] == [4]
    assert {touch.touch_id for touch in days[-1].arrivals} == {*(touch.id for touch in touches), left.id}
    shares = {one.campaign_id: one for one in compare(campaigns, days)["weighted_round_robin"].campaigns}
    assert (shares[office.campaign.id].sent, shares[second.campaign.id].sent) == (3, 1)


def test_a_recorded_month_is_printed_and_changes_nothing(world: World) -> None:
    office = an_office(world)
    sent(office.waiting().id)
    before = list(Touch.objects.order_by("id").values())
    text = printed("--days", "3")
    assert "weighted_round_robin: Jain's index 1.000" in text
    assert f"  {office.campaign.name}: turns 1, sent 1, unsent 0" in text
    assert list(Touch.objects.order_by("id").values()) == before


def test_where_nothing_was_sent_nothing_is_compared(world: World) -> None:
    an_office(world)
    Mailbox.objects.update(daily_cap=0)
    with pytest.raises(CommandError, match="Nothing was sent"):
        printed()
    with pytest.raises(CommandError, match="1 to 366 days"):
        printed("--days", "1000000000")


def test_a_generated_month_needs_no_records_and_is_shared_more_evenly_by_rounds() -> None:
    text = printed("--generated", "7", "--days", "10")
    fair, greedy = (float(found) for found in re.findall(r"Jain's index ([\d.]+)", text))
    assert fair > greedy
    assert printed("--generated", "7", "--days", "10") == text
