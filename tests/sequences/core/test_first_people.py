"""The rest after a campaign's first people is of its own hours, and three bounces or a complaint hold it."""

from datetime import UTC, datetime, time, timedelta

import pytest

from app.core.windows import Hours, daily
from sequences.core.first_people import holds, rests_until

WORKDAYS = Hours(daily(frozenset(range(1, 6)), time(9), time(17)), "UTC")
FRIDAY = datetime(2027, 3, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (FRIDAY.replace(hour=10), FRIDAY.replace(hour=12)),
        (FRIDAY.replace(hour=16, minute=30), FRIDAY.replace(day=15, hour=10, minute=30)),
        (FRIDAY.replace(hour=15), FRIDAY.replace(hour=17)),
        (FRIDAY.replace(day=13), FRIDAY.replace(day=15, hour=11)),
    ],
)
def test_two_hours_of_the_campaigns_own_pass(since: datetime, until: datetime) -> None:
    assert rests_until(WORKDAYS, since) == until


def test_a_rest_longer_than_a_day_goes_over_the_weekend() -> None:
    assert rests_until(WORKDAYS, FRIDAY.replace(hour=9), timedelta(hours=10)) == FRIDAY.replace(day=15, hour=11)


@pytest.mark.parametrize(("bounced", "complained", "held"), [(2, 0, False), (3, 0, True), (0, 1, True), (0, 0, False)])
def test_three_hard_bounces_or_a_complaint_hold(bounced: int, complained: int, held: bool) -> None:
    assert holds(bounced, complained) is held
