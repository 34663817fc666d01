from datetime import time

import pytest

from app.core.window_text import parse_window, window_json
from app.core.windows import Window, WindowError


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
        ("08:30", "17:30", (time(8, 30), time(17, 30))),
        ("8:30", "24:00", (time(8, 30), time(0))),
        (time(9), time(17), (time(9), time(17))),
        ("22:00:00", 120, (time(22), time(2))),
        ("09:00", 1050, (time(9), time(17, 30))),  # YAML reads an unquoted 17:30 as 17 x 60 + 30
    ],
)
def test_times_are_read_from_text_toml_and_yaml(opens: object, closes: object, expected: tuple[time, time]) -> None:
    window = parse_window({"days": "mon-fri", "opens": opens, "closes": closes})
    assert (window.opens, window.closes) == expected


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
        ({"days": "mon", "opens": "00:00", "closes": "24:00"}, "closes"),
        ({"days": "mon", "opens": "09:00", "closes": "17:00", "zone": "UTC"}, "zone"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_field(given: dict[str, object], field: str) -> None:
    with pytest.raises(WindowError) as refused:
        parse_window(given)
    assert refused.value.field == field


def test_a_window_survives_being_stored() -> None:
    window = Window(frozenset({5, 6}), time(22), time(2, 15))
    assert window_json(window) == {"days": ["fri", "sat"], "opens": "22:00", "closes": "02:15"}
    assert parse_window(window_json(window)) == window
