"""Bars as numbers: parts of a whole in thousandths, for the attributes of an SVG (styles in HTML are blocked)."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

WHOLE = 1000


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a bar, from `start`, `width` long."""

    start: int
    width: int
    tone: str


def bar(whole: int, pieces: Iterable[tuple[int, str]]) -> tuple[Part, ...]:
    """Return the (number, tone) pieces of a whole, one after the other; what is more than the whole makes it larger."""
    given = [(number, tone) for number, tone in pieces if number > 0]
    most = max(whole, sum(number for number, _ in given))
    ends = [WHOLE * end // most for end in accumulate((number for number, _ in given), initial=0)] if most else []
    return tuple(Part(start, end - start, tone) for start, end, (_, tone) in zip(ends, ends[1:], given, strict=False))
