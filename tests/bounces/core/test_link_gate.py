"""When a host of opt-out links is good: unknown is not, one failure is looked at twice, looking that acts never is."""

from datetime import UTC, datetime, timedelta

import pytest

from bounces.core.link_gate import AGAIN, EVERY, SENTENCES, WHILE_CLOSED, Fault, Standing, after

NOW = datetime(2027, 3, 9, 10, tzinfo=UTC)
PASSED = Standing(passed_at=NOW - timedelta(hours=24), next_test_at=NOW)


def test_a_host_that_nobody_tested_is_not_good() -> None:
    assert not Standing().good(NOW)


def test_a_success_is_good_for_two_days() -> None:
    passed = after(Standing(), None, NOW)
    assert passed.good(NOW + timedelta(hours=47, minutes=59))
    assert not passed.good(NOW + timedelta(hours=48))
    assert passed.next_test_at == NOW + EVERY


def test_the_first_failure_is_looked_at_again_and_the_second_closes() -> None:
    once = after(PASSED, Fault.UNREACHABLE, NOW)
    assert (once.good(NOW), once.next_test_at, once.reason) == (True, NOW + AGAIN, "unreachable")
    twice = after(once, Fault.STATUS, NOW + AGAIN)
    assert (twice.good(NOW + AGAIN), twice.closed_at, twice.failures) == (False, NOW + AGAIN, 2)
    assert twice.next_test_at == NOW + AGAIN + WHILE_CLOSED
    assert after(twice, Fault.STATUS, NOW + EVERY).closed_at == NOW + AGAIN


def test_a_success_between_two_failures_forgets_the_first() -> None:
    mended = after(after(PASSED, Fault.STATUS, NOW), None, NOW)
    assert (mended.failures, mended.reason) == (0, "")
    assert after(mended, Fault.STATUS, NOW).good(NOW)


def test_the_next_success_opens_what_was_closed() -> None:
    closed = after(PASSED, Fault.LOOKING_ACTS, NOW)
    assert not closed.good(NOW)
    assert after(closed, None, NOW + WHILE_CLOSED).good(NOW + WHILE_CLOSED)


def test_a_link_that_acts_when_it_is_looked_at_closes_at_once() -> None:
    assert after(PASSED, Fault.LOOKING_ACTS, NOW).closed_at == NOW


def test_a_host_that_never_worked_closes_nothing() -> None:
    never = after(after(Standing(), Fault.STATUS, NOW), Fault.STATUS, NOW)
    assert (never.closed_at, never.passed_at) == (None, None)
    assert never.next_test_at == NOW + WHILE_CLOSED


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_a_sentence(fault: Fault) -> None:
    assert SENTENCES[fault]
