"""One decision from all rules: refusals end it, else the longest wait, else a grant."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from admission.core.decide import answers, decide
from admission.core.policy import Policy
from admission.core.rules import MANUAL, RULES
from admission.core.verdict import Grant, Reason, Refuse, Wait
from tests.admission.core.facts_made import DEFAULTS, FACTS, TEN, facts, of_subject

LATER = TEN + timedelta(hours=1)


def test_silence_from_every_rule_is_a_grant() -> None:
    assert decide(FACTS, DEFAULTS) == Grant()


def test_any_refusal_ends_it_whatever_else_waits() -> None:
    given = facts(suppressed=True, halted=True, used_today=20, in_flight=True)
    assert decide(given, DEFAULTS) == Refuse(Reason.SUPPRESSED)


def test_the_longest_wait_is_the_answer() -> None:
    given = facts(not_before=LATER, last_send_at=TEN)
    assert decide(given, DEFAULTS) == Wait(Reason.DEFERRED, LATER)


def test_a_wait_without_end_is_the_longest() -> None:
    given = facts(not_before=LATER, mailbox_state="paused", used_today=20)
    assert decide(given, DEFAULTS) == Wait(Reason.MAILBOX)


def test_explain_hears_every_rule_once_and_in_order() -> None:
    heard = answers(facts(halted=True), DEFAULTS)
    assert [name for name, _ in heard] == [rule.__name__ for rule in RULES]
    assert dict(heard)["halted"] == Wait(Reason.HALTED)


@pytest.mark.parametrize("changes", [{"used_today": 20}, {"in_flight": True}, {"last_send_at": TEN}, {"full": ("x",)}])
def test_what_a_person_writes_skips_pacing_and_caps(changes: dict[str, Any]) -> None:
    given = replace(facts(**changes), subject=of_subject(kind="manual", hours=None).subject)
    assert decide(given, DEFAULTS) == Grant()


@pytest.mark.parametrize(
    "changes",
    [
        {"suppressed": True},
        {"opt_out_open": True},
        {"halted": True},
        {"endpoint_allowed": False},
        {"rolling_full": True},
    ],
)
def test_what_a_person_writes_respects_opt_outs_halts_and_the_providers_day(changes: dict[str, Any]) -> None:
    given = replace(facts(**changes), subject=of_subject(kind="manual").subject)
    assert not isinstance(decide(given, DEFAULTS), Grant)


STOPS = [{"suppressed": True}, {"opt_out_open": True}, {"stop_fence": 1}, {"halted": True}]
OFF = replace(DEFAULTS, person_gap_days=None, person_cap=None, domain_per_day=None, freshness_minutes=10_000)


@pytest.mark.parametrize("policy", [DEFAULTS, OFF])
@pytest.mark.parametrize("stop", STOPS)
def test_no_policy_switches_off_a_stop(stop: dict[str, Any], policy: Policy) -> None:
    assert not isinstance(decide(facts(**stop), policy), Grant)


def test_the_rules_of_handwritten_mail_are_among_the_automated_ones() -> None:
    assert set(MANUAL) < set(RULES)
    assert len(set(RULES)) == len(RULES)
