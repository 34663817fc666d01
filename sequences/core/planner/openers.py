"""Which first mails no permit would get now: they are put off at once, instead of each being tried and told to wait.

As many of a company as it may get today stay, and of a campaign as it may write to before it rests, in the order in
which they fell due; the others wait for the day, or the moment, that the permit would tell them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from admission.core.limits import company_of
from admission.core.policy import Policy
from admission.core.rules.answer import LOOK_AGAIN, tomorrow
from sequences.core.planner.demand import LeftReason, Wait


@dataclass(frozen=True, slots=True)
class Opener:
    """A first mail that is due. Counts hold what was cleared and what has a place; `first_left` None: no canary."""

    touch_id: int
    workspace_id: int
    campaign_id: int
    domain: str
    zone: str
    openers: int
    people: int
    rests_until: datetime | None
    first_left: int | None


def put_off(openers: Iterable[Opener], policies: Mapping[int, Policy], now: datetime) -> Iterator[Wait]:
    """Yield the waits of those that get nothing, the oldest first."""
    of_company: Counter[tuple[int, str]] = Counter()
    of_campaign: Counter[int] = Counter()
    for one in openers:
        company = one.workspace_id, company_of(one.domain)
        wait = _rests(one, of_campaign[one.campaign_id], now)
        if wait is None and company[1]:
            wait = _spared(one, of_company[company], policies[one.workspace_id], now)
        if wait is not None:
            yield wait
            continue
        of_company[company] += 1
        of_campaign[one.campaign_id] += 1


def _rests(one: Opener, taken: int, now: datetime) -> Wait | None:
    if one.rests_until is not None and now < one.rests_until:
        return Wait(one.touch_id, one.rests_until, LeftReason.CANARY_RESTS)
    if one.first_left is not None and taken >= one.first_left:
        return Wait(one.touch_id, now + LOOK_AGAIN, LeftReason.CANARY_RESTS)
    return None


def _spared(one: Opener, taken: int, policy: Policy, now: datetime) -> Wait | None:
    """One that is given a place now is a first mail of today, and a person in flight."""
    if policy.domain_openers is not None and one.openers + taken >= policy.domain_openers:
        return Wait(one.touch_id, tomorrow(one.zone, now), LeftReason.DOMAIN_OPENERS)
    if policy.domain_people is not None and one.people + taken >= policy.domain_people:
        return Wait(one.touch_id, tomorrow(one.zone, now), LeftReason.DOMAIN_IN_FLIGHT)
    return None
