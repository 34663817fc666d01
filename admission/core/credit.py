"""How much credit a mailbox gets for its past: the number of mails that it has sent on most of its days."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import quantiles

from admission.core.ramp import limit_today

SPAN = timedelta(days=60)  # of the Sent folder that is looked at
LEAST_DAYS = 20  # days that count, at least: missing ones count as nothing, so a few busy days give no credit


@dataclass(frozen=True, slots=True)
class Credit:
    """low, high: between which half of the active days lie. start: where the ramp begins; None: there is no credit."""

    days: int = 0
    low: int | None = None
    high: int | None = None
    start: int | None = None


def credit(mails: Mapping[date, int], today: date, least: int) -> Credit:
    """Return what the mails of each local day before `today` are worth; `least`: where a ramp begins without credit.

    The middle one of the active days, with days without mail in place of those that are missing to 20. After two weeks
    of silence half of it is left.
    """
    active = {day: number for day, number in mails.items() if number > 0 and today - SPAN <= day < today}
    if not active:
        return Credit()
    numbers = sorted(active.values())
    low, high = _quartiles(numbers)
    counted = sorted([*numbers, *[0] * (LEAST_DAYS - len(numbers))])
    middle = counted[(len(counted) - 1) // 2]
    start = limit_today(middle, max(active), 0, today) or 0
    return Credit(len(active), low, high, start if start > least else None)


def _quartiles(numbers: list[int]) -> tuple[int, int]:
    if len(numbers) == 1:
        return numbers[0], numbers[0]
    low, _, high = quantiles(numbers, n=4, method="inclusive")
    return round(low), round(high)


def scaled(counted: int, mails: int, looked_at: int) -> int:
    """Return how many mails of a day a sample stands for, rounded down."""
    return counted * mails // looked_at if looked_at else 0
