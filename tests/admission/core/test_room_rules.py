"""Rules of room, calendars, first people and companies, each at its boundary; and when a person has rested."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from admission.core import rules
from admission.core.decide import decide
from admission.core.facts import Facts
from admission.core.frequency import rested_at
from admission.core.limits import NO_LIMITS, CampaignLimits, company_of
from admission.core.rules import Rule
from admission.core.verdict import Reason, Wait
from tests.admission.core.facts_made import DEFAULTS, FACTS, TEN, TICK, TUESDAY, facts, of_subject

MIDNIGHT = datetime(2027, 3, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)
OPENS = CampaignLimits(opener=True)
AWAY = '[["2027-03-08", "2027-03-09"]]'
MORNINGS = '[{"days": [1, 2, 3, 4, 5], "opens": "07:00", "closes": "10:00"}]'

CASES: list[tuple[Rule, Facts, Wait | None]] = [
    (rules.within_day, facts(ramp_start=5, used_today=4), None),
    (rules.within_day, facts(ramp_start=5, used_today=5), Wait(Reason.RAMP, MIDNIGHT)),
    (rules.within_day, facts(ramp_start=5, ramp_earned=9, ramp_day=TUESDAY, used_today=8), None),
    (rules.within_day, facts(hard_percent=50, used_today=10), Wait(Reason.HARD_BREAKER, MIDNIGHT)),
    (rules.within_day, facts(hard_percent=0), Wait(Reason.HARD_BREAKER)),
    (rules.within_day, facts(protection_percent=25, used_today=5), Wait(Reason.PROTECTION, MIDNIGHT)),
    (rules.within_day, facts(protection_percent=0), Wait(Reason.PROTECTION)),
    (rules.within_day, facts(reserved=4, used_today=15), None),
    (rules.within_day, facts(reserved=4, used_today=16), Wait(Reason.RESERVED, MIDNIGHT)),
    (rules.within_day, facts(reserved=4, used_today=15, by_hand_today=5), Wait(Reason.CAP, MIDNIGHT)),
    (rules.within_hour, FACTS, None),
    (rules.within_hour, facts(hourly_freed_at=TEN), Wait(Reason.HOUR, TEN + HOUR)),
    (rules.within_hour, facts(hourly_cap=0), Wait(Reason.HOUR)),
    (rules.at_work, FACTS, None),
    (rules.at_work, facts(away=AWAY), Wait(Reason.MAILBOX_AWAY, MIDNIGHT)),
    (rules.at_work, facts(workday=MORNINGS), Wait(Reason.MAILBOX_WORKDAY, MIDNIGHT + timedelta(hours=7))),
    (rules.at_work, facts(workday=MORNINGS, world_now=TEN - TICK), None),
    (rules.first_ones_looked_at, of_subject(canary="held"), None),
    (rules.first_ones_looked_at, of_subject(canary="held", limits=OPENS), Wait(Reason.CANARY_HELD)),
    (
        rules.first_ones_looked_at,
        of_subject(canary="resting", canary_until=TEN + TICK, limits=OPENS),
        Wait(Reason.CANARY_RESTS, TEN + TICK),
    ),
    (rules.first_ones_looked_at, of_subject(canary="resting", canary_until=TEN, limits=OPENS), None),
    (
        rules.first_ones_looked_at,
        replace(of_subject(canary="first", limits=OPENS), full=("canary",)),
        Wait(Reason.CANARY_RESTS, TEN + rules.LOOK_AGAIN),
    ),
    (rules.few_of_a_company, of_subject(limits=OPENS, domain_people=2), None),
    (rules.few_of_a_company, of_subject(limits=OPENS, domain_people=3), Wait(Reason.DOMAIN_IN_FLIGHT, MIDNIGHT)),
    (rules.few_of_a_company, of_subject(limits=NO_LIMITS, domain_people=9), None),
    (rules.healthy, facts(health="pass", health_good_until=TEN + TICK), None),
    (rules.healthy, facts(health="pass", health_good_until=TEN), Wait(Reason.HEALTH_UNKNOWN)),
    (rules.healthy, facts(health="fail", health_good_until=TEN + TICK), Wait(Reason.HEALTH_FAIL)),
    (rules.healthy, facts(health="unknown", health_good_until=TEN + TICK), Wait(Reason.HEALTH_UNKNOWN)),
]


@pytest.mark.parametrize(("rule", "given", "expected"), CASES)
def test_a_rule_answers_at_its_boundary(rule: Rule, given: Facts, expected: Wait | None) -> None:
    assert rule(given, DEFAULTS) == expected


def test_of_limits_that_all_bind_the_one_that_ends_last_is_named() -> None:
    given = replace(
        facts(used_today=20, hourly_freed_at=TEN, rolling_full=True, rolling_freed_at=TEN, person_last_at=TEN),
        subject=of_subject().subject,
    )
    assert decide(given, DEFAULTS) == Wait(Reason.PERSON_GAP, MIDNIGHT + timedelta(days=1))


def test_free_mail_stands_for_no_company() -> None:
    assert (company_of("gmail.com"), company_of("acme.example")) == ("", "acme.example")


@pytest.mark.parametrize(
    ("last", "days", "weekend", "rested"),
    [
        (date(2027, 3, 8), 2, {6, 7}, date(2027, 3, 10)),  # Monday
        (date(2027, 3, 12), 2, {6, 7}, date(2027, 3, 16)),  # Friday
        (date(2027, 3, 13), 2, {6, 7}, date(2027, 3, 16)),  # Saturday
        (date(2027, 3, 10), 2, {5, 6}, date(2027, 3, 14)),  # Wednesday, where Friday and Saturday rest
        (date(2027, 3, 24), 2, {6, 7}, date(2027, 3, 30)),  # Wednesday before Easter
        (date(2027, 3, 8), 0, {6, 7}, date(2027, 3, 9)),
    ],
)
def test_a_person_has_rested_after_business_days_of_their_own(
    last: date, days: int, weekend: set[int], rested: date
) -> None:
    easter = {date(2027, 3, 26), date(2027, 3, 29)}
    at = datetime(last.year, last.month, last.day, 12, tzinfo=UTC)
    found = rested_at(at, days, "UTC", frozenset(weekend), easter)
    assert found == datetime(rested.year, rested.month, rested.day, tzinfo=UTC)


def test_days_without_end_do_not_hang() -> None:
    """Nobody can say that every day is a day off; if it were, the search would still end."""
    assert rested_at(TEN, 10_000, "UTC", frozenset(range(1, 8)), frozenset()) > TEN
