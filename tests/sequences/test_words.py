"""Reasons to wait, as a reader sees them."""

import pytest

from sequences.screens.words import held, held_with, sentence


def test_a_hold_for_another_voice_names_its_day_in_the_sentence() -> None:
    by_hand, rest = held_with("hand_written", "2027-03-09")
    assert (by_hand.because, rest) == ("Somebody wrote to the person by hand on 9 March", "")
    assert (by_hand.act, by_hand.route) == (held("hand_written").act, "contacts")
    assert sentence("other_tool", "2027-05-03") == "Another tool mailed the person on 3 May"


@pytest.mark.parametrize(
    ("reason", "detail", "said"),
    [
        ("missing_field", "company", f"{held('missing_field').because} (company)"),
        ("hand_written", "", "Somebody wrote to the person by hand"),
        ("hand_written", "lately", "Somebody wrote to the person by hand (lately)"),
    ],
)
def test_any_other_detail_stands_in_brackets(reason: str, detail: str, said: str) -> None:
    assert sentence(reason, detail) == said
