"""Sentences of our own in many languages, one a line in `sentences/`: what each must be read as."""

from pathlib import Path

from bounces.core.replies.complaints import complaint
from bounces.core.replies.optout import opt_out

FOLDER = Path(__file__).parent / "sentences"


def sentences(name: str) -> list[str]:
    return [line for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines() if line.strip()]


def test_every_wish_to_be_left_alone_is_heard_in_every_language() -> None:
    assert [text for text in sentences("opt_outs") if opt_out(text) is None] == []


def test_nothing_that_only_looks_like_such_a_wish_is_taken_for_one() -> None:
    assert [text for text in sentences("no_opt_outs") if opt_out(text) is not None] == []


def test_who_speaks_for_a_whole_company_is_told_from_who_only_mentions_one() -> None:
    assert [text for text in sentences("for_all") if (wish := opt_out(text)) is None or not wish.whole_domain] == []
    assert [text for text in sentences("for_oneself") if (wish := opt_out(text)) is None or wish.whole_domain] == []


def test_every_charge_threat_and_insult_is_a_complaint() -> None:
    assert [text for text in sentences("complaints") if not complaint(text)] == []


def test_law_lawyers_and_spam_folders_that_are_merely_mentioned_are_none() -> None:
    assert [text for text in sentences("no_complaints") if complaint(text)] == []
    assert [text for text in sentences("no_opt_outs") if complaint(text)] == []


def test_the_rule_names_language_and_kind_and_never_the_words() -> None:
    for text in sentences("opt_outs"):
        wish = opt_out(text)
        assert wish is not None
        assert len(wish.rule) < 20
        assert wish.rule not in text
