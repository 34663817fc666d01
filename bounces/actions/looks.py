"""Count the looks at opt-out links. A look changes nothing else, and a flood of them costs one write a second."""

import logging
import threading
from collections import Counter
from datetime import date, datetime, timedelta
from time import monotonic

from django.db import OperationalError

from app import sql
from app.actions import clock
from bounces.core.looks import look_of
from bounces.core.tokens import UnsubscribeToken
from bounces.models import LinkLooks
from mailboxes.models import Delivery

log = logging.getLogger(__name__)

PAUSE = 1.0  # machine seconds between two writes of a process; what comes meanwhile waits in memory
KEPT = timedelta(days=400)

type Key = tuple[int, date, str]


class Tally:
    """Looks of this process that are not written yet. Any thread may add to it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: Counter[Key] = Counter()
        self._written_at = float("-inf")

    def add(self, key: Key) -> Counter[Key]:
        """Count one; return what is to be written now, which is nothing during the pause."""
        with self._lock:
            self._waiting[key] += 1
            return self._taken() if monotonic() - self._written_at >= PAUSE else Counter()

    def take(self) -> Counter[Key]:
        """Return what waits, pause or not."""
        with self._lock:
            return self._taken()

    def _taken(self) -> Counter[Key]:
        taken, self._waiting = self._waiting, Counter()
        self._written_at = monotonic()
        return taken


TALLY = Tally()


def seen(token: UnsubscribeToken, method: str, agent: str) -> None:
    """Count one look at the link of a mail. Loses at most the last second of a process that is killed.

    Raises nothing that has to do with the count: a page is not kept from anybody by it.
    """
    look = look_of(method, agent, _age(token))
    waiting = TALLY.add((token.workspace_id, clock.now().date(), look))
    try:
        _write(waiting)
    except OperationalError as error:
        log.warning("looks at opt-out links could not be counted: %s", type(error).__name__)


def flush() -> None:
    """Write what this process still holds."""
    _write(TALLY.take())


def days_ago(days: int) -> datetime:
    """Return the true instant so many days before now."""
    return clock.now() - timedelta(days=days)


def forget_old() -> int:
    """Delete counts of more than 400 days ago; return how many rows."""
    return LinkLooks.objects.filter(day__lt=(clock.now() - KEPT).date()).delete()[0]


def _age(token: UnsubscribeToken) -> timedelta | None:
    settled = Delivery.objects.filter(id=token.delivery_id, recipient_id=token.recipient_id)
    accepted = settled.values_list("settled_at", flat=True).first()
    return None if accepted is None else clock.now() - accepted


def _write(counts: Counter[Key]) -> None:
    if counts:
        rows = sorted(counts.items())
        values = {
            "workspaces": [workspace_id for (workspace_id, _, _), _ in rows],
            "days": [day for (_, day, _), _ in rows],
            "kinds": [kind for (_, _, kind), _ in rows],
            "counts": [count for _, count in rows],
        }
        sql.run("bounces", "count_looks", values)
