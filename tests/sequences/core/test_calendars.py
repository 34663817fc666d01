import json
from datetime import UTC, date, datetime

import pytest

from app.core.window_text import window_of_text
from sequences.core.calendars import Calendar, KeptDays, read_days, stored_days
from sequences.core.holiday_dates import HolidayError
from sequences.core.hours import SOMEWHERE, CampaignHours, Home, hours_for

WHIT_MONDAY, BRIDGE = date(2027, 5, 17), date(2027, 5, 14)
BERLIN = Calendar("DE", "BE", added=frozenset({BRIDGE}), removed=frozenset({WHIT_MONDAY}))
NOON = datetime(2027, 5, 14, 12, tzinfo=UTC)
WORKING_DAYS = window_of_text("working days 09:00-17:00")


def test_a_calendar_is_a_countrys_with_days_added_and_removed() -> None:
    days = BERLIN.dates(2027)
    assert BRIDGE in days
    assert WHIT_MONDAY not in days
    assert date(2027, 3, 8) in days, "Women's Day is Berlin's own"
    assert Calendar(added=frozenset({BRIDGE})).dates(2027) == {BRIDGE}
    with pytest.raises(HolidayError):
        Calendar("DE", "XX").dates(2027)


@pytest.mark.parametrize(
    "kept",
    [KeptDays(), KeptDays(BERLIN), KeptDays(by_country=True), KeptDays(by_country=True, own=(("DE", BERLIN),))],
)
def test_what_a_campaign_keeps_survives_being_stored(kept: KeptDays) -> None:
    if kept.by_country:
        stored = {"by_country": {code: calendar.as_json() for code, calendar in kept.own}}
    else:
        stored = kept.calendar.as_json() if kept.calendar else {}
    assert stored_days(json.dumps(stored)) == read_days(stored) == kept


def of(days_off: KeptDays, zone: str = "Europe/Berlin") -> CampaignHours:
    return CampaignHours(WORKING_DAYS, zone, in_person_zone=True, days_off=days_off)


def test_each_person_has_the_week_and_the_holidays_of_their_country() -> None:
    by_person = of(KeptDays(by_country=True, own=(("DE", BERLIN),)))
    german, french, egyptian = (
        hours_for(by_person, home, NOON)
        for home in (Home("Europe/Berlin", "DE"), Home("", "FR"), Home("Africa/Cairo", "EG"))
    )
    assert german.working_day(date(2027, 5, 14)) == WHIT_MONDAY, "a bridge day, and no holiday on Monday"
    assert french.working_day(date(2027, 5, 15)) == date(2027, 5, 18), "Whit Monday is kept in France"
    assert french.zone == "Europe/Berlin"
    assert egyptian.working_day(date(2027, 6, 4)) == date(2027, 6, 6), "Sunday is a working day"


def test_who_is_from_nowhere_has_the_week_of_the_campaigns_zone() -> None:
    assert hours_for(of(KeptDays(), "Africa/Cairo"), SOMEWHERE, NOON).window.days == {7, 1, 2, 3, 4}
    assert hours_for(of(KeptDays(), "UTC"), SOMEWHERE, NOON).window.days == {1, 2, 3, 4, 5}
    by_person = of(KeptDays(by_country=True))
    assert WHIT_MONDAY in hours_for(by_person, SOMEWHERE, NOON).closed
    assert WHIT_MONDAY not in hours_for(by_person, Home("", "XX"), NOON).closed


def test_a_named_weekend_day_is_open_wherever_somebody_lives() -> None:
    saturdays = CampaignHours(window_of_text("mon-sat 09:00-17:00"), "UTC", in_person_zone=True, days_off=KeptDays())
    assert hours_for(saturdays, Home("Africa/Cairo", "EG"), NOON).window.days == {1, 2, 3, 4, 5, 6}
