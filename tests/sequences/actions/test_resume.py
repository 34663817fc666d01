"""A paused campaign goes on: overdue steps are spread, moved or passed over, each by a person's choice."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from admission.core.verdict import Wait
from app.core.errors import Refused
from app.models import Event, Workspace
from mailboxes.models import Delivery, Mailbox
from sequences.actions import campaigns, plan, resume
from sequences.core import resuming
from sequences.core.due import Due
from sequences.core.resuming import Overdue
from sequences.models import Campaign, Enrollment, Touch
from tests.factories import a_user
from tests.journeys.office import Office, an_office, asked
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
WEEKS = timedelta(days=21)


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def paused(office: Office, openers: int = 3) -> tuple[list[Touch], Touch]:
    """People who are due, one who has the second step before them in three days, and three weeks of a pause."""
    waiting = [office.waiting() for _ in range(openers)]
    ada = office.mailed()
    follow_up = ada.open_touch
    assert follow_up is not None
    office.world.pass_time(timedelta(minutes=5))
    campaigns.pause(office.campaign)
    office.world.pass_time(WEEKS)
    return waiting, follow_up


def times(touch: Touch) -> tuple[str, object, object]:
    touch.refresh_from_db()
    return touch.state, touch.due_at, touch.eligible_at


def log(kind: str) -> list[Event]:
    return list(Event.objects.filter(kind=kind).order_by("id"))


def test_without_a_choice_the_command_counts_and_changes_nothing(office: Office) -> None:
    waiting, follow_up = paused(office)
    before = [times(touch) for touch in (*waiting, follow_up)]
    out = StringIO()
    call_command("resume_campaign", office.campaign.name, stdout=out)
    assert "4 steps are overdue, 0 are due later, 0 are held" in out.getvalue()
    assert all(f"--overdue {way}" in out.getvalue() for way in Overdue)
    assert [times(touch) for touch in (*waiting, follow_up)] == before
    assert Campaign.objects.get().state == "paused"


def test_spread_leaves_them_due_and_the_planner_gives_them_places_at_the_mailboxes_pace(office: Office) -> None:
    Mailbox.objects.update(daily_cap=20)
    waiting, follow_up = paused(office, openers=8)
    before = [times(touch) for touch in (*waiting, follow_up)]
    found = resume.resume(office.campaign, by_id=7, overdue=Overdue.SPREAD)
    assert (found.overdue, found.later, found.held) == (9, 0, 0)
    assert [times(touch) for touch in (*waiting, follow_up)] == before
    plan.plan()
    assert Touch.objects.filter(state="planned").count() <= 3
    (event,) = log("campaign.running")
    assert (event.data["overdue"], event.data["steps"], event.data["by"]) == ("spread", 9, 7)


@pytest.mark.parametrize("gap", [0, 240])
def test_no_burst_after_weeks_even_without_a_gap(office: Office, gap: int) -> None:
    """Twenty are overdue in ten open hours and a room of twenty: two an hour, not twenty at once."""
    Mailbox.objects.update(gap_seconds=gap, daily_cap=20)
    paused(office, openers=30)
    resume.resume(office.campaign, overdue=Overdue.SPREAD)
    plan.plan()
    assert Touch.objects.filter(state="planned").count() <= 3


def test_shift_moves_every_date_by_the_length_of_the_pause(office: Office) -> None:
    waiting, follow_up = paused(office)
    before = {touch.id: times(touch) for touch in (*waiting, follow_up)}
    with pytest.raises(CommandError, match="Say who decides"):
        call_command("resume_campaign", office.campaign.name, "--overdue", "shift", stdout=StringIO())
    by = a_user(office.workspace)
    call_command("resume_campaign", office.campaign.name, "--overdue", "shift", "--by", by.email, stdout=StringIO())
    for touch in (*waiting, follow_up):
        state, due_at, eligible_at = times(touch)
        assert (state, due_at) == ("scheduled", before[touch.id][1] + WEEKS)  # type: ignore[operator]
        assert eligible_at == before[touch.id][2] + WEEKS  # type: ignore[operator]
    (event,) = log("campaign.steps_shifted")
    assert (event.data["steps"], event.data["seconds"], event.data["by"]) == (4, WEEKS.total_seconds(), by.id)
    assert Campaign.objects.get().state == "running"


def test_who_was_enrolled_during_the_pause_is_not_moved(office: Office) -> None:
    paused(office)
    late = office.waiting()
    before = times(late)
    resume.resume(office.campaign, overdue=Overdue.SHIFT)
    assert times(late) == before


def test_a_shift_that_broke_off_goes_on_where_it_was_and_moves_nothing_twice(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting, follow_up = paused(office)
    before = {touch.id: times(touch)[1] for touch in (*waiting, follow_up)}
    monkeypatch.setattr(resume, "SHIFTED_AT_ONCE", 2)
    as_it_is = resuming.moved

    def broken(*args: Any) -> Due:
        if log("campaign.steps_shifted"):
            raise RuntimeError
        return as_it_is(*args)

    monkeypatch.setattr(resume, "moved", broken)
    with pytest.raises(RuntimeError):
        resume.resume(office.campaign, overdue=Overdue.SHIFT)
    assert Campaign.objects.get().state == "paused"
    monkeypatch.setattr(resume, "moved", as_it_is)
    office.world.pass_time(timedelta(hours=1))
    resume.resume(office.campaign, overdue=Overdue.SHIFT)
    assert {touch.id: times(touch)[1] for touch in (*waiting, follow_up)} == {
        number: due + WEEKS  # type: ignore[operator]
        for number, due in before.items()
    }


def test_skip_passes_over_what_is_overdue_and_the_next_step_follows_from_now(office: Office) -> None:
    waiting, follow_up = paused(office)
    resume.resume(office.campaign, overdue=Overdue.SKIP)
    assert {times(touch)[0] for touch in (*waiting, follow_up)} == {"skipped"}
    following = Touch.objects.filter(state="scheduled")
    assert {touch.enrollment_id for touch in following} == {touch.enrollment_id for touch in waiting}
    soon, late = (office.world.now() + timedelta(days=3, minutes=off) for off in (-5, 5))
    assert all(touch.position == 2 and soon < touch.due_at < late for touch in following)
    assert Enrollment.objects.get(id=follow_up.enrollment_id).state == "finished"
    (event,) = log("campaign.steps_skipped")
    assert event.data["steps"] == 4


def test_skip_withdraws_the_mail_that_was_prepared_for_a_step(office: Office) -> None:
    touch = office.waiting()
    plan.plan()
    touch.refresh_from_db()
    assert touch.slot_at is not None
    office.world.at(touch.slot_at)
    campaigns.pause(office.campaign)
    verdict, _ = asked(touch.id)
    assert isinstance(verdict, Wait)
    resume.resume(office.campaign, overdue=Overdue.SKIP)
    assert Delivery.objects.get().state == "withdrawn"


@pytest.mark.parametrize("way", Overdue)
def test_a_campaign_that_is_not_paused_is_refused_and_nothing_moves(office: Office, way: Overdue) -> None:
    touch = office.waiting()
    before = times(touch)
    with pytest.raises(Refused, match="is running already"):
        resume.resume(office.campaign, overdue=way)
    assert times(touch) == before
    assert log("campaign.steps_shifted") == log("campaign.steps_skipped") == []


@pytest.mark.parametrize("way", Overdue)
def test_a_campaign_that_may_not_run_is_refused_before_anything_moves(office: Office, way: Overdue) -> None:
    waiting, _ = paused(office)
    before = [times(touch) for touch in waiting]
    Workspace.objects.update(postal_address="")
    with pytest.raises(Refused, match="no postal address"):
        resume.resume(office.campaign, overdue=way)
    assert [times(touch) for touch in waiting] == before
    assert Campaign.objects.get().state == "paused"
