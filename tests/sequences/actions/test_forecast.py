"""The forecast and the planner agree: the same rows, looked ahead from and then lived through on a moved clock."""

import json
from collections import Counter
from datetime import date, time, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from admission.actions import ramp
from admission.actions.settle import settle
from admission.core.settlement import Accepted
from admission.core.verdict import Grant, Wait
from admission.models import Permit, Standing
from app.actions import clock
from app.core.errors import Refused
from mailboxes.core.message import Receipt
from mailboxes.models import Mailbox
from sequences.actions import launch, plan, touches
from sequences.actions.forecast import forecast
from sequences.actions.forecast_inputs import load
from sequences.core.forecast.course import Course
from sequences.core.forecast.inputs import Assumed
from sequences.models import Campaign, Contact, Touch
from sequences.screens.words import sentence
from tests.factories import a_campaign, a_contact, a_user, a_workspace, an_email, enrolled
from tests.journeys.office import Office, an_office, asked
from tests.plugins.world import World
from tests.races.ready import a_policy, a_sender

pytestmark = pytest.mark.django_db(transaction=True)
TICK = timedelta(minutes=15)
WEEKDAYS = [1, 2, 3, 4, 5]
OPENS, CLOSES = 9, 15
STEPS = (an_email(), an_email(subject="", text="Again, {{ first_name }}", delay=1))


def lived(world: World, days: int) -> None:
    """Let the planner run from now to the evening and over the next working days; every mail leaves at its slot."""
    for _ in range(days):
        ramp.account()
        while world.now().hour < CLOSES:
            tick = world.now() + TICK
            plan.plan()
            for touch in Touch.objects.filter(state="planned", slot_at__lt=tick).order_by("slot_at", "id"):
                world.at(max(touch.slot_at or tick, world.now()))
                left(touch.id)
            world.at(tick)
        world.at(world.now().replace(hour=OPENS, minute=0) + timedelta(days=1))


def left(touch_id: int) -> None:
    """One send as a worker makes it: accepted, or given back where the permit says wait."""
    verdict, delivery_id = asked(touch_id)
    if isinstance(verdict, Grant):
        assert settle(verdict.permit_id, Accepted(Receipt(f"p{delivery_id}", "", None, "250")), chance=0.5)
    else:
        assert isinstance(verdict, Wait)
        touches.unplan(touch_id, verdict.reason)


type Sends = dict[tuple[date, int], int]  # by day, and by campaign or mailbox


def really(column: str) -> Sends:
    return Counter(Permit.objects.values_list("local_day", column))


def foreseen(campaign: Campaign, days: int) -> tuple[Sends, Sends]:
    """By campaign and by mailbox."""
    loaded = load(campaign, clock.world_now())
    ahead = list(Course(loaded.start, Assumed(days), "UTC").days())
    campaigns = {(day.day, number): one.sends for day in ahead for number, one in day.campaigns.items() if one.sends}
    boxes = {(day.day, number): one.sends for day in ahead for number, one in day.mailboxes.items() if one.sends}
    return campaigns, boxes


def open_at(opens: int, closes: int) -> list[dict[str, Any]]:
    return [{"days": WEEKDAYS, "opens": f"{time(opens):%H:%M}", "closes": f"{time(closes):%H:%M}"}]


@pytest.fixture
def office(world: World) -> Office:
    return an_office(world)


def two_campaigns(world: World, people: int) -> tuple[Campaign, Campaign]:
    """Two campaigns over two mailboxes, one of them shared, one young."""
    workspace = a_workspace()
    a_policy(workspace, domain_per_day=None, person_gap_hours=None, person_gap_days=None, person_cap=None)
    shared = a_sender(world, workspace, cap=7, gap=240)
    young = a_sender(world, workspace, cap=9, gap=240, ramp_start=3, ramp_step=2)
    first = a_campaign(workspace, mailboxes=[shared, young], steps=STEPS, window=open_at(OPENS, CLOSES), weight=2)
    second = a_campaign(workspace, mailboxes=[shared], steps=STEPS, window=open_at(OPENS, CLOSES), new_per_day=3)
    for number in range(people):
        enrolled(first if number % 2 else second, a_contact(workspace, f"p{number}@c{number}.example"))
    return first, second


def test_where_there_is_more_work_than_room_the_planner_does_what_was_foreseen(world: World) -> None:
    """Each mailbox to the mail; of campaigns that share one, the odd place of a round may go to the other."""
    first, _ = two_campaigns(world, 50)
    campaigns, boxes = foreseen(first, 2)
    lived(world, 2)
    assert really("mailbox_id") == boxes
    found = really("campaign_id")
    assert set(found) == set(campaigns)
    assert all(abs(found[key] - campaigns[key]) <= 1 for key in campaigns), (campaigns, found)


def test_where_there_is_room_for_everybody_the_first_day_is_exact_and_the_next_ones_nearly(world: World) -> None:
    """A forecast does not draw at which minute of the day people fall due, so a later day may trade a mail or two."""
    first, _ = two_campaigns(world, 16)
    today = world.now().date()
    _, boxes = foreseen(first, 2)
    lived(world, 2)
    found = really("mailbox_id")
    assert {key: many for key, many in found.items() if key[0] == today} == {
        key: many for key, many in boxes.items() if key[0] == today
    }
    assert abs(sum(found.values()) - sum(boxes.values())) <= 2


def test_the_command_and_the_api_say_the_same_to_whoever_may_see(world: World) -> None:
    first, second = two_campaigns(world, 12)
    before = list(Touch.objects.order_by("id").values())
    out = StringIO()
    call_command("forecast", first.name, "--days", "20", "--json", stdout=out)
    told = json.loads(out.getvalue())
    viewer = Client()
    viewer.force_login(a_user(first.workspace, role="viewer"))
    asked_for = viewer.get(f"/api/v1/forecast/campaigns/{first.id}", {"days": 20}).json()
    assert told | {"now": "", "first_mail": {}} == asked_for | {"now": "", "first_mail": {}}
    assert (told["people"], told["sends"], told["left"], told["competing"]) == (6, 12, 0, 1)
    assert told["finish_on"] == "2027-03-10"
    stranger = Client()
    stranger.force_login(a_user(a_workspace(), role="owner"))
    assert stranger.get(f"/api/v1/forecast/campaigns/{second.id}").status_code == 404
    assert viewer.get(f"/api/v1/forecast/campaigns/{first.id}", {"days": 1000}).status_code == 400
    assert list(Touch.objects.order_by("id").values()) == before


def test_in_words_a_forecast_tells_the_first_mail_the_pace_and_the_end(office: Office) -> None:
    for _ in range(12):
        office.waiting()
    Mailbox.objects.update(daily_cap=7)
    office.world.at(office.world.now().replace(hour=20))
    out = StringIO()
    call_command("forecast", office.campaign.name, "--days", "12", stdout=out)
    text = out.getvalue()
    assert "First mail about Wed 10 Mar 08:" in text
    assert "UTC (Outside sending hours)." in text
    assert "About 6 mails a day at first, 24 in 12 days." in text
    assert "Tue 2027-03-09:     0 mails; room 7 (cap, 1 mailbox); 12 wait: Outside sending hours\n" in text
    assert "Done on Mon 15 Mar 2027." in text  # two business days after Thursday, whatever the delay
    assert "5 wait: Today's room of the mailbox is used at sender" in text
    assert "Assumed: Nobody answers" in text


def test_who_is_held_is_told_with_the_reason(office: Office) -> None:
    held = office.waiting()
    Touch.objects.filter(id=held.id).update(state="held", hold_reason="absent")
    nameless = office.waiting()
    Contact.objects.filter(enrollment=nameless.enrollment_id).update(first_name="")
    found = forecast(office.campaign, days=5)
    reasons = {(one.reason, one.people) for one in found.held}
    assert ("absent", 1) in reasons
    assert ("missing_field", 1) in reasons
    assert found.people == 1


def test_who_lacks_a_value_is_counted_for_all_steps_and_fields_together(office: Office) -> None:
    workspace = office.campaign.workspace
    steps = [an_email(text="{{ company }}, {{ first_name }}"), an_email("", "{{ size }} of {{ company }}")]
    campaign = a_campaign(workspace, mailboxes=[], steps=steps, state="draft")
    for number, company in enumerate(["", " \u200b", "Acme"]):
        enrolled(campaign, a_contact(workspace, f"l{number}@example.net", company=company))
    Touch.objects.filter(campaign_id=campaign.id, enrollment__contact__company="Acme").update(position=2)
    with CaptureQueriesContext(connection) as asked_for:
        found = [(one.position, one.field, one.people) for one in launch.lacking(campaign)]
    assert found == [(1, "company", 2), (2, "company", 2), (2, "size", 3)]
    assert len(asked_for) == 2, "the texts, and everybody once"


def test_a_draft_is_forecast_as_if_it_ran_and_an_archived_one_is_refused(office: Office) -> None:
    office.waiting()
    Campaign.objects.update(state="draft", started_at=None)
    assert forecast(Campaign.objects.get(), days=5).sends == 2
    Mailbox.objects.update(state="paused")
    paused = forecast(Campaign.objects.get(), days=5)
    assert (paused.sends, paused.first_mail, paused.left) == (0, None, 1)
    assert paused.days[0].bindings[0].because == "The mailbox must sign in again, is paused or gone"
    Campaign.objects.update(state="archived")
    with pytest.raises(Refused, match="archived"):
        forecast(Campaign.objects.get())
    with pytest.raises(Refused, match="1 to 90 days"):
        forecast(Campaign(state="draft"), days=91)


def test_a_mailbox_that_nobody_measured_is_named_and_not_the_first_people(office: Office) -> None:
    office.waiting()
    Standing.objects.update(health="fail")
    Campaign.objects.update(canary="first", canary_size=20)
    out = StringIO()
    call_command("forecast", office.campaign.name, "--days", "3", stdout=out)
    assert "first mails" not in out.getvalue()
    assert sentence("health_fail") in out.getvalue()
