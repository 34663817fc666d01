"""A person's zone and where it comes from: given, derived from their country or state, or the campaign's default."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from app.core.zones import country_of_zone, zone_of_country
from sequences.core.homes.countries import country_code
from sequences.core.homes.regions import SETTLED, zone_of_region

REGION_FIELDS = ("state", "region", "province", "state_region", "state_province", "bundesland")
"""Custom fields in which files bring the part of a country, the first that says something counts."""


class Origin(StrEnum):
    """Where a contact's zone comes from."""

    GIVEN = "given"
    DERIVED = "derived"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The columns of a contact that say where they live; an empty zone means the campaign's."""

    time_zone: str
    zone_origin: str
    country_code: str


def whereabouts(given_zone: str, country: str, region: str, year: int) -> Whereabouts:
    """Return what follows from a given zone ("": none), a country and a part of it as they were written.

    A given zone is kept; else the region's or the country's one zone counts, and what is doubtful is the default. Who
    names no country lives in the country of the given zone.
    """
    code = country_code(country)
    if given_zone:
        return Whereabouts(given_zone, Origin.GIVEN, code or country_of_zone(given_zone))
    derived = derived_zone(code, region, year) if code else ""
    return Whereabouts(derived, Origin.DERIVED if derived else Origin.DEFAULT, code)


@lru_cache(maxsize=4096)
def derived_zone(country: str, region: str, year: int) -> str:
    """Return the zone of a region or of a country with one clock; "" when in doubt."""
    return zone_of_region(country, region) or zone_of_country(country, year) or SETTLED.get(country, "")


def region_in(fields: Mapping[str, str]) -> str:
    """Return the part of a country that a contact's own fields name; "" if none does."""
    return next((found for name in REGION_FIELDS if (found := fields.get(name, "").strip())), "")
