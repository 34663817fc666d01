"""Who gets the next free place. Two answers with one signature, so that they can be compared on recorded days.

`weighted_round_robin` is the one in use: on every mailbox each campaign with due work gets its turn in each round,
a priority campaign more than one. `priority_first` is kept beside it: the heavier campaign takes all it can.

Fairness is kept per mailbox, because that is what campaigns compete for: a campaign that sends much from a mailbox
of its own must not lose its turn, and with it the follow-ups bound there, on one that it shares.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from heapq import heapify, heappop, heappush

from sequences.core.planner.charges import Rounds
from sequences.core.planner.demand import CampaignTurns, Demand, DueTouch, Plan, Room, Slot
from sequences.core.planner.queues import Queue, Stand

type Precedence = Callable[[CampaignTurns, int], int]  # campaign, its places on this mailbox -> the smaller goes first


def weighted_round_robin(demand: Demand) -> Plan:
    """Every campaign with due work gets its turns in every round, ordered by its oldest due touch."""
    return _share_out(demand, _round)


def priority_first(demand: Demand) -> Plan:
    """The campaign with the most turns is served until it has nothing left, then the next; kept for comparison."""
    return _share_out(demand, _rank)


def _round(campaign: CampaignTurns, had: int) -> int:
    return had // campaign.turns


def _rank(campaign: CampaignTurns, _had: int) -> int:
    return -campaign.turns


def _share_out(demand: Demand, precedence: Precedence) -> Plan:
    """Fill one place after another, always on the mailbox with the most room left after what this run gave."""
    queues = _queues(demand)
    counters = list(_counters(demand, queues, precedence))
    waiting = [(counter.emptiness(), counter.room.mailbox_id, counter) for counter in counters]
    heapify(waiting)
    slots: list[Slot] = []
    while waiting:
        _, mailbox_id, counter = heappop(waiting)
        slot = counter.serve()
        if slot is not None:
            slots.append(slot)
            heappush(waiting, (counter.emptiness(), mailbox_id, counter))
    ordered = sorted(slots, key=lambda slot: (slot.at, slot.mailbox_id))
    return Plan(
        slots=tuple(ordered),
        waits=tuple(wait for queue in queues for wait in queue.waits()),
        holds=tuple(hold for queue in queues for hold in queue.holds),
        left=tuple(left for queue in queues for left in queue.leftover()),
    )


def _queues(demand: Demand) -> list[Queue]:
    """One queue a campaign, in the order of their numbers so that equal input gives equal output."""
    by_campaign: dict[int, list[DueTouch]] = {}
    for touch in demand.touches:
        by_campaign.setdefault(touch.campaign_id, []).append(touch)
    return [Queue(demand.campaigns[number], touches) for number, touches in sorted(by_campaign.items())]


def _counters(demand: Demand, queues: Iterable[Queue], precedence: Precedence) -> Iterator["_Counter"]:
    """One counter for each mailbox with places.

    A thousand mailboxes do not each line up the same fifty campaigns: those that want any mailbox of their pool, and
    had no place of this one, stand in one sorted line that all mailboxes of such a pool read.
    """
    own: dict[int, dict[int, Queue]] = {}
    pools: dict[int, list[Queue]] = {}
    for queue in queues:
        for mailbox_id in queue.bound_to():
            own.setdefault(mailbox_id, {})[queue.campaign.campaign_id] = queue
        for mailbox_id in queue.pool():
            pools.setdefault(mailbox_id, []).append(queue)
    had: dict[int, dict[int, int]] = {}
    for (mailbox_id, number), count in demand.charged.items():
        had.setdefault(mailbox_id, {})[number] = count
    lines: dict[tuple[int, ...], _Shared] = {}
    for room in demand.rooms:
        if room.times:
            pool = pools.get(room.mailbox_id, [])
            key = tuple(queue.campaign.campaign_id for queue in pool)
            if key not in lines:
                lines[key] = _Shared(pool, precedence)
            yield _Counter(room, own.get(room.mailbox_id, {}), lines[key], had.get(room.mailbox_id, {}), precedence)


class _Shared:
    """Campaigns that want any mailbox of one pool, in the order of who had no place of it yet."""

    def __init__(self, pool: Iterable[Queue], precedence: Precedence) -> None:
        self.queues = {queue.campaign.campaign_id: queue for queue in pool}
        entries = []
        for number, queue in self.queues.items():
            oldest = queue.oldest_unassigned()
            if oldest is not None:
                entries.append((precedence(queue.campaign, 0), oldest, number))
        self.entries = sorted(entries)


class _Counter:
    """One mailbox in one run: its places, and the campaigns that stand in line for them."""

    def __init__(
        self,
        room: Room,
        own: Mapping[int, Queue],
        shared: _Shared,
        had: Mapping[int, int],
        precedence: Precedence,
    ) -> None:
        self.room = room
        self._given = 0
        self._next = 0
        self._precedence = precedence
        self._rounds = Rounds(had)
        self._shared = shared
        self._seen = 0  # of the shared line
        self._line: list[tuple[int, datetime, int, Stand]] = []
        self._later: list[tuple[datetime, int, Stand]] = []
        mine = dict(own)
        for number in had:
            if number in shared.queues:
                mine[number] = shared.queues[number]
        self._mine = frozenset(mine)
        for queue in mine.values():
            self._enter(queue.stand(room.mailbox_id))
        wanting = (*mine.values(), *shared.queues.values())
        self._weight = max((queue.campaign.mailboxes.get(room.mailbox_id, 1) for queue in wanting), default=1)

    def emptiness(self) -> int:
        """The mailbox with the smallest is served next: most room left, counted by the weight campaigns gave it."""
        return -(self.room.free - self._given) * self._weight

    def serve(self) -> Slot | None:
        """Give the next place to whose turn it is; None when the places or the work are used up."""
        while self._next < len(self.room.times) and (self._line or self._later or self._more()):
            at = self.room.times[self._next]
            self._next += 1
            while self._later and self._later[0][0] <= at:
                self._enter(heappop(self._later)[2])
            slot = self._give(at)
            if slot is not None:
                return slot
        return None

    def _more(self) -> bool:
        """Pass over those of the shared line that stand in this one or have no more; False when nobody is left."""
        entries, queues = self._shared.entries, self._shared.queues
        while self._seen < len(entries):
            number = entries[self._seen][2]
            if number not in self._mine and queues[number].oldest_unassigned() is not None:
                return True
            self._seen += 1
        return False

    def _first(self) -> tuple[int, Stand] | None:
        """Take whoever is first out of both lines."""
        if self._more() and (not self._line or self._shared.entries[self._seen] < self._line[0][:3]):
            number = self._shared.entries[self._seen][2]
            self._seen += 1
            return number, self._shared.queues[number].stand(self.room.mailbox_id)
        return heappop(self._line)[2:] if self._line else None

    def _give(self, at: datetime) -> Slot | None:
        """The first in line who has a touch whose own window is open at this instant; the others come back later."""
        while (first := self._first()) is not None:
            number, stand = first
            touch = stand.take(at)
            if touch is not None:
                reason = self._reason(touch)
                self._given += 1
                self._rounds.take(stand.queue.campaign)
                self._enter(stand)
                return Slot(touch.touch_id, number, self.room.mailbox_id, at, reason)
            opens = stand.opens_after()
            if opens is not None:
                heappush(self._later, (opens, number, stand))
        return None

    def _enter(self, stand: Stand) -> None:
        """Stand in line again behind those who had fewer turns, unless there is no work for this mailbox any more."""
        oldest = stand.oldest()
        if oldest is not None:
            campaign = stand.queue.campaign
            number = campaign.campaign_id
            heappush(self._line, (self._precedence(campaign, self._rounds.turns(campaign)), oldest, number, stand))

    def _reason(self, touch: DueTouch) -> str:
        """Why this mailbox; stored with the touch."""
        if touch.mailbox_id is not None:
            return "stays with its mailbox"
        return f"most room: {self.room.free - self._given} left, weight {self._weight}"
