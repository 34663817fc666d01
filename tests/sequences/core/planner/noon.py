"""Plain makers for planner tests: a Tuesday in Berlin, and touches, campaigns and rooms around it."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, timedelta

from app.core.windows import Hours, daily
from sequences.core.planner.demand import CampaignTurns, Demand, DueTouch, Room

BERLIN = "Europe/Berlin"
NOON = datetime(2027, 5, 18, 10, 0, tzinfo=UTC)  # 12:00 in Berlin, a Tuesday
MIDNIGHT = datetime(2027, 5, 17, 22, 0, tzinfo=UTC)
OFFICE = Hours(daily(frozenset({1, 2, 3, 4, 5}), time(9), time(17)), BERLIN)


def opener(number: int, campaign: int, due: datetime = NOON, *, hours: Hours | None = None) -> DueTouch:
    return DueTouch(number, campaign, due, opener=True, hours=hours)


def followup(
    number: int, campaign: int, mailbox: int = 1, due: datetime = NOON, *, hours: Hours | None = None
) -> DueTouch:
    return DueTouch(number, campaign, due, opener=False, mailbox_id=mailbox, hours=hours)


def openers(count: int, campaign: int, due: datetime = NOON) -> list[DueTouch]:
    return [opener(campaign * 1000 + number, campaign, due) for number in range(count)]


def campaign(number: int, *mailboxes: int, turns: int = 1, share: float = 0.2) -> CampaignTurns:
    pool = dict.fromkeys(mailboxes or (1,), 1)
    return CampaignTurns(number, pool, turns=turns, opener_share=share)


def room(mailbox: int, places: int, free: int | None = None) -> Room:
    times = tuple(NOON + timedelta(minutes=5 * number) for number in range(places))
    return Room(mailbox, times, places if free is None else free)


def demand(
    touches: Iterable[DueTouch],
    campaigns: Iterable[CampaignTurns],
    rooms: Iterable[Room],
    charged: Mapping[tuple[int, int], int] | None = None,
) -> Demand:
    by_number = {each.campaign_id: each for each in campaigns}
    return Demand(tuple(touches), by_number, tuple(rooms), charged or {})
