"""The ramp: a step for each proven day, half after silence, nothing from missing data."""

from datetime import date, timedelta

from admission.core.ramp import Day, NotCounted, Slope, after_day, climb, limit_today, stairs

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


SLOPE = Slope(start=5, step=2, ceiling=10)


def _days(*told: tuple[int, int, bool]) -> list[Day]:
    return [Day(LAST + timedelta(days=after), sent, healthy) for after, sent, healthy in told]


def test_only_a_healthy_day_with_an_accepted_mail_earns_a_step_and_each_other_day_says_why() -> None:
    climbed = climb(None, None, SLOPE, _days((3, 6, True), (0, 5, True), (1, 0, True), (2, 5, False)))
    assert [(one.limit, one.earned, one.why) for one in climbed] == [
        (5, 7, None),
        (7, 7, NotCounted.NO_SEND),
        (7, 7, NotCounted.NOT_HEALTHY),
        (7, 9, None),
    ]


def test_the_ceiling_is_never_passed_and_a_day_is_never_counted_twice() -> None:
    days = _days(*((after, 1, True) for after in range(9)))
    climbed = climb(None, None, SLOPE, days)
    assert climbed[-1].earned == 10
    assert climb(climbed[-1].earned, climbed[-1].day, SLOPE, days) == []


def test_a_pause_keeps_what_was_earned_and_silence_takes_half_of_it() -> None:
    assert climb(9, LAST, SLOPE, _days((14, 1, True)))[0].limit == 9
    after_silence = climb(31, LAST, SLOPE, _days((15, 1, True)))[0]
    assert (after_silence.limit, after_silence.earned) == (15, 15)


def test_the_stairs_show_every_day_idle_ones_too_and_today_as_not_over() -> None:
    judged = climb(None, None, SLOPE, _days((0, 4, True), (2, 5, True)))
    shown = stairs(judged, 5, LAST - timedelta(days=1), LAST + timedelta(days=3), sent_today=6)
    assert [(one.sent, one.limit, one.why) for one in shown] == [
        (0, 5, NotCounted.NO_SEND),
        (4, 5, None),
        (0, 7, NotCounted.NO_SEND),
        (5, 7, None),
        (6, 9, NotCounted.NOT_OVER),
    ]
