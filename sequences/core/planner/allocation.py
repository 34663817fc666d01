"""Who gets the next free place. Two answers with one signature, so that they can be compared on recorded days.

`weighted_round_robin` is the one in use: on every mailbox each campaign with due work gets its turn in each round,
a priority campaign more than one. `priority_first` is kept beside it: the heavier campaign takes all it can.

Fairness is kept per mailbox, because that is what campaigns compete for: a campaign that sends much from a mailbox
of its own must not lose its turn, and with it the follow-ups bound there, on one that it shares.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from heapq import heapify, heappop, heappush

from sequences.core.planner.demand import CampaignTurns, Demand, DueTouch, Plan, Room, Slot
from sequences.core.planner.queues import Queue

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
    wanting = _by_mailbox(queues)
    counters = [
        _Counter(room, wanting.get(room.mailbox_id, []), demand.charged, precedence)
        for room in demand.rooms
        if room.times
    ]
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


def _by_mailbox(queues: Iterable[Queue]) -> dict[int, list[Queue]]:
    """Which campaigns want something of a mailbox: a thousand mailboxes do not each ask a hundred campaigns."""
    wanting: dict[int, list[Queue]] = {}
    for queue in queues:
        for mailbox_id in queue.mailboxes():
            wanting.setdefault(mailbox_id, []).append(queue)
    return wanting


class _Counter:
    """One mailbox in one run: its places, and the campaigns that stand in line for them."""

    def __init__(
        self, room: Room, queues: Iterable[Queue], charged: Mapping[tuple[int, int], int], precedence: Precedence
    ) -> None:
        self.room = room
        self._given = 0
        self._next = 0
        self._precedence = precedence
        self._had: dict[int, int] = {}
        self._line: list[tuple[int, datetime, int, Queue]] = []
        self._later: list[tuple[datetime, int, Queue]] = []
        self._weight = 1
        for queue in queues:
            number = queue.campaign.campaign_id
            self._had[number] = charged.get((room.mailbox_id, number), 0)
            if self._enter(queue):
                self._weight = max(self._weight, queue.campaign.mailboxes.get(room.mailbox_id, 1))

    def emptiness(self) -> int:
        """The mailbox with the smallest is served next: most room left, counted by the weight campaigns gave it."""
        return -(self.room.free - self._given) * self._weight

    def serve(self) -> Slot | None:
        """Give the next place to whose turn it is; None when the places or the work are used up."""
        while self._next < len(self.room.times) and (self._line or self._later):
            at = self.room.times[self._next]
            self._next += 1
            while self._later and self._later[0][0] <= at:
                self._enter(heappop(self._later)[2])
            slot = self._give(at)
            if slot is not None:
                return slot
        return None

    def _give(self, at: datetime) -> Slot | None:
        """The first in line who has a touch whose own window is open at this instant; the others come back later."""
        while self._line:
            _, _, number, queue = heappop(self._line)
            touch = queue.take(self.room.mailbox_id, at)
            if touch is not None:
                reason = self._reason(touch)
                self._given += 1
                self._had[number] += 1
                self._enter(queue)
                return Slot(touch.touch_id, number, self.room.mailbox_id, at, reason)
            opens = queue.opens_after(self.room.mailbox_id)
            if opens is not None:
                heappush(self._later, (opens, number, queue))
        return None

    def _enter(self, queue: Queue) -> bool:
        """Stand in line again behind those who had fewer turns; False when it has no work for this mailbox."""
        oldest = queue.oldest(self.room.mailbox_id)
        if oldest is None:
            return False
        number = queue.campaign.campaign_id
        heappush(self._line, (self._precedence(queue.campaign, self._had[number]), oldest, number, queue))
        return True

    def _reason(self, touch: DueTouch) -> str:
        """Why this mailbox; stored with the touch."""
        if touch.mailbox_id is not None:
            return "stays with its mailbox"
        return f"most room: {self.room.free - self._given} left, weight {self._weight}"
