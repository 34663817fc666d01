"""Capacity windows: which limit binds, what is free, and when the mails of a day go out. Cases G-LIM-02 and 03."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.windows import Hours, daily
from app.core.zones import wall_time
from sequences.core.planner.windows import MailboxDay, capacity, slot_times
from tests.sequences.core.planner.noon import BERLIN, MIDNIGHT, NOON, OFFICE

DAY = MailboxDay(mailbox_id=1, zone=BERLIN, cap=30, hours=(OFFICE,))
MORNING = MIDNIGHT + timedelta(hours=7)

days = st.builds(
    MailboxDay,
    mailbox_id=st.integers(1, 9),
    zone=st.just(BERLIN),
    cap=st.integers(0, 60),
    used_today=st.integers(0, 60),
    handed_out=st.integers(0, 10),
    reserved=st.integers(0, 10),
    ramp=st.none() | st.integers(0, 60),
    hard_percent=st.sampled_from([0, 50, 100]),
    protection_percent=st.integers(0, 100),
    by_hand=st.integers(0, 5),
    hourly_cap=st.none() | st.integers(0, 20),
    rolling_cap=st.none() | st.integers(0, 100),
    rolling_used=st.integers(0, 100),
    gap=st.timedeltas(timedelta(0), timedelta(minutes=10)),
    last_at=st.none() | st.timedeltas(timedelta(hours=-3), timedelta(minutes=30)).map(lambda off: NOON + off),
    hours=st.just((OFFICE,)),
)


@pytest.mark.parametrize(
    ("changes", "limit", "bound_by", "free"),
    [
        ({}, 30, "cap", 30),
        ({"used_today": 12}, 30, "cap", 18),
        ({"used_today": 12, "handed_out": 3, "reserved": 2}, 30, "cap", 13),
        ({"ramp": 7}, 7, "ramp", 7),
        ({"ramp": 7, "protection_percent": 50, "used_today": 1}, 3, "protection", 2),
        ({"hard_percent": 50, "used_today": 1}, 15, "hard", 14),
        ({"cap": 50, "ramp": 32, "by_hand": 6, "reserved": 10}, 32, "ramp", 22),
        ({"used_today": 5, "rolling_cap": 40, "rolling_used": 38}, 7, "rolling", 2),
        ({"used_today": 5, "rolling_cap": 40, "rolling_used": 45}, 5, "rolling", 0),
        ({"used_today": 5, "handed_out": 2, "rolling_cap": 40, "rolling_used": 38}, 7, "rolling", 0),
    ],
)
def test_the_smallest_limit_binds_and_is_named(changes: dict[str, int], limit: int, bound_by: str, free: int) -> None:
    window = capacity(replace(DAY, **changes), NOON)  # type: ignore[arg-type]  # fields by name
    assert (window.limit, window.bound_by, window.free) == (limit, bound_by, free)


def test_a_limit_lowered_below_what_was_sent_leaves_nothing_and_never_less() -> None:
    """G-LIM-02: cap 50, 30 sent, cap 20, then 35."""
    lowered = capacity(replace(DAY, cap=20, used_today=30), NOON)
    raised = capacity(replace(DAY, cap=35, used_today=30), NOON)
    assert (lowered.used_today, lowered.limit, lowered.free) == (30, 20, 0)
    assert raised.free == len(slot_times(raised, 0.5)) == 5


def test_a_longer_gap_counts_from_the_last_send_at_once() -> None:
    """G-LIM-02, second half: 60 s raised to 600 s."""
    day = replace(DAY, last_at=NOON - timedelta(seconds=30), gap=timedelta(seconds=600), jitter=0.0, used_today=28)
    assert slot_times(capacity(day, NOON), 0.0)[0] >= NOON + timedelta(seconds=570)


def test_waiting_costs_nothing() -> None:
    """G-LIM-03: the same facts give the same room, however often they are looked at."""
    assert capacity(DAY, NOON) == capacity(DAY, NOON)


def test_the_open_time_is_cut_to_now_and_the_reset() -> None:
    window = capacity(DAY, NOON)
    assert window.open_left == timedelta(hours=5)
    assert window.resets_at == MIDNIGHT + timedelta(days=1)
    assert window.gap == timedelta(minutes=10)


def test_no_open_time_gives_no_slot() -> None:
    evening = capacity(DAY, MIDNIGHT + timedelta(hours=20))
    assert evening.open_left == timedelta(0)
    assert slot_times(evening, 0.5) == ()


def test_two_zones_are_open_as_long_as_either() -> None:
    new_york = Hours(OFFICE.window, "America/New_York")
    window = capacity(replace(DAY, hours=(OFFICE, new_york)), MORNING + timedelta(hours=1))
    assert window.open_left == timedelta(hours=14) - timedelta(minutes=1)


@pytest.mark.parametrize("chance", [0.0, 0.25, 0.5, 0.999])
def test_a_day_holds_as_many_slots_as_are_free(chance: float) -> None:
    assert len(slot_times(capacity(DAY, MORNING), chance)) == 30


@given(days, st.floats(0, 0.999))
def test_slots_are_open_free_and_apart(day: MailboxDay, chance: float) -> None:
    window = capacity(day, NOON)
    times = slot_times(window, chance)
    assert len(times) <= window.free
    assert all(OFFICE.is_open(at) and NOON <= at < window.resets_at for at in times)
    used = ([day.last_at] if day.last_at is not None else []) + list(times)
    assert all(later - earlier >= day.gap * (1 + day.jitter) for earlier, later in pairwise(used))


@given(st.floats(0, 0.999))
def test_a_cap_beyond_what_the_gap_allows_does_not_shorten_the_gap(chance: float) -> None:
    times = slot_times(capacity(replace(DAY, cap=400), NOON), chance)
    assert len(times) == pytest.approx(300 / 5.4, abs=2), "five hours, a gap of 4 minutes and 35 %"
    assert all(later - earlier >= DAY.gap * 1.35 for earlier, later in pairwise(times))


@given(st.floats(0, 0.999))
def test_nothing_goes_out_in_the_opening_minute(chance: float) -> None:
    first = wall_time(BERLIN, slot_times(capacity(replace(DAY, cap=400), MORNING), chance)[0])
    assert first.time() >= time(9, 1)
    at_opening = MIDNIGHT + timedelta(hours=9)
    assert slot_times(capacity(replace(DAY, cap=400), at_opening), chance)[0] >= at_opening + timedelta(minutes=1)


def test_mailboxes_do_not_march_in_step() -> None:
    firsts = {slot_times(capacity(replace(DAY, mailbox_id=number), MORNING), 0.5)[0] for number in range(20)}
    assert len(firsts) == 20


def test_a_planner_that_looks_every_minute_fills_the_day_evenly() -> None:
    """Each run draws anew and hands out five minutes at most; mornings and afternoons still get their half."""
    day, sent = DAY, []
    for minute in range(8 * 60):
        now = MIDNIGHT + timedelta(hours=9, minutes=minute)
        chance = (minute * 0.37) % 1.0
        for at in slot_times(capacity(day, now), chance, until=now + timedelta(minutes=5)):
            sent.append(at)
            day = replace(day, last_at=at, used_today=day.used_today + 1)
    assert len(sent) >= 29
    assert 13 <= len([at for at in sent if at < MIDNIGHT + timedelta(hours=13)]) <= 17


def test_only_the_next_minutes_are_handed_out_when_asked_so() -> None:
    soon = NOON + timedelta(minutes=30)
    times = slot_times(capacity(DAY, NOON), 0.5, until=soon)
    assert 0 < len(times) <= 4
    assert times == tuple(at for at in slot_times(capacity(DAY, NOON), 0.5) if at < soon)


def test_after_three_days_off_there_is_no_flood() -> None:
    """F20: what is overdue is spread over the day like everything else."""
    day = replace(DAY, last_at=NOON - timedelta(days=3))
    times = slot_times(capacity(day, NOON), 0.5)
    assert len([at for at in times if at < NOON + timedelta(hours=1)]) <= 8


@pytest.mark.parametrize(("day", "hours"), [(date(2027, 3, 28), 23), (date(2027, 10, 31), 25), (date(2027, 5, 18), 24)])
def test_the_reset_follows_the_length_of_the_local_day(day: date, hours: int) -> None:
    start = datetime.combine(day, time(0), tzinfo=wall_time(BERLIN, MIDNIGHT).tzinfo)
    first = capacity(replace(DAY, hours=()), start.replace(hour=12))
    begin = first.resets_at - timedelta(hours=hours)
    assert wall_time(BERLIN, begin).time() == time(0)
    assert wall_time(BERLIN, begin).date() == day


def test_a_window_over_midnight_is_used_on_both_sides_of_the_reset() -> None:
    night = Hours(daily(frozenset({1, 2, 3, 4, 5}), time(22), time(2)), BERLIN)
    window = capacity(replace(DAY, hours=(night,)), MIDNIGHT + timedelta(minutes=30))
    assert window.open_left == timedelta(minutes=90) + timedelta(minutes=119)


@given(st.integers(1, 12), st.lists(st.timedeltas(timedelta(minutes=-59), timedelta(minutes=20)), max_size=12))
def test_no_hour_holds_more_places_than_its_cap_those_already_used_counted(cap: int, before: list[timedelta]) -> None:
    recent = tuple(sorted(NOON + off for off in before)[:cap])
    day = replace(DAY, cap=200, gap=timedelta(0), hourly_cap=cap, recent=recent, last_at=max(recent, default=None))
    times = [*recent, *slot_times(capacity(day, NOON), 0.3)]
    assert all(later - first > timedelta(hours=1) for first, later in zip(times, times[cap:], strict=False))


def test_an_hours_cap_is_spread_over_the_hour() -> None:
    times = slot_times(capacity(replace(DAY, cap=200, gap=timedelta(0), hourly_cap=6), NOON), 0.5)
    assert all(later - earlier >= timedelta(minutes=3) for earlier, later in pairwise(times))
    assert 24 <= len(times) <= 30


def test_a_mailbox_without_any_mails_an_hour_has_no_room() -> None:
    assert capacity(replace(DAY, hourly_cap=0), NOON).free == 0


def test_places_lie_in_the_mailboxes_own_hours_too() -> None:
    late = Hours(daily(frozenset({2}), time(15), time(20)), BERLIN)
    times = slot_times(capacity(replace(DAY, own=late), NOON), 0.5)
    assert times
    assert all(late.is_open(at) and OFFICE.is_open(at) for at in times)
    assert capacity(replace(DAY, own=Hours(daily(frozenset({6}), time(9), time(17)), BERLIN)), NOON).spans == ()
