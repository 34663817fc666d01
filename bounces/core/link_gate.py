"""When a host of opt-out links is good: what a self-test makes of its gate.

Unknown is not good: a host that was never tested serves no mail, and one whose last success is older than two days
closes by itself. A first failure is tried again after five minutes before it closes anything, for a lost packet says
nothing about a link; a link that opts people out by being looked at closes at once.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

GOOD_FOR = timedelta(hours=48)
EVERY = timedelta(hours=24)
AGAIN = timedelta(minutes=5)
WHILE_CLOSED = timedelta(minutes=10)
FAILURES_THAT_CLOSE = 2


class Fault(StrEnum):
    """What a self-test found wrong; the value is stored, the sentence is in SENTENCES."""

    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    NOT_PUBLIC = "not_public"
    NO_ANSWER = "no_answer"
    REDIRECT = "redirect"
    STATUS = "status"
    NOT_THE_PAGE = "not_the_page"
    COOKIE = "cookie"
    LOOKING_ACTS = "looking_acts"
    NOT_HEARD = "not_heard"


SENTENCES: dict[str, str] = {
    Fault.UNREACHABLE: "no connection could be made",
    Fault.CERTIFICATE: "its TLS certificate is not accepted",
    Fault.NOT_PUBLIC: "its name leads into a private network, or its port is not 443",
    Fault.NO_ANSWER: "no whole answer came",
    Fault.REDIRECT: "it answers with a redirect, which mail programs do not follow",
    Fault.STATUS: "it does not answer 200",
    Fault.NOT_THE_PAGE: "something else answers than the opt-out page",
    Fault.COOKIE: "its answer sets a cookie",
    Fault.LOOKING_ACTS: "looking at the link opted out",
    Fault.NOT_HEARD: "pressing was answered, and did not arrive here: another installation answers",
}
AT_ONCE = frozenset({Fault.LOOKING_ACTS})


@dataclass(frozen=True, slots=True)
class Standing:
    """What is stored of a host: true times, None where it never happened."""

    passed_at: datetime | None = None
    failures: int = 0
    closed_at: datetime | None = None
    reason: str = ""
    next_test_at: datetime | None = None

    def good(self, now: datetime) -> bool:
        """Tell whether campaign mail may name the host."""
        return self.closed_at is None and self.passed_at is not None and now - self.passed_at < GOOD_FOR


def after(before: Standing, fault: Fault | None, now: datetime) -> Standing:
    """Return the standing after a self-test; `fault` None: everything was right."""
    if fault is None:
        return Standing(passed_at=now, next_test_at=now + EVERY)
    failures = before.failures + 1
    closes = before.passed_at is not None and (failures >= FAILURES_THAT_CLOSE or fault in AT_ONCE)
    closed_at = before.closed_at or (now if closes else None)
    wait = WHILE_CLOSED if closed_at is not None or before.passed_at is None else AGAIN
    return replace(before, failures=failures, closed_at=closed_at, reason=fault, next_test_at=now + wait)
