"""Quota units of Gmail, shared by all processes: a call that would be refused waits instead (STANDARDS S35)."""

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.conf import settings

from app import sql
from app.actions.transactions import require_no_transaction
from mailboxes.core.account import Auth, Secret
from mailboxes.core.errors import Scope, TransportError
from mailboxes.core.providers import project_of
from mailboxes.core.quota import Limit, Purse, Short, Taken, take

METHODS = {
    "gmail.users.messages.send": "send",
    "gmail.users.messages.get": "get",
    "gmail.users.messages.list": "list",
    "gmail.users.history.list": "history",
    "gmail.users.getProfile": "profile",
}
PATIENCE = timedelta(seconds=3)  # a read waits so long in its thread; a send gives its slot back instead
LEAST_LEFT = 5.0  # seconds that units set aside must still be good for: connecting and the permit lie before the call


@dataclass(slots=True)
class Shared(Purse):
    """The purse of this process's threads, on the machine's monotonic clock."""

    lock: threading.Lock = field(default_factory=threading.Lock)


_purses: dict[str, Shared] = {}


@dataclass(frozen=True, slots=True)
class Bucket:
    """One quota: the key it is stored under, and its limit."""

    key: str
    limit: Limit

    def draw(self, need: int, *, good_for: float = 0.0) -> float | Short:
        """Take units out of this process's purse, filling it where it is empty; return until when they are good."""
        purse = _purses.setdefault(self.key, Shared())
        with purse.lock:
            now = time.monotonic()
            if not purse.holds(need, now + good_for):
                if purse.dies_at < now + good_for:
                    purse.units = 0  # too old for this call, and so for those after it
                taken = _leased(self, need)
                if isinstance(taken, Short):
                    return taken
                purse.fill(taken.units, now)
            purse.units -= need
            return purse.dies_at

    def give_back(self, units: int, dies_at: float) -> None:
        """Put units back that were drawn for nothing, if the purse they came from still lives."""
        purse = _purses[self.key]
        with purse.lock:
            if purse.dies_at == dies_at:
                purse.units += units


@dataclass(frozen=True, slots=True)
class StoredMeter:
    """The quotas that one mailbox's calls count against; see Meter."""

    buckets: tuple[Bucket, ...]
    costs: Mapping[str, int]

    def spend(self, method: str) -> None:
        """Count a read; where a moment's wait is enough, wait."""
        ends = time.monotonic() + PATIENCE.total_seconds()
        while isinstance(drawn := self._drawn(method), Short):
            seconds = drawn.wait.total_seconds()
            if time.monotonic() + seconds > ends:
                raise _spent(drawn.wait)
            time.sleep(seconds)

    def reserve(self, method: str) -> float:
        """Set the units of a send aside."""
        drawn = self._drawn(method, good_for=LEAST_LEFT)
        if isinstance(drawn, Short):
            raise _spent(drawn.wait)
        return drawn

    def _drawn(self, method: str, *, good_for: float = 0.0) -> float | Short:
        """Draw from all buckets or from none."""
        need = self.costs[METHODS.get(method, "send")]
        done: list[tuple[Bucket, float]] = []
        for bucket in self.buckets:
            drawn = bucket.draw(need, good_for=good_for)
            if isinstance(drawn, Short):
                for other, dies_at in done:
                    other.give_back(need, dies_at)
                return drawn
            done.append((bucket, drawn))
        return min((dies_at for _, dies_at in done), default=float("inf"))


def meter_of(mailbox_id: int, auth: Auth, secret: Secret) -> StoredMeter:
    """Return what counts the calls of a Gmail mailbox: its own quota, and its project's."""
    wanted = {
        f"user:{mailbox_id}": settings.GMAIL_USER_UNITS,
        f"project:{project_of(auth, secret)}"[:120]: settings.GMAIL_PROJECT_UNITS,
    }
    buckets = tuple(Bucket(key, Limit(units)) for key, units in wanted.items() if units)
    return StoredMeter(buckets, settings.GMAIL_COSTS)


def forget() -> None:
    """Forget what this process has taken; the units are lost."""
    _purses.clear()


def _leased(bucket: Bucket, need: int) -> Taken | Short:
    """Take units for this process by compare-and-set: two short statements, and no lock that anybody waits for."""
    while True:
        ((before, now, speed),) = sql.rows("mailboxes", "quota", {"key": bucket.key})
        taken = take(bucket.limit.hurried(speed), before, now, need)
        if isinstance(taken, Short) or _stored(bucket, before, taken):
            require_no_transaction()  # and give the connection back: the call is next
            return taken


def _stored(bucket: Bucket, before: datetime | None, taken: Taken) -> bool:
    values = {"key": bucket.key, "before": before, "full_at": taken.full_at}
    return sql.run("mailboxes", "quota_taken", values) == 1


def _spent(wait: timedelta) -> TransportError:
    return TransportError(
        "the quota of Gmail calls is spent for the moment", scope=Scope.MAILBOX, permanent=False, retry_after=wait
    )
