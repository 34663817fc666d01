import json
from datetime import time

import pytest

from app.core.weekends import weekend_of
from app.core.window_text import parse_window, stored_window, window_json, window_text
from app.core.windows import WindowError, in_week_with


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ("mon-fri", {1, 2, 3, 4, 5}),
        ("Monday, wed  FRIDAY", {1, 3, 5}),
        ("fri-mon", {5, 6, 7, 1}),
        ("1-3,7", {1, 2, 3, 7}),
        ([1, "tue", "sat-sun"], {1, 2, 6, 7}),
        (["thu"], {4}),
    ],
)
def test_days_are_read_as_people_write_them(days: object, expected: set[int]) -> None:
    assert parse_window({"days": days, "opens": "08:30", "closes": "17:30"}).days == expected


@pytest.mark.parametrize(
    ("opens", "closes", "expected"),
    [
        ("08:30", "17:30", (8 * 60 + 30, 17 * 60 + 30)),
        ("8:30", "24:00", (8 * 60 + 30, 24 * 60)),
        ("00:00", "24:00", (0, 24 * 60)),
        ("08:00", "00:00", (8 * 60, 24 * 60)),
        (time(9), time(17), (9 * 60, 17 * 60)),
        ("22:00:00", 120, (22 * 60, 26 * 60)),
        ("09:00", 1050, (9 * 60, 17 * 60 + 30)),  # YAML reads an unquoted 17:30 as 17 x 60 + 30
    ],
)
def test_times_are_read_from_text_toml_and_yaml(opens: object, closes: object, expected: tuple[int, int]) -> None:
    window = parse_window({"days": "mon-fri", "opens": opens, "closes": closes})
    assert {(span.opens, span.closes) for span in window.spans} == {expected}


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"days": "mon-fri", "opens": "9", "closes": "17:00"}, "opens"),
        ({"days": "mon-fri", "opens": "09:60", "closes": "17:00"}, "opens"),
        ({"days": "mon-fri", "opens": "09:00", "closes": "24:01"}, "closes"),
        ({"days": "mon-fri", "opens": True, "closes": "17:00"}, "opens"),
        ({"days": "mon-fri", "opens": "٠٩:٠٠", "closes": "17:00"}, "opens"),
        ({"days": "mon-fri", "closes": "17:00"}, "opens"),
        ({"days": "mo-fr", "opens": "09:00", "closes": "17:00"}, "days"),
        ({"days": "", "opens": "09:00", "closes": "17:00"}, "days"),
        ({"days": [8], "opens": "09:00", "closes": "17:00"}, "days"),
        ({"days": None, "opens": "09:00", "closes": "17:00"}, "days"),
        ({"days": "mon", "opens": "09:00", "closes": "09:00"}, "closes"),
        ({"days": "mon", "opens": "24:00", "closes": "24:00"}, "opens"),
        ({"days": ["working", 6], "opens": "09:00", "closes": "17:00"}, "days"),
        ({"days": "mon", "opens": "09:00", "closes": "17:00", "zone": "UTC"}, "zone"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_field(given: dict[str, object], field: str) -> None:
    with pytest.raises(WindowError) as refused:
        parse_window(given)
    assert refused.value.field == field


LUNCH = [
    {"days": "mon-thu", "opens": "09:00", "closes": "12:00"},
    {"days": "mon-thu", "opens": "13:00", "closes": "17:00"},
    {"days": "fri", "opens": "09:00", "closes": "12:00"},
]


@pytest.mark.parametrize(
    ("given", "stored", "told"),
    [
        (
            {"days": "fri-sat", "opens": "22:00", "closes": "02:15"},
            [{"days": [5, 6], "opens": "22:00", "closes": "02:15"}],
            "Friday, Saturday 22:00-02:15",
        ),
        (
            LUNCH,
            [
                {"days": [1, 2, 3, 4, 5], "opens": "09:00", "closes": "12:00"},
                {"days": [1, 2, 3, 4], "opens": "13:00", "closes": "17:00"},
            ],
            "Monday to Thursday 09:00-12:00, 13:00-17:00; Friday 09:00-12:00",
        ),
        (
            {"days": "Working days", "opens": "00:00", "closes": "24:00"},
            [{"days": "working", "opens": "00:00", "closes": "24:00"}],
            "working days 00:00-24:00",
        ),
    ],
)
def test_a_window_survives_being_stored(given: object, stored: object, told: str) -> None:
    window = parse_window(given)
    assert window_json(window) == stored
    assert stored_window(json.dumps(stored)) == window
    assert window_text(window) == told


@pytest.mark.parametrize(
    ("entries", "entry", "problem"),
    [
        ([("mon", "09:00", "12:00"), ("mon-fri", "11:00", "13:00")], 1, "Monday 09:00-12:00 and Monday 11:00-13:00"),
        ([("sun", "22:00", "02:00"), ("mon", "01:00", "03:00")], 1, "Sunday 22:00-02:00 and Monday 01:00-03:00"),
        ([("tue", "9:00", "10:00"), ("wed", "9:00", "10:00"), ("tue", "8:00", "9:01")], 2, "overlap"),
        ([("working", "09:00", "08:00"), ("working", "08:00", "09:30")], 1, "overlap"),
        ([("working", "09:00", "12:00"), ("sat", "10:00", "12:00")], 1, "not both"),
    ],
)
def test_spans_that_overlap_are_refused_where_the_second_one_stands(
    entries: list[tuple[str, str, str]], entry: int, problem: str
) -> None:
    with pytest.raises(WindowError, match=problem) as refused:
        parse_window([{"days": days, "opens": opens, "closes": closes} for days, opens, closes in entries])
    assert refused.value.entry == entry


@pytest.mark.parametrize("given", [[], "mon-fri", None, 5, [1]])
def test_what_is_no_list_of_spans_is_refused(given: object) -> None:
    with pytest.raises(WindowError):
        parse_window(given)


def test_working_days_are_those_of_a_country() -> None:
    window = parse_window({"days": "working", "opens": "08:30", "closes": "17:30"})
    assert in_week_with(window, weekend_of("DE", 2027)).days == {1, 2, 3, 4, 5}
    assert in_week_with(window, weekend_of("EG", 2027)).days == {1, 2, 3, 4, 7}
    assert weekend_of("AE", 2021) == {5, 6}, "moved at New Year 2022"
    assert weekend_of("AE", 2027) == weekend_of("HK", 2027) == weekend_of("", 2027) == {6, 7}
    assert in_week_with(parse_window(LUNCH), weekend_of("EG", 2027)) == parse_window(LUNCH), "naming a day opts in"
