"""The due touches of one campaign in one run: follow-ups by mailbox, openers, and whose turn it is between them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from heapq import heapify, heappop, heappush

from app.core.windows import Hours, NeverOpens, Span
from sequences.core.planner.demand import CampaignTurns, DueTouch, Hold, HoldReason, Left, LeftReason, Wait

type Waiting = tuple[datetime, int, DueTouch]  # due or opening, touch id, touch

ROUNDING = 1e-9  # a share such as 0.35 is not exact in binary


class Queue:
    """Mutable for one run only; hands out each touch once, or once for each alike, so its cost is that of its work."""

    def __init__(self, campaign: CampaignTurns, touches: Iterable[DueTouch]) -> None:
        """Sort the touches by who may send them; unassigned openers go to any mailbox of the pool."""
        self.campaign = campaign
        self.holds: list[Hold] = []
        self._sends = self._openers = 0
        kinds: dict[tuple[int | None, bool], list[Waiting]] = {}
        for touch in touches:
            kind = (touch.mailbox_id, touch.mailbox_id is None or touch.opener)
            kinds.setdefault(kind, []).append((touch.due_at, touch.touch_id, touch))
        openings = Openings()
        self._lines = {kind: Line(waiting, openings) for kind, waiting in kinds.items()}

    def bound_to(self) -> frozenset[int]:
        """The mailboxes that some of its touches are bound to."""
        return frozenset(mailbox_id for mailbox_id, _ in self._lines if mailbox_id is not None)

    def pool(self) -> Iterable[int]:
        """The mailboxes of which any will do for some of its touches."""
        return self.campaign.mailboxes if (None, True) in self._lines else ()

    def oldest_unassigned(self) -> datetime | None:
        """When the oldest of those fell due; None when there is none that may go today."""
        line = self._lines.get((None, True))
        return None if line is None or self.spent() or self.openers_spent() else line.oldest()

    def stand(self, mailbox_id: int) -> "Stand":
        """Its place in the line of one mailbox."""
        unassigned = self._lines.get((None, True)) if mailbox_id in self.campaign.mailboxes else None
        bound = self._lines.get((mailbox_id, True))
        openers = tuple(line for line in (bound, unassigned) if line is not None)
        return Stand(self, self._lines.get((mailbox_id, False)), openers)

    def took(self, touch: DueTouch) -> None:
        """Count a touch that got a place."""
        self._sends += 1
        self._openers += touch.opener

    def spent(self) -> bool:
        """True when the campaign's number for today is reached."""
        return self.campaign.sends_left is not None and self._sends >= self.campaign.sends_left

    def openers_spent(self) -> bool:
        """True when enough new people were written to today."""
        return self.campaign.openers_left is not None and self._openers >= self.campaign.openers_left

    def openers_turn(self) -> bool:
        """True when one more opener keeps the openers within their share of all recent mails."""
        sends = self.campaign.recent_sends + self._sends
        openers = self.campaign.recent_openers + self._openers
        return openers + 1 <= self.campaign.opener_share * (sends + 1) + ROUNDING

    def leftover(self) -> Iterator[Left]:
        """Those that were due and open and got no place, with what stood in their way."""
        for line in self._lines.values():
            yield from (Left(touch.touch_id, self._obstacle(touch)) for touch in line.ready())

    def waits(self) -> Iterator[Wait]:
        """Those whose own window was closed at every place they were looked at for."""
        for line in self._lines.values():
            yield from line.waits()

    def _obstacle(self, touch: DueTouch) -> LeftReason:
        if self.spent():
            return LeftReason.CAMPAIGN_CAP
        if touch.opener and self.openers_spent():
            return LeftReason.NEW_PER_DAY
        return LeftReason.NO_ROOM


class Stand:
    """One campaign in the line of one mailbox: what it could send from there, now that others took some of it."""

    __slots__ = ("_followups", "_openers", "queue")

    def __init__(self, queue: Queue, followups: "Line | None", openers: "tuple[Line, ...]") -> None:
        """Name the lines that this mailbox may serve."""
        self.queue = queue
        self._followups = followups
        self._openers = openers

    def oldest(self) -> datetime | None:
        """When the oldest touch that this mailbox could send fell due; None when there is none."""
        if self.queue.spent():
            return None
        found = None if self._followups is None else self._followups.oldest()
        if self._openers and not self.queue.openers_spent():
            for line in self._openers:
                due = line.oldest()
                if due is not None and (found is None or due < found):
                    found = due
        return found

    def opens_after(self) -> datetime | None:
        """The first opening of those whose own window was closed; None when nothing waits for one."""
        return min((at for line in self._in_turn() if (at := line.opens()) is not None), default=None)

    def take(self, at: datetime) -> DueTouch | None:
        """The next touch for a place of this mailbox: follow-ups first, openers when their share is due."""
        for line in self._in_turn():
            touch = line.take(at, self.queue.holds)
            if touch is not None:
                self.queue.took(touch)
                return touch
        return None

    def _in_turn(self) -> "tuple[Line, ...]":
        """The lines this mailbox may serve now, in the order in which it should."""
        if self.queue.spent():
            return ()
        followups = () if self._followups is None else (self._followups,)
        if not self._openers or self.queue.openers_spent():
            return followups
        return self._openers + followups if self.queue.openers_turn() else followups + self._openers


class Line:
    """Touches of one kind, oldest due first; those whose window is closed stand aside until it opens."""

    __slots__ = ("_aside", "_openings", "_ready")

    def __init__(self, waiting: list[Waiting], openings: "Openings") -> None:
        """Take over the list."""
        self._openings = openings
        self._ready = waiting
        self._aside: list[Waiting] = []
        heapify(waiting)

    def oldest(self) -> datetime | None:
        """When the oldest fell due that is ready, or that is the first to be so again."""
        if not self._aside:
            return self._ready[0][0] if self._ready else None
        aside = self._aside[0][2].due_at
        return min(self._ready[0][0], aside) if self._ready else aside

    def opens(self) -> datetime | None:
        """When the first of those aside is ready again."""
        return self._aside[0][0] if self._aside else None

    def take(self, at: datetime, holds: list[Hold]) -> DueTouch | None:
        """The oldest whose window is open at this instant; the closed ones met on the way stand aside."""
        while self._aside and self._aside[0][0] <= at:
            self._add(heappop(self._aside)[2])
        while self._ready:
            touch = heappop(self._ready)[2]
            if touch.hours is None or self._openings.is_open(touch.hours, at):
                if touch.alike > 1:
                    self._add(replace(touch, alike=touch.alike - 1))
                return touch
            try:
                heappush(self._aside, (touch.hours.next_open(at), touch.touch_id, touch))
            except NeverOpens:
                holds.append(Hold(touch.touch_id, HoldReason.NEVER_OPENS))
        return None

    def _add(self, touch: DueTouch) -> None:
        heappush(self._ready, (touch.due_at, touch.touch_id, touch))

    def ready(self) -> Iterator[DueTouch]:
        """Those that nothing but a place is missing for."""
        return (touch for _, _, touch in self._ready)

    def waits(self) -> Iterator[Wait]:
        """Those aside."""
        return (Wait(touch.touch_id, until) for until, _, touch in self._aside)


class Openings:
    """Remembers the last opening of each hours asked for: many people share them, and a run's places lie close."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        """Know nothing yet."""
        self._known: dict[int, tuple[Hours, datetime, Span]] = {}

    def is_open(self, hours: Hours, at: datetime) -> bool:
        """True when a send at this instant falls into the hours."""
        known = self._known.get(id(hours))
        if known is None or not known[1] <= at < known[2].end:
            try:
                known = self._known[id(hours)] = (hours, at, hours.next_span(at))
            except NeverOpens:
                return False
        return known[2].start <= at
