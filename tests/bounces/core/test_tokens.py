import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bounces.core.tokens import (
    LENGTH_LIMIT,
    NUMBER_LIMIT,
    Purpose,
    UnsubscribeToken,
    read_unsubscribe,
    sign,
    sign_unsubscribe,
    verify,
)

KEYS = (b"a" * 32,)
NUMBERS = st.integers(0, NUMBER_LIMIT - 1)


@given(NUMBERS, NUMBERS, NUMBERS)
def test_a_token_gives_back_what_was_signed_and_fits_a_local_part(
    workspace: int, recipient: int, delivery: int
) -> None:
    signed = UnsubscribeToken(workspace, recipient, delivery)
    token = sign_unsubscribe(KEYS, signed)
    assert read_unsubscribe(KEYS, token) == signed
    assert re.fullmatch(r"[a-z2-7]+", token)
    assert len(token) <= LENGTH_LIMIT


def test_a_token_survives_the_rotation_of_keys_and_a_server_that_folds_case() -> None:
    token = sign_unsubscribe(KEYS, UnsubscribeToken(1, 2, 3))
    rotated = (b"b" * 32, *KEYS)
    assert read_unsubscribe(rotated, token.upper()) == UnsubscribeToken(1, 2, 3)
    assert sign_unsubscribe(rotated, UnsubscribeToken(1, 2, 3)) != token
    assert read_unsubscribe((b"b" * 32,), token) is None


@pytest.mark.parametrize("purpose", [one for one in Purpose if one is not Purpose.UNSUBSCRIBE])
def test_a_token_of_one_purpose_is_worthless_for_another(purpose: Purpose) -> None:
    assert read_unsubscribe(KEYS, sign(KEYS, purpose, 1, 2, 3)) is None


def test_every_changed_character_and_every_cut_breaks_a_token() -> None:
    token = sign_unsubscribe(KEYS, UnsubscribeToken(7, 300, 40_000))
    for place, char in enumerate(token):
        other = "a" if char != "a" else "b"
        assert read_unsubscribe(KEYS, token[:place] + other + token[place + 1 :]) is None
        assert read_unsubscribe(KEYS, token[:place]) is None


@pytest.mark.parametrize("junk", ["", "a", "=" * 8, "ü" * 40, "a" * 65, "\0" * 40, "aaaaaaaa" * 5, "1" * 40])
def test_junk_is_no_token_and_raises_nothing(junk: str) -> None:
    assert verify(KEYS, Purpose.UNSUBSCRIBE, junk) is None


def test_a_token_with_fewer_numbers_is_no_unsubscribe_token() -> None:
    assert read_unsubscribe(KEYS, sign(KEYS, Purpose.UNSUBSCRIBE, 1, 2)) is None


@pytest.mark.parametrize("numbers", [(), (1, 2, 3, 4), (-1,), (NUMBER_LIMIT,)])
def test_numbers_out_of_range_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="token"):
        sign(KEYS, Purpose.DELIVERY, *numbers)


@pytest.mark.parametrize("keys", [(), (b"short",), (b"a" * 32, b"")])
def test_no_key_and_weak_keys_are_refused(keys: tuple[bytes, ...]) -> None:
    with pytest.raises(ValueError, match="key"):
        sign(keys, Purpose.DELIVERY, 1)
