"""Who holds how many of this process's threads; mailboxes.core.slots says whether one more may be had.

Nobody waits here: a seat is there or it is not.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mailboxes.core.slots import QUICK, Traffic, may_enter


class Seat:
    """One thread's use of a provider, from before it connects until it has settled."""

    def __init__(self, provider: str) -> None:
        self.provider = provider
        self.calling_since: float | None = None


class Seats:
    """The seats of one process; safe for threads. now: seconds of a clock that only goes forward."""

    def __init__(self, threads: int, share: float, now: Callable[[], float] = time.monotonic) -> None:
        self.threads = threads
        self.share = share
        self._now = now
        self._lock = threading.Lock()
        self._taken: dict[str, set[Seat]] = defaultdict(set)
        self._quick_at: dict[str, float] = {}
        self._slow_at: dict[str, float] = {}

    def take(self, provider: str, *, alone: bool = False) -> Seat | None:
        """Return a seat; None when the provider holds its share. alone: there is nobody to keep a thread for."""
        with self._lock:
            free = self.threads - sum(map(len, self._taken.values()))
            if not alone and not may_enter(self._traffic(provider), threads=self.threads, free=free, share=self.share):
                return None
            seat = Seat(provider)
            self._taken[provider].add(seat)
            return seat

    def give_back(self, seat: Seat) -> None:
        with self._lock:
            self._taken[seat.provider].discard(seat)
            if not self._taken[seat.provider]:
                del self._taken[seat.provider]

    @contextmanager
    def calling(self, seat: Seat, *, proof: bool) -> Iterator[None]:
        """Time one call. A slow one disproves that the provider is quick; a quick one that is answered may prove it.

        proof: not every quick call does. Whoever takes a login at once may still sit on the mail.
        """
        seat.calling_since = self._now()
        try:
            yield
        except BaseException:
            self._called(seat, proof=False)
            raise
        self._called(seat, proof=proof)

    def _called(self, seat: Seat, *, proof: bool) -> None:
        now = self._now()
        with self._lock:
            began, seat.calling_since = seat.calling_since, None
            if began is not None and now - began > QUICK:
                self._slow_at[seat.provider] = now
            elif proof:
                self._quick_at[seat.provider] = now

    def _traffic(self, provider: str) -> Traffic:
        now = self._now()
        seats = self._taken.get(provider, ())
        hanging = sum(seat.calling_since is not None and now - seat.calling_since > QUICK for seat in seats)
        quick_at, slow_at = self._quick_at.get(provider), self._slow_at.get(provider)
        return Traffic(
            held=len(seats),
            hanging=hanging,
            quick_ago=None if quick_at is None else now - quick_at,
            slow_ago=None if slow_at is None else now - slow_at,
        )
