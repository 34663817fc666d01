"""Judge one mailbox: in which stage of the graded policy it should be, by what came back of its mails.

Missing data is never good news: too few mails, or bounces of which nobody knows whose they are, improve nothing.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from admission.core.protection.numbers import Numbers
from admission.core.states import GRAVITY, LEADS_TO, PROTECTION, Stage
from app.core.machine import move


@dataclass(frozen=True, slots=True)
class Tally:
    """Mails that were sent in some days, and what came back of these very mails, by our own ids."""

    sends: int = 0
    bounces: int = 0
    blocks: int = 0
    complaints: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a mailbox is judged by. `clean`: of the mails since its stage began, or was last found not clean."""

    recent: Tally
    clean: Tally
    clean_days: float
    attributed: int = 0  # bounces in the whole workspace that name a mail of ours
    unattributed: int = 0  # and those that name only a person

    def as_json(self) -> dict[str, Any]:
        """Return it as it is kept with a decision: numbers alone."""
        return asdict(self)


def evidence_from(kept: Mapping[str, Any]) -> Evidence:
    """Return what was kept with a decision."""
    tallies = {name: Tally(**kept[name]) for name in ("recent", "clean")}
    return Evidence(**{**kept, **tallies})


@dataclass(frozen=True, slots=True)
class Judgement:
    """The stage that follows, by which move (empty: it stays), and why. `unclean`: its clean days begin anew."""

    stage: Stage
    event: str
    reason: str
    unclean: bool = False


def judge(stage: Stage, evidence: Evidence, numbers: Numbers) -> Judgement:
    """Worse at once and as far as it is; better by one stage, after clean days with enough mails. Paused stays so."""
    worst, reason = gravest(evidence.recent, numbers, numbers.least_sends)
    if GRAVITY.index(worst) > GRAVITY.index(stage):
        return _moved(stage, LEADS_TO[worst], reason)
    if stage in {Stage.NORMAL, Stage.PAUSED}:
        return Judgement(stage, "", reason)
    unclean, reason = gravest(evidence.clean, numbers, min(numbers.least_sends, numbers.clean_sends))
    if unclean is not Stage.NORMAL:
        return Judgement(stage, "", reason, unclean=True)
    if is_blind(evidence, numbers):
        return Judgement(stage, "", "blind")
    if evidence.clean_days < numbers.clean_days or evidence.clean.sends < numbers.clean_sends:
        return Judgement(stage, "", "not_long_enough")
    return _moved(stage, "improve", "clean")


def _moved(stage: Stage, event: str, reason: str) -> Judgement:
    return Judgement(move(PROTECTION, stage, event), event, reason)


def says_something(tally: Tally, numbers: Numbers) -> bool:
    """Tell whether so much came back that it could be too much, of as few mails as may be judged at all."""
    return gravest(replace(tally, sends=numbers.least_sends), numbers, numbers.least_sends)[0] is not Stage.NORMAL


def gravest(tally: Tally, numbers: Numbers, least: int) -> tuple[Stage, str]:
    """Return the gravest stage that these mails ask for, and by which signal; shares need at least so many mails."""
    enough = tally.sends >= least
    asked = [
        (_by_share(tally, "bounces", numbers) if enough else Stage.NORMAL, "bounces"),
        (_by_share(tally, "blocks", numbers) if enough else Stage.NORMAL, "blocks"),
        (_from(tally.complaints, "complaints", numbers), "complaints"),
    ]
    stage, reason = max(asked, key=lambda one: GRAVITY.index(one[0]))
    return stage, "" if stage is Stage.NORMAL else reason


def _by_share(tally: Tally, name: str, numbers: Numbers) -> Stage:
    return _from(getattr(tally, name) * 100 / tally.sends, name, numbers)


def _from(value: float, name: str, numbers: Numbers) -> Stage:
    for stage in reversed(GRAVITY[1:]):
        if value >= getattr(numbers, f"{name}_{LEADS_TO[stage]}"):
            return stage
    return Stage.NORMAL


def is_blind(evidence: Evidence, numbers: Numbers) -> bool:
    """Tell whether too many bounces name no mail of ours."""
    return blind(evidence.attributed, evidence.unattributed, numbers)


def blind(attributed: int, unattributed: int, numbers: Numbers) -> bool:
    """Tell whether more than the share of bounces that may name no mail of ours does."""
    whole = attributed + unattributed
    return whole >= numbers.blind_least and unattributed * 100 > numbers.blind_percent * whole
