"""Who got what on recorded days: share against weight, longest wait, starvation; every allocator on the same days."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sequences.core.planner.allocation import priority_first, weighted_round_robin
from sequences.core.planner.demand import Allocator, CampaignTurns, DueTouch
from sequences.core.planner.replay import Given, RecordedDay, Replay

ALLOCATORS: Mapping[str, Allocator] = {"weighted_round_robin": weighted_round_robin, "priority_first": priority_first}
STARVED_AFTER = 2  # whole rounds in a row on one mailbox without a turn: the rest of one, and the next


@dataclass(frozen=True, slots=True)
class CampaignShare:
    """What one campaign got. A place is contested for it when it and another had a touch that could have used it."""

    campaign_id: int
    sent: int
    unsent: int
    contested: int
    won: int
    fair_share: float  # what its turns would give it of the contested places, 0..1
    longest_wait: timedelta  # from due to sent, or to the end of the record for what never was
    longest_passed_over: int  # contested places in a row on one mailbox that went to others

    @property
    def share(self) -> float:
        """The part of the contested places that it won; 1 when nobody competed."""
        return self.won / self.contested if self.contested else 1.0


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
    unsent: int = 0
    contested: int = 0
    won: int = 0
    fair: float = 0.0
    wait: timedelta = timedelta(0)
    passed: dict[int, int] = field(default_factory=dict)  # mailbox -> contested places in a row that others got
    longest_passed: int = 0


def compare(campaigns: Mapping[int, CampaignTurns], days: Sequence[RecordedDay]) -> dict[str, Fairness]:
    """The same days through every allocator, by its name."""
    return {name: fairness(campaigns, days, allocator) for name, allocator in ALLOCATORS.items()}


def fairness(campaigns: Mapping[int, CampaignTurns], days: Sequence[RecordedDay], allocator: Allocator) -> Fairness:
    """Replay the days and measure. Limits of the campaigns are read as per day, their recent counts as the start."""
    tallies = {number: _Tally() for number in campaigns}
    replay = Replay(campaigns, days, allocator)
    for given in replay.given():
        _record(campaigns, given, tallies)
    _record_unsent(replay.waiting(), tallies, _last_place(days))
    turns = sum(campaign.turns for campaign in campaigns.values())
    shares = tuple(_share(number, tally) for number, tally in sorted(tallies.items()))
    return Fairness(
        campaigns=shares,
        evenness=_evenness([share.share / share.fair_share for share in shares if share.contested]),
        longest_wait=max((share.longest_wait for share in shares), default=timedelta(0)),
        starved=tuple(share.campaign_id for share in shares if share.longest_passed_over > STARVED_AFTER * turns),
    )


def _record(campaigns: Mapping[int, CampaignTurns], given: Given, tallies: Mapping[int, _Tally]) -> None:
    """Count one place for its winner and for everybody who could have used it."""
    slot = given.slot
    winner = tallies[slot.campaign_id]
    winner.sent += 1
    winner.wait = max(winner.wait, slot.at - given.touch.due_at)
    for number, tally in tallies.items():
        if number == slot.campaign_id or number not in given.competing:  # or what waited went from another mailbox
            tally.passed.pop(slot.mailbox_id, None)
    if len(given.competing) < 2:
        return
    all_turns = sum(campaigns[number].turns for number in given.competing)
    for number in given.competing:
        tally = tallies[number]
        tally.contested += 1
        tally.won += number == slot.campaign_id
        tally.fair += campaigns[number].turns / all_turns
        if number != slot.campaign_id:
            tally.passed[slot.mailbox_id] = tally.passed.get(slot.mailbox_id, 0) + 1
            tally.longest_passed = max(tally.longest_passed, tally.passed[slot.mailbox_id])


def _record_unsent(waiting: Iterable[DueTouch], tallies: Mapping[int, _Tally], end: datetime | None) -> None:
    """What was never sent has waited until the last place of the record."""
    for touch in waiting:
        tally = tallies[touch.campaign_id]
        tally.unsent += 1
        if end is not None:
            tally.wait = max(tally.wait, end - touch.due_at)


def _last_place(days: Iterable[RecordedDay]) -> datetime | None:
    return max((at for day in days for times in day.places.values() for at in times), default=None)


def _share(number: int, tally: _Tally) -> CampaignShare:
    return CampaignShare(
        campaign_id=number,
        sent=tally.sent,
        unsent=tally.unsent,
        contested=tally.contested,
        won=tally.won,
        fair_share=tally.fair / tally.contested if tally.contested else 1.0,
        longest_wait=tally.wait,
        longest_passed_over=tally.longest_passed,
    )


def _evenness(ratios: Sequence[float]) -> float:
    squares = sum(ratio * ratio for ratio in ratios)
    return sum(ratios) ** 2 / (len(ratios) * squares) if squares else 1.0
