"""A mailbox's own calendar, alone and together with a campaign's."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from app.core.window_text import window_json, window_of_text
from app.core.windows import Hours, NeverOpens
from mailboxes.core.workday import away_hours, away_ranges, mailbox_hours, workday_hours

BERLIN, SYDNEY = "Europe/Berlin", "Australia/Sydney"
AT = datetime(2027, 5, 18, 10, 0, tzinfo=UTC)  # a Tuesday
WORKDAY = window_json(window_of_text("working days 08:00-16:00"))
AWAY = ((date(2027, 5, 18), date(2027, 5, 20)),)
OFFICE = window_of_text("mon-fri 09:00-17:00")


def test_without_workday_and_days_away_a_mailbox_is_always_open() -> None:
    assert mailbox_hours(None, BERLIN, (), AT) is None
    assert mailbox_hours("null", BERLIN, away_ranges(None), AT) is None
    assert Hours(OFFICE, BERLIN).narrowed(None) == Hours(OFFICE, BERLIN)


@pytest.mark.parametrize("stored", [WORKDAY, json.dumps(WORKDAY)])
def test_a_workday_is_read_in_the_mailboxs_zone_and_its_countrys_week(stored: object) -> None:
    cairo = workday_hours(stored, "Africa/Cairo", AT)
    assert cairo is not None
    assert cairo.window.days == {7, 1, 2, 3, 4}
    assert cairo.next_open(datetime(2027, 5, 14, 12, tzinfo=UTC)) == datetime(2027, 5, 16, 5, tzinfo=UTC)


@pytest.mark.parametrize("stored", [[["2027-05-18", "2027-05-20"]], '[["2027-05-18", "2027-05-20"]]'])
def test_days_away_include_both_ends(stored: object) -> None:
    assert away_ranges(stored) == AWAY
    away = away_hours(BERLIN, AWAY)
    assert away is not None
    assert away.next_open(AT) == datetime(2027, 5, 20, 22, 0, tzinfo=UTC), "midnight in Berlin"
    assert away.is_open(datetime(2027, 5, 17, 21, 59, tzinfo=UTC))


def test_two_calendars_are_open_where_both_are() -> None:
    both = Hours(OFFICE, BERLIN).narrowed(mailbox_hours(WORKDAY, BERLIN, AWAY, AT))
    first = both.next_span(AT)
    assert first == (datetime(2027, 5, 21, 7, 0, tzinfo=UTC), datetime(2027, 5, 21, 14, 0, tzinfo=UTC))
    assert both.is_open(first.start)
    assert not both.is_open(first.end)
    assert both.next_open(first.end) == datetime(2027, 5, 24, 7, 0, tzinfo=UTC)


def test_three_calendars_narrow_one_another() -> None:
    lunch = Hours(window_of_text("mon-sun 12:00-14:00"), BERLIN)
    all_three = Hours(OFFICE, BERLIN).narrowed(workday_hours(WORKDAY, BERLIN, AT)).narrowed(lunch)
    spans = list(all_three.open_spans(AT, AT + timedelta(days=7)))
    assert [(span.start.hour, span.end.hour) for span in spans] == [(10, 12)] * 5


def test_calendars_of_two_sides_of_the_earth_may_never_meet() -> None:
    mornings = Hours(window_of_text("mon-fri 09:00-11:00"), BERLIN)
    with pytest.raises(NeverOpens):
        mornings.narrowed(Hours(window_of_text("mon-fri 09:00-12:00"), SYDNEY)).next_open(AT)
