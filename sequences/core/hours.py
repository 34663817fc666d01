"""When a campaign may write to one person: its window, by the clocks of the person's zone or its own."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from app.core.windows import Hours, Window
from app.core.zones import day_start
from sequences.core.holiday_dates import holiday_dates

YEARS_AHEAD = 3  # of holidays; longer than any window is searched for


@dataclass(frozen=True, slots=True)
class CampaignHours:
    """The columns of a campaign that say when it sends."""

    window: Window
    zone: str
    in_person_zone: bool
    holidays: str


def hours_for(campaign: CampaignHours, person_zone: str, at: datetime) -> Hours:
    """Return window, zone and days off for one person; an unknown zone means the campaign's."""
    zone = person_zone if campaign.in_person_zone and person_zone else campaign.zone
    return Hours(campaign.window, zone, closed(campaign.holidays, at.year))


@lru_cache(maxsize=256)
def closed(country: str, year: int) -> frozenset[date]:
    """Return the holidays that are kept, from this year on; none where no country is named."""
    return holiday_dates(country, year - 1, year + YEARS_AHEAD) if country else frozenset()


def ends_at(campaign_zone: str, last_day: date | None) -> datetime | None:
    """Return the instant after a campaign's last day."""
    return None if last_day is None else day_start(campaign_zone, last_day + timedelta(days=1)).astimezone(UTC)
