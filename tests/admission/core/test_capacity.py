"""A mailbox's room: the smallest limit binds and is named, and the arithmetic adds up."""

from dataclasses import replace
from itertools import product

import pytest

from admission.core.capacity import Numbers, Room, room, share

EXAMPLE = Numbers(cap=50, ramp=32, by_hand_today=6, reserved=10)


def test_the_example_of_the_ledger_adds_up() -> None:
    """Cap 50, ramp 32, hand-written 6, reserved 4, free 22; binding: ramp."""
    assert room(EXAMPLE) == Room(limit=32, bound_by="ramp", used=0, by_hand=6, reserved=4, free=22)


@pytest.mark.parametrize(
    ("changes", "limit", "bound_by"),
    [
        ({}, 20, "cap"),
        ({"ramp": 19}, 19, "ramp"),
        ({"ramp": 20}, 20, "cap"),
        ({"ramp": 50}, 20, "cap"),
        ({"hard_percent": 50}, 10, "hard"),
        ({"hard_percent": 50, "ramp": 8}, 4, "hard"),
        ({"hard_percent": 0}, 0, "hard"),
        ({"protection_percent": 25}, 5, "protection"),
        ({"protection_percent": 50, "hard_percent": 25}, 5, "hard"),
        ({"rolling_cap": 100, "rolling_used": 85, "used_today": 3}, 18, "rolling"),
        ({"rolling_cap": 100, "rolling_used": 101, "used_today": 3, "by_hand_today": 1}, 4, "rolling"),
        ({"rolling_cap": 100, "rolling_used": 3, "used_today": 3}, 20, "cap"),
    ],
)
def test_the_smallest_limit_binds_and_is_named(changes: dict[str, int], limit: int, bound_by: str) -> None:
    found = room(replace(Numbers(cap=20), **changes))
    assert (found.limit, found.bound_by) == (limit, bound_by)


@pytest.mark.parametrize(
    ("by_hand", "kept", "free"), [(0, 4, 16), (3, 1, 16), (4, 0, 16), (5, 0, 15), (20, 0, 0), (21, 0, 0)]
)
def test_mail_written_by_hand_uses_the_reserve_first(by_hand: int, kept: int, free: int) -> None:
    found = room(Numbers(cap=20, by_hand_today=by_hand, reserved=4))
    assert (found.reserved, found.free) == (kept, free)


def test_a_limit_lowered_below_what_was_used_leaves_nothing_and_no_less() -> None:
    found = room(Numbers(cap=20, used_today=30))
    assert (found.limit, found.used, found.free) == (20, 30, 0)


@pytest.mark.parametrize(
    ("whole", "percent", "left"), [(20, 50, 10), (5, 50, 2), (1, 50, 1), (1, 0, 0), (0, 50, 0), (3, 25, 1)]
)
def test_who_is_slowed_keeps_one_mail_and_who_is_paused_none(whole: int, percent: int, left: int) -> None:
    assert share(whole, percent) == left


@pytest.mark.parametrize(("cap", "ramp", "left"), [(50, 20, 10), (10, 40, 5), (30, None, 15), (30, 5, 2)])
@pytest.mark.parametrize("which", ["hard_percent", "protection_percent"])
def test_a_percentage_is_of_the_smaller_of_cap_and_ramp(cap: int, ramp: int | None, left: int, which: str) -> None:
    assert room(Numbers(cap=cap, ramp=ramp, **{which: 50})).limit == left


def test_no_limit_ever_raises_another() -> None:
    for ramp, hard, protection, hand in product((None, 0, 7, 99), (0, 50, 100), (0, 25, 100), (0, 3)):
        numbers = Numbers(cap=20, ramp=ramp, hard_percent=hard, protection_percent=protection, by_hand_today=hand)
        found = room(numbers)
        assert found.limit <= 20
        assert found.free <= 20 - hand
