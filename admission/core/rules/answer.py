"""What a rule is: a pure function that answers with None (nothing against it), Wait or Refuse."""

from collections.abc import Callable
from datetime import datetime, timedelta

from admission.core.facts import Facts
from admission.core.policy import Policy
from admission.core.verdict import Refuse, Wait
from app.core.windows import Hours, NeverOpens
from app.core.zones import day_bounds, local_day

type Answer = Wait | Refuse | None
type Rule = Callable[[Facts, Policy], Answer]

LOOK_AGAIN = timedelta(minutes=5)  # world time; what ends with somebody's work is not asked for at every tick


def tomorrow(zone: str, instant: datetime) -> datetime:
    """Return when the local day after this instant's begins."""
    return day_bounds(zone, local_day(zone, instant))[1]


def opening(hours: Hours, instant: datetime) -> datetime | None:
    """Return when hours open next; None: not within years, so somebody has to change them."""
    try:
        return hours.next_open(instant)
    except NeverOpens:
        return None
