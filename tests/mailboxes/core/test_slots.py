"""How many threads of a process a provider may hold."""

from collections import Counter
from dataclasses import replace
from itertools import cycle, islice

import pytest

from mailboxes.core.slots import FLOWS_FOR, KEPT_FOR, Traffic, may_enter


def filled(threads: int, providers: int, *, share: float = 0.5) -> list[int]:
    """Let so many slow providers take threads in turn until none may take one more."""
    held: Counter[int] = Counter()
    for provider in islice(cycle(range(providers)), threads * providers):
        traffic = Traffic(held[provider], slow_ago=0.0)
        if may_enter(traffic, threads=threads, free=threads - held.total(), share=share):
            held[provider] += 1
    return sorted(held.values(), reverse=True)


@pytest.mark.parametrize(
    ("threads", "providers", "held"),
    [(16, 1, [8]), (16, 2, [6, 5]), (16, 3, [4, 4, 4]), (8, 1, [4]), (2, 1, [1]), (1, 1, [1])],
)
def test_slow_providers_get_equal_parts_and_leave_some(threads: int, providers: int, held: list[int]) -> None:
    assert filled(threads, providers) == held


@pytest.mark.parametrize("providers", range(1, 8))
def test_some_thread_is_always_left_for_somebody_else(providers: int) -> None:
    assert sum(filled(16, providers)) < 16


@pytest.mark.parametrize(("share", "held"), [(0.25, 4), (0.5, 8), (0.75, 12)])
def test_the_share_is_what_one_alone_may_hold(share: float, held: int) -> None:
    assert filled(16, 1, share=share) == [held]


def enters(traffic: Traffic, free: int) -> bool:
    return may_enter(traffic, threads=16, free=free, share=0.5)


def test_a_quick_provider_may_have_every_thread() -> None:
    assert enters(Traffic(held=15, quick_ago=0.1), free=1)
    assert enters(Traffic(held=15, quick_ago=0.1, slow_ago=0.2), free=1)


def test_one_slow_answer_is_enough_until_the_next_quick_one() -> None:
    assert not enters(Traffic(held=15, quick_ago=0.2, slow_ago=0.1), free=1)


def test_a_provider_that_has_shown_nothing_leaves_a_quarter() -> None:
    assert enters(Traffic(held=11), free=5)
    assert not enters(Traffic(held=12), free=4)


def test_the_first_call_of_all_may_begin_whatever_the_number_of_threads() -> None:
    assert may_enter(Traffic(), threads=1, free=1, share=0.5)


def test_calls_that_hang_take_the_trust_of_a_stranger() -> None:
    assert not enters(Traffic(held=8, hanging=1), free=8)


def test_one_hanging_call_does_not_slow_a_provider_that_goes_on_answering() -> None:
    assert enters(Traffic(held=15, hanging=1, quick_ago=0.1), free=1)
    assert not enters(Traffic(held=15, hanging=1, quick_ago=FLOWS_FOR + 0.1), free=1)


def test_hanging_calls_alone_never_take_more_than_the_share() -> None:
    assert not enters(Traffic(held=9, hanging=8, quick_ago=0.1), free=7)


@pytest.mark.parametrize("shown", [Traffic(quick_ago=KEPT_FOR + 1), Traffic(slow_ago=KEPT_FOR + 1)])
def test_what_it_showed_long_ago_says_nothing_any_more(shown: Traffic) -> None:
    assert enters(replace(shown, held=11), free=5)
    assert not enters(replace(shown, held=12), free=4)
