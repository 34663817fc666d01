"""The numbers of a campaign: each step and variant with how sure its shares are, days to an answer, people left."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Count, F, OuterRef, Q, Subquery
from django.db.models.functions import TruncDate

from app.actions import clock
from app.core.zones import local_day
from mailboxes.screens.words import State
from sequences.core.states import EnrollmentState, TouchState
from sequences.core.wilson import Share, apart, share
from sequences.models import Campaign, Enrollment, Step, Touch, Variant
from sequences.screens.words import STATE_UNKNOWN, STEP

COLUMNS = ("sent", "replied", "opted_out", "bounced", "held")
AFTER = {"replied": "replied", "unsubscribed": "opted_out", "complained": "opted_out", "bounced": "bounced"}
MOST_REPLIES = 20_000
DAYS_BACK = 30
LONGEST_WAIT = 14  # days to an answer that have a bar of their own


@dataclass(frozen=True, slots=True)
class Numbers:
    """People of a step or variant: who got it, and how they ended after it; `rate` of human replies."""

    counts: dict[str, int]
    rate: Share | None


@dataclass(frozen=True, slots=True)
class StepNumbers:
    """A step with its variants; `winner` where one is surely better than every other."""

    step: Step
    kind: State
    numbers: Numbers
    variants: list[tuple[Variant, Numbers]] = field(default_factory=list)
    winner: bool = False


def by_step(campaign: Campaign) -> list[StepNumbers]:
    """Return the living steps in order. Four queries."""
    counts: dict[tuple[int, int | None], Counter[str]] = defaultdict(Counter)
    touches = Touch.objects.filter(campaign_id=campaign.id)
    done = touches.filter(state__in=[TouchState.SENT, TouchState.DONE]).values("step_id", "variant_id")
    for row in done.annotate(n=Count("id")):
        counts[row["step_id"], row["variant_id"]]["sent"] = row["n"]
    held = touches.filter(state=TouchState.HELD).values("step_id", "variant_id")
    for row in held.annotate(n=Count("id")):
        counts[row["step_id"], row["variant_id"]]["held"] = row["n"]
    for step_id, variant_id, column, n in _ended(campaign):
        counts[step_id, variant_id][column] += n
    steps = Step.objects.filter(campaign=campaign, removed_at=None).prefetch_related("variant_set").order_by("position")
    return [_step(step, counts) for step in steps]


def _ended(campaign: Campaign) -> Iterable[tuple[int, int | None, str, int]]:
    """Yield the step and variant somebody got last before they answered, opted out or bounced."""
    last = Touch.objects.filter(enrollment_id=OuterRef("id"), state=TouchState.SENT).order_by("-id")
    ended = Enrollment.objects.filter(campaign=campaign, state__in=list(AFTER))
    found = ended.annotate(step=Subquery(last.values("step_id")[:1]), variant=Subquery(last.values("variant_id")[:1]))
    for row in found.values("state", "step", "variant").annotate(n=Count("id")).exclude(step=None):
        yield row["step"], row["variant"], AFTER[row["state"]], row["n"]


def _step(step: Step, counts: dict[tuple[int, int | None], Counter[str]]) -> StepNumbers:
    whole: Counter[str] = Counter()
    for (step_id, _), found in counts.items():
        if step_id == step.id:
            whole.update(found)
    variants = [(one, _numbers(counts[step.id, one.id])) for one in sorted(step.variant_set.all(), key=lambda v: v.id)]
    shares = [one.rate for _, one in variants]
    return StepNumbers(step, STEP.get(step.kind, STATE_UNKNOWN), _numbers(whole), variants, apart(shares))


def _numbers(found: Counter[str]) -> Numbers:
    return Numbers({name: found[name] for name in COLUMNS}, share(found["replied"], found["sent"]))


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a plot: its label, value, and height of 100."""

    label: str
    value: int
    percent: int


def bars(pairs: list[tuple[str, int]]) -> list[Bar]:
    """Return pairs as bars, the longest of 100."""
    most = max((value for _, value in pairs), default=0) or 1
    return [Bar(label, value, round(100 * value / most)) for label, value in pairs]


def days_to_reply(campaign: Campaign) -> list[Bar]:
    """Return how many people answered within how many days of their last mail. One query."""
    found = Enrollment.objects.filter(campaign=campaign, state=EnrollmentState.REPLIED, last_accepted_at__isnull=False)
    waits = found.annotate(wait=F("ended_at") - F("last_accepted_at")).values_list("wait", flat=True)[:MOST_REPLIES]
    days = Counter(min(max(0, wait.days), LONGEST_WAIT) for wait in waits if wait is not None)
    if not days:
        return []
    last = max(days)
    named = [(f"{day}+" if day == LONGEST_WAIT else str(day), days[day]) for day in range(last + 1)]
    return bars(named)


@dataclass(frozen=True, slots=True)
class LeftOn:
    """People still under way at the end of a day; `ahead`: foreseen, not counted."""

    day: date
    people: int
    ahead: bool
    percent: int = 0


def burn_down(campaign: Campaign, ahead: list[tuple[date, int]]) -> list[LeftOn]:
    """Return how many people were left on the last days, and are foreseen to be. Two queries."""
    today = local_day(campaign.time_zone, clock.world_now())
    since = today - timedelta(days=DAYS_BACK - 1)
    under_way = Enrollment.objects.filter(campaign=campaign, state=EnrollmentState.ACTIVE).count()
    ended = Enrollment.objects.filter(Q(ended_at__date__gte=since), campaign=campaign)
    by_day = dict(ended.annotate(day=TruncDate("ended_at")).values_list("day").annotate(n=Count("id")))
    left, past = under_way, []
    for back in range(DAYS_BACK):
        day = today - timedelta(days=back)
        past.append((day, left))
        left += by_day.get(day, 0)
    whole = [LeftOn(day, people, ahead=False) for day, people in reversed(past)]
    whole += [LeftOn(day, people, ahead=True) for day, people in ahead if day > today]
    most = max((one.people for one in whole), default=0) or 1
    return [LeftOn(one.day, one.people, one.ahead, round(100 * one.people / most)) for one in whole]
