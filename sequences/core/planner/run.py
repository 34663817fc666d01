"""One run, from what is due to slots: the same for the planner, which writes them, and the forecast, which does not."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from app.core.windows import Hours, NeverOpens
from sequences.core.planner.allocation import weighted_round_robin
from sequences.core.planner.assign import assign
from sequences.core.planner.demand import Allocator, CampaignTurns, DueTouch, Left, LeftReason, Plan, Slot, Wait
from sequences.core.planner.launch import Launch, first_slot, given
from sequences.core.planner.windows import HOUR, CapacityWindow, MailboxDay, capacity

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class Run:
    """What a run knows. `days` are all mailboxes that may send, with room or without; `until` ends what it hands out.

    `charged` is (mailbox, campaign) -> today's mails that count as turns already taken, `launches` the campaigns that
    were started so lately that their first mail is still to come.
    """

    now: datetime
    until: datetime | None
    campaigns: Mapping[int, CampaignTurns]
    days: Sequence[MailboxDay]
    charged: Mapping[tuple[int, int], int]
    chance: float
    launches: Mapping[int, Launch] = field(default_factory=dict)


def share_out(run: Run, due: Sequence[DueTouch], allocator: Allocator = weighted_round_robin) -> Plan:
    """Slots for what finds a place before `until`; every touch given is answered once."""
    waits = list(_waits(run, due))
    put_off = {wait.touch_id for wait in waits}
    wanted = [touch for touch in due if touch.touch_id not in put_off]
    firsts = _firsts(run, wanted) if run.launches else {}
    run = replace(run, days=given(run.days, firsts)) if firsts else run
    wanted = [touch for touch in wanted if touch.campaign_id not in run.launches]
    if not wanted:
        return Plan(slots=tuple(firsts.values()), waits=tuple(waits))
    rooms = windows(run, wanted)
    plan = assign(
        wanted,
        run.campaigns,
        rooms,
        connected={day.mailbox_id for day in run.days},
        charged=run.charged,
        chance=run.chance,
        until=run.until,
        allocator=allocator,
    )
    slots = (*firsts.values(), *plan.slots)
    return replace(plan, slots=slots, waits=(*waits, *plan.waits), left=tuple(_told(run, wanted, rooms, plan)))


def _firsts(run: Run, due: Sequence[DueTouch]) -> dict[int, Slot]:
    """mailbox -> the first place of a launched campaign that has none yet; until it has passed it gets no other."""
    found: dict[int, Slot] = {}
    for number, launched in sorted(run.launches.items()):
        campaign = run.campaigns[number]
        mine = [touch for touch in due if touch.campaign_id == number]
        if campaign.recent_sends or not mine:
            continue
        rooms = [window for window in windows(run, mine) if window.mailbox_id not in found]
        slot = first_slot(launched, campaign, mine, rooms, run.now)
        if slot is not None:
            found[slot.mailbox_id] = slot
    return found


def _told(run: Run, due: Iterable[DueTouch], rooms: Iterable[CapacityWindow], plan: Plan) -> Iterator[Left]:
    """What got no place although its mailbox has room left today is not yet in turn, or its mailbox is closed now."""
    given = Counter(slot.mailbox_id for slot in plan.slots)
    roomy = {window.mailbox_id for window in rooms if window.free > given[window.mailbox_id]}
    days = () if run.until is None else (day for day in run.days if day.mailbox_id in roomy)  # of a whole day: no now
    closed = {day.mailbox_id: _closed_by(day) for day in days if day.closed_at(run.now)}
    pools = {number: _of_pool(campaign.mailboxes, roomy, closed) for number, campaign in run.campaigns.items()}
    by_number = {touch.touch_id: touch for touch in due} if plan.left else {}
    for left in plan.left:
        touch = by_number[left.touch_id]
        if left.reason is LeftReason.NO_ROOM:
            bound = touch.mailbox_id
            reason = pools[touch.campaign_id] if bound is None else _of_pool([bound], roomy, closed)
            yield Left(left.touch_id, reason)
        else:
            yield left


def _closed_by(day: MailboxDay) -> LeftReason:
    return LeftReason.MAILBOX_AWAY if day.away else LeftReason.MAILBOX_WORKDAY


def _of_pool(mailboxes: Iterable[int], roomy: Collection[int], closed: Mapping[int, LeftReason]) -> LeftReason:
    """Why none of these mailboxes gave a place: one that is open comes before one that is closed."""
    left = [one for one in mailboxes if one in roomy]
    if any(one not in closed for one in left):
        return LeftReason.LATER
    return next((closed[one] for one in left), LeftReason.NO_ROOM)


def _waits(run: Run, due: Iterable[DueTouch]) -> Iterator[Wait]:
    """Those whose own window opens after this run's last place.

    They are put off at once: where nobody's window is open there is no place at which they would be looked at, and
    they would stand, as the oldest, before others whose window is.
    """
    if run.until is None:
        return
    opens: dict[
        int, datetime
    ] = {}  # by identity: many people share one value, and comparing it costs more than the rest
    for touch in due:
        if touch.hours is None:
            continue
        at = opens.get(id(touch.hours))
        if at is None:
            at = opens[id(touch.hours)] = _opens(touch.hours, run.now)
        if at >= run.until:
            yield Wait(touch.touch_id, at)


def _opens(hours: Hours, now: datetime) -> datetime:
    """The next opening; now where there is none, for that is told when a place is looked for."""
    try:
        return hours.next_open(now)
    except NeverOpens:
        return now


def windows(run: Run, due: Iterable[DueTouch]) -> list[CapacityWindow]:
    """Capacity windows with room: a mailbox sends in the hours of the people who are due, wherever they live."""
    known: dict[int, Hours] = {}  # by identity, as above
    bound: dict[int, set[int]] = {}
    unbound: dict[int, set[int]] = {}
    for touch in due:
        if touch.hours is not None:
            known[id(touch.hours)] = touch.hours
            bucket, key = (unbound, touch.campaign_id) if touch.mailbox_id is None else (bound, touch.mailbox_id)
            bucket.setdefault(key, set()).add(id(touch.hours))
    for number, hours in unbound.items():
        for mailbox in run.campaigns[number].mailboxes:
            bound.setdefault(mailbox, set()).update(hours)
    ordered: dict[frozenset[int], tuple[Hours, ...]] = {}
    found = []
    for day in run.days:
        if day.mailbox_id in bound:
            of_all = frozenset(bound[day.mailbox_id])
            if of_all not in ordered:
                ordered[of_all] = _ordered(known[one] for one in of_all)
            window = capacity(replace(day, hours=ordered[of_all]), run.now)
            if window.free:
                found.append(window)
    return found


def _ordered(hours: Iterable[Hours]) -> tuple[Hours, ...]:
    """In an order of their own, so that equal hours are looked up once; which one does not matter."""
    return tuple(sorted(set(hours), key=hash))


def most_places(day: MailboxDay, now: datetime, until: datetime) -> int:
    """The most places a mailbox can give before `until`, whatever the hours of the people who are due."""
    window = capacity(replace(day, hours=(), own=None), now)
    if until <= window.earliest or not window.free:
        return 0
    most = window.free
    if window.least_gap > NOTHING:
        most = min(most, (until - window.earliest) // window.least_gap + 1)
    return most if day.hourly_cap is None else min(most, day.hourly_cap * ((until - now) // HOUR + 1))
