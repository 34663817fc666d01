"""What other tools' columns say of an address and of the person."""

import pytest

from sequences.core.column_names import Target, says_answered
from sequences.core.standing import Caution, Verification, caution_for, day_of, graver, verification_of


@pytest.mark.parametrize(
    ("text", "verification"),
    [
        ("Verified", Verification.VALID),
        ("valid", Verification.VALID),
        ("Not Catch-all", Verification.VALID),
        ("Extrapolated", Verification.RISKY),
        ("catch_all", Verification.RISKY),
        ("a word nobody knows", Verification.RISKY),
        ("undeliverable", Verification.INVALID),
        ("97", None),
        ("0.93", None),
        ("", None),
    ],
)
def test_words_of_checkers_are_known_and_an_unknown_one_is_risky(text: str, verification: Verification | None) -> None:
    assert verification_of(text) == verification


def test_of_several_words_the_worst_counts() -> None:
    assert graver(Verification.VALID, Verification.RISKY) is Verification.RISKY
    assert graver(None, Verification.VALID) is Verification.VALID
    assert graver(None, None) is None


@pytest.mark.parametrize(
    ("target", "value", "answered"),
    [
        (Target.ANSWERED, "true", True),
        (Target.ANSWERED, "2", True),
        (Target.ANSWERED, "0", False),
        (Target.ANSWERED, "FALSE", False),
        (Target.ANSWERED, "", False),
        (Target.FOREIGN_STATE, "Meeting booked", True),
        (Target.FOREIGN_STATE, "1", False),
    ],
)
def test_who_answered_elsewhere_is_known(target: Target, value: str, answered: bool) -> None:
    assert says_answered(target, value) is answered


def test_the_gravest_caution_counts() -> None:
    assert caution_for(Verification.RISKY, answered=True, protected=True) == Caution.PROTECTED
    assert caution_for(Verification.RISKY, answered=True, protected=False) == Caution.ANSWERED
    assert caution_for(Verification.INVALID, answered=False, protected=False) == Caution.RISKY
    assert caution_for(Verification.VALID, answered=False, protected=False) == ""


@pytest.mark.parametrize(
    ("text", "day"),
    [("2026-11-02T10:00:00Z", "2026-11-02"), (" 2026-11-02 ", "2026-11-02"), ("2026-13-02", ""), ("02/11/2026", "")],
)
def test_the_day_of_a_check_is_read_where_it_is_plain(text: str, day: str) -> None:
    assert day_of(text) == day
