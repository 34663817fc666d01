"""A mailbox on its way through the days: its room by the planner's window, its ramp by its proven days."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from admission.core.ramp import after_day, limit_today
from app.core.windows import Hours
from app.core.zones import local_day
from sequences.core.forecast.inputs import MailboxAhead
from sequences.core.planner.windows import CapacityWindow, capacity

UNTOUCHED: dict[str, Any] = {"handed_out": 0, "by_hand": 0, "rolling_used": 0, "recent": (), "last_at": None}


class Box:
    """Mutable for one forecast. Days without a mail earn nothing; a mailbox with a problem sends on none of them."""

    def __init__(self, ahead: MailboxAhead) -> None:
        """Begin with what was earned so far."""
        self._ahead = ahead
        self._earned, self._proven = ahead.ramp_earned, ahead.ramp_day

    @property
    def zone(self) -> str:
        """Whose days it counts."""
        return self._ahead.today.zone

    @property
    def problem(self) -> str:
        """Why it sends nothing; "" it does."""
        return self._ahead.problem

    def shut(self, number: int) -> bool:
        """Tell whether it sends nothing on a day: what ends by itself is taken to be over tomorrow."""
        return bool(self._ahead.problem) and (number == 0 or not self._ahead.mends)

    def window(self, number: int, now: datetime, hours: Collection[Hours], sent: int) -> CapacityWindow:
        """Return its room from `now` to the end of the local day, in these people's hours and its own.

        `sent`: mails that the forecast let leave on this day already.
        """
        today = self._ahead.today
        if number:
            ramp = self.ramp(local_day(self.zone, now))
            day = replace(
                today,
                resets_at=None,
                used_today=sent,
                handed_out=0,
                by_hand=0,
                ramp=ramp,
                rolling_used=0,
                recent=(),
                last_at=None,
            )
        else:
            day = replace(today, used_today=today.used_today + max(0, sent - today.handed_out))
        return capacity(replace(day, hours=tuple(hours)), now)

    def ramp(self, day: date) -> int | None:
        """Return what the ramp allows on a day; None: there is none."""
        return limit_today(self._earned, self._proven, self._ahead.ramp_start, day)

    def end_day(self, day: date, sent: int) -> None:
        """Earn a step more by a day on which something was sent, the health of the mailbox taken to stay as it is."""
        limit = self.ramp(day)
        if limit is None or not sent:
            return
        self._earned = after_day(limit, self._ahead.ramp_step, self._ahead.today.cap)
        self._proven = day
