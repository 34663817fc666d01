"""The hard breakers: counts in windows of consecutive sends, and what each count does."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from admission.core.protection.breakers import (
    Act,
    Count,
    Since,
    complaints_of_domain,
    complaints_of_mailbox,
    holds_nearest,
    lifts,
    of_domain,
    of_figure,
    of_mailbox,
    of_opt_outs,
    worst_days,
    worst_window,
)

MARCH = datetime(2027, 3, 1, tzinfo=UTC)


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(1, 15), st.data())
def test_the_worst_window_is_the_worst_of_all_windows_that_hold_the_mail(
    sends: list[bool], width: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(sends) - 1))
    windows = [sends[start : start + width] for start in range(max(1, len(sends) - width + 1))]
    holding = [one for start, one in enumerate(windows) if start <= place < start + len(one)]
    worst = max(holding, key=sum)
    assert worst_window(sends, place, width) == Count(sum(worst), min(width, len(sends)))


def test_a_late_report_counts_where_its_mail_was_sent() -> None:
    """Four came back long ago; a fifth for a mail among them is the fifth of its window, one for a new mail is not."""
    sends = [True] * 4 + [False] * 196
    sends[20] = True
    assert of_mailbox(worst_window(sends, 20, 50)) is Act.PAUSE
    sends[20], sends[199] = False, True
    assert of_mailbox(worst_window(sends, 199, 50)) is Act.NOTHING


@pytest.mark.parametrize(
    ("bad", "act"), [(0, Act.NOTHING), (2, Act.NOTHING), (3, Act.SLOW), (4, Act.SLOW), (5, Act.PAUSE)]
)
def test_three_of_fifty_halve_and_five_pause_a_mailbox(bad: int, act: Act) -> None:
    assert of_mailbox(Count(bad, 50)) is act


@pytest.mark.parametrize(
    ("bad", "sends", "act"),
    [(11, 300, Act.NOTHING), (12, 300, Act.SLOW), (23, 300, Act.SLOW), (24, 300, Act.PAUSE),
     (8, 200, Act.SLOW), (16, 200, Act.PAUSE), (199, 199, Act.NOTHING)],
)  # fmt: skip
def test_four_percent_slow_and_eight_pause_a_domain_but_never_of_few_sends(bad: int, sends: int, act: Act) -> None:
    assert of_domain(Count(bad, sends)) is act


@pytest.mark.parametrize(
    ("bad", "sends", "mailbox", "domain"),
    [
        (0, 10, Act.NOTHING, Act.NOTHING),
        (1, 10, Act.WARN, Act.WARN),
        (2, 10, Act.SLOW, Act.WARN),
        (3, 1999, Act.SLOW, Act.PAUSE),
        (1, 2000, Act.NOTHING, Act.NOTHING),
        (2, 2000, Act.WARN, Act.WARN),
        (5, 2000, Act.WARN, Act.WARN),
        (6, 2000, Act.PAUSE, Act.PAUSE),
    ],
)
def test_complaints_count_by_number_and_by_share_only_where_there_are_many_mails(
    bad: int, sends: int, mailbox: Act, domain: Act
) -> None:
    assert complaints_of_mailbox(Count(bad, sends)) is mailbox
    assert complaints_of_domain(Count(bad, sends)) is domain


@pytest.mark.parametrize(("percent", "act"), [(0.09, Act.NOTHING), (0.1, Act.WARN), (0.29, Act.WARN), (0.3, Act.PAUSE)])
def test_a_receivers_own_figure_warns_and_pauses(percent: float, act: Act) -> None:
    assert of_figure(percent) is act


@pytest.mark.parametrize(
    ("bad", "people", "act"),
    [(100, 149, Act.NOTHING), (3, 150, Act.NOTHING), (4, 150, Act.WARN), (6, 150, Act.WARN), (7, 150, Act.PAUSE)],
)
def test_more_than_two_percent_of_opt_outs_warn_and_more_than_four_pause(bad: int, people: int, act: Act) -> None:
    assert of_opt_outs(Count(bad, people)) is act


def test_complaints_count_in_the_worst_thirty_days_that_hold_the_mail() -> None:
    days = [0, 20, 29, 31, 70]
    times = [MARCH + timedelta(days=day) for day in days]
    assert worst_days(times, MARCH + timedelta(days=29)) == (3, MARCH)
    assert worst_days(times, MARCH + timedelta(days=31))[0] == 3
    assert worst_days(times, MARCH + timedelta(days=70))[0] == 1


def test_lists_that_were_cut_too_early_are_told_from_those_that_hold_all_neighbours() -> None:
    assert holds_nearest([[1, 4], [2, 3, 9]], few=4, width=50)
    assert holds_nearest([[1, 4, 8], [2, 3]], few=3, width=4)
    assert not holds_nearest([[1, 2, 3], [9]], few=3, width=4)
    assert not holds_nearest([[1, 2, 3], [9]], few=3, width=50)


CLEAN = Since(Count(0, 50), 50, Count(0, 300), 300, 0)


@pytest.mark.parametrize(
    ("reason", "since", "lifted"),
    [
        ("hard_bounces", CLEAN, True),
        ("hard_bounces", Since(Count(0, 50), 49, Count(0, 300), 300, 0), False),
        ("hard_bounces", Since(Count(2, 50), 50, Count(0, 300), 300, 0), True),
        ("hard_bounces", Since(Count(3, 50), 50, Count(0, 300), 300, 0), False),
        ("hard_bounces", Since(Count(0, 50), 50, Count(12, 300), 300, 0), False),
        ("domain_hard_bounces", Since(Count(0, 50), 50, Count(0, 300), 199, 0), False),
        ("domain_hard_bounces", CLEAN, True),
        ("complaints", Since(Count(0, 50), 0, Count(0, 50), 0, 1), True),
        ("complaints", Since(Count(0, 50), 50, Count(0, 300), 300, 2), False),
    ],
)
def test_a_halved_cap_is_whole_again_after_a_clean_window_of_new_mails(reason: str, since: Since, lifted: bool) -> None:
    assert lifts(reason, since) is lifted
