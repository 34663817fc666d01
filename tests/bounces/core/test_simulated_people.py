"""What the people of a rehearsal write is heard as they mean it: the demo must not suppress who is interested."""

import pytest

from bounces.core.replies.complaints import complaint
from bounces.core.replies.optout import opt_out
from simulator.people.texts import TEXTS


def said(*kinds: str) -> list[str]:
    return [text for phrases in TEXTS.values() for kind in kinds for text in getattr(phrases, kind)]


@pytest.mark.parametrize("text", said("interested", "declined", "absent", "absent_until"))
def test_who_answers_or_is_away_asks_for_no_opt_out(text: str) -> None:
    assert opt_out(text) is None
    assert not complaint(text)


@pytest.mark.parametrize("text", said("opt_out"))
def test_who_asks_to_be_left_alone_is_heard(text: str) -> None:
    assert opt_out(text)
