"""Whether one more thread of a process may be spent on a provider.

A provider that answers quickly may have every thread. One that does not, or of which nothing is known yet, takes a
further thread only while it holds less than its share of what the others leave free. So one slow provider ends at the
share, and of several each ends at an equal part with some left over for everybody else: with half as the share and 16
threads that is 8 for one, 5 or 6 each for two, 4 each for three. This is how switches share a buffer between queues
(dynamic thresholds), and it needs no list of who is slow.
"""

from dataclasses import dataclass

QUICK = 2.0  # seconds: a call that took longer, or hangs for longer, is no proof that a provider is quick
TRUSTED_FOR = 300.0  # seconds after its last quick answer in which a provider still counts as quick
FLOWS_FOR = 2.0  # the same while one of its calls hangs: the hanging one may be the first of all


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a process has under way with one provider."""

    held: int  # threads it has
    hanging: int  # of these, in a call for longer than QUICK
    quick_ago: float | None  # seconds since its last quick answer; None: never, or its last answer was slow


def may_enter(traffic: Traffic, *, threads: int, free: int, share: float) -> bool:
    """Tell whether the provider may take one more of the free threads. share: 0 to 1, what one alone may hold."""
    if flows(traffic) and traffic.hanging < max(1.0, share * threads):
        return True
    return traffic.held < free * share / (1 - share)


def flows(traffic: Traffic) -> bool:
    """Tell whether it has shown lately that it answers at once."""
    if traffic.quick_ago is None:
        return False
    return traffic.quick_ago <= (FLOWS_FOR if traffic.hanging else TRUSTED_FOR)
