"""The numbers a permit is decided by, with units; read from a workspace's newest policy version."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any

from app.core.errors import Refused

ROLLING = timedelta(hours=24, minutes=30)  # a day plus the longest call: kept at the wire, not only at the permit
HOUR = timedelta(hours=1)
SCORES = "least_scores"
PERSON_SPAN = timedelta(days=60)
# The most of each number. Beyond them a limit is none, and the arithmetic of instants and counters comes to its end.
MOST = {
    "person_gap_days": 366,
    "person_gap_hours": 24 * 731,
    "person_cap": 10_000,
    "domain_per_day": 1_000_000,
    "domain_openers": 1_000_000,
    "domain_people": 1_000_000,
    "sending_domain_per_day": 1_000_000,
    "freshness_minutes": 60,  # an inbox that nobody has read for hours is not heard
}


@dataclass(frozen=True, slots=True)
class Policy:
    """Defaults are PRODUCT's proposals; None switches a limit off. No limit switches off a stop."""

    version: int = 0
    person_gap_days: int | None = 2  # business days of the person, in which one automated mail goes to them
    person_gap_hours: int | None = None  # world hours between two automated mails to one person
    person_cap: int | None = 6  # automated mails to one person in 60 days
    domain_per_day: int | None = 30  # automated mails to one recipient domain a day
    domain_openers: int | None = 1  # first mails to people of one company a day
    domain_people: int | None = 3  # people of one company who are being written to at a time
    sending_domain_per_day: int | None = None  # automated mails of all mailboxes of one sending domain a day
    freshness_minutes: int = 5  # true minutes since every inbox that mailed the person was read
    least_scores: tuple[tuple[str, int], ...] = ()  # of scores that are pushed, by name: what is less holds the mailbox


def parse(values: Mapping[str, Any], *, version: int = 0) -> Policy:
    """Return a policy from stored JSON; an unknown or impossible number is refused by name."""
    known = {field.name for field in fields(Policy)} - {"version"}
    for name, value in values.items():
        if name not in known:
            message = f"{name} is no policy number; known are {', '.join(sorted(known))}"
            raise Refused(message)
        if name == SCORES:
            continue
        optional = name != "freshness_minutes"
        if not (value is None and optional) and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
            message = f"{name} must be a whole number above 0{', or null for no limit' if optional else ''}"
            raise Refused(message)
        if value is not None and value > MOST[name]:
            message = f"{name} is at most {MOST[name]}{'; null means no limit' if optional else ''}"
            raise Refused(message)
    return Policy(version=version, **{**values, SCORES: _scores(values.get(SCORES, {}))})


def _scores(stored: object) -> tuple[tuple[str, int], ...]:
    """Return the thresholds of pushed scores. Raises Refused."""
    if not isinstance(stored, Mapping) or not all(
        isinstance(name, str) and isinstance(least, int) and not isinstance(least, bool)
        for name, least in stored.items()
    ):
        raise Refused("least_scores must name a whole number for each score")
    return tuple(sorted(stored.items()))
