"""How many connections this process may have open, to one mailbox and to one server: counted before they are opened.

The limits are the installation's. Each process that sends has an equal part of them and asks nobody.
"""

import threading
import time
from collections import Counter
from dataclasses import dataclass
from enum import Enum

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Place:
    """Leave to have one connection open. host is None for a provider that limits calls, not connections."""

    mailbox_id: int
    host: str | None


class Lack(Enum):
    """Who has as many connections as it may have."""

    MAILBOX = "mailbox"
    SERVER = "server"


def part_of(limit: int) -> int:
    """Return what one process may have of an installation's limit; the settings refuse limits that are too few."""
    return max(1, limit // settings.SENDERS)


class Places:
    """The places taken in this process. Safe for threads."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._changes = 0
        self._mailboxes: Counter[int] = Counter()
        self._hosts: Counter[str] = Counter()

    def take(self, place: Place) -> Lack | None:
        """Take a place; else say who has none left."""
        with self._changed:
            if place.host is not None:
                if not self.room_for(place.mailbox_id):
                    return Lack.MAILBOX
                if self._hosts[place.host] >= part_of(settings.SMTP_CONNECTIONS_PER_HOST):
                    return Lack.SERVER
            self._count(place, 1)
            return None

    def room_for(self, mailbox_id: int) -> bool:
        """Tell whether the mailbox has a place left, as far as its own limit goes."""
        with self._changed:
            return self._mailboxes[mailbox_id] < part_of(settings.SMTP_CONNECTIONS_PER_MAILBOX)

    def give_back(self, place: Place) -> None:
        """The connection is closed."""
        with self._changed:
            self._count(place, -1)
        self.stir()

    def stir(self) -> None:
        """A connection was closed or came back to wait for its next use: whoever waits may look again."""
        with self._changed:
            self._changes += 1
            self._changed.notify_all()

    def changes(self) -> int:
        """Return a number that rises with each change; read it before looking, and wait_for_more() than it after."""
        with self._changed:
            return self._changes

    def wait_for_more(self, seen: int, until: float) -> bool:
        """Wait for a change after `seen`, until that monotonic second at the latest; tell whether there was one."""
        with self._changed:
            return self._changed.wait_for(lambda: self._changes > seen, until - time.monotonic())

    def _count(self, place: Place, change: int) -> None:
        if place.host is not None:
            self._mailboxes[place.mailbox_id] += change
            self._hosts[place.host] += change
            self._mailboxes, self._hosts = +self._mailboxes, +self._hosts
