"""`make manage` without a command, or of an installation that there is not."""

import pytest

from app.launch.manage import main


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "KIND is rehearsal or real."),
        (["bogus", "held"], "There is no installation 'bogus'"),
        (["real"], 'ARGS="help" lists them all.'),
    ],
)
def test_a_slip_is_answered_by_what_to_write(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert words in capsys.readouterr().err
