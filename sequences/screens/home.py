"""The first page beside the people not mailed: today in numbers, thirty days as a plot, and what needs a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import quantiles
from typing import Protocol

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from app import sql
from app.core.plots import Kind, Plot, Series
from app.models import DayCount, Workspace
from mailboxes.core.states import MailboxState
from mailboxes.models import Delivery, InboundMessage, Mailbox
from mailboxes.screens.words import Text
from sequences.core.day_counts import COUNTED
from sequences.core.states import TaskState, TouchState
from sequences.models import Campaign, Contact, Task, Touch

DAYS = 30
AHEAD = 14
MOST = 1_000  # nobody needs to know how many more there are
NEWEST = 400  # stops that the latency is measured by
ENOUGH = 5

type Days = dict[date, dict[str, int]]


def last_days(workspace: Workspace, today: date) -> Days:
    """Return what was counted on each of the last thirty days, today's too; every thing on every day. One statement."""
    first = today - timedelta(days=DAYS - 1)
    days: Days = {first + timedelta(days=n): dict.fromkeys(COUNTED, 0) for n in range(DAYS)}
    found = DayCount.objects.filter(workspace=workspace, day__gte=first, day__lte=today)
    for day, what, number in found.values_list("day", "what", "number"):
        days[day][what] = number
    return days


def plot_of(days: Days, ahead: Mapping[date, int] | None = None) -> Plot:
    """Return the thirty days as bars: sent, replied, bounced, opted out; behind them the mails foreseen, hatched."""
    coming = {day: number for day, number in (ahead or {}).items() if day > max(days)}
    blank: list[float | None] = [None] * len(coming)
    series = [
        Series(str(word), [*(day[what] for day in days.values()), *blank], tone)
        for what, word, tone in (
            ("sent", now("Sent"), "accent"),
            ("replied", now("Replies"), "go"),
            ("bounced", now("Bounces"), "wait"),
            ("opted_out", now("Opt-outs"), "stop"),
        )
    ]
    sums = {one.name: sum(number or 0 for number in one.values) for one in series}
    summary = ngettext(
        "%(sent)s mail in 30 days; %(replies)s replied, %(opted)s opted out.",
        "%(sent)s mails in 30 days; %(replies)s replied, %(opted)s opted out.",
        sums[series[0].name],
    ) % {"sent": sums[series[0].name], "replies": sums[series[1].name], "opted": sums[series[3].name]}
    if coming:
        series.append(Series(now("Foreseen"), [*([None] * len(days)), *coming.values()], "accent", forecast=True))
        words = ngettext(
            "%(n)s mail is foreseen in %(days)s days.",
            "%(n)s mails are foreseen in %(days)s days.",
            sum(coming.values()),
        )
        summary = f"{summary} {words % {'n': sum(coming.values()), 'days': len(coming)}}"
    labels = [date_format(day, "j M") for day in [*days, *coming]]
    return Plot("days", now("The last 30 days"), summary, labels, series, Kind.BARS)


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for a person: how many (`more`: and others), the icon, the tone, and the page that helps."""

    name: Text
    number: int
    more: bool
    icon: str
    tone: str
    route: str


def needs(workspace_id: int) -> list[Need]:
    """Return what needs a person, the gravest first; nothing that does not. Five statements, each of few rows."""
    campaigns = list(Campaign.objects.filter(workspace_id=workspace_id).values_list("id", flat=True))
    found = [
        _need(
            _("Mailboxes must sign in again"),
            Mailbox.objects.filter(workspace_id=workspace_id, state=MailboxState.RECONNECT_NEEDED),
            ("plug", "stop", "mailboxes"),
        ),
        _need(
            _("Mails of which it is not sure that they left"),
            Delivery.objects.filter(workspace_id=workspace_id, in_doubt=True),
            ("question", "stop", "doubts"),
        ),
        _need(
            _("People are held until somebody decides"),
            Touch.objects.filter(campaign_id__in=campaigns, state=TouchState.HELD),
            ("pause", "wait", "not_mailed"),
        ),
        _need(
            _("Tasks are due"),
            Task.objects.filter(workspace_id=workspace_id, state=TaskState.OPEN),
            ("tasks", "info", "tasks"),
        ),
        _need(
            _("Answers came from nobody we know"),
            InboundMessage.objects.filter(workspace_id=workspace_id, disposition="unmatched"),
            ("question", "wait", "dashboard"),
        ),
    ]
    return [one for one in found if one.number]


def _need(name: Text, rows: QuerySet, shown: tuple[str, str, str]) -> Need:  # type: ignore[type-arg]
    number = rows.values("pk")[: MOST + 1].count()
    return Need(name, min(number, MOST), number > MOST, *shown)


@dataclass(frozen=True, slots=True)
class Latency:
    """How long stops took, from the arrival of the message: in the middle, and for all but one in twenty; seconds."""

    middle: float
    nearly_all: float
    number: int


def latency(workspace_id: int) -> Latency | None:
    """Return it for the newest stops; None while there are too few to speak of."""
    taken = sql.rows("sequences", "stop_latency", {"workspace_id": workspace_id, "most": NEWEST})
    seconds = sorted(max(float(value), 0.0) for (value,) in taken)
    if len(seconds) < ENOUGH:
        return None
    cuts = quantiles(seconds, n=20, method="inclusive")
    return Latency(cuts[9], cuts[18], len(seconds))


class Unmailed(Protocol):
    """Somebody who was not mailed, as sequences.actions.not_mailed tells it."""

    @property
    def contact_id(self) -> int | None:
        """Their contact; None once erased."""

    @property
    def campaign_id(self) -> int:
        """In which campaign."""


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody who was not mailed, with their contact, None once erased, and the name of the campaign."""

    person: Unmailed
    contact: Contact | None
    campaign: str


def named(workspace_id: int, people: Sequence[Unmailed]) -> list[Named]:
    """Return these people with what they are called. Two statements."""
    contacts = Contact.objects.filter(workspace_id=workspace_id).in_bulk(
        [one.contact_id for one in people if one.contact_id]
    )
    names = dict(Campaign.objects.filter(workspace_id=workspace_id).values_list("id", "name"))
    return [Named(one, contacts.get(one.contact_id or 0), names.get(one.campaign_id, "")) for one in people]
