"""Whether one more thread of a process may be spent on a provider.

What it showed last decides. A provider that answers at once may have every thread. One that has shown nothing yet
leaves a quarter of them free. One whose calls hang, or whose last answer came slowly, takes a further thread only
while it holds less than its share of what the others leave free. So a slow provider ends at the share, and of several
each ends at an equal part with some left over for everybody else: with half as the share and 16 threads that is 8 for
one, 5 or 6 each for two, 4 each for three. This is how switches share a buffer between queues (dynamic thresholds),
and it needs no list of who is slow.
"""

from dataclasses import dataclass

QUICK = 2.0  # seconds: a call that took longer, or hangs for longer, speaks against the provider
KEPT_FOR = 300.0  # seconds for which what it showed last says something
FLOWS_FOR = 2.0  # the same for a quick answer while a call hangs: the hanging one may be the first of all


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a process has under way with one provider, and what it saw of it last."""

    held: int = 0  # threads it has
    hanging: int = 0  # of these, in a call for longer than QUICK
    quick_ago: float | None = None  # seconds since its last quick answer
    slow_ago: float | None = None  # seconds since its last call that took longer than QUICK


def may_enter(traffic: Traffic, *, threads: int, free: int, share: float) -> bool:
    """Tell whether the provider may take one more of the free threads. share: 0 to 1, what one alone may hold."""
    quick, slow = _age(traffic.quick_ago), _age(traffic.slow_ago)
    if traffic.hanging and (quick > FLOWS_FOR or traffic.hanging >= share * threads):
        return _has_share_left(traffic, free, share)
    if quick <= slow and quick <= KEPT_FOR:
        return True
    if slow <= KEPT_FOR:
        return _has_share_left(traffic, free, share)
    return traffic.held < max(1, threads - max(1, threads // 4))


def _has_share_left(traffic: Traffic, free: int, share: float) -> bool:
    return traffic.held < free * share / (1 - share)


def _age(seconds: float | None) -> float:
    return float("inf") if seconds is None else seconds
