"""A month that might have been: campaigns that share mailboxes, made from a seed, to compare allocators by."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import count

from app.core.chance import chance
from app.core.windows import Hours, daily
from sequences.core.planner.demand import CampaignTurns, DueTouch
from sequences.core.planner.replay import RecordedDay
from sequences.core.planner.windows import MailboxDay, capacity, slot_times

FIRST_MONDAY = datetime(2027, 3, 1, tzinfo=UTC)
OFFICE = Hours(daily(frozenset({1, 2, 3, 4, 5}), time(9), time(17)), "UTC")
MAILBOXES = 4
ROOM = 20  # mails a mailbox and day
CAMPAIGNS = 6
TURNS = (1, 1, 1, 2, 3)  # one of them for each campaign
LOADS = (0.3, 1.0, 3.0)  # of a campaign's even share of all room: some have little to send, some more than they can
FOLLOW_UPS = 0.6  # of what falls due


class Draws:
    """Chances one after the other, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        """Begin at the first."""
        self._seed = seed
        self._drawn = count()

    def random(self) -> float:
        """The next chance, from 0 to 1."""
        return chance("generated", self._seed, next(self._drawn))

    def below(self, end: int) -> int:
        """A whole number from 0 to under `end`."""
        return int(self.random() * end)

    def one_of[Item](self, items: Sequence[Item]) -> Item:
        """One of them."""
        return items[self.below(len(items))]


def generated(seed: int, days: int) -> tuple[dict[int, CampaignTurns], list[RecordedDay]]:
    """Return campaigns and days; the same for the same seed."""
    random = Draws(seed)
    campaigns = {number: _campaign(number, random) for number in range(1, CAMPAIGNS + 1)}
    loads = {number: random.one_of(LOADS) for number in campaigns}
    joins = {number: random.below(max(1, days // 3)) for number in campaigns}
    touches = iter(range(1, 10**9))
    found = []
    for day in range(days):
        start = FIRST_MONDAY + timedelta(days=day)
        running = {number: loads[number] for number in campaigns if joins[number] <= day}
        arrivals = tuple(_arrivals(start, running, campaigns, touches, random))
        found.append(RecordedDay(start, dict(_places(start, random)), arrivals))
    return campaigns, found


def _campaign(number: int, random: Draws) -> CampaignTurns:
    pool = sorted(range(1, MAILBOXES + 1), key=lambda _: random.random())[: 2 + random.below(MAILBOXES - 1)]
    return CampaignTurns(number, dict.fromkeys(sorted(pool), 1), turns=random.one_of(TURNS))


def _places(start: datetime, random: Draws) -> Iterator[tuple[int, tuple[datetime, ...]]]:
    for mailbox in range(1, MAILBOXES + 1):
        window = capacity(MailboxDay(mailbox, "UTC", ROOM, hours=(OFFICE,)), start)
        yield mailbox, slot_times(window, random.random())


def _arrivals(
    start: datetime,
    loads: Mapping[int, float],
    campaigns: Mapping[int, CampaignTurns],
    touches: Iterator[int],
    random: Draws,
) -> Iterator[DueTouch]:
    """What falls due on a working day, in the morning or in the course of it."""
    if start.isoweekday() > 5:
        return
    for number, load in loads.items():
        for _ in range(round(load * MAILBOXES * ROOM / CAMPAIGNS * (0.5 + random.random()))):
            opener = random.random() >= FOLLOW_UPS
            mailbox = None if opener else random.one_of(sorted(campaigns[number].mailboxes))
            due_at = start + timedelta(minutes=8 * 60 + random.below(8 * 60))
            yield DueTouch(next(touches), number, due_at, opener, mailbox, OFFICE)
