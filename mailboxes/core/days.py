"""Which day a mailbox's mails are charged to: its local day, and after a change of its zone never a second room.

A budget keeps the instant at which its day closes. No other day opens before that, and then only at the beginning of a
day: where the zone was changed meanwhile, that is the first day of the new zone that begins after it.
"""

from datetime import date, datetime

from app.core.zones import ONE_DAY, day_start, local_day


def charged_day(zone: str, world_now: datetime, day: date | None, closes_at: datetime | None) -> date:
    """Return the day that a mail is charged to now, where the budget's day is `day`; it only moves forward."""
    today = local_day(zone, world_now)
    if day is None:
        return today
    if closes_at is not None and day_start(zone, today) < closes_at:
        return day
    return max(today, day)


def closing(zone: str, day: date) -> datetime:
    """Return when a day that is charged in this zone closes."""
    return day_start(zone, day + ONE_DAY)


def next_room(zone: str, world_now: datetime, day: date | None, closes_at: datetime | None) -> datetime:
    """Return when the next day opens."""
    today = local_day(zone, world_now)
    following = max(today, charged_day(zone, world_now, day, closes_at)) + ONE_DAY
    while closes_at is not None and day_start(zone, following) < closes_at:
        following += ONE_DAY
    return day_start(zone, following)
