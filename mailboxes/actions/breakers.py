"""The breakers of all providers: rows that every process sees, kept in mind for a second.

Failures in a row are counted by each process for itself; the first that has enough opens the breaker for all. The
owner of each mailbox behind it is told once when it opens and once when it closes.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable

from django.db.models import F, QuerySet

from app.actions import clock, events
from app.actions.attempts import in_transaction
from app.core.chance import chance
from mailboxes.core import breaker as core
from mailboxes.core.breaker import Breaker, Cause, Fault
from mailboxes.core.providers import GMAIL
from mailboxes.core.states import BreakerState, MailboxState
from mailboxes.models import Mailbox, ProviderBreaker

log = logging.getLogger(__name__)

KNOWN_FOR = 1.0  # seconds
CONCERNED = (MailboxState.CONNECTED, MailboxState.PAUSED)


class Known:
    """What this process last read of the breakers that are not closed. One thread reads again, the others go on."""

    def __init__(self) -> None:
        self._reading = threading.Lock()
        self._read_at = float("-inf")
        self._rows: dict[str, Breaker] = {}

    def of(self, provider: str) -> Breaker:
        if time.monotonic() - self._read_at > KNOWN_FOR and self._reading.acquire(blocking=False):
            try:
                self._read()
            finally:
                self._reading.release()
        return self._rows.get(provider, CLOSED)

    def _read(self) -> None:
        rows = ProviderBreaker.objects.exclude(state=BreakerState.CLOSED)
        self._rows = {row.provider: _breaker(row) for row in rows}
        self._read_at = time.monotonic()

    def forget(self) -> None:
        """Read again at the next question."""
        self._read_at = float("-inf")


CLOSED = Breaker()
known = Known()


def _breaker(row: ProviderBreaker) -> Breaker:
    return Breaker(BreakerState(row.state), row.trips, row.cause, row.until)


def may_try(provider: str) -> bool:
    """open -> half-open: tell whether this caller is the one that may try. Locks the row, waits for nobody's call.

    A try that never came back counts as a failed one.
    """

    def work() -> bool:
        found = _locked(provider)
        now = clock.now()
        if core.shuts_out(found, now) or found.state is BreakerState.CLOSED:
            return False
        if found.state is BreakerState.HALF_OPEN:
            _write(provider, core.tripped(found, Fault(Cause.PROBE_LOST), now, chance=_chance(provider, found)))
            return False
        _write(provider, core.probing(found, now))
        return True

    return _changing(work)


def open_for_all(provider: str, fault: Fault, *, mailbox_id: int, tried: bool) -> None:
    """closed, or half-open by whoever tried it, -> open; anything else stays. Tells the owners of a first opening."""

    def work() -> None:
        found = _locked(provider)
        due = BreakerState.HALF_OPEN if tried else BreakerState.CLOSED
        if found.state is not due:
            return
        opened = core.tripped(found, fault, clock.now(), chance=_chance(provider, found))
        _write(provider, opened)
        log.warning("provider of mailbox %d is left alone: %s", mailbox_id, opened.cause)
        if found.state is BreakerState.CLOSED:
            _tell("provider.unavailable", provider, mailbox_id, cause=opened.cause)

    _changing(work)


def close(provider: str, *, mailbox_id: int | None = None) -> bool:
    """open or half-open -> closed: it answered, or a person says that it works; False when it was closed."""

    def work() -> bool:
        row = _lockable(provider).exclude(state=BreakerState.CLOSED).first()
        if row is None:
            return False
        _write(provider, core.closed(_breaker(row)))
        _tell("provider.back", provider, mailbox_id)
        return True

    return _changing(work)


def give_back(provider: str) -> None:
    """half-open -> open: whoever was to try had nothing to ask, so the next one may at once."""

    def work() -> None:
        found = _locked(provider)
        if found.state is BreakerState.HALF_OPEN:
            _write(provider, core.given_back(found, clock.now()))

    _changing(work)


def _changing[T](work: Callable[[], T]) -> T:
    try:
        return in_transaction(work)
    finally:
        known.forget()


def _locked(provider: str) -> Breaker:
    ProviderBreaker.objects.bulk_create(
        [ProviderBreaker(provider=provider, state=BreakerState.CLOSED, changed_at=clock.now())], ignore_conflicts=True
    )
    return _breaker(_lockable(provider).get())


def _lockable(provider: str) -> QuerySet[ProviderBreaker]:
    return ProviderBreaker.objects.select_for_update(no_key=True).filter(provider=provider)


def _write(provider: str, new: Breaker) -> None:
    ProviderBreaker.objects.filter(provider=provider).update(
        state=new.state, trips=min(new.trips, 1000), cause=new.cause, until=new.until, changed_at=clock.now()
    )


def _chance(provider: str, found: Breaker) -> float:
    return chance("breaker", provider, found.trips)


def _tell(kind: str, provider: str, mailbox_id: int | None, **data: str) -> None:
    """Append one event to the log of each workspace that has a mailbox there; it names one of them."""
    for workspace_id, (named, number) in _concerned(provider, mailbox_id).items():
        events.append(kind=kind, workspace_id=workspace_id, subject_id=named, data={**data, "mailboxes": number})


def _concerned(provider: str, mailbox_id: int | None) -> dict[int, tuple[int, int]]:
    """Workspace -> its first mailbox there and how many it has; at least the mailbox that found out."""
    found = list(Mailbox.objects.filter(provider=provider, state__in=CONCERNED).order_by("id"))
    found += _read_there(provider)
    if mailbox_id is not None and mailbox_id not in {mailbox.id for mailbox in found}:
        found += Mailbox.objects.filter(id=mailbox_id)
    counted: dict[int, tuple[int, int]] = {}
    for mailbox in found:
        first, number = counted.get(mailbox.workspace_id, (mailbox.id, 0))
        counted[mailbox.workspace_id] = (first, number + 1)
    return counted


def _read_there(provider: str) -> Iterable[Mailbox]:
    """The mailboxes that are read there; a column names only who sends."""
    protocol, _, rest = provider.partition(":")
    host, _, port = rest.rpartition(":")
    if protocol == GMAIL["in"]:
        return Mailbox.objects.filter(provider=f"{GMAIL['out']}:{rest}", state__in=CONCERNED)
    if protocol != "imap" or not port.isdecimal():
        return ()
    return Mailbox.objects.filter(
        endpoints__imap__host__iexact=host, endpoints__imap__port=int(port), state__in=CONCERNED
    )


def not_closed() -> list[ProviderBreaker]:
    """Return the providers that are left alone, the longest first."""
    return list(ProviderBreaker.objects.exclude(state=BreakerState.CLOSED).order_by(F("changed_at").asc()))
