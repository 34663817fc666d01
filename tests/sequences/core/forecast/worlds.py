"""Small worlds to look ahead from: a Tuesday morning, one or a few mailboxes, people in groups."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from app.core.windows import Hours, daily
from sequences.core.forecast.course import CampaignOnDay, Course, DayAhead
from sequences.core.forecast.inputs import Assumed, CampaignAhead, Crowd, MailboxAhead, Start, StepAhead
from sequences.core.planner.demand import CampaignTurns
from sequences.core.planner.windows import MailboxDay

MADRID = "Europe/Madrid"
TUESDAY = datetime(2027, 3, 9, 7, 0, tzinfo=UTC)  # 08:00 in Madrid, before the window opens
OFFICE = Hours(daily(frozenset({1, 2, 3, 4, 5}), time(8, 30), time(17, 30)), MADRID)
ONE = (StepAhead(1, "email", 0, "days"),)
THREE = (*ONE, StepAhead(2, "email", 3, "business_days"), StepAhead(3, "email", 5, "business_days"))


def box(number: int = 1, cap: int = 10, **changes: Any) -> MailboxAhead:
    return MailboxAhead(MailboxDay(number, MADRID, cap, gap=timedelta(minutes=4)), **changes)


def campaign(
    number: int = 1, *boxes: int, steps: Iterable[StepAhead] = ONE, turns: int = 1, **changes: Any
) -> CampaignAhead:
    pool = dict.fromkeys(boxes or (1,), 1)
    claim = CampaignTurns(number, pool, turns=turns)
    given = {name: changes[name] for name in ("sends_left", "openers_left") if name in changes}
    rest = {name: value for name, value in changes.items() if name not in given}
    return CampaignAhead(replace(claim, **given), MADRID, tuple(steps), **rest)


def crowd(people: int, number: int = 1, *, box: int | None = None, position: int = 1, **changes: Any) -> Crowd:
    values: dict[str, Any] = {"kind": "email", "hours": OFFICE, "due": TUESDAY}
    return Crowd(number, box, position, people=people, **(values | changes))


def start(
    boxes: Iterable[MailboxAhead], campaigns: Iterable[CampaignAhead], crowds: Iterable[Crowd], now: datetime = TUESDAY
) -> Start:
    by_number = {one.turns.campaign_id: one for one in campaigns}
    return Start(now, by_number, {one.today.mailbox_id: one for one in boxes}, tuple(crowds))


def ahead(world: Start, days: int = 30, **assumed: Any) -> list[DayAhead]:
    return list(Course(world, Assumed(days, **assumed), MADRID).days())


def of(days: Iterable[DayAhead], number: int = 1) -> list[CampaignOnDay]:
    return [day.campaigns[number] for day in days]


def sends(days: Iterable[DayAhead], number: int = 1) -> list[int]:
    return [one.sends for one in of(days, number)]
