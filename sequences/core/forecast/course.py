"""Play the next days: each day the planner shares out the room of every mailbox, and what was sent falls due again."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import lru_cache

from app.core.chance import chance
from app.core.windows import Hours, NeverOpens
from app.core.zones import ONE_DAY, day_bounds, local_day
from sequences.core.first_people import rests_until
from sequences.core.forecast.boxes import Box
from sequences.core.forecast.crowds import Crowds, Waiting
from sequences.core.forecast.inputs import Assumed, CampaignAhead, Start
from sequences.core.planner.assign import assign
from sequences.core.planner.demand import CampaignTurns, DueTouch, LeftReason, Plan
from sequences.core.planner.launch import first_slot
from sequences.core.planner.windows import CapacityWindow

WEEK = 7  # days over which the share of openers is kept
CANARY_RESTS, CANARY_HELD, OUTSIDE, DAY_OFF = "canary_rests", "canary_held", "window", "day_off"

type Bounds = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Bound:
    """People who were due on a day and got no mail, and what stood in their way; None: no one mailbox did."""

    reason: str
    mailbox_id: int | None
    people: int


@dataclass(frozen=True, slots=True)
class CampaignOnDay:
    """One campaign's day: mails, first mails among them, who got none, and how many are still to get one."""

    sends: int = 0
    openers: int = 0
    bound: Sequence[Bound] = ()
    left: int = 0
    first_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MailboxOnDay:
    """One mailbox's day: its limit and that limit's name, and all that it sent."""

    limit: int
    bound_by: str
    sends: int


@dataclass(frozen=True, slots=True)
class DayAhead:
    """One day, counted from today (0) by each mailbox's own days; `day` is the date where the forecast is read."""

    number: int
    day: date
    campaigns: Mapping[int, CampaignOnDay]
    mailboxes: Mapping[int, MailboxOnDay]


@dataclass(slots=True)
class _Tally:
    """What left on one day."""

    campaigns: Counter[int] = field(default_factory=Counter)
    openers: Counter[int] = field(default_factory=Counter)
    boxes: Counter[int] = field(default_factory=Counter)
    first_at: dict[int, datetime] = field(default_factory=dict)

    def add(self, campaign_id: int, mailbox_id: int, at: datetime, people: int, *, opener: bool) -> None:
        self.campaigns[campaign_id] += people
        self.openers[campaign_id] += people * opener
        self.boxes[mailbox_id] += people
        self.first_at[campaign_id] = min(at, self.first_at.get(campaign_id, at))


class Course:
    """One forecast, day after day; equal inputs give equal days. `zone` is whose dates the days bear."""

    def __init__(self, start: Start, assumed: Assumed, zone: str) -> None:
        """Set everything to where it stands."""
        self._start, self._assumed, self._zone = start, assumed, zone
        owns = {number: one.today.own for number, one in start.mailboxes.items() if one.today.own is not None}
        self._crowds = Crowds(start.campaigns, assumed.leave_share, start.person_gap_days, owns)
        self._boxes = {number: Box(one) for number, one in start.mailboxes.items()}
        self._canary = {number: one.canary for number, one in start.campaigns.items()}
        self._rest = {number: one.rests_until for number, one in start.campaigns.items()}
        self._recent = {number: [(0, 0)] * (WEEK - 1) for number in start.campaigns}
        self._given, self._given_openers = _slots(start)
        for crowd in start.crowds:
            self._crowds.add(crowd)

    @property
    def never(self) -> Mapping[int, int]:
        """Campaign -> people whose window does not open again for their next step."""
        return self._crowds.never

    def days(self) -> Iterator[DayAhead]:
        """Yield the days of the forecast."""
        for number in range(self._assumed.days):
            yield self._day(number)
            self._crowds.tidy()

    def _day(self, number: int) -> DayAhead:
        mine = self._bounds(self._zone, number)
        bounds = {box: self._bounds(one.zone, number) for box, one in self._boxes.items()}
        tally = _Tally()
        if number == 0:
            self._slots_given(tally)
        waiting = self._waiting(mine, bounds)
        firsts = self._first_mails(waiting, bounds, tally) if number == 0 else {}
        plan, windows = self._shared_out(number, waiting, bounds, tally)
        resting = self._canaries(plan, waiting, mine[1])
        if resting is not None:
            again = {box: (max(begins, min(resting, ends)), ends) for box, (begins, ends) in bounds.items()}
            plan, windows = self._shared_out(number, waiting, again, tally)
            self._canaries(plan, waiting, mine[1])
        tally.first_at |= firsts  # until it has passed, the planner gives such a campaign no other place
        told = self._told(number, tally, waiting, plan, windows)
        for box, one in self._boxes.items():
            one.end_day(local_day(one.zone, bounds[box][0]), tally.boxes[box])
        for campaign_id, recent in self._recent.items():
            recent.append((tally.campaigns[campaign_id], tally.openers[campaign_id]))
            del recent[0]
        return told

    def _bounds(self, zone: str, number: int) -> Bounds:
        """Return from when to when a day lasts in a zone; today begins now."""
        begins, ends = day_bounds(zone, local_day(zone, self._start.now) + number * ONE_DAY)
        return (self._start.now if number == 0 else begins), ends

    def _slots_given(self, tally: _Tally) -> None:
        """What has a place already leaves at it; the mailbox's room knows of it."""
        for crowd in self._start.crowds:
            if crowd.slot is not None and crowd.mailbox_id is not None:
                opener = crowd.position == 1
                tally.add(crowd.campaign_id, crowd.mailbox_id, crowd.slot, crowd.people, opener=opener)

    def _first_mails(
        self, waiting: Sequence[Waiting], bounds: Mapping[int, Bounds], tally: _Tally
    ) -> dict[int, datetime]:
        """Give each launched campaign its first mail, minutes after its start, as the planner does; return when."""
        found: dict[int, datetime] = {}
        for campaign_id, launched in sorted(self._start.launches.items()):
            turns = self._turns(self._start.campaigns[campaign_id], 0, tally)
            limits = turns.openers_left, turns.sends_left
            mine = [
                (index, one)
                for index, one in enumerate(waiting)
                if one.place.campaign_id == campaign_id and one.people and one.due <= launched.first_at
            ]
            if turns.recent_sends or 0 in limits or not mine:
                continue
            windows = self._windows(0, [one for _, one in mine], bounds, tally)
            free = [window for window in windows.values() if window.free]
            due = [
                DueTouch(index, campaign_id, one.due, one.place.position == 1, one.place.mailbox_id, one.place.hours)
                for index, one in mine
            ]
            slot = first_slot(launched, turns, due, free, self._start.now)
            if slot is not None:
                one = waiting[slot.touch_id]
                tally.add(campaign_id, slot.mailbox_id, slot.at, 1, opener=one.place.position == 1)
                self._crowds.sent(one, slot.mailbox_id, slot.at, 1)
                self._count_first(campaign_id, one)
                found[campaign_id] = slot.at
        return found

    def _count_first(self, campaign_id: int, one: Waiting) -> None:
        """Take it off the first people of a campaign that is watched."""
        left = self._canary[campaign_id]
        if left is not None and left > 1 and one.place.position == 1:
            self._canary[campaign_id] = left - 1

    def _waiting(self, mine: Bounds, bounds: Mapping[int, Bounds]) -> list[Waiting]:
        """Return who is due on this day, in campaigns that are not over."""
        ends: dict[int | None, datetime] = {box: end for box, (_, end) in bounds.items()}
        ends[None] = mine[1]
        over = {
            number
            for number, one in self._start.campaigns.items()
            if one.ends_at is not None and one.ends_at <= mine[0]
        }
        return [one for one in self._crowds.due_before(ends) if one.place.campaign_id not in over]

    def _shared_out(
        self, number: int, waiting: Sequence[Waiting], bounds: Mapping[int, Bounds], tally: _Tally
    ) -> tuple[Plan, dict[int, CapacityWindow]]:
        """Let the planner give the places of this day to who waits, and send what it gave."""
        windows = self._windows(number, waiting, bounds, tally)
        turns = {number_: self._turns(one, number, tally) for number_, one in self._start.campaigns.items()}
        pools = {
            campaign: sum(windows[box].free for box in one.pool if box in windows)
            for campaign, one in self._start.campaigns.items()
        }
        touches = [touch for index, one in enumerate(waiting) if (touch := _touch(index, one, windows, pools))]
        plan = assign(
            touches,
            turns,
            [window for window in windows.values() if window.free],
            connected=frozenset(self._boxes),
            charged=self._start.charged if number == 0 else {},
            chance=chance("forecast", number),
        )
        self._send(plan, waiting, tally)
        return plan, windows

    def _windows(
        self, number: int, waiting: Sequence[Waiting], bounds: Mapping[int, Bounds], tally: _Tally
    ) -> dict[int, CapacityWindow]:
        """Return the room of every mailbox that may send, in the hours of those who wait for it."""
        hours: dict[int, set[Hours]] = {box: set() for box in self._boxes}
        for one in waiting:
            for box in self._usable(one):
                hours[box].add(one.place.hours)
        return {
            box: one.window(number, bounds[box][0], hours[box], tally.boxes[box])
            for box, one in self._boxes.items()
            if hours[box] and not one.shut(number)
        }

    def _usable(self, waiting: Waiting) -> Sequence[int]:
        place = waiting.place
        wanted = [place.mailbox_id] if place.mailbox_id is not None else self._start.campaigns[place.campaign_id].pool
        return [box for box in wanted if box in self._boxes]

    def _turns(self, ahead: CampaignAhead, number: int, tally: _Tally) -> CampaignTurns:
        """Return a campaign's claim on this day: what today leaves of its numbers, or the whole of them."""
        turns, campaign_id = ahead.turns, ahead.turns.campaign_id
        sends, openers = tally.campaigns[campaign_id], tally.openers[campaign_id]
        if number == 0:  # what has a slot is taken off already
            sends, openers = sends - self._given[campaign_id], openers - self._given_openers[campaign_id]
        day_cap, new_per_day = (
            (turns.sends_left, turns.openers_left) if number == 0 else (ahead.day_cap, ahead.new_per_day)
        )
        limits = [_less(new_per_day, openers)]
        limits += [self._canary[campaign_id], 0 if self._closed(ahead, number) else None]
        known = [limit for limit in limits if limit is not None]
        recent = self._recent[campaign_id]
        first = number < WEEK  # what was sent before the forecast counts, less of it each day
        before = (WEEK - number) / WEEK if first else 0.0
        return replace(
            turns,
            sends_left=_less(day_cap, sends),
            openers_left=min(known, default=None),
            recent_sends=sends + sum(one for one, _ in recent) + int(turns.recent_sends * before),
            recent_openers=openers + sum(one for _, one in recent) + int(turns.recent_openers * before),
        )

    def _closed(self, ahead: CampaignAhead, number: int) -> bool:
        """Tell whether a campaign opens to nobody on this day: held, or resting after its first people."""
        rest = self._rest[ahead.turns.campaign_id]
        return ahead.held or (rest is not None and rest >= self._bounds(self._zone, number)[1])

    def _send(self, plan: Plan, waiting: Sequence[Waiting], tally: _Tally) -> None:
        """Mail whom the planner gave places; people alike fall due again as the first of them does."""
        for slot in plan.slots:
            opener = waiting[slot.touch_id].place.position == 1
            tally.add(slot.campaign_id, slot.mailbox_id, slot.at, 1, opener=opener)
        first: dict[tuple[int, int], datetime] = {}
        many: Counter[tuple[int, int]] = Counter()
        for slot in plan.slots:
            key = slot.touch_id, slot.mailbox_id
            first.setdefault(key, slot.at)
            many[key] += 1
        for (index, mailbox_id), at in first.items():
            self._crowds.sent(waiting[index], mailbox_id, at, many[index, mailbox_id])

    def _canaries(self, plan: Plan, waiting: Sequence[Waiting], ends: datetime) -> datetime | None:
        """Count the first people; return when a campaign that wrote to all of them goes on, if still on this day."""
        goes_on: datetime | None = None
        for campaign_id, left in self._canary.items():
            if left is None:
                continue
            firsts = [
                slot
                for slot in plan.slots
                if slot.campaign_id == campaign_id and waiting[slot.touch_id].place.position == 1
            ]
            self._canary[campaign_id] = left - len(firsts)
            if firsts and len(firsts) >= left:
                last = max(firsts, key=lambda slot: slot.at)
                self._canary[campaign_id] = None
                until = self._rest[campaign_id] = _rest(waiting[last.touch_id].place.hours, last.at)
                if until < ends:
                    goes_on = until if goes_on is None else min(goes_on, until)
        return goes_on

    def _told(
        self,
        number: int,
        tally: _Tally,
        waiting: Sequence[Waiting],
        plan: Plan,
        windows: Mapping[int, CapacityWindow],
    ) -> DayAhead:
        why = {left.touch_id: str(left.reason) for left in plan.left}
        why |= {wait.touch_id: str(wait.reason) for wait in plan.waits}
        why |= {hold.touch_id: str(hold.reason) for hold in plan.holds}
        given = Counter(slot.mailbox_id for slot in plan.slots)
        bound: dict[int, Counter[tuple[str, int | None]]] = {number_: Counter() for number_ in self._start.campaigns}
        for index, one in enumerate(waiting):
            if one.people:
                key = self._obstacle(one, why.get(index), windows, given, number)
                bound[one.place.campaign_id][key] += one.people
        left = self._crowds.left()
        campaigns = {
            campaign_id: CampaignOnDay(
                sends=tally.campaigns[campaign_id],
                openers=tally.openers[campaign_id],
                bound=tuple(Bound(*key, people) for key, people in bound[campaign_id].most_common()),
                left=left[campaign_id],
                first_at=tally.first_at.get(campaign_id),
            )
            for campaign_id in self._start.campaigns
        }
        boxes = {box: MailboxOnDay(window.limit, window.bound_by, tally.boxes[box]) for box, window in windows.items()}
        return DayAhead(number, local_day(self._zone, self._start.now) + number * ONE_DAY, campaigns, boxes)

    def _shut(self, hours: Hours, number: int) -> str:
        """Return why nobody may be mailed in these hours: the day is off, or its hours are over."""
        day = local_day(hours.zone, self._start.now) + number * ONE_DAY
        return DAY_OFF if _day_off(hours, day) else OUTSIDE

    def _obstacle(
        self,
        waiting: Waiting,
        said: str | None,
        windows: Mapping[int, CapacityWindow],
        given: Mapping[int, int],
        number: int,
    ) -> tuple[str, int | None]:
        """Return what kept people from their mail: the planner's own word, and for want of room the limit's name."""
        ahead = self._start.campaigns[waiting.place.campaign_id]
        if waiting.place.position == 1 and said in {None, LeftReason.NEW_PER_DAY}:
            if ahead.held:
                return CANARY_HELD, None
            first_people = self._canary[waiting.place.campaign_id] is not None and said is not None
            if first_people or self._closed(ahead, number):
                return CANARY_RESTS, None
        usable = self._usable(waiting)
        open_boxes = [box for box in usable if box in windows]
        full = all(given[box] >= windows[box].free for box in open_boxes)  # then it was room, not the hour
        shut = said == LeftReason.WINDOW_CLOSED and not full
        if shut or (open_boxes and not any(windows[box].spans for box in open_boxes)):
            return self._shut(waiting.place.hours, number), None
        if said is not None and said not in {LeftReason.NO_ROOM, LeftReason.WINDOW_CLOSED}:
            return said, None
        if not open_boxes:
            problems = [self._boxes[box].problem for box in usable if self._boxes[box].problem]
            return (problems[0] if problems else "no_mailbox"), usable[0] if len(usable) == 1 else None
        tightest = min(open_boxes, key=lambda box: (windows[box].limit, box))
        return windows[tightest].bound_by, tightest if len(open_boxes) == 1 else None


@lru_cache(maxsize=65_536)
def _day_off(hours: Hours, day: date) -> bool:
    """Tell whether a window does not open at all on a local day: a weekend, a holiday, a day that it does not name."""
    begins, ends = day_bounds(hours.zone, day)
    try:
        return hours.next_open(begins) >= ends
    except NeverOpens:
        return True


def _slots(start: Start) -> tuple[Counter[int], Counter[int]]:
    """Count the slots that were given already by campaign, and the openers among them."""
    sends: Counter[int] = Counter()
    openers: Counter[int] = Counter()
    for crowd in start.crowds:
        if crowd.slot is not None:
            sends[crowd.campaign_id] += crowd.people
            openers[crowd.campaign_id] += crowd.people * (crowd.position == 1)
    return sends, openers


def _rest(hours: Hours, at: datetime) -> datetime:
    """Return when the rest after the first people is over; where the window never opens again, never."""
    try:
        return rests_until(hours, at)
    except NeverOpens:
        return datetime.max.replace(tzinfo=UTC)


def _touch(
    index: int, waiting: Waiting, windows: Mapping[int, CapacityWindow], pools: Mapping[int, int]
) -> DueTouch | None:
    """Return those who wait as one touch, as many as there may be places for; None: there is none."""
    place = waiting.place
    bound = windows.get(place.mailbox_id) if place.mailbox_id is not None else None
    room = pools[place.campaign_id] if place.mailbox_id is None else bound.free if bound else 0
    many = min(waiting.people, room)
    if not many:
        return None
    opener = place.position == 1
    return DueTouch(index, place.campaign_id, waiting.due, opener, place.mailbox_id, place.hours, many)


def _less(limit: int | None, used: int) -> int | None:
    return None if limit is None else max(0, limit - used)
