"""The ramp: a step for each proven day, half after silence, nothing from missing data."""

from datetime import date, timedelta

from admission.core.ramp import after_day, limit_today

LAST = date(2026, 3, 2)


def _limit(earned: int | None, idle: int, start: int | None = 5) -> int | None:
    return limit_today(earned, LAST, start, LAST + timedelta(days=idle + 1))


def test_a_mailbox_without_a_ramp_has_no_limit_by_it() -> None:
    assert _limit(31, 0, None) is None


def test_where_nothing_was_earned_the_start_holds() -> None:
    assert _limit(None, 0) == 5
    assert limit_today(31, None, 5, LAST) == 5


def test_thirteen_idle_days_keep_all_and_fourteen_keep_half() -> None:
    assert [_limit(31, idle) for idle in (0, 13, 14, 27)] == [31, 31, 15, 15]


def test_silence_goes_on_halving_and_never_goes_under_the_start() -> None:
    assert [_limit(31, idle) for idle in (28, 42, 4_000, 100_000)] == [7, 5, 5, 5]
    assert _limit(3, 0) == 5, "a start that was raised since counts"


def test_a_last_day_in_the_future_takes_nothing_and_gives_nothing() -> None:
    assert limit_today(31, LAST, 5, LAST - timedelta(days=40)) == 31


def test_a_proven_day_earns_a_step_up_to_the_ceiling() -> None:
    assert [after_day(limit, 2, 20) for limit in (5, 18, 19, 20)] == [7, 20, 20, 20]
    assert after_day(30, 2, 20) == 30, "a cap that was lowered takes back nothing that was earned"
