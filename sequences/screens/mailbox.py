"""One mailbox's page: today's room as a sum, its ramp, its health with what to mend, and what the policy decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from django.utils.formats import date_format
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from admission.actions.ramp import stairs_of
from admission.core.ramp import NotCounted, Stair
from admission.models import ProtectionDecision
from app.actions import clock
from app.core.plots import Kind, Plot, Series
from app.core.window_text import parse_window, window_text
from mailboxes.models import AwayRange, Mailbox
from mailboxes.screens.health_words import RESULTS, SOURCES, TOLD, name_of
from mailboxes.screens.mailbox import About, about
from mailboxes.screens.words import State, Text, ago
from sequences.screens.protection_words import ACTING, STAGES, WATCHING, because

DECISIONS = 12
LIMITS: dict[str, Text] = {
    "cap": _("The cap that a person set"),
    "ramp": _("The ramp: what its days have earned"),
    "hard": _("The breakers: mail came back, or was called spam"),
    "protection": _("The protection policy"),
    "rolling": _("The provider's limit for any 24 hours"),
}
NOT_COUNTED: dict[str, Text] = {
    NotCounted.NO_SEND: _("no automated mail was accepted"),
    NotCounted.NOT_HEALTHY: _("no fresh measurement said that it is healthy"),
    NotCounted.NOT_OVER: _("the day is not over"),
}
HEALTH: dict[str, State] = {
    "pass": State(_("Healthy"), "check", "go"),
    "fail": State(_("Something fails"), "stop", "stop"),
    "unknown": State(_("Not known"), "question", "wait"),
}


class Room(Protocol):
    """Today's limits by name, and the name of the smallest."""

    @property
    def limits(self) -> Mapping[str, int]: ...
    @property
    def binding(self) -> str: ...


class Evidence(Protocol):
    """What is known of its health, and its stage under the policy."""

    @property
    def health(self) -> str: ...
    @property
    def protection(self) -> str: ...


class Check(Protocol):
    """The newest answer to one question about its mail; `measured_at` is world time."""

    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def measured_at(self) -> datetime: ...


class Gate(Protocol):
    """One of its gates."""

    @property
    def passed(self) -> bool: ...


class Explained(Protocol):
    """What sequences.actions.explain_mailbox tells, as far as words are made of it here."""

    @property
    def room(self) -> Room: ...
    @property
    def evidence(self) -> Evidence: ...
    @property
    def checks(self) -> Sequence[Check]: ...
    @property
    def gates(self) -> Sequence[Gate]: ...


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of today by its words; `binds`: it is the smallest."""

    word: Text
    number: int
    binds: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """The newest answer to one question about its mail; `fix` "": nothing to mend."""

    name: str
    source: Text
    state: State
    what: Text
    fix: Text
    age: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A change of stage that the policy made, or would have made."""

    at: datetime  # world time
    before: State
    after: State
    because: Text
    percent: int
    acted: State


@dataclass(frozen=True, slots=True)
class Page:
    """Everything that the page shows; `told` None: the mailbox has no day yet that could be explained."""

    about: About
    told: Explained | None
    in_the_way: bool  # a gate is shut
    limits: list[Limit]
    health: State
    findings: list[Finding]
    ramp: Plot | None
    idle_days: list[tuple[date, Text]]
    stage: State
    decisions: list[Decision]
    away: list[AwayRange]
    workday: str


def page(mailbox: Mailbox, told: Explained | None) -> Page:
    """Return the page of a mailbox that was read with budget and cursor. A fixed number of statements."""
    stairs = stairs_of(mailbox)
    return Page(
        about=about(mailbox),
        told=told,
        in_the_way=told is not None and not all(gate.passed for gate in told.gates),
        limits=_limits(told) if told else [],
        health=HEALTH.get(told.evidence.health if told else "unknown", HEALTH["unknown"]),
        findings=[_finding(check) for check in told.checks] if told else [],
        ramp=_ramp(stairs, mailbox.daily_cap) if stairs else None,
        idle_days=[(one.day, NOT_COUNTED[one.why]) for one in reversed(stairs) if one.why],
        stage=STAGES[told.evidence.protection if told else "normal"],
        decisions=_decisions(mailbox.id),
        away=list(AwayRange.objects.filter(mailbox=mailbox).order_by("first_day")),
        workday=window_text(parse_window(mailbox.workday)) if mailbox.workday else "",
    )


def _limits(told: Explained) -> list[Limit]:
    found = told.room.limits.items()
    return [Limit(LIMITS.get(name, name), number, name == told.room.binding) for name, number in found]


def _finding(check: Check) -> Finding:
    said = TOLD[check.code]
    return Finding(
        name=name_of(check.name),
        source=SOURCES.get(check.source, check.source),
        state=RESULTS[check.result],
        what=said.what,
        fix=said.fix,
        age=ago(clock.world_now() - check.measured_at),
    )


def _ramp(stairs: Sequence[Stair], cap: int) -> Plot:
    """Return the ramp as stairs: what each day allowed, what was sent, and the cap above."""
    last = stairs[-1]
    counted = sum(one.why is None for one in stairs)
    summary = ngettext(
        "Today the ramp allows %(limit)s of the cap of %(cap)s; %(counted)s day of %(days)s counted.",
        "Today the ramp allows %(limit)s of the cap of %(cap)s; %(counted)s days of %(days)s counted.",
        counted,
    ) % {"limit": last.limit, "cap": cap, "counted": counted, "days": len(stairs)}
    return Plot(
        name="ramp",
        title=now("Ramp"),
        summary=summary,
        labels=[date_format(one.day, "j M") for one in stairs],
        series=[
            Series(now("Allowed by the ramp"), [one.limit for one in stairs], "accent"),
            Series(now("Sent"), [one.sent for one in stairs], "info"),
            Series(now("Cap"), [cap] * len(stairs), "quiet"),
        ],
        kind=Kind.STAIRS,
    )


def _decisions(mailbox_id: int) -> list[Decision]:
    found = ProtectionDecision.objects.filter(mailbox_id=mailbox_id).order_by("-id")[:DECISIONS]
    return [
        Decision(
            at=one.world_at,
            before=STAGES[one.before],
            after=STAGES[one.after],
            because=because(one.reason),
            percent=one.percent,
            acted=ACTING if one.enforced else WATCHING,
        )
        for one in found
    ]
