"""What the API takes as JSON, and as a place in a list."""

from datetime import UTC, datetime

import pytest

from app.core.cursors import BadCursor, instant, key_of, microseconds, word_of
from app.core.strict_json import BadJson, strictly_read


def test_plain_json_is_read() -> None:
    assert strictly_read('{"a": ["ü", 1, 2.5, null, true]}'.encode()) == {"a": ["ü", 1, 2.5, None, True]}


BAD = [
    b"", b"{", b"\xff", b'"\xfc"', '"a"'.encode("utf-16"), '"a"'.encode("utf-8-sig"), rb'"\u0000"', rb'{"\u0000": 1}',
    rb'"\ud800"', rb'{"a": ["\udfff"]}', b"NaN", b"[Infinity]", b"1e999", b"9" * 5000, b'{"a": 1, "a": 2}',
    b"[" * 30 + b"]" * 30, b"[" * 200_000,
]  # fmt: skip


@pytest.mark.parametrize("data", BAD, ids=lambda data: str(data[:12]))
def test_nothing_else_is(data: bytes) -> None:
    with pytest.raises(BadJson):
        strictly_read(data)


def test_a_cursor_goes_there_and_back() -> None:
    at = datetime(2027, 3, 9, 10, 0, 0, 123456, tzinfo=UTC)
    number, last = key_of(word_of(microseconds(at), 7), 2)
    assert (instant(number), last) == (at, 7)


@pytest.mark.parametrize(
    "word",
    ["", "x", "ä", "a" * 500, word_of(1), word_of(1, 2, 3), word_of(1, 2**63), word_of(1, 2) + "=", "MS4y\0", "LTEuMg"],
)
def test_no_other_word_is_one(word: str) -> None:
    with pytest.raises(BadCursor):
        key_of(word, 2)


def test_a_time_beyond_all_calendars_is_none() -> None:
    with pytest.raises(BadCursor):
        instant(2**63 - 1)
