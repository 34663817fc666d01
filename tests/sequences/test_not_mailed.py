"""Everybody who was due today and got no mail is counted once, with the reason that binds; the sums add up."""

import json
from collections import Counter
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from admission.models import Permit
from app.actions import clock, halts
from app.core.cursors import BadCursor
from sequences.actions import campaigns, enrollments, not_mailed
from sequences.models import Enrollment, Touch
from tests.factories import a_task, a_user, a_workspace, an_email
from tests.journeys.office import Office, an_office, tried
from tests.plugins.world import World

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = timedelta(hours=1)
STEPS = (an_email(), a_task(delay=0), an_email(subject="", text="Again, {{ first_name }}", delay=3))


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world, steps=STEPS)


def moved(touch: Touch, **changes: Any) -> int:
    Touch.objects.filter(id=touch.id).update(**changes)
    return touch.enrollment_id


def a_day(office: Office) -> dict[str, int]:
    """One person of each kind; reason -> enrollment of those who are not mailed."""
    now = clock.world_now()
    tried(office.waiting().id)  # mailed: its next step, a task, is due today as well
    moved(office.waiting(), due_at=now + 20 * HOUR, eligible_at=now + 20 * HOUR)  # tomorrow: not of today
    stopped = office.waiting()
    enrollments.stop_enrollment(stopped.enrollment_id)
    return {
        "missing_field": moved(office.waiting(), state="held", hold_reason="missing_field", hold_detail="first_name"),
        "no_room": moved(office.waiting(), hold_reason="no_room"),
        "planned": moved(office.waiting(), state="planned", slot_at=now + HOUR),
        "task_due": moved(office.waiting(), kind="linkedin"),
        "early": moved(office.waiting(), due_at=now + HOUR, eligible_at=now + HOUR),
        "window": moved(office.waiting(), eligible_at=now + 24 * HOUR),
        "next": moved(office.waiting()),
        "stopped": stopped.enrollment_id,
    }


def reasons(day: not_mailed.Day) -> dict[str, int]:
    return {group.reason: group.people for group in day.groups}


def test_each_person_is_counted_once_with_the_reason_that_binds(office: Office) -> None:
    made = a_day(office)
    day = not_mailed.totals(office.workspace)
    assert reasons(day) == dict.fromkeys(made, 1)
    assert (day.due, day.mailed, day.not_mailed) == (9, 1, 8)
    page = not_mailed.people(office.workspace)
    assert {one.reason: one.enrollment_id for one in page.items} == made
    assert [one.enrollment_id for one in page.items] == sorted(made.values())
    assert page.next is None
    by_reason = {one.reason: one for one in page.items}
    assert by_reason["missing_field"].detail == "first_name"
    assert by_reason["window"].until is not None
    assert by_reason["stopped"].ended


def test_what_stops_everybody_comes_before_what_stops_one(office: Office) -> None:
    made = a_day(office)
    campaigns.pause(office.campaign)
    assert reasons(not_mailed.totals(office.workspace)) == {"campaign_not_running": len(made) - 1, "stopped": 1}
    halts.halt(office.workspace.id, "panic")
    assert reasons(not_mailed.totals(office.workspace)) == {"halted": len(made) - 1, "stopped": 1}


def test_a_mail_in_doubt_is_no_mail_yet_and_one_under_way_is(office: Office) -> None:
    first, second = tried(office.waiting().id), tried(office.waiting().id)
    Permit.objects.filter(delivery=first).update(state="open", settled_at=None)
    Permit.objects.filter(delivery=second).update(state="uncertain")
    day = not_mailed.totals(office.workspace)
    assert (day.mailed, day.not_mailed) == (1, 1)


def test_the_day_is_that_of_the_workspaces_zone(office: Office, world: World) -> None:
    tried(office.waiting().id)
    world.pass_time(14 * HOUR - HOUR)  # 23:00 in London, the next morning in Tokyo
    office.workspace.time_zone = "Europe/London"
    assert not_mailed.totals(office.workspace).mailed == 1
    office.workspace.time_zone = "Asia/Tokyo"
    assert not_mailed.totals(office.workspace).mailed == 0


def test_campaigns_add_up_to_the_workspace_and_one_can_be_asked_for(office: Office) -> None:
    a_day(office)
    other = office.another()
    moved(other.waiting(), hold_reason="no_room")
    whole, mine = not_mailed.totals(office.workspace), not_mailed.totals(office.workspace, other.campaign)
    assert (whole.due, mine.due) == (10, 1)
    assert sum(one.due for one in whole.campaigns) == whole.due
    assert Counter(reasons(whole)) - Counter(reasons(mine)) == Counter(
        reasons(not_mailed.totals(office.workspace, office.campaign))
    )
    assert all(sum(group.people for group in one.groups) == one.not_mailed for one in whole.campaigns)


def test_pages_of_any_length_show_everybody_once(office: Office) -> None:
    made = a_day(office)
    seen, cursor = [], ""
    while True:
        page = not_mailed.people(office.workspace, limit=3, after=cursor)
        seen += [one.enrollment_id for one in page.items]
        if page.next is None:
            break
        cursor = page.next
    assert seen == sorted(made.values())
    with pytest.raises(BadCursor):
        not_mailed.people(office.workspace, after="nonsense")


def test_one_reason_is_listed_alone(office: Office) -> None:
    made = a_day(office)
    for reason, enrollment_id in made.items():
        page = not_mailed.people(office.workspace, reason=reason, ended=reason == "stopped")
        assert [one.enrollment_id for one in page.items] == [enrollment_id]
    assert not_mailed.people(office.workspace, reason="stopped").items == []


def test_the_command_and_the_api_say_the_same_and_nothing_of_other_workspaces(office: Office) -> None:
    a_day(office)
    out = StringIO()
    call_command("not_mailed", "--json", "--people", stdout=out)
    told = json.loads(out.getvalue())
    client = Client()
    client.force_login(a_user(office.workspace, role="viewer"))
    asked = client.get("/api/v1/not-mailed").json()
    assert told | {"people": None} == asked | {"people": None}
    assert [one["enrollment_id"] for one in told["people"]] == [
        one["enrollment_id"] for one in client.get("/api/v1/not-mailed/people").json()["items"]
    ]
    stranger = Client()
    stranger.force_login(a_user(a_workspace(), role="owner"))
    assert stranger.get("/api/v1/not-mailed").json()["due"] == 0
    assert stranger.get("/api/v1/not-mailed/people").json()["items"] == []
    assert stranger.get("/api/v1/not-mailed", {"campaign": office.campaign.id}).status_code == 404
    assert stranger.get("/api/v1/not-mailed/people", {"reason": "halted\0"}).status_code == 400


def test_in_words_each_line_has_number_sentence_and_who_ends_it(office: Office) -> None:
    a_day(office)
    out = StringIO()
    call_command("not_mailed", "--campaign", office.campaign.name, "--people", stdout=out)
    head, *lines = out.getvalue().splitlines()
    assert head == "Tue 2027-03-09 (UTC): 9 due, 1 mailed, 8 not mailed."
    assert "  1 Today's room of the mailbox is used [no_room]. Goes on tomorrow." in "\n".join(lines)
    assert sum(line.startswith("enrollment ") for line in lines) == 8
    assert "the sequence ended today: Stopped [stopped]. Nothing to do." in "\n".join(lines)


def test_who_ended_before_today_is_not_of_today(office: Office, world: World) -> None:
    made = a_day(office)
    world.pass_time(24 * HOUR)
    assert "stopped" not in reasons(not_mailed.totals(office.workspace))
    assert not Enrollment.objects.filter(id=made["stopped"], state="active").exists()
    assert not_mailed.totals(office.workspace).mailed == 0
