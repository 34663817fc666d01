"""How sure a share is: the Wilson interval, which stays honest for few people and for none."""

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """`of` out of `among`, and the interval within which the true share lies in 95 of 100 cases; all in per cent."""

    of: int
    among: int
    percent: float
    low: float
    high: float


def share(of: int, among: int) -> Share | None:
    """Return the share with its interval; None where there was nobody."""
    if among <= 0:
        return None
    rate, square = min(of, among) / among, Z_95 * Z_95
    middle = (rate + square / (2 * among)) / (1 + square / among)
    half = Z_95 / (1 + square / among) * sqrt(rate * (1 - rate) / among + square / (4 * among * among))
    return Share(of, among, 100 * rate, 100 * max(0.0, middle - half), 100 * min(1.0, middle + half))


def apart(shares: list[Share | None]) -> bool:
    """Tell whether the best of several is surely better than every other: their intervals do not meet."""
    known = sorted((one for one in shares if one is not None), key=lambda one: one.percent, reverse=True)
    return len(known) > 1 and all(known[0].low > other.high for other in known[1:])
