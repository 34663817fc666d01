"""Rules about the person, the step and the campaign, each at its boundary."""

from datetime import UTC, date, datetime, timedelta

import pytest

from admission.core import rules
from admission.core.facts import Facts
from admission.core.rules import Rule
from admission.core.verdict import Reason, Refuse, Wait
from app.core.windows import DaysOff, Hours
from tests.admission.core.facts_made import DEFAULTS, FACTS, OFFICE, TEN, TICK, facts, of_subject

CASES: list[tuple[Rule, Facts, Wait | Refuse | None]] = [
    (rules.sound, FACTS, None),
    (rules.sound, facts(delivery_state="sending"), Refuse(Reason.NOT_PREPARED)),
    (rules.sound, facts(delivery_state="uncertain"), Refuse(Reason.NOT_PREPARED)),
    (rules.sound, facts(delivery_state="withdrawn"), Refuse(Reason.NOT_PREPARED)),
    (rules.sound, facts(as_composed=False), Refuse(Reason.NOT_PREPARED)),
    (rules.sound, facts(copy_elsewhere=True), Refuse(Reason.ALREADY_SENT)),
    (rules.sound, facts(sealed_address="Ada@acme.example"), Wait(Reason.RECIPIENT_CHANGED, TEN)),
    (rules.sound, of_subject(address="ada@new.example"), Wait(Reason.RECIPIENT_CHANGED, TEN)),
    (rules.sound, facts(recipient_id=8), Wait(Reason.RECIPIENT_CHANGED, TEN)),
    (rules.reachable, FACTS, None),
    (rules.reachable, facts(endpoint_allowed=False), Refuse(Reason.REHEARSAL)),
    (rules.halted, FACTS, None),
    (rules.halted, facts(halted=True), Wait(Reason.HALTED)),
    (rules.left_alone, FACTS, None),
    (rules.left_alone, facts(suppressed=True), Refuse(Reason.SUPPRESSED)),
    (rules.left_alone, facts(opt_out_open=True), Refuse(Reason.OPT_OUT_OPEN)),
    (rules.left_alone, facts(stop_fence=1), Refuse(Reason.STOPPED_SINCE)),
    (rules.wanted, FACTS, None),
    (rules.wanted, of_subject(active=False), Refuse(Reason.NOT_ACTIVE)),
    (rules.wanted, of_subject(touch_open=False), Refuse(Reason.TOUCH_CLOSED)),
    (rules.wanted, of_subject(campaign_running=False), Wait(Reason.CAMPAIGN_NOT_RUNNING)),
    (rules.wanted, of_subject(ends_at=TEN + TICK), None),
    (rules.wanted, of_subject(ends_at=TEN), Wait(Reason.CAMPAIGN_ENDED)),
    (rules.in_turn, FACTS, None),
    (rules.in_turn, of_subject(earlier_done=False), Wait(Reason.STEP_ORDER)),
    (rules.in_turn, of_subject(eligible_at=TEN), None),
    (rules.in_turn, of_subject(eligible_at=TEN + TICK), Wait(Reason.EARLY, TEN + TICK)),
    (rules.in_turn, facts(not_before=TEN), None),
    (rules.in_turn, facts(not_before=TEN + TICK), Wait(Reason.DEFERRED, TEN + TICK)),
    (rules.in_window, FACTS, None),
    (rules.in_window, of_subject(hours=None), None),
]


@pytest.mark.parametrize(("rule", "given", "expected"), CASES)
def test_a_rule_answers_at_its_boundary(rule: Rule, given: Facts, expected: Wait | Refuse | None) -> None:
    assert rule(given, DEFAULTS) == expected


@pytest.mark.parametrize("answered", [1, 2])
def test_an_outcome_that_a_reopening_answered_does_not_stop(answered: int) -> None:
    """The enrolment's fence counts what had come back when it began or was taken up again."""
    given = facts(stop_fence=1, subject=of_subject(fence=answered).subject)
    assert rules.left_alone(given, DEFAULTS) is None


def test_a_suppression_is_named_before_the_request_that_made_it() -> None:
    given = facts(suppressed=True, opt_out_open=True, stop_fence=3)
    assert rules.left_alone(given, DEFAULTS) == Refuse(Reason.SUPPRESSED)


OPENS = datetime(2027, 3, 9, 8, tzinfo=UTC)
CLOSES = datetime(2027, 3, 9, 18, tzinfo=UTC)
TOMORROW = OPENS + timedelta(days=1)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        (OPENS - TICK, OPENS),
        (OPENS, None),
        (CLOSES - TICK, None),
        (CLOSES, TOMORROW),
        (datetime(2027, 3, 13, 12, tzinfo=UTC), datetime(2027, 3, 15, 8, tzinfo=UTC)),  # a Saturday
    ],
)
def test_outside_its_window_a_mail_waits_for_the_next_opening(now: datetime, until: datetime | None) -> None:
    expected = None if until is None else Wait(Reason.WINDOW, until)
    assert rules.in_window(facts(world_now=now), DEFAULTS) == expected


def test_a_holiday_closes_the_window_for_its_day() -> None:
    given = of_subject(hours=Hours(OFFICE, "UTC", DaysOff(frozenset({date(2027, 3, 9)}))))
    assert rules.in_window(given, DEFAULTS) == Wait(Reason.WINDOW, TOMORROW)


def test_the_window_is_judged_in_the_subjects_zone() -> None:
    given = of_subject(hours=Hours(OFFICE, "America/New_York"))  # 10:00 UTC is 05:00 there
    assert rules.in_window(given, DEFAULTS) == Wait(Reason.WINDOW, datetime(2027, 3, 9, 13, tzinfo=UTC))
