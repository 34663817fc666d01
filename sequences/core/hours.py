"""When a campaign may write to one person: its window, by the clocks of the person's zone or its own."""

from dataclasses import dataclass
from datetime import MAXYEAR, UTC, date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from app.core.weekends import weekend_of
from app.core.windows import Hours, Window, in_week_with
from app.core.zones import country_of_zone, day_start
from sequences.core.calendars import KeptDays


class Home(NamedTuple):
    """Where a person lives, as far as it is known: an IANA zone and an ISO 3166 country, each "" for unknown."""

    zone: str = ""
    country: str = ""


SOMEWHERE = Home()


@dataclass(frozen=True, slots=True)
class CampaignHours:
    """The columns of a campaign that say when it sends."""

    window: Window
    zone: str
    in_person_zone: bool
    days_off: KeptDays


def hours_for(campaign: CampaignHours, person: Home, at: datetime) -> Hours:
    """Return window, zone and days off for one person; an unknown zone means the campaign's.

    Working days and holidays are those of the person's country, an unknown one is the country of the campaign's zone.
    """
    return _hours(campaign, person, at.year)


@lru_cache(maxsize=16_384)
def _hours(campaign: CampaignHours, person: Home, year: int) -> Hours:
    zone = person.zone if campaign.in_person_zone and person.zone else campaign.zone
    country = person.country or country_of_zone(campaign.zone)
    window = in_week_with(campaign.window, weekend_of(country, year))
    return Hours(window, zone, campaign.days_off.closed(country, year))


def ends_at(campaign_zone: str, last_day: date | None) -> datetime | None:
    """Return the instant after a campaign's last day; None: it has none, or one in the year that means never."""
    if last_day is None or last_day.year == MAXYEAR:
        return None
    return day_start(campaign_zone, last_day + timedelta(days=1)).astimezone(UTC)
