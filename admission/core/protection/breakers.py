"""The hard breakers: always on, by counts in windows of sends. No number of a workspace changes them.

A send is a campaign mail that left, or that its receiver refused. Sends are in the order of their permits, and a report
counts where its mail stands among them: it completes every window of so many consecutive sends that holds this mail,
the newest or not, and the worst of these windows decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from itertools import accumulate

from bounces.core.reading import Category

MAILBOX_SENDS = 50  # a window of a mailbox
MAILBOX_SLOWS, MAILBOX_PAUSES = 3, 5  # hard bounces in it: at 2 % false in 7.8 and 0.3 of 100 windows
DOMAIN_SENDS, DOMAIN_LEAST = 300, 200  # a window of a sending domain, and of how many sends at least a share says much
DOMAIN_SLOWS, DOMAIN_PAUSES = 4, 8  # percent of hard bounces
COMPLAINT_SPAN = timedelta(days=30)
COMPLAINTS_SLOW, COMPLAINTS_PAUSE = 2, 3  # of a mailbox, of a domain; one is an alert
RATE_SENDS = 2000  # from so many sends in 30 days on the share of complaints decides, and no longer their number
RATE_WARNS, RATE_PAUSES = 0.1, 0.3  # percent of complaints
OPT_OUT_PEOPLE = 150  # contacted by a campaign, before its share of opt-outs says anything
OPT_OUTS_WARN, OPT_OUTS_PAUSE = 2, 4  # percent, more than which
SLOWED_PERCENT = 50  # of the mailbox's cap

# Why a breaker slowed or paused a mailbox; "domain": all mailboxes of its sending domain.
HARD_BOUNCES, DOMAIN_HARD_BOUNCES = "hard_bounces", "domain_hard_bounces"
COMPLAINTS, DOMAIN_COMPLAINTS = "complaints", "domain_complaints"
REASONS = frozenset({HARD_BOUNCES, DOMAIN_HARD_BOUNCES, COMPLAINTS, DOMAIN_COMPLAINTS})
OF_DOMAIN = frozenset({DOMAIN_HARD_BOUNCES, DOMAIN_COMPLAINTS})

# Final, and about the address. A full mailbox and a server that could not be reached for days speak of their own day.
HARD = frozenset({Category.INVALID_RECIPIENT, Category.UNKNOWN})


class Act(IntEnum):
    """What a breaker does, from nothing to the most."""

    NOTHING = 0
    WARN = 1
    SLOW = 2
    PAUSE = 3


@dataclass(frozen=True, slots=True)
class Count:
    """So many of so many sends."""

    bad: int
    sends: int

    def percent(self, share: float) -> bool:
        """Tell whether the bad ones are at least this share."""
        return self.bad > 0 and self.bad * 100 >= share * self.sends


def worst_window(came_back: Sequence[bool], place: int, width: int) -> Count:
    """Return the worst window of `width` consecutive sends that holds the one at `place`; all where there are fewer."""
    if len(came_back) <= width:
        return Count(sum(came_back), len(came_back))
    sums = [0, *accumulate(came_back)]
    first, last = max(0, place - width + 1), min(place, len(came_back) - width)
    return Count(max(sums[start + width] - sums[start] for start in range(first, last + 1)), width)


def of_mailbox(count: Count) -> Act:
    """What the hard bounces in a window of a mailbox do."""
    return _step(count.bad, Act.SLOW, MAILBOX_SLOWS, MAILBOX_PAUSES)


def of_domain(count: Count) -> Act:
    """What the hard bounces in a window of a sending domain do; few sends say nothing."""
    if count.sends < DOMAIN_LEAST:
        return Act.NOTHING
    return _share(count, Act.SLOW, DOMAIN_SLOWS, DOMAIN_PAUSES)


def complaints_of_mailbox(count: Count) -> Act:
    """What complaints about a mailbox's mails of 30 days do: by number, by share where there are many mails."""
    if count.sends >= RATE_SENDS:
        return _share(count, Act.WARN, RATE_WARNS, RATE_PAUSES)
    if count.bad >= COMPLAINTS_SLOW:
        return Act.SLOW
    return Act.WARN if count.bad else Act.NOTHING


def complaints_of_domain(count: Count) -> Act:
    """What complaints about all mails of a sending domain of 30 days do."""
    if count.sends >= RATE_SENDS:
        return _share(count, Act.WARN, RATE_WARNS, RATE_PAUSES)
    return _step(count.bad, Act.WARN, 1, COMPLAINTS_PAUSE)


def of_figure(percent: float) -> Act:
    """What a receiver's own figure of complaints about a domain does; it is taken over many mails by its nature."""
    if percent >= RATE_PAUSES:
        return Act.PAUSE
    return Act.WARN if percent >= RATE_WARNS else Act.NOTHING


def of_opt_outs(count: Count) -> Act:
    """What the opt-outs of a campaign do, of the people it wrote to."""
    if count.sends < OPT_OUT_PEOPLE:
        return Act.NOTHING
    if count.bad * 100 > OPT_OUTS_PAUSE * count.sends:
        return Act.PAUSE
    return Act.WARN if count.bad * 100 > OPT_OUTS_WARN * count.sends else Act.NOTHING


def _step(number: int, lesser: Act, from_here: int, pauses: int) -> Act:
    if number >= pauses:
        return Act.PAUSE
    return lesser if number >= from_here else Act.NOTHING


def _share(count: Count, lesser: Act, from_here: float, pauses: float) -> Act:
    if count.percent(pauses):
        return Act.PAUSE
    return lesser if count.percent(from_here) else Act.NOTHING


def worst_days(times: Iterable[datetime], at: datetime, span: timedelta = COMPLAINT_SPAN) -> tuple[int, datetime]:
    """Return how many of these instants lie in the worst `span` that holds `at`, and when that begins."""
    near = sorted(time for time in times if abs(time - at) <= span)
    starts = [time for time in near if time <= at and at - time <= span] or [at]
    counted = ((sum(start <= time <= start + span for time in near), start) for start in starts)
    return max(counted, key=lambda one: one[0])


@dataclass(frozen=True, slots=True)
class Since:
    """What a slowed mailbox has done since: its newest window and its domain's, and how much of them is later."""

    mailbox: Count
    later: int
    domain: Count
    domain_later: int
    complaints: int  # about its mails of the last 30 days


def lifts(reason: str, since: Since) -> bool:
    """Tell whether a halved cap is whole again: nothing would halve it now, and it has shown that in mails since.

    A whole window of them, for the reports about the newest ones are still to come.
    """
    bad = max(of_mailbox(since.mailbox), of_domain(since.domain))
    if bad >= Act.SLOW or since.complaints >= COMPLAINTS_SLOW:
        return False
    if reason == HARD_BOUNCES:
        return since.later >= MAILBOX_SENDS
    return reason != DOMAIN_HARD_BOUNCES or since.domain_later >= DOMAIN_LEAST


def holds_nearest(distances: Iterable[Sequence[int]], few: int, width: int) -> bool:
    """Tell whether lists of distances, nearest first and cut after `few`, hold the `width` nearest of all mailboxes."""
    lists = list(distances)
    merged = sorted(distance for one in lists for distance in one)
    farthest = merged[width - 1] if len(merged) >= width else None
    return all(len(one) < few or (farthest is not None and one[-1] >= farthest) for one in lists)
