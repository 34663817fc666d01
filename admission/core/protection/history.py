"""Judge days that are over by the numbers of any version: what would have happened, step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from admission.core.protection.judging import Evidence, Judgement, Tally, judge
from admission.core.protection.numbers import Numbers
from admission.core.states import Stage


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that came back of a mail: when that was sent, when it came, and as what of a Tally it counts."""

    sent: date
    came: date
    what: str


@dataclass(frozen=True, slots=True)
class History:
    """A mailbox's mails by day, and what came back of them."""

    sends: Mapping[date, int]
    marks: Sequence[Mark]

    def tally(self, after: date, until: date) -> Tally:
        """Return the mails sent after one day and until another, with what had come back of them by then."""
        sends = sum(number for day, number in self.sends.items() if after < day <= until)
        found = [mark.what for mark in self.marks if after < mark.sent <= until and mark.came <= until]
        return Tally(sends, *(found.count(what) for what in ("bounces", "blocks", "complaints")))


@dataclass(frozen=True, slots=True)
class Step:
    """A change of stage on a day."""

    day: date
    before: Stage
    after: Stage
    reason: str


def steps(history: History, numbers: Numbers, first: date, last: date) -> list[Step]:
    """Return every step that a mailbox would have made from the first day to the last, judged at the end of each.

    It begins as normal. A pause lasts to the end: who would have recovered it is not known.
    """
    found: list[Step] = []
    stage, judged_from, clean_since = Stage.NORMAL, date.min, first
    for day in (first + timedelta(days=number) for number in range((last - first).days + 1)):
        found_then = _judged(history, numbers, day, stage, judged_from, clean_since)
        if found_then.event:
            found.append(Step(day, stage, found_then.stage, found_then.reason))
            judged_from = day if found_then.event == "improve" else judged_from
        if found_then.event or found_then.unclean:
            clean_since = day
        stage = found_then.stage
    return found


def _judged(
    history: History, numbers: Numbers, day: date, stage: Stage, judged_from: date, clean_since: date
) -> Judgement:
    recent = history.tally(max(day - timedelta(days=numbers.days), judged_from), day)
    evidence = Evidence(recent, history.tally(clean_since, day), (day - clean_since).days)
    return judge(stage, evidence, numbers)
