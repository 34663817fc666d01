"""A plot as data: what is drawn, the sentence that says it, and the table behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """How a plot is drawn."""

    BARS = "bars"
    STACKED = "stacked"
    LINES = "lines"
    STAIRS = "stairs"
    DOTS = "dots"


@dataclass(frozen=True, slots=True)
class Series:
    """One row of numbers; None where there is none. `tone` as in the stylesheet: accent, go, info, wait, stop, quiet.

    A `forecast` is hatched or dashed: it has not happened.
    """

    name: str
    values: Sequence[float | None]
    tone: str = "accent"
    forecast: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure of a page. `name` is its id there; `summary` says in a sentence what the eye sees."""

    name: str
    title: str
    summary: str
    labels: Sequence[str]
    series: Sequence[Series]
    kind: Kind = Kind.BARS
    unit: str = ""

    def data(self) -> dict[str, Any]:
        """Return what the script draws from; JSON."""
        return {
            "kind": self.kind,
            "labels": list(self.labels),
            "unit": self.unit,
            "series": [
                {"name": str(one.name), "values": list(one.values), "tone": one.tone, "forecast": one.forecast}
                for one in self.series
            ],
        }

    def rows(self) -> Iterator[tuple[str, list[float | None]]]:
        """Yield the table: a label, and a number of each series; rows in which there is none are left out."""
        for place, label in enumerate(self.labels):
            numbers = [one.values[place] for one in self.series]
            if any(number is not None for number in numbers):
                yield label, numbers
