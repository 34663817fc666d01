"""What one process says of a message, the other one understands: every field, and nothing else."""

import json
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bounces.core.reading import Kind, Ours, Reading
from bounces.reader.forms import BadForm, packed, shape_of, unpacked
from bounces.reader.frames import Known

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
ZONES = st.integers(-23 * 60, 23 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
st.register_type_strategy(str, TEXT)
st.register_type_strategy(datetime, st.datetimes(timezones=ZONES))
A_READING = Reading(Kind.HUMAN_REPLY, "unproven", text="Yes", date=datetime(2027, 3, 9, tzinfo=UTC))


def whole(kind: Any) -> Any:
    """A strategy that fills every field, those with a default too."""
    return st.builds(kind, **{field.name: ... for field in fields(kind)})


@settings(max_examples=60, deadline=None)
@given(whole(Reading))
def test_every_field_of_a_reading_survives_the_way(reading: Reading) -> None:
    assert unpacked(Reading, packed(reading)) == reading


@settings(max_examples=30, deadline=None)
@given(whole(Known))
def test_what_is_known_of_a_message_survives_the_way(known: Known) -> None:
    assert unpacked(Known, packed(known)) == known


def test_no_nul_and_no_lone_surrogate_goes_through() -> None:
    reading = replace(A_READING, text="a\0b\ud800c", subject="\udfff")
    found = unpacked(Reading, packed(reading))
    assert (found.text, found.subject) == ("abc", "")
    planted = packed(A_READING).replace(b'"Yes"', b'"a\\u0000b"')
    with pytest.raises(BadForm):
        unpacked(Reading, planted)


def changed(**values: Any) -> bytes:
    """An answer in which some fields hold something else."""
    told = json.loads(packed(A_READING))
    for place, field in enumerate(fields(Reading)):
        told[place] = values.get(field.name, told[place])
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"{}",
        b"null",
        b"[]",
        b"\xff",
        b"[" * 50_000,
        changed(kind="friend"),
        changed(text=1),
        changed(text=None),
        changed(return_date="yesterday"),
        changed(date=["2027-03-09"]),
        changed(reports="none"),
        changed(reports=[[]]),
        changed(references=[1]),
        packed(A_READING)[:-1] + b",1]",
        packed(A_READING)[:-2],
    ],
)
def test_whatever_is_not_exactly_a_reading_is_refused(answer: bytes) -> None:
    with pytest.raises(BadForm):
        unpacked(Reading, answer)


def test_another_version_of_a_class_has_another_shape() -> None:
    @dataclass(frozen=True)
    class Older:
        address: str

    @dataclass(frozen=True)
    class Newer:
        address: str
        since: date | None = None

    assert len({shape_of(Older), shape_of(Newer), shape_of(Ours), shape_of(Reading)}) == 4
    assert shape_of(Reading) == shape_of(Reading)
