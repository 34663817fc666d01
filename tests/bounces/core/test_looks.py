"""What kind of look at an opt-out link a request was."""

from datetime import timedelta

import pytest

from bounces.core.looks import MACHINES, Look, look_of

BROWSER = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36"
LONG = timedelta(days=1)


@pytest.mark.parametrize(
    ("method", "agent", "age", "kind"),
    [
        ("HEAD", BROWSER, LONG, "head"),
        ("OPTIONS", BROWSER, LONG, "options"),
        ("GET", BROWSER, timedelta(seconds=3), "soon"),
        ("GET", BROWSER, timedelta(seconds=61), "page"),
        ("GET", BROWSER, None, "page"),
        ("GET", "", LONG, "agent"),
        ("GET", "python-requests/2.32", LONG, "agent"),
        ("GET", "Mozilla/5.0 (compatible; Googlebot/2.1)", LONG, "agent"),
        ("GET", "BarracudaScanner", LONG, "agent"),
        ("GET", "x" * 1_000_000, LONG, "page"),
    ],
)
def test_looks_are_told_apart(method: str, agent: str, age: timedelta | None, kind: str) -> None:
    assert look_of(method, agent, age) == kind


def test_only_a_page_in_a_browser_may_be_a_person() -> None:
    assert frozenset(Look) - MACHINES == {Look.PAGE}
