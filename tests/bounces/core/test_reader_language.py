"""A stranger's page speaks the language their browser asks for, where it is one of ours."""

import pytest

from bounces.core.reader_language import SPOKEN, language_for


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-DE,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, fr-CA;q=0.9", "fr"),
        ("sv, nl;q=0.3", "nl"),
        ("zh-TW,zh;q=0.8", "zh-hans"),
        ("pt-BR", "pt"),
        ("de;q=0, es", "es"),
        ("*", "en"),
        ("", "en"),
        ("xx,;q=,de;q=9,\x00", "en"),
        ("ja" * 10_000, "en"),
    ],
)
def test_the_liked_one_that_is_spoken_wins(accepted: str, language: str) -> None:
    assert language_for(accepted) == language


def test_ten_languages_are_spoken() -> None:
    assert len(set(SPOKEN)) == 10
