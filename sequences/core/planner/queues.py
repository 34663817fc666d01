"""The due touches of one campaign in one run: follow-ups by mailbox, openers, and whose turn it is between them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from heapq import heappop, heappush

from app.core.windows import NeverOpens
from sequences.core.planner.demand import CampaignTurns, DueTouch, Hold, HoldReason, Left, LeftReason, Wait

ROUNDING = 1e-9  # a share such as 0.35 is not exact in binary


class Queue:
    """Mutable for one run only; hands out each touch once, or once for each alike, so its cost is that of its work."""

    def __init__(self, campaign: CampaignTurns, touches: Iterable[DueTouch]) -> None:
        """Sort the touches by who may send them; unassigned openers go to any mailbox of the pool."""
        self.campaign = campaign
        self.holds: list[Hold] = []
        self._sends = self._openers = 0
        self._unassigned = _Line()
        self._bound: dict[tuple[int, bool], _Line] = {}
        for touch in touches:
            self._line_of(touch).add(touch)

    def _line_of(self, touch: DueTouch) -> "_Line":
        if touch.mailbox_id is None:
            return self._unassigned
        return self._bound.setdefault((touch.mailbox_id, touch.opener), _Line())

    def mailboxes(self) -> frozenset[int]:
        """Those that could serve any of its touches."""
        bound = frozenset(mailbox_id for mailbox_id, _ in self._bound)
        return bound | frozenset(self.campaign.mailboxes) if self._unassigned.oldest() is not None else bound

    def oldest(self, mailbox_id: int) -> datetime | None:
        """When the oldest touch that this mailbox could send fell due; None when there is none."""
        return min((due for line in self._lines(mailbox_id) if (due := line.oldest()) is not None), default=None)

    def opens_after(self, mailbox_id: int) -> datetime | None:
        """The first opening of those whose own window was closed; None when nothing waits for one."""
        return min((at for line in self._lines(mailbox_id) if (at := line.opens()) is not None), default=None)

    def take(self, mailbox_id: int, at: datetime) -> DueTouch | None:
        """The next touch for a place of this mailbox: follow-ups first, openers when their share is due."""
        for line in self._lines(mailbox_id):
            touch = line.take(at, self.holds)
            if touch is not None:
                self._sends += 1
                self._openers += touch.opener
                return touch
        return None

    def leftover(self) -> Iterator[Left]:
        """Those that were due and open and got no place, with what stood in their way."""
        for line in self._all():
            yield from (Left(touch.touch_id, self._obstacle(touch)) for touch in line.ready())

    def waits(self) -> Iterator[Wait]:
        """Those whose own window was closed at every place they were looked at for."""
        for line in self._all():
            yield from line.waits()

    def _lines(self, mailbox_id: int) -> list["_Line"]:
        """The lines this mailbox may serve now, in the order in which it should."""
        if self._spent(self.campaign.sends_left, self._sends):
            return []
        followups = [line for line in (self._bound.get((mailbox_id, False)),) if line]
        if self._spent(self.campaign.openers_left, self._openers):
            return followups
        openers = [line for line in (self._bound.get((mailbox_id, True)),) if line]
        if mailbox_id in self.campaign.mailboxes:
            openers.append(self._unassigned)
        return openers + followups if self._openers_turn() else followups + openers

    def _openers_turn(self) -> bool:
        """True when one more opener keeps the openers within their share of all recent mails."""
        sends = self.campaign.recent_sends + self._sends
        openers = self.campaign.recent_openers + self._openers
        return openers + 1 <= self.campaign.opener_share * (sends + 1) + ROUNDING

    def _obstacle(self, touch: DueTouch) -> LeftReason:
        if self._spent(self.campaign.sends_left, self._sends):
            return LeftReason.CAMPAIGN_CAP
        if touch.opener and self._spent(self.campaign.openers_left, self._openers):
            return LeftReason.NEW_PER_DAY
        return LeftReason.NO_ROOM

    def _all(self) -> list["_Line"]:
        return [self._unassigned, *self._bound.values()]

    @staticmethod
    def _spent(limit: int | None, used: int) -> bool:
        return limit is not None and used >= limit


class _Line:
    """Touches of one kind, oldest due first; those whose window is closed stand aside until it opens."""

    def __init__(self) -> None:
        self._ready: list[tuple[datetime, int, DueTouch]] = []
        self._aside: list[tuple[datetime, int, DueTouch]] = []

    def add(self, touch: DueTouch) -> None:
        heappush(self._ready, (touch.due_at, touch.touch_id, touch))

    def oldest(self) -> datetime | None:
        return min((line[0][2].due_at for line in (self._ready, self._aside) if line), default=None)

    def opens(self) -> datetime | None:
        return self._aside[0][0] if self._aside else None

    def take(self, at: datetime, holds: list[Hold]) -> DueTouch | None:
        """The oldest whose window is open at this instant; the closed ones met on the way stand aside."""
        while self._aside and self._aside[0][0] <= at:
            self.add(heappop(self._aside)[2])
        while self._ready:
            touch = heappop(self._ready)[2]
            if touch.hours is None or touch.hours.is_open(at):
                if touch.alike > 1:
                    self.add(replace(touch, alike=touch.alike - 1))
                return touch
            try:
                heappush(self._aside, (touch.hours.next_open(at), touch.touch_id, touch))
            except NeverOpens:
                holds.append(Hold(touch.touch_id, HoldReason.NEVER_OPENS))
        return None

    def ready(self) -> Iterator[DueTouch]:
        return (touch for _, _, touch in self._ready)

    def waits(self) -> Iterator[Wait]:
        return (Wait(touch.touch_id, until) for until, _, touch in self._aside)
