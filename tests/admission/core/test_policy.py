"""A policy's numbers: parsed from JSON, refused by name."""

from dataclasses import fields

import pytest

from admission.core.policy import MOST, SCORES, Policy, parse
from app.core.errors import Refused


def test_what_a_workspace_does_not_set_keeps_its_default() -> None:
    assert parse({"person_cap": 3}, version=4) == Policy(version=4, person_cap=3)


@pytest.mark.parametrize(
    "name", ["person_gap_days", "person_gap_hours", "person_cap", "domain_per_day", "domain_openers", "domain_people"]
)
def test_null_switches_a_limit_off(name: str) -> None:
    assert getattr(parse({name: None}), name) is None


@pytest.mark.parametrize("value", [0, -1, 1.5, "3", True, [], {}])
@pytest.mark.parametrize("name", ["person_gap_days", "person_cap", "domain_per_day", "freshness_minutes"])
def test_an_impossible_number_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(Refused, match=f"^{name} must be a whole number above 0"):
        parse({name: value})


def test_freshness_cannot_be_switched_off() -> None:
    with pytest.raises(Refused, match="freshness_minutes"):
        parse({"freshness_minutes": None})


@pytest.mark.parametrize("name", ["version", "suppressed", "person_gap"])
def test_an_unknown_number_is_refused_by_name(name: str) -> None:
    with pytest.raises(Refused, match=f"^{name} is no policy number; known are domain_openers, domain_people"):
        parse({name: 1})


@pytest.mark.parametrize("name", sorted(MOST))
def test_a_number_beyond_all_arithmetic_is_refused_before_a_permit_meets_it(name: str) -> None:
    assert getattr(parse({name: MOST[name]}), name) == MOST[name]
    with pytest.raises(Refused, match=f"^{name} is at most {MOST[name]}"):
        parse({name: MOST[name] + 1})


def test_no_number_of_a_policy_is_without_bounds() -> None:
    assert set(MOST) == {field.name for field in fields(Policy)} - {"version", SCORES}
