"""Weeks, months and lengths of time: KW 37, next week, the end of the month, in two weeks."""

from abc import abstractmethod

from bounces.core.dates.looking import Expression, Looking, words
from bounces.core.dates.parts import Part

MORE_WEEKS = 3
WEEK_OPENERS = words("commencing beginning starting of / c")


class Periods(Looking):
    """Finds expressions that name more than a day."""

    @abstractmethod
    def _at(self, index: int) -> Expression | None:
        """The date expression that begins there."""

    def _period(self, index: int) -> Expression | None:
        """Next week, the end of the month, the rest of this week, the beginning of next year; any order of words."""
        marks, unit, end = 0, 0, index
        weekday = 0
        while end < self.size and end < index + 5:
            part = self._part(end)
            mark = part & (Part.BEGIN | Part.MID | Part.END | Part.WHOLE | Part.NEXT | Part.THIS)
            if found := part & (Part.WEEK | Part.MONTH | Part.YEAR):
                unit = unit or found
            elif not mark and not part & Part.SMALL and self._folded(end) not in {"que", "the", "of"}:
                break
            marks |= mark
            if self._number(end) > 0:
                return None
            end += 1
        while end > index and not self._part(end - 1) & (
            Part.WEEK | Part.MONTH | Part.YEAR | Part.NEXT | Part.THIS | Part.END
        ):
            end -= 1
        if not unit or not marks or end <= index:
            return None
        post = Part.POST_UNTIL if self.language == "hu" and self._folded(end - 1).endswith("ig") else 0
        return Expression(index, end, "next", part=marks, unit=unit, weekday=weekday, post=post)

    def _in(self, index: int, *, behind: bool = False) -> Expression | None:
        """In two weeks, за две недели; `behind`: két hét múlva."""
        count, unit, end = self.length(index + 1)
        if behind:
            end = end + 1 if unit and self._part(end) & Part.IN else 0
            return Expression(index + 1, end, "in", count=count, unit=unit) if end else None
        return Expression(index, end, "in", count=count, unit=unit) if unit else None

    def length(self, index: int) -> tuple[int, int, int]:
        """A length of time that begins there: count, unit and the index behind it; unit 0 for none."""
        token = self.tokens[index] if 0 <= index < self.size else None
        if token is None:
            return 0, 0, index
        count = self._number(index, 52) if token.number >= 0 else token.word.number if token.word else 0
        end = index + 1
        if count > 0 and self._part(end) & Part.SMALL and not self._part(end) & (Part.WEEK | Part.DAY | Part.MONTH):
            end += 1
        unit = self._part(end) & (Part.WEEK | Part.DAY | Part.MONTH)
        if count <= 0 or not unit or self._folded(index) == "the":
            return 0, 0, index
        unit = Part.WEEK if unit & Part.WEEK else Part.MONTH if unit & Part.MONTH and not unit & Part.DAY else Part.DAY
        return count * (2 if self._folded(end) == "fortnight" else 1), int(unit), end + 1

    def _week(self, index: int) -> Expression | None:
        """ISO weeks: KW 30 und 31, uge 42, weeks 28-31, v.28; also "the week of 9 March" and "w/c 9 March"."""
        place = index + 1 + (self._text(index + 1) in {".", ":"})
        while self._folded(place) in {"nr", "no", "#"}:
            place += 1
        first = self._number(place, 53)
        if (
            first < 0
            or self._month(place + 1)
            or (self._text(place + 1) == "." and (self._month(place + 2) or self._number(place + 2) > 0))
        ):
            return self._week_of(index)
        last, end = first, place + 1
        for _ in range(MORE_WEEKS):
            step = 0
            while step < 3 and (
                self._joins(end + step)
                or self._text(end + step) in {",", ".", "w"}
                or self._part(end + step) & Part.WEEK
            ):
                step += 1
            more = self._number(end + step, 53) if step else -1
            if (
                more < 0
                or self._part(end + step + 1) & (Part.DAY | Part.MONTH)
                or (self._text(end + step + 1) in {".", "/"} and self._glued(end + step + 2))
            ):
                break
            last, end = more, end + step + 1
        return Expression(index, end, "week", day=first, count=last)

    def _week_of(self, index: int) -> Expression | None:
        """A week that is named by a day of it. "Two weeks from 16 March" is a length of time."""
        before = self.tokens[index - 1] if index else None
        if before is not None and (before.number >= 0 or (before.word is not None and before.word.number > 1)):
            return None
        place = index + 1
        for _ in range(4):
            if self._number(place) > 0 or self._month(place):
                break
            if not (self._part(place) & (Part.SMALL | Part.FROM) or self._folded(place) in WEEK_OPENERS):
                break
            place += 1
        dated = place > index + 1 and (self._number(place) > 0 or self._month(place) > 0)
        found = self._at(place) if dated else None
        if found is None or found.kind != "date":
            return self._period(index)
        found.first, found.unit = index, Part.WEEK
        return found

    def _week_behind(self, index: int) -> Expression | None:
        """33. hét, 33 tydzień, 33. viikko: an ordinal number before the word."""
        number, end = self._number(index, 53), self._ordinal_end(index)
        if number < 0 or end == index + 1 or not self._part(end) & Part.WEEK:
            return None
        return Expression(index, end + 1, "week", day=number, count=number, post=self._suffix_part_of_week(end))

    def _suffix_part_of_week(self, index: int) -> int:
        return Part.POST_UNTIL if self.language == "hu" and self._folded(index).endswith("ig") else 0

    def _near_day(self, index: int, part: int) -> Expression | None:
        for bit, kind in ((Part.OVERMORROW, "overmorrow"), (Part.TOMORROW, "tomorrow"), (Part.TODAY, "today")):
            if part & bit:
                last = index + 1
                if kind == "overmorrow":  # of several words, the last of which is "tomorrow"
                    last = next(
                        (i + 1 for i in range(last, min(last + 4, self.size)) if self._part(i) & Part.TOMORROW), last
                    )
                return Expression(index, last, kind)
        return None

    def _next_week_beside(self, index: int) -> int:
        """The index behind "(of) next week", 0 when that does not follow."""
        place = index + (1 if self._part(index) & Part.SMALL or self._text(index) == "," else 0)
        pair = self._part(place) | self._part(place + 1)
        if pair & Part.WEEK and pair & Part.NEXT and not (self._part(place) & self._part(place + 1)):
            return place + 2
        return 0
