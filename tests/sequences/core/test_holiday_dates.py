from datetime import date

import pytest

from sequences.core.holiday_dates import HolidayError, holiday_dates, known_calendars


def test_whit_monday_is_a_holiday_in_berlin() -> None:
    days = holiday_dates("DE", 2027, 2027, "BE")
    assert date(2027, 5, 17) in days
    assert date(2027, 3, 8) in days, "Women's Day is Berlin's own"
    assert date(2027, 3, 8) not in holiday_dates("DE", 2027, 2027)


def test_a_range_of_years_holds_its_first_and_last_day() -> None:
    days = holiday_dates("DE", 2027, 2029)
    assert {date(2027, 1, 1), date(2028, 12, 26), date(2029, 12, 26)} <= days
    assert {day.year for day in days} == {2027, 2028, 2029}


def test_an_observed_day_of_the_next_years_first_is_kept() -> None:
    """1 January 2028 is a Saturday: the United States rest on 31 December 2027."""
    assert date(2027, 12, 31) in holiday_dates("US", 2027, 2027)


@pytest.mark.parametrize(("country", "part"), [("XX", None), ("", None), ("DE", "XX"), ("de-BE", None)])
def test_an_unknown_calendar_is_refused_by_name(country: str, part: str | None) -> None:
    with pytest.raises(HolidayError, match="no holiday calendar"):
        holiday_dates(country, 2027, 2027, part)


def test_the_known_calendars_are_listed_with_their_parts() -> None:
    assert "BE" in known_calendars()["DE"]
