"""A plot says the same as a picture and as a table."""

from app.core.plots import Kind, Plot, Series

SENT = Series("Sent", [3, 0, None])
AHEAD = Series("Planned", [None, None, 5], tone="quiet", forecast=True)
PLOT = Plot("sends", "Sends", "Three, none, and five to come.", ["Mon", "Tue", "Wed"], [SENT, AHEAD], Kind.BARS)


def test_the_table_has_every_number_of_the_picture() -> None:
    assert list(PLOT.rows()) == [("Mon", [3, None]), ("Tue", [0, None]), ("Wed", [None, 5])]
    assert [one["values"] for one in PLOT.data()["series"]] == [[3, 0, None], [None, None, 5]]


def test_what_has_not_happened_says_so() -> None:
    assert [one["forecast"] for one in PLOT.data()["series"]] == [False, True]


def test_a_label_without_any_number_is_no_row() -> None:
    assert list(Plot("x", "X", "", ["Mon", "Tue"], [Series("A", [None, 1])]).rows()) == [("Tue", [1])]
