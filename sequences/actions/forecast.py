"""What a campaign will send in the next days, what binds, when it is done, and who will be held. Writes nothing."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from app.actions import clock, snapshots
from app.core.errors import Refused
from app.core.windows import Hours, NeverOpens
from app.core.zones import local_day
from sequences.actions import launch
from sequences.actions.forecast_inputs import Loaded, load
from sequences.core.forecast.course import DAY_OFF, OUTSIDE, CampaignOnDay, Course, DayAhead
from sequences.core.forecast.inputs import Assumed
from sequences.core.states import CampaignState
from sequences.models import Campaign
from sequences.screens.words import held

MOST_DAYS = 90
ASSUMES = (
    "Nobody answers, opts out or bounces, unless a share of people who leave after each mail is given.",
    "Tasks for people are done on the day on which they fall due; who is held stays held.",
    "A ramp climbs after each day with a mail, and the health of mailboxes stays as it is; an unmeasured one passes.",
    "Nobody writes by hand after today.",
    "Caps of companies and of the sending domain, and other campaigns' mails to the same person, are not counted.",
)


@dataclass(frozen=True, slots=True)
class Binding:
    """People who are due on a day and get no mail; `mailbox` "": no one mailbox stands in their way."""

    reason: str
    because: str
    mailbox: str
    people: int


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of the campaign's mailboxes are bound by a limit on a day, and what they may send together."""

    bound_by: str
    mailboxes: int
    together: int


@dataclass(frozen=True, slots=True)
class ForecastDay:
    """One day: sends = first mails + follow-ups; `waiting` are due and get none, `left` are still to get a mail."""

    day: date
    sends: int
    first_mails: int
    follow_ups: int
    waiting: int
    left: int
    bindings: list[Binding]
    limits: list[Limits]


@dataclass(frozen=True, slots=True)
class FirstMail:
    """When the first mail is likely to leave (world time), and what it waits for until then; "": nothing."""

    at: datetime
    reason: str
    because: str


@dataclass(frozen=True, slots=True)
class HeldPeople:
    """People who get nothing until somebody or something changes that, by reason.

    `lacks`: nobody holds them yet, but a step that needs a value will.
    """

    reason: str
    because: str
    people: int
    lacks: bool = False


@dataclass(frozen=True, slots=True)
class Forecast:
    """The next days of a campaign. `finish_on` None: it is not done within them, and `left` people still wait then.

    Days are those of the campaign's zone. `competing` other campaigns use the same mailboxes.
    """

    campaign_id: int
    campaign: str
    zone: str
    now: datetime
    people: int
    sends: int
    finish_on: date | None
    left: int
    first_mail: FirstMail | None
    competing: int
    days: list[ForecastDay]
    held: list[HeldPeople]
    leave_share: float
    assumes: list[str]


def forecast(campaign: Campaign, *, days: int = 30, leave_share: float = 0.0) -> Forecast:
    """Play the next days of a campaign, as if it ran from now on; reads one snapshot.

    `leave_share` of the people leave after each mail. Raises Refused for a campaign that is archived.
    """
    if campaign.state == CampaignState.ARCHIVED:
        raise Refused("The campaign is archived, for good.")
    if not (1 <= days <= MOST_DAYS and 0 <= leave_share < 1):
        raise Refused(f"A forecast is of 1 to {MOST_DAYS} days, and less than all people leave.")
    with snapshots.read_only():
        loaded = load(campaign, clock.world_now())
        lacks = launch.lacking(campaign)
    course = Course(loaded.start, Assumed(days, leave_share), campaign.time_zone)
    ahead = list(course.days())
    mine = [_day(day, campaign.id, loaded) for day in ahead]
    left = mine[-1].left + course.never.get(campaign.id, 0)
    return Forecast(
        campaign_id=campaign.id,
        campaign=campaign.name,
        zone=campaign.time_zone,
        now=loaded.start.now,
        people=loaded.waiting,
        sends=sum(one.sends for one in mine),
        finish_on=_finish(mine) if not left else None,
        left=left,
        first_mail=_first(ahead, campaign.id, loaded),
        competing=len(loaded.start.campaigns) - 1,
        days=mine,
        held=[*_held(loaded), *_lacking(lacks)],
        leave_share=leave_share,
        assumes=list(ASSUMES),
    )


def _day(day: DayAhead, campaign_id: int, loaded: Loaded) -> ForecastDay:
    one = day.campaigns[campaign_id]
    pool = [day.mailboxes[box] for box in loaded.start.campaigns[campaign_id].pool if box in day.mailboxes]
    boxes, together = Counter(box.bound_by for box in pool), Counter[str]()
    for box in pool:
        together[box.bound_by] += box.limit
    return ForecastDay(
        day=day.day,
        sends=one.sends,
        first_mails=one.openers,
        follow_ups=one.sends - one.openers,
        waiting=sum(bound.people for bound in one.bound),
        left=one.left,
        bindings=_bindings(one, loaded),
        limits=[Limits(name, many, together[name]) for name, many in boxes.most_common()],
    )


def _bindings(one: CampaignOnDay, loaded: Loaded) -> list[Binding]:
    """One binding for each reason and mailbox, most people first."""
    return [
        Binding(
            reason=bound.reason,
            because=_because(bound.reason),
            mailbox="" if bound.mailbox_id is None else loaded.addresses.get(bound.mailbox_id, ""),
            people=bound.people,
        )
        for bound in one.bound
    ]


def _because(reason: str) -> str:
    return str(held(OF_LIMITS.get(reason, reason)).because)


OF_LIMITS = {"hard": "hard_breaker"}  # the names of limits that are no reasons


def _finish(days: Sequence[ForecastDay]) -> date | None:
    """Return the day of the last mail; None where there is none at all."""
    return next((one.day for one in reversed(days) if one.sends), None)


def _first(days: Sequence[DayAhead], campaign_id: int, loaded: Loaded) -> FirstMail | None:
    """Return the first mail of the forecast; what stands in its way is what binds now, else its window or its turn."""
    at = next((one.first_at for day in days if (one := day.campaigns[campaign_id]).first_at is not None), None)
    if at is None:
        return None
    now = loaded.start.now
    mine = [crowd for crowd in loaded.start.crowds if crowd.campaign_id == campaign_id and crowd.slot is None]
    opens = min(filter(None, map(_may_begin, {(crowd.hours, max(crowd.due, now)) for crowd in mine})), default=now)
    first_day = local_day(loaded.zone, max(opens, now))
    bound = next((day.campaigns[campaign_id].bound for day in days if day.day == first_day), ())
    if local_day(loaded.zone, at) > first_day and bound:
        reason = bound[0].reason  # it was open then, so it was something else
    elif opens <= now:
        reason = ""
    elif not any(crowd.due <= now for crowd in mine):
        reason = "early"
    else:
        reason = next((one.reason for one in days[0].campaigns[campaign_id].bound if one.reason == DAY_OFF), OUTSIDE)
    return FirstMail(at, reason, _because(reason) if reason else "")


def _may_begin(crowd: tuple[Hours, datetime]) -> datetime | None:
    """Return when people's window is open from an instant on; None: never again."""
    hours, due = crowd
    try:
        return hours.next_open(due)
    except NeverOpens:
        return None


def _held(loaded: Loaded) -> list[HeldPeople]:
    ordered = sorted(loaded.held.items(), key=lambda pair: (-pair[1], pair[0]))
    return [HeldPeople(reason, _because(reason), people) for reason, people in ordered]


def _lacking(lacks: Iterable[launch.Lack]) -> list[HeldPeople]:
    """Those whom a step will hold for want of a value; who is held for it already is among them."""
    reason = "missing_field"
    return [
        HeldPeople(reason, f"{_because(reason)}: step {lack.position}, {lack.field}", lack.people, lacks=True)
        for lack in lacks
    ]
