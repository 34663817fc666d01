"""Recorded days, walked through place by place with an allocator, as the planner would have done it."""

from bisect import insort
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sequences.core.planner.charges import REMEMBERED, Sent, charge
from sequences.core.planner.demand import Allocator, CampaignTurns, Demand, DueTouch, Room, Slot


@dataclass(frozen=True, slots=True)
class RecordedDay:
    """One day as it was: when it began, when each mailbox could send, and what fell due in it."""

    start: datetime
    places: Mapping[int, Sequence[datetime]]
    arrivals: Sequence[DueTouch]


@dataclass(frozen=True, slots=True)
class Given:
    """One place: who got it, with which touch, and which campaigns had a touch that could have used it."""

    slot: Slot
    touch: DueTouch
    competing: frozenset[int]


class Replay:
    """Iterate `given()` once; afterwards `waiting()` is what never got a place."""

    def __init__(
        self, campaigns: Mapping[int, CampaignTurns], days: Sequence[RecordedDay], allocator: Allocator
    ) -> None:
        """Nothing happens before the first place is asked for."""
        self._campaigns = campaigns
        self._days = days
        self._allocator = allocator
        self._buckets: dict[tuple[int, int | None, bool], list[DueTouch]] = {}
        self._ever = dict.fromkeys(campaigns, (0, 0))  # sends, openers since the first day
        self._today = dict.fromkeys(campaigns, (0, 0))
        self._sent: dict[int, deque[Sent]] = {}

    def given(self) -> Iterator[Given]:
        """Each given place in order of time; places nobody could use are passed over."""
        for day in self._days:
            self._today = dict.fromkeys(self._campaigns, (0, 0))
            yield from self._day(day)

    def waiting(self) -> Iterator[DueTouch]:
        """What is due and unsent."""
        return (touch for bucket in self._buckets.values() for touch in bucket)

    def _day(self, day: RecordedDay) -> Iterator[Given]:
        arrivals = sorted(day.arrivals, key=lambda touch: touch.due_at, reverse=True)
        for at, mailbox in sorted((at, mailbox) for mailbox, times in day.places.items() for at in times):
            while arrivals and arrivals[-1].due_at <= at:
                self._arrive(arrivals.pop())
            given = self._place(mailbox, at, day.start)
            if given is not None:
                self._sent[mailbox].append((mailbox, given.slot.campaign_id, at))
                yield given
        for touch in arrivals:
            self._arrive(touch)

    def _arrive(self, touch: DueTouch) -> None:
        key = (touch.campaign_id, touch.mailbox_id, touch.opener)
        insort(self._buckets.setdefault(key, []), touch, key=lambda each: (each.due_at, each.touch_id))

    def _place(self, mailbox: int, at: datetime, start: datetime) -> Given | None:
        """Share out one place among the oldest usable touch of each kind: more than one can never be needed."""
        heads = list(self._heads(mailbox, at))
        charged = charge(self._campaigns, self._lately(mailbox, start), {mailbox: start})
        plan = self._allocator(Demand(heads, self._limits(), (Room(mailbox, (at,), 1),), charged))
        for slot in plan.slots:
            touch = next(touch for touch in heads if touch.touch_id == slot.touch_id)
            self._buckets[touch.campaign_id, touch.mailbox_id, touch.opener].remove(touch)
            self._count(touch)
            return Given(slot, touch, frozenset(touch.campaign_id for touch in heads))
        return None

    def _lately(self, mailbox: int, start: datetime) -> deque[Sent]:
        """What the mailbox sent that still counts on this day."""
        sent = self._sent.setdefault(mailbox, deque())
        while sent and sent[0][2] < start - REMEMBERED:
            sent.popleft()
        return sent

    def _heads(self, mailbox: int, at: datetime) -> Iterator[DueTouch]:
        for (campaign, bound_to, opener), bucket in self._buckets.items():
            if mailbox in (self._campaigns[campaign].mailboxes if bound_to is None else (bound_to,)):
                limits = self._campaigns[campaign]
                if _spent(limits.sends_left, self._today[campaign][0]):
                    continue
                if opener and _spent(limits.openers_left, self._today[campaign][1]):
                    continue
                yield from _first_open(bucket, at)

    def _limits(self) -> dict[int, CampaignTurns]:
        """The campaigns with what they have used: the day's limits were applied to the heads already."""
        return {
            number: replace(
                campaign,
                sends_left=None,
                openers_left=None,
                recent_sends=campaign.recent_sends + self._ever[number][0],
                recent_openers=campaign.recent_openers + self._ever[number][1],
            )
            for number, campaign in self._campaigns.items()
        }

    def _count(self, touch: DueTouch) -> None:
        for counts in (self._ever, self._today):
            sends, openers = counts[touch.campaign_id]
            counts[touch.campaign_id] = (sends + 1, openers + touch.opener)


def _first_open(bucket: Sequence[DueTouch], at: datetime) -> Iterator[DueTouch]:
    """The oldest of a bucket whose own window is open at this instant, if there is one."""
    for touch in bucket:
        if touch.hours is None or touch.hours.is_open(at):
            yield touch
            return


def _spent(limit: int | None, used: int) -> bool:
    return limit is not None and used >= limit
