"""Public holidays of a country as plain dates, from the `holidays` library."""

from datetime import date

import holidays


class HolidayError(ValueError):
    """A calendar the library does not know; the message is for a person."""


def holiday_dates(country: str, first_year: int, last_year: int, subdivision: str | None = None) -> frozenset[date]:
    """Every public holiday from 1 January of the first year to 31 December of the last, observed days included.

    Country is an ISO 3166 code ("DE"), subdivision the part of it ("BE" is Berlin). Raises HolidayError.
    """
    try:
        calendar = holidays.country_holidays(country, subdiv=subdivision, years=range(first_year, last_year + 1))
    except NotImplementedError:
        place = country if subdivision is None else f"{country}-{subdivision}"
        raise HolidayError(f"There is no holiday calendar for {place!r}.") from None
    return frozenset(day for day in calendar if first_year <= day.year <= last_year)


def known_calendars() -> dict[str, tuple[str, ...]]:
    """Country codes and the parts of each that have holidays of their own."""
    return {country: tuple(parts) for country, parts in holidays.list_supported_countries().items()}
