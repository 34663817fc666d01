"""Credit for a past: what a mailbox sent on most of its days, and nothing for a few busy ones."""

from datetime import date, timedelta

from admission.core.credit import Credit, credit, scaled

TODAY = date(2026, 3, 30)


def days(numbers: list[int], *, last: int = 1) -> dict[date, int]:
    """One number a day, the last of them so many days ago."""
    return {TODAY - timedelta(days=last + back): number for back, number in enumerate(reversed(numbers))}


def test_a_mailbox_begins_where_it_was_on_most_of_its_days() -> None:
    assert credit(days([22, 28, 25] * 10), TODAY, 5) == Credit(30, 22, 28, 25)


def test_a_burst_and_quiet_days_move_it_little() -> None:
    assert credit(days([25] * 20 + [400] * 5 + [1] * 4), TODAY, 5).start == 25


def test_a_few_busy_days_give_no_credit() -> None:
    assert credit(days([40] * 10), TODAY, 5) == Credit(10, 40, 40, None)
    assert credit(days([40] * 11), TODAY, 5).start == 40


def test_what_is_no_more_than_a_new_mailbox_may_is_no_credit() -> None:
    assert credit(days([5] * 30), TODAY, 5).start is None
    assert credit({}, TODAY, 5) == Credit()


def test_today_and_days_of_long_ago_count_for_nothing() -> None:
    assert credit({TODAY: 90, TODAY - timedelta(days=61): 90}, TODAY, 5) == Credit()


def test_two_weeks_of_silence_leave_half() -> None:
    assert [credit(days([30] * 25, last=last), TODAY, 5).start for last in (14, 15, 29)] == [30, 15, 7]


def test_a_sample_stands_for_all_and_is_rounded_down() -> None:
    assert scaled(5, 1300, 600) == 10
    assert scaled(5, 0, 0) == 0
