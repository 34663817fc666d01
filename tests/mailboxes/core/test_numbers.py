"""The numbers of a mailbox as people type them, and what a new one begins with."""

import pytest

from mailboxes.core.numbers import NumberError, typed_number, usual_cap
from mailboxes.models import Mailbox


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cap=30", ("cap", 30)),
        (" Hour = none ", ("hour", None)),
        ("gap=0", ("gap", 0)),
        ("ramp=none", ("ramp", None)),
        ("reserved=4", ("reserved", 4)),
    ],
)
def test_a_number_is_read_with_its_name(text: str, found: tuple[str, int | None]) -> None:
    assert typed_number(text) == found


@pytest.mark.parametrize(
    "text", ["cap", "cap=", "cap=none", "cap=-1", "cap=1.5", "hour=0", "gap=86401", "health=1", "=3", "cap=99999999999"]
)
def test_what_no_mailbox_can_have_is_refused_by_name(text: str) -> None:
    with pytest.raises(NumberError, match=text.partition("=")[0] or "no number"):
        typed_number(text)


@pytest.mark.parametrize(
    ("kind", "host", "a_day"),
    [
        ("gmail", "", 30),
        ("smtp", "smtp.gmail.com", 30),
        ("smtp", "smtp.office365.com", 15),
        ("smtp", "mail.example.org", 20),
        ("smtp", "", 20),
    ],
)
def test_a_new_mailbox_sends_as_many_a_day_as_its_provider_bears(kind: str, host: str, a_day: int) -> None:
    assert usual_cap(kind, {"smtp": {"host": host, "port": 587}} if host else {}) == a_day


def test_a_new_mailbox_begins_with_the_other_numbers_as_they_are_proposed() -> None:
    new = Mailbox()
    assert (new.hourly_cap, new.gap_seconds, new.gap_jitter) == (6, 240, 35)
    assert (new.ramp_start, new.ramp_step, new.reserved) == (5, 2, 0)
