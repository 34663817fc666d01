"""What a date means in its sentence: the first day back, the last day away, the day on which an absence begins.

The word right before or behind a date counts most, then the nearest words of being back or away in its clause.
"""
# ruff: noqa: RUF001 - words of many scripts

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from bounces.core.dates.grammar import expressions, lengths
from bounces.core.dates.parts import Part
from bounces.core.dates.tokens import AN_ADDRESS, Sentence
from bounces.core.dates.values import Conventions, Found, found_in, later

# How sure a date is: a day of return, an end of an absence, a date beside one, somebody else's.
BACK, AWAY, LOOSE, DEPUTY = 4, 3, 2, 1
ADJACENT = 7  # tokens that are looked at before a date
NEGATED = 6  # tokens that a "not" reaches
MARKS = frozenset(",.(:\"'*„“”«»-–—[")
NEAR_LENGTH = 6
WEAK_AWAY = frozenset({"out", "off"})  # a catalogue may be out, too
OPENING = 3  # tokens; a note that begins with an absence speaks of its writer
BACKS, AWAYS, HINDERED = "back", "away", "hindered"  # hindered: a negated word of being back
LENGTHS = Part.WEEK | Part.DAY | Part.MONTH
AVAILABLE_BY = frozenset({"by"})


@dataclass(frozen=True, slots=True)
class Scored:
    """A day with how sure its phrase is; `start` of its absence where that is stated."""

    day: date
    level: int
    start: date | None = None
    mine: bool = False  # the writer speaks of themselves in the same sentence


def judged(sentence: Sentence, conventions: Conventions) -> list[Scored]:
    """The dates of one sentence that may be the end of an absence."""
    written = expressions(sentence)
    if not written and not any(token.part & LENGTHS for token in sentence.tokens):
        return []
    judge = Judge(sentence, found_in(sentence, written, conventions))
    scored = [one for index in range(len(judge.found)) if (one := judge.scored(index)) is not None]
    return scored + list(judge.lasting(conventions.sent))


def absent(sentence: Sentence) -> bool:
    """Whether a sentence speaks of its writer's absence, or of being back at work."""
    every = 0
    for token in sentence.tokens:
        every |= token.part
    gone = every & Part.AWAY and not every & Part.PAST
    hindered = every & Part.BACK and every & Part.NOT and every & Part.UNTIL and not every & Part.PAST
    return bool(gone or hindered or (every & Part.BACK and every & Part.REACH and every & Part.FIRST))


class Judge:
    """One sentence with its dates."""

    def __init__(self, sentence: Sentence, found: list[Found]) -> None:
        self.tokens, self.language, self.found = sentence.tokens, sentence.language, found
        self.sentence = sentence
        self.gone = any(token.part & Part.GONE for token in self.tokens)
        self.event = any(token.part & (Part.EVENT | Part.WORK) for token in self.tokens)
        self.first = any(token.part & (Part.FIRST | Part.BE) for token in self.tokens) or any(
            token.part & Part.AWAY and (not index or token.text.lower() not in WEAK_AWAY)
            for index, token in enumerate(self.tokens[:OPENING])
        )
        self.away = any(kind in {AWAYS, HINDERED} for _, kind in self._cues(0, len(self.tokens)))

    def scored(self, index: int) -> Scored | None:
        """What the date there is worth, None when it is nothing or the beginning of something."""
        one = self.found[index]
        if one.opens or self.gone:
            return None
        level, day = self._role(index, one)
        if not level:
            return None
        if level > DEPUTY and self._of_somebody_else(one.written.first):
            level = DEPUTY
        if self.event and (level < AWAY or (level == AWAY and not self.first)):
            return None
        return Scored(day, level, one.start, self.first)

    def _role(self, index: int, one: Found) -> tuple[int, date]:
        left = self._left(index)
        right = self._right(index)
        before, place = self._before(one.written.first, left)
        behind = self._behind(one.written.last, right) | one.written.post
        place = place if before & (Part.UNTIL | Part.FROM) else -1
        full = self._full(one, left, right)
        if before & (Part.SINCE | Part.SENT) and not before & Part.UNTIL:
            return 0, one.back
        if behind & Part.POST_UNTIL or before & Part.UNTIL:
            return self._until(index, one, place, full=full)
        if one.ends:
            return (AWAY if self.away else LOOSE if one.written.kind == "date" else 0), one.through
        if before & Part.FROM or behind & Part.POST_FROM:
            return self._from(one, left, right, place)
        return self._neutral(one, left, right, before)

    def _until(self, index: int, one: Found, place: int, *, full: bool) -> tuple[int, date]:
        cue = self._cue(
            self._left(index),
            place if place >= 0 else one.written.first,
            one.written.last,
            self._right(index),
            here=True,
        )
        value = one.through if full or one.written.kind == "week" else one.until
        if self._over(one.written.first):
            return 0, value
        word = self.tokens[place].word if place >= 0 else None
        if cue is not None and cue[1] == HINDERED:
            return BACK, one.until
        if cue is not None and cue[1] == BACKS:
            if self.tokens[cue[0]].part & Part.REACH and not (word and word.folded in AVAILABLE_BY):
                return 0, value
            return BACK if cue[0] < one.written.first else AWAY if self.away else LOOSE, value
        if self.away or (self._stays() and not self.event):
            return AWAY, value
        return (LOOSE if one.written.kind in {"date", "day", "month"} else 0), value

    def _from(self, one: Found, left: int, right: int, place: int) -> tuple[int, date]:
        cue = self._cue(left, place if place >= 0 else one.written.first, one.written.last, right, here=False)
        if cue is None:
            return (LOOSE if self.away else 0), one.back
        return (BACK if cue[1] == BACKS else 0), one.back

    def _neutral(self, one: Found, left: int, right: int, before: int) -> tuple[int, date]:
        written = one.written
        cue = self._cue(left, written.first, written.last, right, here=False)
        returning = cue is not None and cue[1] == BACKS
        led = before & (Part.BACK | Part.REACH) or (written.kind == "day" and before & Part.SMALL and returning)
        if written.weak and not led:
            return 0, one.back
        if cue is not None and returning:
            return self._returning(one, cue[0])
        if written.kind in {"weekday", "today", "day", "in"} and not one.ends:
            return 0, one.back
        if written.kind in {"next", "month", "week", "tomorrow"}:
            ahead = written.kind in {"week", "month"} or (written.kind == "next" and written.part & Part.NEXT)
            return (AWAY if self.away and ahead else LOOSE if self.away else 0), one.through
        return (AWAY if cue is not None else LOOSE if self.away else 0), one.through

    def _returning(self, one: Found, cue: int) -> tuple[int, date]:
        if one.written.kind == "today" or (one.written.kind == "in" and not self.tokens[cue].part & Part.BACK):
            return 0, one.back
        if one.written.kind == "week" and one.written.day != one.written.count:
            return 0, one.back
        return BACK, one.back

    def _over(self, first: int) -> bool:
        """Whether the clause before a date tells of the past."""
        past = max((index for index in range(first) if self.tokens[index].part & Part.PAST), default=-1)
        return past >= 0 and not self._parted(past, first)

    def _stays(self) -> bool:
        """Whether the writer is at a place: "ich bin bis 24.7. in Dänemark"."""
        places = (
            following.upper and not (following.month(self.language) or following.weekday(self.language))
            for token, following in pairwise(self.tokens)
            if token.part & Part.LOC
        )
        return any(token.part & Part.BE for token in self.tokens) and any(places)

    # Words around a date

    def _left(self, index: int) -> int:
        return self.found[index - 1].written.last if index else 0

    def _right(self, index: int) -> int:
        return self.found[index + 1].written.first if index + 1 < len(self.found) else len(self.tokens)

    def _before(self, first: int, left: int) -> tuple[int, int]:
        """The part of the word that governs a date, and its place; small words are passed over."""
        seen = 0
        for index in range(first - 1, max(left, first - ADJACENT) - 1, -1):
            token = self.tokens[index]
            part = token.part
            if part & (Part.UNTIL | Part.FROM | Part.SINCE | Part.SENT):
                return part, index
            if part & Part.CONN and not part & Part.SMALL and self.away and index > 0:
                return part | Part.UNTIL, index
            if part & (Part.BACK | Part.REACH | Part.AWAY):
                return seen | part, index
            passes = part & (Part.SMALL | Part.NEXT | Part.THIS)
            if not passes and token.text not in MARKS and not token.weekday(self.language):
                return seen, -1
            seen |= part
        return seen, -1

    def _behind(self, last: int, right: int) -> int:
        """What the words behind a date say of it, in languages that put them there."""
        for index in range(last, min(right, last + 4)):
            part = self.tokens[index].part
            if part & (Part.POST_UNTIL | Part.POST_FROM):
                return part
            text = self.tokens[index].text
            if (
                not part & Part.SMALL
                and text not in MARKS
                and text != ")"
                and not self.tokens[index].weekday(self.language)
            ):
                return 0
        return 0

    def _full(self, one: Found, left: int, right: int) -> bool:
        window = (
            self.tokens[max(left, one.written.first - 5) : one.written.first]
            + self.tokens[one.written.last : min(right, one.written.last + 3)]
        )
        return any(token.part & (Part.FULL | Part.WHOLE) for token in window)

    def _cues(self, first: int, last: int) -> Iterator[tuple[int, str]]:
        negated, over = -NEGATED - 1, -1
        for index in range(first, last):
            token = self.tokens[index]
            part = token.part
            if part & Part.NOT:
                negated = index
            if part & Part.PAST:
                over = index
            if part & Part.AWAY and (over >= 0 or (token.text.lower() in WEAK_AWAY and not self.first)):
                continue
            if part & Part.AWAY:
                yield index, AWAYS
            elif part & (Part.BACK | Part.REACH) and over < 0:
                if index - negated <= NEGATED:
                    yield index, HINDERED if part & Part.BACK else AWAYS
                else:
                    yield index, BACKS
            if token.text in {",", ";", "—"} or part & Part.AND:
                negated, over = -NEGATED - 1, -1

    def _cue(self, left: int, first: int, last: int, right: int, *, here: bool) -> tuple[int, str] | None:
        """The word of return or absence that a date belongs to: before it in its clause, behind it, or before."""
        before = list(self._cues(left, first))
        behind = list(self._cues(last, right))
        if before and not self._parted(before[-1][0], first):
            return before[-1]
        near = behind and not self._parted(last - here, behind[0][0])
        if behind and (near or not (here or before)):
            return self._weighed(behind)
        return before[-1] if before else None

    def _weighed(self, behind: list[tuple[int, str]]) -> tuple[int, str]:
        """The first cue behind a date; "wieder nicht", "not available" are one cue."""
        if len(behind) > 1 and behind[1][0] - behind[0][0] <= 3 and behind[1][1] != BACKS and behind[0][1] == BACKS:
            return behind[0] if self.tokens[behind[0][0]].part & Part.BACK else behind[1]
        return behind[0]

    def _parted(self, first: int, last: int) -> bool:
        return any(
            token.text in {",", ";", "—", "("} or token.part & Part.AND for token in self.tokens[first + 1 : last]
        )

    def _of_somebody_else(self, first: int) -> bool:
        """Whether the words before a date speak of a deputy: a colleague, a way to reach somebody, "also"."""
        other, mine, also = -1, -1, False
        for index in range(first):
            token = self.tokens[index]
            part = token.part
            following = self.tokens[index + 1].part if index + 1 < len(self.tokens) else 0
            if part & Part.CONTACT and following & Part.ME:
                mine = index
            elif part & (Part.OTHER | Part.CONTACT) or token.text == AN_ADDRESS:
                other = index
            elif part & Part.FIRST or (part & Part.ME and following & Part.BACK):
                mine = index
            also = also or bool(part & Part.ALSO)
        return other > mine or (also and mine < 0)

    # Lengths of time

    def lasting(self, sent: date) -> Iterator[Scored]:
        """Ends that are computed: two weeks from 3 August, ab heute für zehn Tage, for the next two weeks."""
        if not self.away and not any(kind == BACKS for _, kind in self._cues(0, len(self.tokens))):
            return
        for first, last, count, unit in lengths(self.sentence):
            if (start := self._starting(first, last, sent)) is not None:
                yield Scored(later(start, count, unit), AWAY, start, self.first)

    def _starting(self, first: int, last: int, sent: date) -> date | None:
        for one in self.found:
            written = one.written
            if written.first <= first < written.last:
                return None
            begins = self._before(written.first, 0)[0] & Part.FROM or written.kind == "today"
            if 0 <= written.first - last <= NEAR_LENGTH and begins:
                return one.back
            governed = any(token.part & Part.FOR for token in self.tokens[max(0, first - 2) : first])
            if 0 <= first - written.last <= NEAR_LENGTH and begins and (governed or written.kind == "today"):
                return one.back
        window = self.tokens[max(0, first - 4) : first]
        if any(token.part & Part.NEXT for token in window) and any(
            token.part & (Part.FOR | Part.LOC) for token in window
        ):
            return sent
        return None
