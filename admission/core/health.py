"""Is a mailbox healthy? Judged from what was measured, by age; what nobody knows is never good news.

For each question the newest answer that is none of "unknown" stands while it is fresh: a hiccup does not end a pass,
and a fail acts at once. Healthy means that every question which has to be answered stands as a pass.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mailboxes.core.health.findings import Check, Code, Result, Source

GOOD_FOR = timedelta(hours=72)  # world time, as all here
ROUND = timedelta(hours=6)  # between two rounds of a healthy mailbox
SOONER = timedelta(minutes=30)  # of one that is not
SOONEST = timedelta(minutes=1)  # of one that only waits for the other mailbox to be read
PROBE_EVERY = timedelta(hours=23)  # DNS is asked in every round, a mail is sent once a day

type Key = tuple[str, str]  # source and name

NEEDED: tuple[Key, ...] = (
    (Source.DNS, Check.SPF),
    (Source.DNS, Check.DKIM),
    (Source.DNS, Check.DMARC),
    (Source.DNS, Check.MX),
    (Source.PROBE, Check.ARRIVAL),
)
STAMPED: Key = (Source.PROBE, Check.DMARC)  # what the receiver says; of a mail to oneself nobody says anything


@dataclass(frozen=True, slots=True)
class Evidence:
    """One answer. `score` is of a pushed one, which is judged anew by today's threshold; None withdraws it."""

    source: str
    name: str
    result: Result
    code: Code
    measured_at: datetime
    score: float | None = None

    @property
    def key(self) -> Key:
        """Return what it answers."""
        return self.source, self.name


@dataclass(frozen=True, slots=True)
class Standing:
    """The answer to each question as it stands, and the last word on it, which may be "unknown"."""

    answer: Evidence | None
    last: Evidence | None


@dataclass(frozen=True, slots=True)
class Health:
    """The judgement. `good_until` of a pass; source, name and code of what decides anything else."""

    result: Result
    good_until: datetime | None = None
    source: str = ""
    name: str = ""
    code: str = ""


def judge(evidence: Iterable[Evidence], now: datetime, thresholds: Mapping[str, int] | None = None) -> Health:
    """Judge a mailbox: the first fail, else the first thing that is not known, else a pass and until when."""
    stands = standings([judged(one, thresholds or {}) for one in evidence], now)
    needed = needed_of(stands)
    for key in sorted(stands, key=_first_causes):
        answer = stands[key].answer
        if answer is not None and answer.result is Result.FAIL:
            return Health(Result.FAIL, None, answer.source, answer.name, answer.code)
    for key in needed:
        stand = stands.get(key)
        if stand is None or stand.answer is None:
            return _not_known(key, stand)
    oldest = min(answer.measured_at for key in needed if (answer := stands[key].answer) is not None)
    return Health(Result.PASS, oldest + GOOD_FOR)


def standings(evidence: Sequence[Evidence], now: datetime) -> dict[Key, Standing]:
    """Return what stands for each question that was ever answered, in a fixed order. Answers of tomorrow count none."""
    found: dict[Key, Standing] = {}
    for one in sorted(evidence, key=lambda one: (one.measured_at, one.result is Result.FAIL)):
        if one.measured_at > now:
            continue
        before = found.get(one.key)
        conclusive = one.result is not Result.UNKNOWN or one.source == Source.PUSHED
        found[one.key] = Standing(one if conclusive or before is None else before.answer, one)
    return {key: _fresh(found[key], now) for key in sorted(found)}


def _fresh(stand: Standing, now: datetime) -> Standing:
    answer = stand.answer
    old = answer is None or answer.result is Result.UNKNOWN or now >= answer.measured_at + GOOD_FOR
    return Standing(None if old else answer, stand.last)


def needed_of(stands: Mapping[Key, Standing]) -> tuple[Key, ...]:
    """Return the questions that have to be answered: a score that was pushed once is one, until it is withdrawn."""
    arrival = stands.get((Source.PROBE, Check.ARRIVAL))
    to_itself = arrival is not None and arrival.answer is not None and arrival.answer.code is Code.SELF_ADDRESSED
    pushed = (key for key, stand in stands.items() if key[0] == Source.PUSHED and _counts(stand))
    return (*NEEDED, *(() if to_itself else (STAMPED,)), *pushed)


def _first_causes(key: Key) -> tuple[bool, bool, Key]:
    """Name what others follow from before these: records before what receivers say, DMARC after SPF and DKIM."""
    source, name = key
    return source != Source.DNS, name == Check.DMARC, key


def _counts(stand: Standing) -> bool:
    return stand.last is not None and stand.last.code not in {Code.WITHDRAWN, Code.NO_THRESHOLD}


def judged(one: Evidence, thresholds: Mapping[str, int]) -> Evidence:
    """Judge a pushed score by today's threshold for it: without one it says nothing."""
    if one.source != Source.PUSHED:
        return one
    result, code = judge_score(one.score, thresholds.get(one.name))
    return Evidence(one.source, one.name, result, code, one.measured_at, one.score)


def judge_score(score: float | None, least: int | None) -> tuple[Result, Code]:
    """Return what a score means. There is no threshold and no score that anybody gets by default."""
    if score is None:
        return Result.UNKNOWN, Code.WITHDRAWN
    if least is None:
        return Result.UNKNOWN, Code.NO_THRESHOLD
    return (Result.PASS, Code.GOOD) if score >= least else (Result.FAIL, Code.BELOW)


def _not_known(key: Key, stand: Standing | None) -> Health:
    last = stand.last if stand is not None else None
    code = Code.NEVER if last is None else last.code if last.result is Result.UNKNOWN else Code.TOO_OLD
    return Health(Result.UNKNOWN, None, key[0], key[1], code)


def next_round(evidence: Sequence[Evidence], now: datetime, *, under_way: bool) -> datetime:
    """Return when to measure an unhealthy mailbox again: sooner where that may mend it, or where a probe is due.

    While what a mail tells is waited for, the name servers are not asked over and over; once its time is over, the next
    probe is sent on time.
    """
    stands = standings(evidence, now)
    records = [stands.get(key, Standing(None, None)) for key in NEEDED if key[0] == Source.DNS]
    if probe_due(evidence, now, under_way=under_way) or any(map(_may_mend, records)):
        return now + SOONER
    arrival = stands.get((Source.PROBE, Check.ARRIVAL))
    last = arrival.last.measured_at if arrival is not None and arrival.last is not None else now
    return now + ROUND if under_way or last + ROUND <= now else last + ROUND


def _may_mend(stand: Standing) -> bool:
    """Tell whether asking again may help: a selector that nobody knows is told by a probe alone."""
    if stand.last is not None and stand.last.code is Code.DKIM_NO_SELECTOR:
        return False
    return stand.answer is None or stand.answer.result is Result.FAIL


def probe_due(evidence: Sequence[Evidence], now: datetime, *, under_way: bool) -> bool:
    """Tell whether a probe has to be sent: none is under way, and the last is a day old, or hours if it failed."""
    if under_way:
        return False
    stands = standings(evidence, now)
    if (arrival := stands.get((Source.PROBE, Check.ARRIVAL))) is None or arrival.last is None:
        return True
    if now >= arrival.last.measured_at + PROBE_EVERY:
        return True
    return not _proved(stands) and now >= arrival.last.measured_at + ROUND


def _proved(stands: Mapping[Key, Standing]) -> bool:
    """Tell whether the last probe proved all that one has to, and nothing against the mailbox."""
    needed = [stands.get(key) for key in needed_of(stands) if key[0] == Source.PROBE]
    missing = any(stand is None or stand.answer is None for stand in needed)
    answers = [stand.answer for key, stand in stands.items() if key[0] == Source.PROBE]
    return not missing and not any(answer is not None and answer.result is Result.FAIL for answer in answers)
