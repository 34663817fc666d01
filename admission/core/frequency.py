"""When a person may be written to again: business days of theirs, whatever campaigns they are in."""

from collections.abc import Container
from datetime import date, datetime

from app.core.zones import ONE_DAY, day_start, local_day

LONGEST = 366  # business days; who asks for more waits no longer


def rested_at(last_at: datetime, days: int, zone: str, weekend: frozenset[int], closed: Container[date]) -> datetime:
    """Return the start of the `days`-th business day after the local day of the last mail.

    Two days: after a mail on Monday the next leaves on Wednesday, after one on Friday or at the weekend on Tuesday.
    `weekend` are ISO weekdays, `closed` the days off.
    """
    day, left = local_day(zone, last_at), min(days, LONGEST)
    for _ in range(7 * LONGEST):
        day += ONE_DAY
        left -= day.isoweekday() not in weekend and day not in closed
        if left <= 0:
            break
    return day_start(zone, day)
