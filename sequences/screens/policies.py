"""The graded protection policy as pages: its versions, what was decided lately, and what would have been."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count
from django.utils.translation import gettext as now

from admission.actions import judging, protection_policies, replays
from admission.core.protection.history import Step
from admission.core.protection.numbers import Numbers, as_values, parse
from admission.models import ProtectionDecision, ProtectionPolicy, Standing
from app.actions import clock
from app.core.plots import Kind, Plot, Series
from app.models import Workspace
from mailboxes.models import Mailbox
from mailboxes.screens.words import State, Text
from sequences.screens import protection_words as words

DECISIONS, VERSIONS, DAYS = 30, 50, 30
ORDER = ("normal", "slowed", "cooling_down", "paused")


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the policy and what may be done with it: watch, enforce, roll_back."""

    policy: ProtectionPolicy
    state: State
    verbs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Shadow:
    """A decision: of which mailbox, from which stage to which, why, and whether it acted. World time."""

    at: datetime
    mailbox: Mailbox
    version: int
    before: State
    after: State
    because: Text
    percent: int
    acted: State


@dataclass(frozen=True, slots=True)
class Overview:
    """The page of all versions. `unknown` of `reports` of the last days name no mail of ours."""

    versions: list[Version]
    decisions: list[Shadow]
    stages: list[tuple[State, int]]
    unknown: int
    reports: int


def overview(workspace: Workspace) -> Overview:
    """Return the versions, newest first, and the newest decisions. A fixed number of statements."""
    world_now = clock.world_now()
    found = ProtectionPolicy.objects.filter(workspace=workspace).select_related("created_by").order_by("-number")
    decided = ProtectionDecision.objects.filter(workspace=workspace).select_related("mailbox").order_by("-id")
    known, unknown = judging.blindness(workspace.id, world_now)
    return Overview(
        versions=[version_of(policy, world_now) for policy in found[:VERSIONS]],
        decisions=[_shadow(one) for one in decided[:DECISIONS]],
        stages=_stages(workspace.id),
        unknown=unknown,
        reports=known + unknown,
    )


def version_of(policy: ProtectionPolicy, world_now: datetime) -> Version:
    """Return a version with its state in words and its verbs."""
    if policy.rolled_back_at:
        return Version(policy, words.ROLLED_BACK, frozenset())
    if policy.enforce_from:
        state = words.ENFORCED if policy.enforce_from <= world_now else words.ENFORCED_SOON
        return Version(policy, state, frozenset({"roll_back"}))
    if policy.watched_from:
        return Version(policy, words.WATCHED, frozenset({"enforce", "roll_back"}))
    return Version(policy, words.DRAFTED, frozenset({"watch", "roll_back"}))


def _stages(workspace_id: int) -> list[tuple[State, int]]:
    rows = Standing.objects.filter(mailbox__workspace_id=workspace_id).values("protection").annotate(n=Count("pk"))
    counted = {row["protection"]: row["n"] for row in rows}
    return [(words.STAGES[stage], counted.get(stage, 0)) for stage in ORDER]


def _shadow(one: ProtectionDecision) -> Shadow:
    return Shadow(
        at=one.world_at,
        mailbox=one.mailbox,
        version=one.policy_version,
        before=words.STAGES[one.before],
        after=words.STAGES[one.after],
        because=words.because(one.reason),
        percent=one.percent,
        acted=words.ACTING if one.enforced else words.WATCHING,
    )


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a version in words; `changed`: the acting version has another one, `acting`."""

    word: Text
    value: float
    acting: float
    changed: bool


def numbers_of(policy: ProtectionPolicy, acting: Numbers) -> list[Number]:
    """Return what a version judges by, beside what acts now."""
    mine, other = as_values(parse(policy.values, version=policy.number)), as_values(acting)
    return [Number(words.NUMBERS.get(name, name), mine[name], other[name], mine[name] != other[name]) for name in mine]


def acting_numbers(workspace: Workspace) -> Numbers:
    """Return the numbers that judge now; the defaults where nobody watches yet."""
    force = protection_policies.in_force(workspace.id, clock.world_now())
    return force.acting if force else Numbers()


@dataclass(frozen=True, slots=True)
class Course:
    """What a mailbox would have gone through under two versions: steps in words, none: as usual throughout."""

    mailbox: str
    acting: list[tuple[date, State, Text]]
    this: list[tuple[date, State, Text]]


@dataclass(frozen=True, slots=True)
class Replay:
    """The last 30 days, judged again: a figure, the mailboxes that moved, and how many stayed as they were."""

    plot: Plot
    courses: list[Course]
    calm: int


def replay(workspace: Workspace, policy: ProtectionPolicy) -> Replay:
    """Judge the last days by a version and by the acting one. Reads the mails of two months: only when it is asked."""
    acting, mine = acting_numbers(workspace), parse(policy.values, version=policy.number)
    found = replays.ledger(workspace.id, [acting, mine], DAYS)
    addresses = dict(Mailbox.objects.filter(workspace=workspace).values_list("id", "address"))
    moved = {one: pair for one, pair in found.items() if any(pair)}
    courses = [Course(addresses.get(one, ""), _told(old), _told(new)) for one, (old, new) in sorted(moved.items())]
    return Replay(_figure(moved.values()), courses, len(found) - len(moved))


def _told(found: list[Step]) -> list[tuple[date, State, Text]]:
    return [(one.day, words.STAGES[one.after], words.because(one.reason)) for one in found]


def _figure(pairs: Iterable[list[list[Step]]]) -> Plot:
    """Return in how many steps down mailboxes would have been slowed, rested and stopped, under both."""
    counts = [[0, 0, 0], [0, 0, 0]]
    for pair in pairs:
        for side, taken in enumerate(pair):
            for step in taken:
                if ORDER.index(step.after) > ORDER.index(step.before):
                    counts[side][ORDER.index(step.after) - 1] += 1
    labels = [str(words.STAGES[stage].word) for stage in ORDER[1:]]
    summary = now("In 30 days %(old)s moves to less room under what acts now, %(new)s under this version.")
    return Plot(
        name="replay",
        title=now("The last 30 days under both versions"),
        summary=summary % {"old": sum(counts[0]), "new": sum(counts[1])},
        labels=labels,
        series=[
            Series(now("What acts now"), counts[0], "quiet"),
            Series(now("This version"), counts[1], "accent"),
        ],
        kind=Kind.BARS,
    )
