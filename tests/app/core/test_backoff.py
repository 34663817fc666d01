from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.backoff import retry_delay

BASE = timedelta(seconds=10)
CAP = timedelta(minutes=5)


@pytest.mark.parametrize(("attempt", "seconds"), [(1, 10), (2, 20), (3, 40), (6, 300), (1000, 300)])
def test_the_delay_doubles_up_to_the_cap(attempt: int, seconds: int) -> None:
    assert retry_delay(attempt, 1.0, base=BASE, cap=CAP) == timedelta(seconds=seconds)


@given(st.integers(1, 100), st.floats(0, 1))
def test_chance_decides_only_the_upper_half(attempt: int, chance: float) -> None:
    whole = retry_delay(attempt, 1.0, base=BASE, cap=CAP)
    assert whole / 2 <= retry_delay(attempt, chance, base=BASE, cap=CAP) <= whole


def test_what_the_other_side_asked_for_is_kept_even_beyond_the_cap() -> None:
    asked = timedelta(hours=3)
    assert retry_delay(1, 0.5, base=BASE, cap=CAP, retry_after=asked) == asked
    assert retry_delay(1, 1.0, base=BASE, cap=CAP, retry_after=timedelta(seconds=1)) == BASE


def test_an_attempt_before_the_first_is_refused() -> None:
    with pytest.raises(ValueError, match="counted from 1"):
        retry_delay(0, 0.5)
