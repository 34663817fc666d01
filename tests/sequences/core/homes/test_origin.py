import pytest
import pytz

from sequences.core.homes.countries import country_code
from sequences.core.homes.origin import Origin, Whereabouts, region_in, whereabouts
from sequences.core.homes.regions import TABLES, zone_of_region

YEAR = 2027


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("DE", "DE"),
        ("germany", "DE"),
        ("Deutschland ", "DE"),
        ("U.S.A.", "US"),
        ("United States of America", "US"),
        ("UK", "GB"),
        ("The Netherlands", "NL"),
        ("Côte d'Ivoire", "CI"),
        ("Türkiye", "TR"),
        ("Österreich", "AT"),
        ("Korea (South)", "KR"),
        ("", ""),
        ("Atlantis", ""),
        ("EMEA", ""),
    ],
)
def test_a_country_is_read_as_people_write_it(written: str, code: str) -> None:
    assert country_code(written) == code


@pytest.mark.parametrize(
    ("given", "country", "region", "expected"),
    [
        ("", "Germany", "", Whereabouts("Europe/Berlin", Origin.DERIVED, "DE")),
        ("", "US", "", Whereabouts("", Origin.DEFAULT, "US")),  # many clocks: nobody can say
        ("", "US", "CA", Whereabouts("America/Los_Angeles", Origin.DERIVED, "US")),
        ("", "USA", "New York", Whereabouts("America/New_York", Origin.DERIVED, "US")),
        ("", "us", "US-TX", Whereabouts("America/Chicago", Origin.DERIVED, "US")),
        ("", "US", "Tennessee", Whereabouts("", Origin.DEFAULT, "US")),  # two clocks
        ("", "Canada", "québec", Whereabouts("America/Toronto", Origin.DERIVED, "CA")),
        ("", "Australia", "WA", Whereabouts("Australia/Perth", Origin.DERIVED, "AU")),
        ("", "US", "WA", Whereabouts("America/Los_Angeles", Origin.DERIVED, "US")),
        ("", "Brasil", "Sao Paulo", Whereabouts("America/Sao_Paulo", Origin.DERIVED, "BR")),
        ("", "Spain", "Canarias", Whereabouts("Atlantic/Canary", Origin.DERIVED, "ES")),
        ("", "Spain", "", Whereabouts("", Origin.DEFAULT, "ES")),
        ("", "China", "", Whereabouts("Asia/Shanghai", Origin.DERIVED, "CN")),
        ("", "", "California", Whereabouts("", Origin.DEFAULT, "")),  # Baja or Alta
        ("Asia/Dubai", "", "", Whereabouts("Asia/Dubai", Origin.GIVEN, "AE")),
        ("Asia/Dubai", "Germany", "", Whereabouts("Asia/Dubai", Origin.GIVEN, "DE")),
        ("UTC", "", "", Whereabouts("UTC", Origin.GIVEN, "")),
    ],
)
def test_a_zone_is_given_or_derived_or_the_default(
    given: str, country: str, region: str, expected: Whereabouts
) -> None:
    assert whereabouts(given, country, region, YEAR) == expected


def test_every_region_leads_to_a_zone_of_its_country_or_of_its_own() -> None:
    lists = {**pytz.country_timezones, "US": [*pytz.country_timezones["US"], "America/Puerto_Rico"]}
    for country, table in TABLES.items():
        for line in table.strip().splitlines():
            assert line.partition(": ")[0] in lists[country], line


def test_no_name_means_two_zones_of_a_country() -> None:
    for country, table in TABLES.items():
        for line in table.strip().splitlines():
            zone, _, parts = line.partition(": ")
            for part in parts.split(", "):
                code, _, names = part.partition(" ")
                assert {zone_of_region(country, name) for name in (code, *names.split("/"))} == {zone}, part


def test_the_first_field_that_names_a_region_counts() -> None:
    assert region_in({"region": "Ohio", "state": " "}) == "Ohio"
    assert region_in({"company_size": "5"}) == ""
