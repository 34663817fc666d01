"""Gates say what the rules say, by which numbers, and when all of them stand open."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from admission.core.capacity import Numbers, room
from admission.core.decide import answers, decide, rules_for
from admission.core.facts import Facts
from admission.core.gates import BY_THE_CLOCK, VALUES, arithmetic, earliest, gates
from admission.core.policy import Policy
from admission.core.rules import RULES
from admission.core.verdict import Grant, Refuse, Wait
from app.core.windows import Hours, daily
from tests.admission.core.facts_made import DEFAULTS, OFFICE, TEN, facts, of_subject

HOUR = timedelta(hours=1)
TOKYO = Hours(OFFICE, "Asia/Tokyo")  # 08:00-18:00 there is 23:00-09:00 UTC


def test_each_gate_is_a_rules_answer_in_the_order_of_asking() -> None:
    made = facts(halted=True, suppressed=True, used_today=20)
    told = gates(made, DEFAULTS)
    assert [(one.name, one.passed) for one in told] == [(name, got is None) for name, got in answers(made, DEFAULTS)]
    by_name = {one.name: one for one in told}
    assert (by_name["halted"].reason, by_name["halted"].final, by_name["halted"].earliest) == ("halted", False, None)
    assert by_name["left_alone"].final
    assert by_name["within_day"].earliest == datetime(2027, 3, 10, tzinfo=UTC)
    assert all(one.asks for one in told)


def test_the_room_of_a_mailbox_is_told_in_one_line_and_as_numbers() -> None:
    made = facts(daily_cap=50, ramp_start=5, ramp_earned=32, ramp_day=TEN.date(), by_hand_today=6, reserved=10)
    value = {one.name: one.value for one in gates(made, DEFAULTS)}["within_day"]
    assert value == {
        "cap": 50, "ramp": 32, "sent": 0, "hand_written": 6, "reserved": 4, "free": 22, "binding": "ramp",
    }  # fmt: skip
    numbers = Numbers(cap=50, ramp=32, by_hand_today=6, reserved=10)
    told = "cap 50, ramp 32, sent 0, hand-written 6, reserved 4, free 22; binding: ramp"
    assert arithmetic(numbers, room(numbers)) == told


def test_nothing_against_it_is_now() -> None:
    assert earliest(facts(), DEFAULTS) == TEN


def test_the_earliest_time_is_not_in_somebodys_night() -> None:
    """The mailbox has room again at midnight UTC; the person's window opened at 23:00, so midnight it is."""
    used = facts(used_today=20, day=TEN.date(), subject=of_subject(hours=TOKYO).subject)
    assert earliest(used, DEFAULTS) == datetime(2027, 3, 10, tzinfo=UTC)
    office = facts(used_today=20, day=TEN.date())  # 08:00-18:00 UTC: room at midnight is room at eight
    assert earliest(office, DEFAULTS) == datetime(2027, 3, 10, 8, tzinfo=UTC)


def test_what_only_somebody_can_open_has_no_earliest_time() -> None:
    assert earliest(facts(halted=True), DEFAULTS) is None
    assert earliest(facts(suppressed=True), DEFAULTS) is None
    assert earliest(facts(mailbox_state="paused"), DEFAULTS) is None


def test_a_campaign_that_is_over_before_its_turn_has_none_either() -> None:
    ends = datetime(2027, 3, 10, tzinfo=UTC)
    ending = facts(used_today=20, day=TEN.date(), subject=of_subject(ends_at=ends).subject)
    assert earliest(ending, DEFAULTS) is None


def test_another_call_in_flight_is_over_in_a_moment() -> None:
    assert earliest(facts(in_flight=True), DEFAULTS) == TEN


def test_every_rule_that_goes_by_the_clock_is_one() -> None:
    known = {rule.__name__ for rule in RULES}
    assert set(VALUES) - {"healthy"} <= known
    assert known >= BY_THE_CLOCK


CHANGES: dict[str, Any] = {
    "used_today": st.integers(0, 25),
    "last_send_at": st.none() | st.integers(0, 30).map(lambda hours: TEN - hours * HOUR / 10),
    "drawn_jitter": st.floats(0, 1),
    "person_last_at": st.none() | st.integers(0, 72).map(lambda hours: TEN - hours * HOUR),
    "not_before": st.none() | st.integers(-5, 90).map(lambda hours: TEN + hours * HOUR),
    "world_now": st.integers(0, 200).map(lambda hours: TEN + hours * HOUR),
}


@given(st.fixed_dictionaries(CHANGES), st.integers(0, 22), st.integers(1, 23), st.integers(0, 60))
def test_at_the_earliest_time_the_permit_would_be_granted(
    changes: dict[str, Any], opens: int, length: int, eligible: int
) -> None:
    """And a moment before it, it would not: neither too late nor too early."""
    window = daily(frozenset({1, 2, 3, 4, 5}), time(opens), time((opens + length) % 24))
    subject = of_subject(hours=Hours(window, "Europe/Madrid"), eligible_at=TEN + eligible * HOUR).subject
    made = facts(subject=subject, **changes)
    at = earliest(made, DEFAULTS)
    assert at is not None
    assert verdict(made, at) == Grant()
    if at > made.world_now:
        assert isinstance(verdict(made, at - timedelta(microseconds=1)), Wait)


def verdict(made: Facts, at: datetime) -> Grant | Wait | Refuse:
    return decide(replace(made, world_now=at, now=at), Policy(freshness_minutes=100_000))


@pytest.mark.parametrize("kind", ["campaign", "manual"])
def test_mail_of_any_kind_has_the_gates_of_its_kind(kind: str) -> None:
    made = of_subject(kind=kind)
    assert [one.name for one in gates(made, DEFAULTS)] == [rule.__name__ for rule in rules_for(made)]
