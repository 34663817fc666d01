"""Whether a provider may be asked now: one that is slow or broken holds up its own mailboxes and nobody else's.

Two things are looked at, neither with a statement: how many of this process's threads the provider holds, and
whether its breaker is closed. Whoever may not ask is told at once and gives the work back; no thread waits.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from app.actions import clock
from mailboxes.actions import breakers
from mailboxes.actions.accounts import account_of
from mailboxes.actions.seats import Seat, Seats
from mailboxes.core import breaker as core
from mailboxes.core.breaker import Fault
from mailboxes.core.errors import InboundError, Scope, TransportError
from mailboxes.core.providers import Way, provider_of
from mailboxes.core.states import BreakerState, MailboxState
from mailboxes.models import Mailbox

log = logging.getLogger(__name__)

BUSY = "provider_busy"
DOWN = "provider_down"
WORDS = {BUSY: "the provider is slow and holds its share of this process", DOWN: "the provider does not answer now"}
COMPANY_FOR = 30.0  # seconds for which it is remembered whether there are several providers
MOST_KEPT = 50_000  # mailboxes whose provider is remembered


class NotNow(TransportError):
    """The provider may not be asked to send now; reason is the one to wait for. Nothing was opened."""

    def __init__(self, reason: str) -> None:
        super().__init__(WORDS[reason], scope=Scope.PROVIDER, permanent=False)
        self.reason = reason


class NotReadNow(InboundError):
    """The same of reading."""

    def __init__(self, reason: str) -> None:
        super().__init__(WORDS[reason])
        self.reason = reason


class Use:
    """One admitted use: what a transport or feed found out about its provider meanwhile."""

    def __init__(self, seat: Seat, mailbox_id: int, *, tries: bool) -> None:
        self.seats = seats
        self.seat = seat
        self.mailbox_id = mailbox_id
        self.tries = tries
        self.fault: Fault | None = None
        self.answered = False

    @contextmanager
    def calling(self, *, proof: bool) -> Iterator[None]:
        """Time one call and take note of how it ended. proof: its success shows that the provider works."""
        try:
            with self.seats.calling(self.seat, proof=proof):
                yield
        except Exception as error:
            self.fault = core.fault_of(error) or self.fault
            self.answered = self.answered or core.answers(error)
            raise
        self.answered = self.answered or proof


class _Memory:
    """What this process knows of providers besides their breakers."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.providers: dict[tuple[int, Way], tuple[str, str]] = {}  # mailbox and way -> account version, provider
        self.failures: dict[str, int] = {}  # in a row
        self.company: tuple[float, bool] = (float("-inf"), False)


seats = Seats(settings.WORKER_THREADS, settings.PROVIDER_SHARE / 100)
_memory = _Memory()


@contextmanager
def admitted(mailbox_id: int, way: Way, account_version: str) -> Iterator[Use]:
    """Hold one of the provider's threads for the block, and report afterwards what it showed.

    Raises NotNow on the way out, NotReadNow on the way in. May read and write rows before and after the block, each
    in a transaction of its own; none on the usual way.
    """
    provider = provider_for(mailbox_id, way, account_version)
    refused = NotNow if way == "out" else NotReadNow
    tries = not _works(provider)
    if tries and not _may_try(provider):
        raise refused(DOWN)
    seat = seats.take(provider, alone=not _in_company())
    if seat is None:
        if tries:
            breakers.give_back(provider)
        raise refused(BUSY)
    use = Use(seat, mailbox_id, tries=tries)
    try:
        yield use
    finally:
        use.seats.give_back(seat)
        _report(provider, use)


def _works(provider: str) -> bool:
    return breakers.known.of(provider).state is BreakerState.CLOSED


def _may_try(provider: str) -> bool:
    """Tell whether this use is the one try of a breaker that is not closed; asks the row only when its time is over."""
    return not core.shuts_out(breakers.known.of(provider), clock.now()) and breakers.may_try(provider)


def provider_for(mailbox_id: int, way: Way, account_version: str) -> str:
    """Return who is asked, remembered as long as the account stays as it is; a first look writes it to the mailbox."""
    kept = _memory.providers.get((mailbox_id, way))
    if kept is not None and kept[0] == account_version:
        return kept[1]
    mailbox = Mailbox.objects.get(id=mailbox_id)
    provider = provider_of(account_of(mailbox), way).key
    if way == "out" and mailbox.provider != provider:
        Mailbox.objects.filter(id=mailbox_id).update(provider=provider)
    if len(_memory.providers) > MOST_KEPT:
        _memory.providers.clear()
    _memory.providers[mailbox_id, way] = (account_version, provider)
    return provider


def _in_company() -> bool:
    """Tell whether mailboxes of several providers are connected: else there is nobody to keep a thread for."""
    at, found = _memory.company
    if time.monotonic() - at > COMPANY_FOR:
        connected = Mailbox.objects.filter(state=MailboxState.CONNECTED).exclude(provider="")
        found = len(connected.order_by().values_list("provider", flat=True).distinct()[:2]) > 1
        _memory.company = (time.monotonic(), found)
    return found


def _report(provider: str, use: Use) -> None:
    """Count, open or close. Never raises: what a call brought must not depend on it.

    A provider that answered and failed afterwards in the same use has answered: one message may be at fault.
    """
    try:
        if use.answered:
            _memory.failures.pop(provider, None)
            if use.tries:
                breakers.close(provider, mailbox_id=use.mailbox_id)
        elif use.fault is not None:
            _failed(provider, use, use.fault)
        elif use.tries:
            breakers.give_back(provider)
    except Exception as error:  # noqa: BLE001 - the next failure opens it, the end of its time ends a try
        log.warning("what provider of mailbox %d showed is not noted: %s", use.mailbox_id, type(error).__name__)


def _failed(provider: str, use: Use, fault: Fault) -> None:
    with _memory.lock:
        failures = _memory.failures[provider] = _memory.failures.get(provider, 0) + 1
    if use.tries or core.opens(failures, fault):
        breakers.open_for_all(provider, fault, mailbox_id=use.mailbox_id, tried=use.tries)
        _memory.failures.pop(provider, None)


def forget() -> None:
    """Know nothing any more, as a process that has just started."""
    global seats, _memory  # noqa: PLW0603 - this module is the process's memory
    seats = Seats(settings.WORKER_THREADS, settings.PROVIDER_SHARE / 100)
    _memory = _Memory()
    breakers.known.forget()
