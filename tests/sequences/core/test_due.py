"""When steps fall due: cases G-SCH-01 to 03 and 05 to 07, absences, and the properties of every draw."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
import pytz
from hypothesis import given
from hypothesis import strategies as st

from app.core.windows import DaysOff, Hours, NeverOpens, daily
from app.core.zones import instant_of, local_day, wall_time
from sequences.core.due import (
    Delay,
    DelayError,
    DelayUnit,
    due_after,
    due_after_absence,
    pick_instant,
    schedule,
)
from sequences.core.holiday_dates import holiday_dates

WEEKDAYS = frozenset({1, 2, 3, 4, 5})
WIDE = daily(WEEKDAYS, time(8), time(18))
NARROW = daily(WEEKDAYS, time(9), time(9, 30))
OFFICE = daily(WEEKDAYS, time(9), time(17))
NEW_YORK, BERLIN, TOKYO = "America/New_York", "Europe/Berlin", "Asia/Tokyo"
WHIT_MONDAY = holiday_dates("DE", 2027, 2027, "BE")
CHANCES = [0.0, 0.3, 1.0]

chances = st.floats(0, 1)
instants = st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds of UTC
zones = st.sampled_from(pytz.common_timezones)
delays = st.builds(Delay, st.integers(0, 60), st.sampled_from(DelayUnit))


def at(zone: str, *parts: int) -> datetime:
    year, month, day, hour, minute = parts
    return instant_of(zone, datetime(year, month, day, hour, minute))  # noqa: DTZ001 - wall time of the zone


def days(amount: int) -> Delay:
    return Delay(amount, DelayUnit.DAYS)


def business(amount: int) -> Delay:
    return Delay(amount, DelayUnit.BUSINESS_DAYS)


def day_sent(previous: datetime, delay: Delay, zone: str, chance: float, closed: frozenset[date] = frozenset()) -> date:
    return local_day(zone, schedule(previous, delay, Hours(OFFICE, zone, closed), chance).eligible_at)


@given(instants, delays, zones, chances)
def test_no_step_leaves_before_its_delay_or_outside_its_window(
    previous: datetime, delay: Delay, zone: str, chance: float
) -> None:
    due = schedule(previous, delay, Hours(OFFICE, zone), chance)
    assert previous <= due.due_at <= due.eligible_at
    assert Hours(OFFICE, zone).is_open(due.eligible_at)


@given(instants, zones, chances)
def test_nothing_is_drawn_in_the_opening_minute(not_before: datetime, zone: str, chance: float) -> None:
    drawn = wall_time(zone, pick_instant(Hours(OFFICE, zone), not_before, chance))
    opened_just_now = (drawn.hour, drawn.minute) == (9, 0)
    assert not opened_just_now


@given(instants, zones, st.integers(1, 20), chances)
def test_business_days_bring_another_working_day(previous: datetime, zone: str, amount: int, chance: float) -> None:
    due = schedule(previous, business(amount), Hours(OFFICE, zone), chance)
    assert local_day(zone, due.eligible_at) >= local_day(zone, previous) + timedelta(days=amount)


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize(
    ("zone", "first", "wide_day", "wide_from", "narrow_day", "narrow_from"),
    [
        (NEW_YORK, (2027, 3, 8, 9, 0), date(2027, 3, 15), 12, date(2027, 3, 16), 13),
        (BERLIN, (2027, 3, 23, 9, 0), date(2027, 3, 30), 6, date(2027, 3, 31), 7),
    ],
)
def test_seven_days_are_168_hours_and_the_window_keeps_its_local_hour(
    zone: str,
    first: tuple[int, ...],
    wide_day: date,
    wide_from: int,
    narrow_day: date,
    narrow_from: int,
    chance: float,
) -> None:
    """G-SCH-01: after the spring change 168 h end at 10:00, inside the wide window and past the narrow one."""
    sent = at(zone, *first)
    wide = schedule(sent, days(7), Hours(WIDE, zone), chance)
    narrow = schedule(sent, days(7), Hours(NARROW, zone), chance)
    assert wide.due_at == narrow.due_at == sent + timedelta(hours=168)
    assert local_day(zone, wide.eligible_at) == wide_day
    assert wide_from <= wide.eligible_at.hour < wide_from + 10
    assert local_day(zone, narrow.eligible_at) == narrow_day
    assert (narrow.eligible_at.hour, narrow.eligible_at.minute < 30) == (narrow_from, True)


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize(
    ("delay", "expected"),
    [(business(1), date(2027, 5, 18)), (business(2), date(2027, 5, 19)), (days(3), date(2027, 5, 18))],
)
def test_weekend_and_whit_monday_are_both_skipped(delay: Delay, expected: date, chance: float) -> None:
    """G-SCH-02, sent Friday 16:00 in Berlin."""
    assert day_sent(at(BERLIN, 2027, 5, 14, 16, 0), delay, BERLIN, chance, WHIT_MONDAY) == expected


def test_three_days_over_the_weekend_are_due_on_the_holiday_itself() -> None:
    due = due_after(at(BERLIN, 2027, 5, 14, 16, 0), days(3), Hours(OFFICE, BERLIN, WHIT_MONDAY))
    assert due == at(BERLIN, 2027, 5, 17, 16, 0)


@pytest.mark.parametrize("chance", CHANCES)
def test_who_is_enrolled_on_saturday_starts_after_the_holiday(chance: float) -> None:
    """G-SCH-02, the second prospect: step 1 on Tuesday, step 2 on Wednesday."""
    first = schedule(at(BERLIN, 2027, 5, 15, 11, 0), days(0), Hours(OFFICE, BERLIN, WHIT_MONDAY), chance)
    assert local_day(BERLIN, first.eligible_at) == date(2027, 5, 18)
    assert first.due_at == at(BERLIN, 2027, 5, 15, 11, 0), "due at enrolment: fairness counts from there"
    assert day_sent(first.eligible_at, business(1), BERLIN, chance, WHIT_MONDAY) == date(2027, 5, 19)


@pytest.mark.parametrize("delay", [business(1), days(3)])
def test_taking_the_holiday_off_the_calendar_moves_the_step_back_to_monday(delay: Delay) -> None:
    friday = at(BERLIN, 2027, 5, 14, 16, 0)
    assert day_sent(friday, delay, BERLIN, 0.5, WHIT_MONDAY) == date(2027, 5, 18)
    assert day_sent(friday, delay, BERLIN, 0.5, WHIT_MONDAY - {date(2027, 5, 17)}) == date(2027, 5, 17)


@pytest.mark.parametrize(("amount", "expected"), [(29, date(2028, 2, 29)), (30, date(2028, 3, 1))])
def test_days_count_through_the_leap_day(amount: int, expected: date) -> None:
    """G-SCH-03."""
    assert day_sent(at("UTC", 2028, 1, 31, 10, 0), days(amount), "UTC", 0.2) == expected


def test_each_delay_adds_to_the_real_previous_send() -> None:
    """G-SCH-07: delays 0, 1, 1, 1 from Monday 09:00 leave on four different working days, in order."""
    sends = [schedule(at(BERLIN, 2027, 6, 7, 9, 0), days(0), Hours(OFFICE, BERLIN), 0.5).eligible_at]
    for _ in range(3):
        following = schedule(sends[-1], days(1), Hours(OFFICE, BERLIN), 0.5).eligible_at
        assert following >= sends[-1] + timedelta(hours=24)
        sends.append(following)
    assert len({local_day(BERLIN, sent) for sent in sends}) == 4


def test_a_step_that_left_late_pushes_the_ones_after_it() -> None:
    """G-SCH-07, second run: step 2 left on Thursday, so step 3 on Friday at its hour or later, step 4 on Monday."""
    thursday = at(BERLIN, 2027, 6, 10, 14, 20)
    third = schedule(thursday, days(1), Hours(OFFICE, BERLIN), 0.0).eligible_at
    assert third == at(BERLIN, 2027, 6, 11, 14, 20)
    assert day_sent(third, days(1), BERLIN, 0.0) == date(2027, 6, 14)


@pytest.mark.parametrize("chance", CHANCES)
def test_what_was_overdue_in_the_evening_leaves_the_next_morning_or_later(chance: float) -> None:
    """G-SCH-06: due Thursday 16:00 in Madrid, looked at again at 19:00."""
    again = pick_instant(Hours(OFFICE, "Europe/Madrid"), at("Europe/Madrid", 2027, 6, 10, 19, 0), chance)
    assert at("Europe/Madrid", 2027, 6, 11, 9, 1) <= again < at("Europe/Madrid", 2027, 6, 11, 17, 0)


def test_a_send_after_midnight_counts_as_the_evening_before() -> None:
    night = daily(WEEKDAYS, time(22), time(2))
    tuesday_one = at(TOKYO, 2027, 5, 18, 1, 0)  # Monday's window
    assert due_after(tuesday_one, business(1), Hours(night, TOKYO)) == at(TOKYO, 2027, 5, 18, 22, 0)
    saturday_one = at(TOKYO, 2027, 5, 15, 1, 0)  # Friday's window
    assert due_after(saturday_one, business(1), Hours(night, TOKYO)) == at(TOKYO, 2027, 5, 17, 22, 0)


def test_the_last_minutes_of_a_window_are_used_before_the_next_one() -> None:
    before = at(BERLIN, 2027, 6, 10, 16, 59)
    assert before <= pick_instant(Hours(OFFICE, BERLIN), before, 1.0) < at(BERLIN, 2027, 6, 10, 17, 0)


def test_a_window_that_never_opens_again_raises() -> None:
    away = DaysOff(away=((date(2027, 1, 1), date(2040, 1, 1)),))
    with pytest.raises(NeverOpens):
        pick_instant(Hours(OFFICE, BERLIN, away), at(BERLIN, 2027, 6, 10, 9, 0), 0.5)


@pytest.mark.parametrize("amount", [-1, 366])
def test_a_delay_nobody_means_is_refused(amount: int) -> None:
    with pytest.raises(DelayError, match="0 to 365 days"):
        Delay(amount)


def test_a_delay_reads_its_unit_from_stored_text() -> None:
    assert Delay(3, DelayUnit("days")) == days(3)
    with pytest.raises(ValueError, match="months"):
        Delay(3, DelayUnit("months"))


@pytest.mark.parametrize(
    ("returns", "expected"),
    [
        (date(2027, 5, 24), date(2027, 5, 26)),  # Monday: two business days later
        (date(2027, 5, 22), date(2027, 5, 26)),  # Saturday: the first day back is Monday
        (date(2027, 5, 17), date(2027, 5, 20)),  # the holiday: the first day back is Tuesday
        (date(2027, 5, 14), date(2027, 5, 19)),  # back today, Friday: Tuesday and Wednesday
    ],
)
def test_after_an_absence_two_business_days_pass(returns: date, expected: date) -> None:
    noticed = at(BERLIN, 2027, 5, 14, 11, 0)
    due = due_after_absence(returns, noticed, Hours(OFFICE, BERLIN, WHIT_MONDAY))
    assert due == at(BERLIN, expected.year, expected.month, expected.day, 9, 0)


@pytest.mark.parametrize("returns", [None, date(2027, 5, 13)])
def test_an_absence_without_a_usable_date_lasts_two_weeks(returns: date | None) -> None:
    noticed = at(BERLIN, 2027, 5, 14, 11, 0)
    assert due_after_absence(returns, noticed, Hours(OFFICE, BERLIN)) == noticed + timedelta(days=14)


def test_an_absence_beyond_sixty_days_is_for_a_person_to_judge() -> None:
    noticed = at(BERLIN, 2027, 5, 14, 11, 0)
    assert due_after_absence(date(2027, 7, 13), noticed, Hours(OFFICE, BERLIN)) is not None
    assert due_after_absence(date(2027, 7, 14), noticed, Hours(OFFICE, BERLIN)) is None
