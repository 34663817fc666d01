"""The children of this process: started when somebody reads, shared by its threads, gone with it.

The answer to a message that breaks its child is UNREADABLE, made of the message's first fields alone, and the next
message meets another child. One that had read before is not believed when it dies: it may be old, or the machine was
short of memory just then. So the message is tried once more in a fresh one; only its own time counts at once.
"""

import atexit
import os
import threading
from collections.abc import Callable
from datetime import datetime

from django.conf import settings

from bounces.core.mail.parsing import READ_LIMIT
from bounces.core.mail.salvage import broken_limit, unreadable
from bounces.core.reading import Ours, Reading
from bounces.reader.frames import Known
from bounces.reader.process import Child, ChildLost, Limits, NoChild

MOST_MESSAGES = 10_000  # read by one child: whatever a library keeps of them goes with it
CLOCK = 5  # seconds by the clock for each of CPU: a busy machine is no fault of a message

__all__ = ["NoChild", "Readers", "read_message"]


class Readers:
    """Up to `most` children. Whoever comes when all are busy waits for one, which is a matter of seconds at worst."""

    def __init__(self, start: Callable[[], Child], most: int) -> None:
        self._start = start
        self._free: list[Child] = []
        self._room = threading.BoundedSemaphore(most)

    def read(self, raw: bytes, known: Known) -> Reading:
        """Read one message within all limits. Raises NoChild, and nothing on account of the message."""
        if limit := broken_limit(raw):
            return unreadable(raw, "limit", limit, known.received_at)
        with self._room:
            try:
                return self._read(raw[:READ_LIMIT], known)
            except ChildLost as lost:
                return unreadable(raw, "reader", str(lost), known.received_at)

    def close(self) -> None:
        """End the children that are not at work."""
        while child := self._taken():
            child.end()

    def forget(self) -> None:
        """Know no child any more, in a process that was just forked."""
        while child := self._taken():
            child.let_go()

    def _read(self, raw: bytes, known: Known) -> Reading:
        child = self._taken() or self._start()
        fresh = child.fresh
        try:
            reading = child.read(raw, known)
        except ChildLost as lost:
            if fresh or str(lost) == "time":
                raise
            child = self._start()
            reading = child.read(raw, known)
        if child.messages < MOST_MESSAGES:
            self._free.append(child)
        else:
            child.end()
        return reading

    def _taken(self) -> Child | None:
        try:
            return self._free.pop()
        except IndexError:
            return None


def _start() -> Child:
    cpu = settings.READ_MILLISECONDS / 1000
    return Child(Limits(memory=settings.READ_MEGABYTES * 1024 * 1024, cpu=cpu, within=cpu * CLOCK))


def _readers() -> Readers:
    return Readers(_start, most=max(2, min(4, os.cpu_count() or 1)))


readers = _readers()


@atexit.register
def close() -> None:
    """End the children of this process; the next reader starts others."""
    readers.close()


def _forked() -> None:
    global readers  # noqa: PLW0603 - this module is the process's memory
    readers.forget()
    readers = _readers()


os.register_at_fork(after_in_child=_forked)


def read_message(raw: bytes, *, received_at: datetime, ours: Ours) -> Reading:
    """Return what one message is, read by a child; see bounces.core.read.read_message, which it calls.

    Raises NoChild, which says nothing of the message.
    """
    return readers.read(raw, Known(received_at, ours))
