"""Rules about the mailbox, the pace, the caps and the inboxes, each at its boundary."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from admission.core import rules
from admission.core.facts import Facts
from admission.core.policy import PERSON_SPAN, ROLLING
from admission.core.rules import Rule
from admission.core.verdict import Reason, Wait
from app.core.windows import Hours
from tests.admission.core.facts_made import DEFAULTS, FACTS, OFFICE, TEN, TICK, TUESDAY, facts, of_subject

MIDNIGHT = datetime(2027, 3, 10, tzinfo=UTC)
GAP = timedelta(seconds=240)
STALE = timedelta(minutes=5)
DAY = timedelta(days=1)
MONDAY = datetime(2027, 3, 8, tzinfo=UTC)

CASES: list[tuple[Rule, Facts, Wait | None]] = [
    (rules.connected, FACTS, None),
    (rules.connected, facts(mailbox_state="paused"), Wait(Reason.MAILBOX)),
    (rules.connected, facts(mailbox_state="reconnect_needed"), Wait(Reason.MAILBOX)),
    (rules.connected, facts(limited_until=TEN), None),
    (rules.connected, facts(limited_until=TEN + TICK), Wait(Reason.PROVIDER_LIMIT)),
    (rules.paced, FACTS, None),
    (rules.paced, facts(in_flight=True), Wait(Reason.IN_FLIGHT)),
    (rules.paced, facts(in_flight=True, gap_seconds=0), None),
    (rules.paced, facts(last_send_at=TEN - GAP), None),
    (rules.paced, facts(last_send_at=TEN - GAP + TICK), Wait(Reason.GAP, TEN + TICK)),
    (rules.within_day, facts(used_today=19), None),
    (rules.within_day, facts(used_today=20), Wait(Reason.CAP, MIDNIGHT)),
    (rules.within_day, facts(daily_cap=0), Wait(Reason.CAP, MIDNIGHT)),
    (rules.within_day, facts(used_today=20, day=TUESDAY - timedelta(days=1)), None),
    (rules.within_day, facts(used_today=20, day=None), None),
    (rules.within_rolling_day, FACTS, None),
    (rules.within_rolling_day, facts(rolling_full=True, rolling_freed_at=TEN), Wait(Reason.ROLLING, TEN + ROLLING)),
    (rules.within_rolling_day, facts(rolling_full=True), Wait(Reason.ROLLING)),
    (rules.not_too_often, FACTS, None),
    (rules.not_too_often, facts(person_last_at=MONDAY - TICK), None),
    (rules.not_too_often, facts(person_last_at=MONDAY), Wait(Reason.PERSON_GAP, MIDNIGHT)),
    (rules.not_too_often, facts(person_last_at=TEN), Wait(Reason.PERSON_GAP, MIDNIGHT + DAY)),
    (rules.not_too_often, facts(person_count=5), None),
    (rules.not_too_often, facts(person_count=6, person_freed_at=TEN), Wait(Reason.PERSON_CAP, TEN + PERSON_SPAN)),
    (rules.company_spared, facts(full=("campaign_day",)), None),
    (rules.company_spared, facts(full=("domain_day",)), Wait(Reason.DOMAIN_DAY, MIDNIGHT)),
    (rules.company_spared, facts(full=("domain_openers",)), Wait(Reason.DOMAIN_OPENERS, MIDNIGHT)),
    (rules.within_campaign_day, FACTS, None),
    (rules.within_campaign_day, facts(full=("campaign_day",)), Wait(Reason.CAMPAIGN_DAY, MIDNIGHT)),
    (rules.few_new_people, FACTS, None),
    (rules.few_new_people, facts(full=("openers",)), Wait(Reason.NEW_CONTACTS, MIDNIGHT)),
    (rules.within_sending_domain, FACTS, None),
    (rules.within_sending_domain, facts(full=("sending_domain",)), Wait(Reason.SENDING_DOMAIN_DAY, MIDNIGHT)),
    (rules.heard, FACTS, None),
    (rules.heard, facts(inbox_read_at=TEN - STALE), None),
    (rules.heard, facts(inbox_read_at=TEN - STALE - TICK), Wait(Reason.INBOX_STALE, TEN + rules.LOOK_AGAIN)),
    (rules.heard, facts(inbox_missing=True, inbox_read_at=TEN), Wait(Reason.INBOX_STALE, TEN + rules.LOOK_AGAIN)),
]


@pytest.mark.parametrize(("rule", "given", "expected"), CASES)
def test_a_rule_answers_at_its_boundary(rule: Rule, given: Facts, expected: Wait | None) -> None:
    assert rule(given, DEFAULTS) == expected


@pytest.mark.parametrize(("drawn", "seconds"), [(0.0, 240), (0.5, 300), (1.0, 360)])
def test_the_drawn_jitter_lengthens_a_gap_and_never_shortens_it(drawn: float, seconds: int) -> None:
    assert rules.gap(240, 50, drawn) == timedelta(seconds=seconds)


def test_a_gap_waits_for_the_jitter_drawn_with_the_last_send() -> None:
    given = facts(last_send_at=TEN - timedelta(seconds=300), drawn_jitter=1.0)
    assert rules.paced(given, DEFAULTS) == Wait(Reason.GAP, TEN + timedelta(seconds=60))


def test_the_local_day_never_goes_back() -> None:
    """A clock that was ahead has charged tomorrow already: today is not opened a second time."""
    tomorrow = TUESDAY + timedelta(days=1)
    given = facts(day=tomorrow, used_today=20)
    assert rules.charged_day(given) == tomorrow
    assert rules.within_day(given, DEFAULTS) == Wait(Reason.CAP, MIDNIGHT + timedelta(days=1))


def test_the_day_of_a_cap_is_the_mailboxs_own() -> None:
    given = facts(mailbox_zone="Pacific/Auckland", day=date(2027, 3, 9), used_today=20)
    assert rules.charged_day(given) == date(2027, 3, 9)
    assert rules.within_day(given, DEFAULTS) == Wait(Reason.CAP, datetime(2027, 3, 9, 11, tzinfo=UTC))


def test_a_counters_tomorrow_is_the_subjects_own() -> None:
    given = replace(of_subject(hours=Hours(OFFICE, "America/New_York")), full=("domain_day",))
    assert rules.company_spared(given, DEFAULTS) == Wait(Reason.DOMAIN_DAY, datetime(2027, 3, 10, 5, tzinfo=UTC))


def test_limits_that_a_policy_switched_off_bind_nobody() -> None:
    given = facts(person_last_at=TEN, person_count=99, person_freed_at=TEN)
    assert rules.not_too_often(given, replace(DEFAULTS, person_gap_days=None, person_cap=None)) is None


def test_freshness_is_true_time_however_fast_the_world_runs() -> None:
    given = facts(world_now=TEN + timedelta(days=30), inbox_read_at=TEN - STALE)
    assert rules.heard(given, DEFAULTS) is None
