"""The weekend of a country, from the `holidays` library: Friday and Saturday in Egypt, Saturday and Sunday in Spain."""

from datetime import date, timedelta
from functools import lru_cache

import holidays

SATURDAY_AND_SUNDAY = frozenset({6, 7})
SUNDAY = frozenset({7})


@lru_cache(maxsize=1024)
def weekend_of(country: str, year: int) -> frozenset[int]:
    """ISO weekdays on which a country (ISO 3166) rests that year; Saturday and Sunday for an unknown one.

    Where the library names Sunday alone, Saturday counts too: offices are closed or half empty, and whoever wants it
    names the day. It looks at the middle of the year; weekends moved at New Year where they did.
    """
    try:
        calendar = holidays.country_holidays(country, expand=False) if country else None
    except NotImplementedError:
        calendar = None
    if calendar is None:
        return SATURDAY_AND_SUNDAY
    middle = date(year, 7, 1)
    days = (middle + timedelta(days=number) for number in range(7))
    found = frozenset(day.isoweekday() for day in days if calendar.is_weekend(day))
    return SATURDAY_AND_SUNDAY if found == SUNDAY or not found else found
