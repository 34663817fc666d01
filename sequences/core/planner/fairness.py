"""Replays recorded days through an allocator and measures who got what: share against weight, waiting, starvation."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sequences.core.planner.allocation import priority_first, weighted_round_robin
from sequences.core.planner.charges import Sent, charge
from sequences.core.planner.demand import Allocator, CampaignTurns, Demand, DueTouch, Room, Slot

ALLOCATORS: Mapping[str, Allocator] = {"weighted_round_robin": weighted_round_robin, "priority_first": priority_first}


@dataclass(frozen=True, slots=True)
class RecordedDay:
    """One day as it was: when it began, when each mailbox could send, and what fell due in it."""

    start: datetime
    places: Mapping[int, Sequence[datetime]]
    arrivals: Sequence[DueTouch]


@dataclass(frozen=True, slots=True)
class CampaignShare:
    """What one campaign got. Shares are of the places given while it had something due, 0..1."""

    campaign_id: int
    sent: int
    unsent: int
    contested: int  # places given to somebody while this campaign had a touch that could have used them
    won: int  # of those, the ones it got
    fair_share: float  # what its turns would give it, averaged over those places
    longest_wait: timedelta
    longest_passed_over: int  # contested places in a row that went to others

    @property
    def share(self) -> float:
        """The part of the contested places that it won; 1 when nobody competed."""
        return self.won / self.contested if self.contested else 1.0

    def starved(self, rounds: int, turns_a_round: int) -> bool:
        """True when so many whole rounds went by on one mailbox without a turn for it."""
        return self.longest_passed_over > rounds * turns_a_round


@dataclass(frozen=True, slots=True)
class Fairness:
    """A replay's outcome. Evenness is Jain's index over share / fair share: 1 is fair, 1/n is one takes all."""

    campaigns: tuple[CampaignShare, ...]
    evenness: float
    longest_wait: timedelta
    starved: tuple[int, ...]


@dataclass(slots=True)
class _Tally:
    sent: int = 0
    contested: int = 0
    won: int = 0
    fair: float = 0.0
    wait: timedelta = timedelta(0)
    passed: dict[int, int] = field(default_factory=dict)  # mailbox -> contested places in a row that others got
    longest_passed: int = 0


def compare(campaigns: Mapping[int, CampaignTurns], days: Sequence[RecordedDay]) -> dict[str, Fairness]:
    """The same days through every allocator, by its name."""
    return {name: replay(campaigns, days, allocator) for name, allocator in ALLOCATORS.items()}


def replay(campaigns: Mapping[int, CampaignTurns], days: Sequence[RecordedDay], allocator: Allocator) -> Fairness:
    """Share out each recorded place at its own instant, among what was due by then, as the planner would have."""
    tallies = {number: _Tally() for number in campaigns}
    waiting: dict[int, DueTouch] = {}
    for day in days:
        _replay_day(campaigns, day, allocator, waiting, tallies)
    end = max((at for day in days for times in day.places.values() for at in times), default=None)
    return _measure(campaigns, tallies, waiting.values(), end)


def _replay_day(
    campaigns: Mapping[int, CampaignTurns],
    day: RecordedDay,
    allocator: Allocator,
    waiting: dict[int, DueTouch],
    tallies: Mapping[int, _Tally],
) -> None:
    """Walk through the places in order of time; `waiting` carries what is due from day to day."""
    arrivals = sorted(day.arrivals, key=lambda touch: touch.due_at, reverse=True)
    sent: list[Sent] = []
    for at, mailbox in sorted((at, mailbox) for mailbox, times in day.places.items() for at in times):
        while arrivals and arrivals[-1].due_at <= at:
            touch = arrivals.pop()
            waiting[touch.touch_id] = touch
        charged = charge(waiting.values(), campaigns, sent, {mailbox: day.start})
        room = Room(mailbox, (at,), 1)
        plan = allocator(Demand(tuple(waiting.values()), campaigns, (room,), charged))
        for slot in plan.slots:
            _record(campaigns, slot, waiting, tallies)
            sent.append((mailbox, slot.campaign_id, at))
    waiting.update((touch.touch_id, touch) for touch in arrivals)


def _record(
    campaigns: Mapping[int, CampaignTurns],
    slot: Slot,
    waiting: dict[int, DueTouch],
    tallies: Mapping[int, _Tally],
) -> None:
    """Count one given place for the winner and for everybody who could have used it."""
    competing = {touch.campaign_id for touch in waiting.values() if _could_use(touch, slot, campaigns)}
    all_turns = sum(campaigns[number].turns for number in competing)
    touch = waiting.pop(slot.touch_id)
    for number in competing:
        tally = tallies[number]
        won = number == slot.campaign_id
        tally.contested += len(competing) > 1
        tally.won += won and len(competing) > 1
        tally.fair += campaigns[number].turns / all_turns if len(competing) > 1 else 0.0
        tally.passed[slot.mailbox_id] = 0 if won else tally.passed.get(slot.mailbox_id, 0) + 1
        tally.longest_passed = max(tally.longest_passed, tally.passed[slot.mailbox_id])
    winner = tallies[slot.campaign_id]
    winner.sent += 1
    winner.wait = max(winner.wait, slot.at - touch.due_at)


def _could_use(touch: DueTouch, slot: Slot, campaigns: Mapping[int, CampaignTurns]) -> bool:
    pool = campaigns[touch.campaign_id].mailboxes if touch.mailbox_id is None else (touch.mailbox_id,)
    return slot.mailbox_id in pool and (touch.hours is None or touch.hours.is_open(slot.at))


def _measure(
    campaigns: Mapping[int, CampaignTurns],
    tallies: Mapping[int, _Tally],
    waiting: Iterable[DueTouch],
    end: datetime | None,
) -> Fairness:
    """Fold the tallies; what was never sent waited until the last place of the record."""
    unsent: dict[int, int] = {}
    for touch in waiting:
        unsent[touch.campaign_id] = unsent.get(touch.campaign_id, 0) + 1
        if end is not None:
            tallies[touch.campaign_id].wait = max(tallies[touch.campaign_id].wait, end - touch.due_at)
    shares = tuple(_share(number, tally, unsent.get(number, 0)) for number, tally in sorted(tallies.items()))
    turns = sum(campaign.turns for campaign in campaigns.values())
    return Fairness(
        campaigns=shares,
        evenness=_evenness([share.share / share.fair_share for share in shares if share.contested]),
        longest_wait=max((share.longest_wait for share in shares), default=timedelta(0)),
        starved=tuple(share.campaign_id for share in shares if share.starved(2, turns)),
    )


def _share(number: int, tally: _Tally, unsent: int) -> CampaignShare:
    return CampaignShare(
        campaign_id=number,
        sent=tally.sent,
        unsent=unsent,
        contested=tally.contested,
        won=tally.won,
        fair_share=tally.fair / tally.contested if tally.contested else 1.0,
        longest_wait=tally.wait,
        longest_passed_over=tally.longest_passed,
    )


def _evenness(ratios: Sequence[float]) -> float:
    squares = sum(ratio * ratio for ratio in ratios)
    return sum(ratios) ** 2 / (len(ratios) * squares) if squares else 1.0
