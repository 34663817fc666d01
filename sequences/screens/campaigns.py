"""Campaigns as a list, and one campaign as a funnel."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Case, Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from mailboxes.screens.words import State
from sequences.core.states import OPEN_TOUCH, CampaignState, EnrollmentState, TouchState
from sequences.models import Campaign, CampaignMailbox, Enrollment, Step, Touch
from sequences.screens.bars import Part, bar
from sequences.screens.words import CAMPAIGN, STATE_UNKNOWN, STEP, STEP_REFUSED, held

MOST = 500  # campaigns on one page
WEEKDAYS: tuple[str | Promise, ...] = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))
ORDER = [CampaignState.RUNNING, CampaignState.PAUSED, CampaignState.DRAFT, CampaignState.ARCHIVED]
TONES = {
    "replied": "go",
    "finished": "quiet",
    "active": "planned",
    "bounced": "stop",
    "unsubscribed": "stop",
    "complained": "stop",
    "failed": "wait",
    "stopped": "quiet",
}


@dataclass(frozen=True, slots=True)
class Summary:
    """A campaign in the list, with its people by state."""

    campaign: Campaign
    state: State
    people: Counter[str]
    total: int
    parts: tuple[Part, ...]


def summaries(workspace_id: int) -> list[Summary]:
    """Return the campaigns, running ones first, with their people counted. Two queries."""
    rank = Case(*[When(state=state, then=Value(place)) for place, state in enumerate(ORDER)], default=Value(9))
    found = Campaign.objects.filter(workspace_id=workspace_id).order_by(rank, "-priority", "name")[:MOST]
    people = _people(Enrollment.objects.filter(workspace_id=workspace_id))
    return [_summary(campaign, people[campaign.id]) for campaign in found]


def summary(campaign: Campaign) -> Summary:
    """Return one campaign with its people counted. One query."""
    return _summary(campaign, _people(Enrollment.objects.filter(campaign=campaign))[campaign.id])


def _people(found: QuerySet[Enrollment]) -> dict[int, Counter[str]]:
    people: dict[int, Counter[str]] = defaultdict(Counter)
    for row in found.values("campaign_id", "state").annotate(n=Count("id")):
        people[row["campaign_id"]][row["state"]] = row["n"]
    return people


def _summary(campaign: Campaign, people: Counter[str]) -> Summary:
    parts = bar(people.total(), [(people[state], tone) for state, tone in TONES.items()])
    return Summary(campaign, CAMPAIGN.get(campaign.state, STATE_UNKNOWN), people, people.total(), parts)


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of the funnel: how many people are at it, and how many left the campaign after it."""

    step: Step
    kind: State
    delay: int
    business: bool
    counts: dict[str, int] = field(default_factory=dict)
    parts: tuple[Part, ...] = ()


AT_STEP = ("waiting", "due", "planned", "held", "sent")
AFTER_STEP = {"replied": "replied", "bounced": "bounced", "unsubscribed": "opted_out", "complained": "opted_out"}
COLUMNS = (*AT_STEP, "replied", "bounced", "opted_out")
# An absence leaves the touch scheduled, for after the return: to a person that is a hold.
HELD = Q(state=TouchState.HELD) | Q(state=TouchState.SCHEDULED, hold_reason="absent")


def funnel(campaign: Campaign, world_now: datetime) -> list[StepRow]:
    """Return each step with its people. Three queries."""
    at_step = _at_step(campaign, world_now)
    after_step = _after_step(campaign)
    steps = Step.objects.filter(campaign=campaign, removed_at=None).order_by("position")
    rows = [
        (step, {**dict.fromkeys(COLUMNS, 0), **at_step[step.position], **after_step[step.position]}) for step in steps
    ]
    most = max((_reached(counts) for _, counts in rows), default=0)
    return [_step_row(step, counts, most) for step, counts in rows]


def _reached(counts: dict[str, int]) -> int:
    return sum(counts[name] for name in AT_STEP)


def _step_row(step: Step, counts: dict[str, int], most: int) -> StepRow:
    silent = max(0, counts["sent"] - counts["replied"] - counts["bounced"] - counts["opted_out"])
    pieces = [
        (counts["replied"], "go"),
        (silent, "accent"),
        (counts["bounced"] + counts["opted_out"], "stop"),
        (counts["planned"] + counts["due"], "planned"),
        (counts["held"], "wait"),
    ]
    return StepRow(
        step=step,
        kind=STEP[step.kind],
        delay=step.delay_amount,
        business=step.delay_unit == Step.Unit.BUSINESS_DAYS,
        counts=counts,
        parts=bar(most, pieces),
    )


def _at_step(campaign: Campaign, world_now: datetime) -> dict[int, dict[str, int]]:
    """Return position -> people by where their touch stands."""
    stands = Case(
        When(state__in=[TouchState.SENT, TouchState.DONE], then=Value("sent")),
        When(HELD, then=Value("held")),
        When(state=TouchState.PLANNED, then=Value("planned")),
        When(state=TouchState.SCHEDULED, eligible_at__lte=world_now, then=Value("due")),
        When(state=TouchState.SCHEDULED, then=Value("waiting")),
        default=Value(""),
    )
    found: dict[int, dict[str, int]] = defaultdict(dict)
    counted = Touch.objects.filter(campaign_id=campaign.id).annotate(stands=stands).values("position", "stands")
    for row in counted.annotate(n=Count("id")).exclude(stands=""):
        found[row["position"]][row["stands"]] = row["n"]
    return found


def _after_step(campaign: Campaign) -> dict[int, dict[str, int]]:
    """Return position -> people whose campaign ended by an answer after that step, the last one they got."""
    sent = Touch.objects.filter(enrollment_id=OuterRef("id"), state=TouchState.SENT).order_by("-position")
    ended = Enrollment.objects.filter(campaign=campaign, state__in=list(AFTER_STEP))
    found: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    counted = ended.annotate(last=Subquery(sent.values("position")[:1])).values("state", "last")
    for row in counted.annotate(n=Count("id")).exclude(last=None):
        found[row["last"]][AFTER_STEP[row["state"]]] += row["n"]
    return found


def mailboxes_of(campaign: Campaign) -> list[str]:
    """Return the addresses a campaign may send from."""
    found = CampaignMailbox.objects.filter(campaign=campaign).order_by("mailbox__address")
    return list(found.values_list("mailbox__address", flat=True))


def boxes_of(campaign: Campaign) -> list[tuple[int, str]]:
    """Return the mailboxes whose people may be listed: id and address."""
    found = CampaignMailbox.objects.filter(campaign=campaign).order_by("mailbox__address")
    return list(found.values_list("mailbox_id", "mailbox__address"))


def hours_of(campaign: Campaign) -> list[dict[str, object]]:
    """Return the entries of a campaign's weekly hours: names of the days, from when, to when."""
    return [one | {"days": _names(one["days"])} for one in campaign.window]


def keeps(campaign: Campaign) -> str | Promise:
    """Return whose holidays a campaign keeps: a calendar's name, a country, or each person's own; empty: nobody's."""
    if campaign.calendar is not None:
        return campaign.calendar.name
    if "by_country" in campaign.days_off:
        return _("each person's own country")
    return "-".join(filter(None, (campaign.days_off.get(name, "") for name in ("country", "subdivision"))))


def holidays_text(campaign: Campaign) -> str:
    """Return whose holidays a campaign keeps as it is typed: a calendar's name, `person`, a code, or nothing."""
    if campaign.calendar is not None:
        return campaign.calendar.name
    if "by_country" in campaign.days_off:
        return "person"  # as sequences.actions.calendars reads it
    return "-".join(filter(None, (campaign.days_off.get(name, "") for name in ("country", "subdivision"))))


def _names(days: list[int] | str) -> list[str | Promise]:
    return [_("working days")] if isinstance(days, str) else [WEEKDAYS[day - 1] for day in days]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which people of a campaign are listed: by state (`held`: who waits for something), open step, reason, mailbox."""

    state: str = ""
    step: int | None = None
    reason: str = ""
    mailbox: int | None = None


def enrolled(campaign: Campaign, wanted: Wanted) -> QuerySet[Enrollment]:
    """Return the people of a campaign who are wanted."""
    found = Enrollment.objects.filter(campaign=campaign).select_related("campaign", "contact", "mailbox")
    touches = Touch.objects.filter(campaign_id=campaign.id, state__in=OPEN_TOUCH)
    narrowed = touches
    if wanted.state == "held":
        narrowed = narrowed.filter(HELD)
    if wanted.step is not None:
        narrowed = narrowed.filter(step_id=wanted.step)
    if wanted.reason:
        narrowed = narrowed.filter(hold_reason=wanted.reason)
    if narrowed is not touches:
        found = found.filter(Exists(narrowed.filter(enrollment_id=OuterRef("id"))))
    if wanted.mailbox is not None:
        found = found.filter(mailbox_id=wanted.mailbox)
    return found.filter(state=wanted.state) if wanted.state and wanted.state != "held" else found


def reasons(campaign: Campaign) -> list[tuple[str, str | Promise, int]]:
    """Return why people of a campaign wait, in words, most first. One query."""
    waiting = Touch.objects.filter(campaign_id=campaign.id, state__in=OPEN_TOUCH).exclude(hold_reason="")
    counted = waiting.values_list("hold_reason").annotate(n=Count("id")).order_by("-n", "hold_reason")
    return [(reason, held(reason).because, n) for reason, n in counted]


@dataclass(frozen=True, slots=True)
class StepFault:
    """A step whose mail itself was refused, and for how many people."""

    position: int
    people: int


def step_faults(campaign: Campaign) -> list[StepFault]:
    """Return the steps whose mail servers did not take, whoever it was for. One query."""
    refused = Touch.objects.filter(
        campaign_id=campaign.id, enrollment__state=EnrollmentState.FAILED, enrollment__reason=STEP_REFUSED
    )
    # The step that failed is the last one the person had.
    at = refused.values("enrollment_id").annotate(last=Max("position")).values_list("last", flat=True)
    return [StepFault(position, people) for position, people in sorted(Counter(at).items())]
