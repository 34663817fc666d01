"""Connections kept between two uses: one thread uses one at a time, idle ones are closed, changed ones are dropped."""

import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from app.actions import clock


class Closable(Protocol):
    """A transport or a feed."""

    def close(self) -> None:
        """Let the connection go."""


@dataclass(slots=True)
class Kept[T: Closable]:
    """Something that waits for its next use, and what it was made from."""

    thing: T
    made_from: str
    used_at: datetime


class Keep[T: Closable]:
    """What this process keeps of one sort, by mailbox: for `idle`, and at most `most` altogether. Safe for threads."""

    def __init__(
        self, opened: Callable[[int], T], *, idle: timedelta, most: int, closed: Callable[[T], None] = lambda _: None
    ) -> None:
        self._opened = opened
        self._closed = closed
        self._idle = idle
        self._most = most
        self._lock = threading.Lock()
        self._waiting: dict[int, list[Kept[T]]] = defaultdict(list)

    @contextmanager
    def lend(self, mailbox_id: int, made_from: str) -> Iterator[T]:
        """Lend one made from these settings; it comes back unless an error passed through. Raises what opening does."""
        kept = self._take(mailbox_id, made_from) or Kept(self._opened(mailbox_id), made_from, clock.now())
        try:
            yield kept.thing
        except BaseException:
            self._close(kept)
            raise
        self._give_back(mailbox_id, kept)

    def close_idle(self, *, older_than: timedelta | None = None) -> int:
        """Close what waited for longer than that, or than it is kept; return how many."""
        limit = clock.now() - (self._idle if older_than is None else older_than)
        with self._lock:
            old = [kept for waiting in self._waiting.values() for kept in waiting if kept.used_at <= limit]
            for mailbox_id, waiting in list(self._waiting.items()):
                self._waiting[mailbox_id] = [kept for kept in waiting if kept.used_at > limit]
                if not self._waiting[mailbox_id]:
                    del self._waiting[mailbox_id]
        for kept in old:
            self._close(kept)
        return len(old)

    def _take(self, mailbox_id: int, made_from: str) -> Kept[T] | None:
        """Return one that was made from the same settings; close what is too old."""
        stale: list[Kept[T]] = []
        found: Kept[T] | None = None
        with self._lock:
            for kept in reversed(self._waiting.pop(mailbox_id, [])):
                fresh = kept.made_from == made_from and clock.now() - kept.used_at < self._idle
                if fresh and found is None:
                    found = kept
                elif fresh:
                    self._waiting[mailbox_id].append(kept)
                else:
                    stale.append(kept)
        for kept in stale:
            self._close(kept)
        return found

    def _give_back(self, mailbox_id: int, kept: Kept[T]) -> None:
        kept.used_at = clock.now()
        with self._lock:
            full = sum(map(len, self._waiting.values())) >= self._most
            if not full:
                self._waiting[mailbox_id].append(kept)
        if full:
            self._close(kept)

    def spare(self, wanted: Callable[[T], bool]) -> bool:
        """Close the one of these that waited longest; False when none waits."""
        with self._lock:
            found = [
                (kept.used_at, mailbox_id, kept)
                for mailbox_id, waiting in self._waiting.items()
                for kept in waiting
                if wanted(kept.thing)
            ]
            if not found:
                return False
            _, mailbox_id, kept = min(found, key=lambda one: one[0])
            self._waiting[mailbox_id].remove(kept)
        self._close(kept)
        return True

    def _close(self, kept: Kept[T]) -> None:
        try:
            kept.thing.close()
        finally:
            self._closed(kept.thing)
