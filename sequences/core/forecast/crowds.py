"""People on their way through the steps, as numbers: who is due when, and what follows a mail."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from admission.core.frequency import rested_at
from app.core.weekends import weekend_of
from app.core.windows import Hours, NeverOpens
from app.core.zones import country_of_zone, local_day
from sequences.core.following import due_next
from sequences.core.forecast.inputs import EMAIL, CampaignAhead, Crowd, StepAhead

MIDDLE = 0.5  # of an opening: nobody draws a person's instant in a forecast


class Place(NamedTuple):
    """Where people stand: all of one place and one day are alike."""

    campaign_id: int
    mailbox_id: int | None
    position: int
    hours: Hours


@dataclass(slots=True)
class Waiting:
    """People of one place who fall due on one day."""

    place: Place
    due: datetime
    people: int


class Crowds:
    """Everybody who is still to be mailed. Mutable for one forecast; its size is that of places and days."""

    def __init__(
        self,
        campaigns: Mapping[int, CampaignAhead],
        leave_share: float,
        gap_days: int | None,
        owns: Mapping[int, Hours] = MappingProxyType({}),
    ) -> None:
        """Begin with nobody; `gap_days` as Start.person_gap_days, `owns` the calendars of mailboxes that have one."""
        self._campaigns = campaigns
        self._owns = owns
        self._gap_days = gap_days
        self._stay = 1.0 - leave_share
        self._waiting: dict[tuple[Place, date], Waiting] = {}
        self._owed: dict[Place, float] = defaultdict(float)  # shares of people: whole ones go on
        self.never: dict[int, int] = defaultdict(int)  # campaign -> people whose window does not open again

    def add(self, crowd: Crowd) -> None:
        """Let them wait for their step. Who has a place is mailed at it; a task is taken for done when it falls due."""
        place = Place(crowd.campaign_id, crowd.mailbox_id, crowd.position, crowd.hours)
        if crowd.slot is not None and crowd.mailbox_id is not None:
            self._leave(place, crowd.slot, crowd.people)
        elif crowd.kind == EMAIL:
            self._wait(place, crowd.due, crowd.people)
        else:
            self._follow(place, crowd.due, crowd.people)

    def _wait(self, place: Place, due: datetime, people: int) -> None:
        key = place, _day(place.hours.zone, due)
        known = self._waiting.get(key)
        if known is None:
            self._waiting[key] = Waiting(place, due, people)
        else:
            known.people += people
            known.due = min(known.due, due)

    def due_before(self, ends: Mapping[int | None, datetime]) -> list[Waiting]:
        """Return who falls due before their mailbox's day ends; None stands for whoever has no mailbox yet."""
        return [
            waiting
            for waiting in self._waiting.values()
            if waiting.people and waiting.due < ends.get(waiting.place.mailbox_id, ends[None])
        ]

    def left(self) -> Counter[int]:
        """Return how many of each campaign are still to get a mail."""
        found: Counter[int] = Counter()
        for one in self._waiting.values():
            found[one.place.campaign_id] += one.people
        return found

    def sent(self, waiting: Waiting, mailbox_id: int, at: datetime, people: int) -> None:
        """Mail so many of them: they go on to their next step, from this mailbox."""
        waiting.people -= people
        self._leave(waiting.place._replace(mailbox_id=mailbox_id), at, people)

    def _leave(self, place: Place, at: datetime, people: int) -> None:
        """After a mail some leave; shares of people are owed until they make one."""
        self._owed[place] += people * self._stay
        going = int(self._owed[place] + 1e-9)
        self._owed[place] -= going
        if going:
            rested = None if self._gap_days is None else _rested(_hour(at), self._gap_days, place.hours)
            self._follow(place, at, going, rested)

    def _follow(self, place: Place, at: datetime, people: int, rested: datetime | None = None) -> None:
        """Let them fall due at their next email, over the tasks before it, not before they may be mailed again."""
        steps = self._campaigns[place.campaign_id].steps
        step, due = following(steps, place.position), at
        own = None if place.mailbox_id is None else self._owns.get(place.mailbox_id)
        while step is not None:
            found = due_after(due, step, place.hours, own)
            if found is None:
                self.never[place.campaign_id] += people
                return
            if step.kind == EMAIL:
                self._wait(
                    place._replace(position=step.position), found if rested is None else max(found, rested), people
                )
                return
            step, due = following(steps, step.position), found

    def tidy(self) -> None:
        """Forget whom nothing is left of."""
        self._waiting = {key: waiting for key, waiting in self._waiting.items() if waiting.people}


def following(steps: Iterable[StepAhead], position: int) -> StepAhead | None:
    """Return the step after a position; None: that was the last."""
    return min((step for step in steps if step.position > position), key=lambda step: step.position, default=None)


def due_after(at: datetime, step: StepAhead, hours: Hours, own: Hours | None = None) -> datetime | None:
    """Return when a step falls due after one that left at `at`, to the hour; None: its window does not open again.

    `own` are the hours of the mailbox itself, None: always.
    """
    return _due(_hour(at), step.amount, step.unit, hours, own)


def _hour(at: datetime) -> datetime:
    return at.replace(minute=0, second=0, microsecond=0)


@lru_cache(maxsize=65_536)
def _rested(at: datetime, days: int, hours: Hours) -> datetime | None:
    """Return when the same person may be mailed again, in their hours; None: never, which the step itself tells."""
    weekend = weekend_of(country_of_zone(hours.zone), at.year)
    try:
        return hours.next_open(rested_at(at, days, hours.zone, weekend, hours.closed))
    except NeverOpens:
        return None


@lru_cache(maxsize=65_536)
def _day(zone: str, at: datetime) -> date:
    return local_day(zone, at)


@lru_cache(maxsize=65_536)
def _due(at: datetime, amount: int, unit: str, hours: Hours, own: Hours | None) -> datetime | None:
    try:
        return due_next(at, amount, unit, hours, MIDDLE, None, own=own).eligible_at
    except NeverOpens:
        return None
