import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounces.core.patterns import any_of

PHRASES = (
    r"(?:mail)?box (?:is )?full",
    r"\b(?:user|account)s?\b.{0,9}\b(?:unknown|gone)",
    r"[45]\.7\.1\b",
    r"spam|\bbulk",
    r"(?<!not )listed|\[ab\]|a\|b",
    r"(?:é|ü)ber.{0,3}voll",
)
PLAIN = re.compile("|".join(PHRASES).replace(".{0,", "[^.!?]{0,"))
WORDS = st.sampled_from([
    *("mailbox", "box", "is", "full", "user", "accounts", "unknown", "gone", "5.7.1", "4.7.1", "spam", "bulk", "sbulk"),
    *("not", "listed", "[ab]", "a|b", "über", "éber", "voll", ".", "x", "superuser"),
])  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=6), st.sampled_from(["", " "]))
def test_phrases_arranged_by_letter_find_what_they_find_as_written(words: list[str], between: str) -> None:
    text = between.join(words)
    assert bool(any_of(*PHRASES).search(text)) is bool(PLAIN.search(text))


@pytest.mark.parametrize(("text", "found"), [("user. unknown", False), ("user is unknown", True)])
def test_a_gap_ends_with_its_sentence(text: str, found: bool) -> None:
    assert bool(any_of(r"user\b.{0,9}\bunknown").search(text)) is found
