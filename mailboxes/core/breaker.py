"""When a provider is left alone, and how it is tried again: one mail at a time, after waits that grow.

The states and arrows are `mailboxes.core.states.BREAKER`. All times are true time.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from app.core.backoff import retry_delay
from app.core.machine import move
from app.core.zones import day_bounds, local_day
from mailboxes.core.errors import InboundError, Scope, TransportError, VerdictUnknown
from mailboxes.core.states import BREAKER, BreakerState

TRIP_AFTER = 5  # failures in a row, of any mailboxes
FIRST_WAIT = timedelta(seconds=30)
LONGEST_WAIT = timedelta(minutes=10)
LONGEST_ASKED = timedelta(days=1)  # a provider that asks for more is asked again then
PROBE_WITHIN = timedelta(minutes=5)  # a probe that has not come back by then has failed
RESETS_IN = "America/Los_Angeles"  # Google counts a project's days there


class Cause(StrEnum):
    """Why it failed, in the word that is kept and shown."""

    NO_ANSWER = "no_answer"  # silence, a broken connection, a server error
    REFUSED = "refused"  # the service as a whole says not now
    SPENT = "spent"  # the project's share of the day is used up
    PROBE_LOST = "probe_lost"  # whoever tried it did not come back


WORDS = {
    Cause.NO_ANSWER: "does not answer",
    Cause.REFUSED: "refuses everybody for now",
    Cause.SPENT: "has no room left for our project today",
    Cause.PROBE_LOST: "did not answer the last mail that tried it",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A failure that speaks about the provider and not about one mailbox; wait: what it asked for."""

    cause: Cause
    wait: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Breaker:
    """Where one provider stands.

    trips: openings since it last worked. until: open, no try before it; half-open, the end of the try.
    """

    state: BreakerState = BreakerState.CLOSED
    trips: int = 0
    cause: str = ""
    until: datetime | None = None


def fault_of(error: Exception) -> Fault | None:
    """Return what an error says against the provider; None when it speaks of a mail, a mailbox or its credentials."""
    if isinstance(error, VerdictUnknown):
        return Fault(Cause.NO_ANSWER)
    if isinstance(error, InboundError):
        if isinstance(error.__cause__, TransportError):
            return fault_of(error.__cause__)
        return None if error.cursor_expired or error.of_mailbox else Fault(Cause.NO_ANSWER)
    if not isinstance(error, TransportError) or error.scope is not Scope.PROVIDER or error.unused:
        return None
    cause = Cause.SPENT if error.day_spent else Cause.NO_ANSWER if error.code is None else Cause.REFUSED
    return Fault(cause, error.retry_after)


def answers(error: Exception) -> bool:
    """Tell whether an error proves that the provider works: it said no to a mail or a mailbox.

    A refusal of credentials proves nothing: it comes from where tokens are made.
    """
    if isinstance(error, InboundError) and error.of_mailbox:
        return True
    return isinstance(error, TransportError) and error.code is not None and fault_of(error) is None


def opens(failures: int, fault: Fault) -> bool:
    """Tell whether so many failures in a row, this one the last, are enough; a spent day is enough at once."""
    return failures >= TRIP_AFTER or fault.cause is Cause.SPENT


def shuts_out(breaker: Breaker, now: datetime) -> bool:
    """Tell whether nobody may go there now, not even to try."""
    return breaker.until is not None and now < breaker.until


def tripped(breaker: Breaker, fault: Fault, now: datetime, *, chance: float) -> Breaker:
    """closed or half-open -> open: try again after a wait that doubles each time, or when the provider said."""
    trips = breaker.trips + 1
    state = move(BREAKER, breaker.state, "trip")
    return Breaker(state, trips, fault.cause, now + _wait(trips, fault, now, chance))


def probing(breaker: Breaker, now: datetime) -> Breaker:
    """open -> half-open: one may try, and has so long for it."""
    return replace(breaker, state=move(BREAKER, breaker.state, "probe"), until=now + PROBE_WITHIN)


def given_back(breaker: Breaker, now: datetime) -> Breaker:
    """half-open -> open: who was to try found nothing to ask the provider, so the next one may."""
    return replace(breaker, state=move(BREAKER, breaker.state, "give_back"), until=now)


def closed(breaker: Breaker) -> Breaker:
    """-> closed: it works again, or a person says so."""
    return Breaker(move(BREAKER, breaker.state, "close"))


def _wait(trips: int, fault: Fault, now: datetime, chance: float) -> timedelta:
    asked = min(fault.wait, LONGEST_ASKED) if fault.wait else None
    if fault.cause is Cause.SPENT and asked is None:
        return _next_day(now) - now
    return retry_delay(trips, chance, base=FIRST_WAIT, cap=LONGEST_WAIT, retry_after=asked)


def _next_day(now: datetime) -> datetime:
    return day_bounds(RESETS_IN, local_day(RESETS_IN, now))[1]
