"""When a step falls due.

One rule, and the screens show the date it gives before anything is sent:

- *N days* are N x 24 hours after the previous accepted send, whatever the clocks did meanwhile. Over a spring change
  a send at 09:00 makes the next one due at 10:00; in a window that closed at 09:30 that is the next working day.
- *N hours* are N full hours after it, in the same way.
- *N business days* are N working dates (days of the window's week, without days off), from the start of that date's
  window. A send after midnight in Friday's window counts as Friday's.
- Then an instant inside the window is drawn, never in its opening minute, so that nobody mails at exactly 09:00.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from app.core.clock import as_utc
from app.core.windows import Hours, NeverOpens

OPENING_MINUTE = timedelta(minutes=1)
ONE_TICK = timedelta(seconds=1)  # keeps a chance of 1.0 inside the window
AFTER_ABSENCE = 2  # business days: the first day back is a full inbox
ABSENCE_WITHOUT_DATE = timedelta(days=14)  # the common block of leave
ABSENCE_TO_ASK = timedelta(days=60)  # a return date farther away is for a person to judge
LONGEST = 365  # days of either kind; more is a typing mistake
LONGEST_HOURS = 24 * LONGEST


class DelayUnit(StrEnum):
    """How a delay is counted."""

    HOURS = "hours"
    DAYS = "days"
    BUSINESS_DAYS = "business_days"


class DelayError(ValueError):
    """A delay that cannot be meant; the message is for a person."""


@dataclass(frozen=True, slots=True)
class Delay:
    """From the previous accepted send, or from the enrollment for the first step; 0 is at once."""

    amount: int
    unit: DelayUnit = DelayUnit.BUSINESS_DAYS

    def __post_init__(self) -> None:
        """Refuse what would be due before its cause, or years later."""
        object.__setattr__(self, "unit", DelayUnit(self.unit))
        longest, what = (LONGEST_HOURS, "hours") if self.unit is DelayUnit.HOURS else (LONGEST, "days")
        if not 0 <= self.amount <= longest:
            raise DelayError(f"A delay is 0 to {longest} {what}, not {self.amount}.")


@dataclass(frozen=True, slots=True)
class Due:
    """due_at is when the delay was over and orders fairness; eligible_at is the drawn instant inside a window."""

    due_at: datetime
    eligible_at: datetime


def due_after(previous: datetime, delay: Delay, hours: Hours) -> datetime:
    """When the delay after a send (or an enrollment) is over: the earliest instant, window not yet asked."""
    if delay.amount == 0:
        return as_utc(previous)
    if delay.unit is not DelayUnit.BUSINESS_DAYS:
        hours_a_piece = 24 if delay.unit is DelayUnit.DAYS else 1
        return as_utc(previous) + timedelta(hours=hours_a_piece * delay.amount)
    counted_from = hours.opening_day(previous) or hours.local_day(previous)
    return hours.opening_on(hours.working_day(counted_from, delay.amount))


def pick_instant(hours: Hours, not_before: datetime, chance: float) -> datetime:
    """An instant of the next opening, evenly by chance (0..1), never its opening minute. Raises NeverOpens."""
    for span in hours.spans_from(not_before):
        start = max(span.start + OPENING_MINUTE, as_utc(not_before))
        if start < span.end:
            return max(start, min(start + (span.end - start) * chance, span.end - ONE_TICK))
    raise NeverOpens("The window does not open again in time.", field="days")


def schedule(previous: datetime, delay: Delay, hours: Hours, chance: float) -> Due:
    """Due and eligible instants of the next step; pure, so the date shown before a clock change already is the one."""
    due_at = due_after(previous, delay, hours)
    return Due(due_at=due_at, eligible_at=pick_instant(hours, due_at, chance))


def due_after_absence(return_date: date | None, noticed_at: datetime, hours: Hours) -> datetime | None:
    """The earliest next touch to somebody out of office; None when the date is so far away that a person decides.

    With a date: the first working day on or after it, and AFTER_ABSENCE business days more. Without, or with a date
    that is already past: ABSENCE_WITHOUT_DATE after the notice.
    """
    today = hours.local_day(noticed_at)
    if return_date is None or return_date < today:
        return as_utc(noticed_at) + ABSENCE_WITHOUT_DATE
    if return_date - today > ABSENCE_TO_ASK:
        return None
    first = hours.working_day(return_date)
    return hours.opening_on(hours.working_day(first, AFTER_ABSENCE))
