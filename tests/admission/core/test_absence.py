"""Absence needs two reads that count, and looks grow apart without ever missing those two."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from admission.core.absence import ASK_A_PERSON, FIRST_DISTANCE, GIVE_UP, LONGEST_DISTANCE, next_look, twice_absent

BEGAN = datetime(2027, 3, 9, 10, 0, tzinfo=UTC)
COUNTS = BEGAN + timedelta(minutes=40)
MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("minutes", "proved"),
    [
        ((), False),
        ((40,), False),
        ((39, 49), False),  # the first came too early
        ((40, 49), False),  # not far enough apart
        ((40, 50), True),
        ((39, 40, 50), True),
        ((50, 41, 45, 51), True),
        ((51, 40.999), True),
    ],
)
def test_two_reads_that_count_prove_an_absence(minutes: tuple[float, ...], proved: bool) -> None:
    assert twice_absent([BEGAN + MINUTE * at for at in minutes], COUNTS) is proved


def looks_of(ends: timedelta, *, absent: bool) -> list[timedelta]:
    """Every look at a mail that nobody finds, as distances from the call, if each is made when it is due."""
    at: datetime | None = BEGAN
    reads: list[datetime] = []
    made: list[timedelta] = []
    while at is not None and at - BEGAN <= ends:
        made.append(at - BEGAN)
        if absent:
            reads.append(at)
        at = next_look(at, looks=len(made), began=BEGAN, reads=reads, counts_from=COUNTS)
    return made


def test_the_two_looks_that_count_come_as_early_as_they_may() -> None:
    made = looks_of(timedelta(hours=1), absent=True)
    assert [at for at in made if at >= timedelta(minutes=40)][:2] == [timedelta(minutes=40), timedelta(minutes=50)]


@pytest.mark.parametrize("absent", [True, False])
def test_looks_grow_apart_and_end(absent: bool) -> None:
    made = looks_of(GIVE_UP * 2, absent=absent)
    assert ASK_A_PERSON in made
    assert made[:3] == [timedelta(0), FIRST_DISTANCE, FIRST_DISTANCE * 3]
    assert max(after - before for before, after in pairwise(made)) == LONGEST_DISTANCE
    assert len([at for at in made if at <= timedelta(days=1)]) <= 15
    assert len(made) < 80
    assert GIVE_UP <= made[-1] < GIVE_UP + LONGEST_DISTANCE * 2
