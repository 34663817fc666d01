"""The page of capacity: what is left today and in the next days, read from what was worked out beforehand."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from app.actions import clock
from sequences.actions import forecast, outlook
from sequences.models import Campaign, Outlook
from sequences.screens import home
from sequences.screens.outlook import ahead, sends_ahead
from tests.factories import a_campaign, a_contact, a_mailbox, enrolled
from tests.plugins.world import World
from tests.sequences.place import Place


@pytest.fixture
def place(world: World) -> Place:
    return Place()


def test_the_next_days_are_those_of_the_forecast(place: Place) -> None:
    assert outlook.work_out() == 1
    told = Outlook.objects.get(workspace=place.workspace).values
    one = forecast.forecast(place.campaign)
    assert [day["sends"] for day in told["days"]] == [day.sends for day in one.days]
    assert told["campaigns"][0]["sends"] == [day.sends for day in one.days]
    assert len(told["days"]) == 30


def test_the_days_of_two_campaigns_are_added_and_the_room_is_that_of_all_mailboxes(place: Place) -> None:
    other = a_campaign(place.workspace, mailboxes=[a_mailbox(place.workspace, cap=10)])
    enrolled(other, a_contact(place.workspace))
    outlook.work_out()
    told = Outlook.objects.get(workspace=place.workspace).values
    both = [sum(day) for day in zip(*(one["sends"] for one in told["campaigns"]), strict=True)]
    assert [day["sends"] for day in told["days"]] == both
    assert sum(both) > 0
    assert all(day["room"] >= day["sends"] for day in told["days"])


def test_days_on_which_no_campaign_may_send_are_closed_and_have_nothing_left(place: Place) -> None:
    outlook.work_out()
    found = ahead(place.workspace.id)
    assert found is not None
    for one in found.days:
        if one.closed:
            assert (one.sends, one.left) == (0, 0)


def test_nothing_is_foreseen_once_no_campaign_runs(place: Place) -> None:
    outlook.work_out()
    Campaign.objects.update(state="paused")
    assert outlook.work_out() == 0
    assert Outlook.objects.count() == 0
    assert "No campaign runs" in place.show("/capacity/")


def test_the_page_shows_the_calendar_the_campaigns_and_what_binds(place: Place) -> None:
    outlook.work_out()
    page = place.show("/capacity/")
    for words in (place.campaign.name, "The next 30 days", "The limit that binds", 'data-plot="ahead"'):
        assert words in page
    assert min(sends_ahead(place.workspace.id, 14)) <= clock.world_now().date()
    assert all(isinstance(day, date) for day in sends_ahead(place.workspace.id, 14))


def test_the_page_asks_no_more_for_more_rows(place: Place) -> None:
    outlook.work_out()
    with CaptureQueriesContext(connection) as few:
        place.show("/capacity/")
    for _ in range(3):
        enrolled(a_campaign(place.workspace, mailboxes=[a_mailbox(place.workspace)]), a_contact(place.workspace))
    outlook.work_out()
    with CaptureQueriesContext(connection) as many:
        place.show("/capacity/")
    assert len(many) <= len(few)


def test_the_first_page_hatches_the_next_days_behind_the_last_ones(place: Place) -> None:
    today = clock.world_now().date()
    outlook.work_out()
    days = home.last_days(place.workspace, today)
    plot = home.plot_of(days, {today: 5, today + timedelta(days=1): 7})
    foreseen = plot.series[-1]
    assert foreseen.forecast
    assert list(foreseen.values) == [None] * 30 + [7]
    assert all(len(one.values) == len(plot.labels) == 31 for one in plot.series)
    assert "7 mails are foreseen" in plot.summary
    assert "Foreseen" in place.show("/")
