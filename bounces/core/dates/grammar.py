"""Finds date expressions among the tokens of a sentence, in any language. What a date means is not decided here."""
# ruff: noqa: RUF001 - words of many scripts

from collections.abc import Iterator

from bounces.core.dates.looking import PIVOT, UNITS, Expression, words
from bounces.core.dates.parts import Part
from bounces.core.dates.periods import Periods
from bounces.core.dates.tokens import Sentence

EXPRESSION_LIMIT = 12  # dates of one sentence
FILLERS = words("of de del di d da den the - / . , ' ’ al from thang من ngay el em og an")
BEFORE_TIME = words("kl klo at um ore alle godz ob h saat ora в v version tel")


class Finder(Periods):
    """One sentence being searched, from left to right."""

    def find(self) -> list[Expression]:
        """All date expressions in order, without overlaps."""
        found: list[Expression] = []
        index = 0
        while index < self.size and len(found) < EXPRESSION_LIMIT:
            expression = self._at(index)
            if expression is None:
                index += 1
                continue
            index = max(expression.last, index + 1)
            if expression.kind:
                found.append(expression)
        return found

    def _at(self, index: int) -> Expression | None:
        token = self.tokens[index]
        if token.number >= 0:
            return self._numbered(index)
        if token.word is None:
            return None
        if not self._weekday(index) and self._month(index) and (dated := self._month_day(index)):
            return dated
        if weekday := self._weekday(index) or token.word.short_weekday:
            return self._of_weekday(index, weekday, short=not self._weekday(index)) or self._named(index)
        return self._named(index)

    def _named(self, index: int) -> Expression | None:
        if self._month(index):
            return self._month_day(index) or self._month_only(index)
        part = self._part(index)
        if part & Part.WEEK and (week := self._week(index)):
            return week
        if part & (
            Part.BEGIN | Part.MID | Part.END | Part.WHOLE | Part.NEXT | Part.THIS | Part.WEEK | Part.MONTH | Part.YEAR
        ):
            return self._period(index)
        if part & Part.IN and (found := self._in(index)):
            return found
        word = self.tokens[index].word
        if word is not None and word.number and (found := self._in(index - 1, behind=True)):
            return found
        return self._near_day(index, part)

    def _numbered(self, index: int) -> Expression | None:
        return (
            self._in(index - 1, behind=True)
            or self._chain(index)
            or self._year_first(index)
            or self._day_month(index)
            or self._week_behind(index)
            or self._bare_day(index)
        )

    def _chain(self, index: int) -> Expression | None:
        """Numbers between one kind of mark: 24.7., 24/07/26, 2026-07-24. Longer chains are telephone numbers."""
        mark = self._text(index + 1)
        if mark not in {".", "/", "-"} or not self._glued(index + 1):
            return None
        numbers, end = [self.tokens[index]], index + 1
        while self._text(end) == mark and self.tokens[end].glued and end + 1 < self.size:
            following = self.tokens[end + 1]
            if following.number < 0 or not (following.glued or (mark == "." and len(numbers) < 3)):
                break
            numbers.append(following)
            end += 2
        if len(numbers) == 1:
            return None
        if len(numbers) > 3 or (self._text(end) == ":" and self._glued(end) and self._number(end + 1, 59) >= 0):
            return Expression(index, end, "")
        dotted = mark == "." and self._text(end) == "." and self._glued(end)
        return self._read_chain(index, end + dotted, [one.text for one in numbers], mark, dotted=dotted)

    def _read_chain(self, index: int, end: int, numbers: list[str], mark: str, *, dotted: bool) -> Expression | None:
        if len(numbers[0]) == 4:
            if len(numbers) == 3 and numbers[0][:2] == "20":
                return self._valued(Expression(index, end, "date", int(numbers[2]), int(numbers[1]), int(numbers[0])))
            return Expression(index, end, "")
        if any(len(one) > 2 for one in numbers[:2]):
            return Expression(index, end, "")
        year = 0
        if len(numbers) == 3:
            year = self._as_year(numbers[2])
            if not year:
                return Expression(index, end, "")
        elif mark == "-" and not self._dashed_day(index, numbers):
            return None
        elif len(self._text(end)) == 4 and self._text(end).startswith("20"):
            year, end = int(self._text(end)), end + 1
        return self._ordered(index, end, int(numbers[0]), int(numbers[1]), year, mark, dotted=dotted)

    def _dashed_day(self, index: int, numbers: list[str]) -> bool:
        """Whether 20-3 is the twentieth of March: in Dutch, right behind "from" or "until"."""
        governed = self._part(index - 1) & (Part.UNTIL | Part.FROM | Part.CONN) or self._folded(index - 1) == "m"
        return self.language == "nl" and int(numbers[1]) <= PIVOT and bool(governed)

    def _ordered(
        self, index: int, end: int, a: int, b: int, year: int, mark: str, *, dotted: bool
    ) -> Expression | None:
        weak = not year and not dotted and (mark == "." or (a, b) == (24, 7))
        follows, before = self._folded(end), self._folded(index - 1)
        if weak and (follows in UNITS or before in BEFORE_TIME or follows == "%"):
            return Expression(index, end, "")
        end = self._suffixed_end(end)
        first_of_month = self.language in {"hu", "lt"} and not year and b <= 31 and a <= PIVOT
        found = Expression(index, end, "date", a, b, year, weak=weak, slash=mark != ".")
        if first_of_month or b > PIVOT:
            found.day, found.month = b, a
        elif a <= PIVOT and mark != ".":
            found.turned = a != b
        found.post = self._suffix_part(end)
        return self._valued(found)

    def _valued(self, found: Expression) -> Expression:
        if not (0 < found.month <= PIVOT and 0 < found.day <= 31):
            found.kind = ""
        return found

    def _day_month(self, index: int) -> Expression | None:
        day = self._number(index)
        if day < 0 or len(self._text(index)) > 2:
            return None
        end = self._ordinal_end(index)
        for _ in range(2):
            if self._month(end) or self._folded(end) not in FILLERS or self._folded(end) == "thang":
                break
            end += 1
        month, end = self._month_there(end)
        if not month:
            return None
        year, end = self._year_after(end)
        return Expression(index, end, "date", day, month, year, post=self._month_post(end))

    def _month_post(self, end: int) -> int:
        if self.language == "et" and self._folded(end - 1).endswith("ni"):
            return Part.POST_UNTIL
        return self._suffix_part(end)

    def _year_first(self, index: int) -> Expression | None:
        """2026. augusztus 21., 2026 m. rugpjūčio 21 d., 2026. gada 21. augusts."""
        year = self._text(index)
        if len(year) != 4 or not self._as_year(year):
            return None
        end = index + 1
        for _ in range(3):
            if self._month(end) or self._number(end) > 0:
                break
            if self._text(end) not in {".", ","} and not self._part(end) & Part.SMALL:
                return None
            end += 1
        found = self._month_day(end) if self._month(end) else self._day_month(end)
        if found is None:
            return None
        found.first, found.year = index, int(year)
        return found

    def _month_day(self, index: int) -> Expression | None:
        month, place = self._month_there(index)
        if self._folded(place) in {"the", ",", "d"} or (self._text(place) == "-" and self._glued(place + 1)):
            place += 1
        day = self._number(place)
        if day < 0 or len(self._text(place)) > 2 or (self._folded(index) == "may" and not self.tokens[index].upper):
            return None
        end = self._ordinal_end(place)
        if self._month(end) or (self._text(end) in {":", "/"} and self._glued(end)):
            return None
        found = Expression(index, end, "date", day, month, post=self._suffix_part(end))
        self._month_range(found)
        found.year, found.last = self._year_after(found.last)
        return found

    def _month_range(self, found: Expression) -> None:
        """The second day of "May 11-15" and "augusztus 3. és 19."."""
        end = found.last
        joined = 0
        while joined < 3 and self._joins(end + joined):
            joined += 1
        day = self._number(end + joined)
        if not joined or day < 0 or len(self._text(end + joined)) > 2:
            return
        after = self._ordinal_end(end + joined)
        follows = self._folded(after)
        if (
            self._month(after)
            or follows in UNITS
            or follows in {":", "/", "%"}
            or self._part(after) & (Part.WEEK | Part.DAY)
        ):
            return
        if self._text(after) in FILLERS and self._month(after + 1):
            return
        found.start_day, found.day, found.last = found.day, day, after
        found.post = self._suffix_part(after)

    def _month_only(self, index: int) -> Expression | None:
        month, end = self._month_there(index)
        if self._number(end) > 0 and len(self._text(end)) <= 2:
            return None
        year, end = self._year_after(end)
        first, part = index, 0
        for back in range(1, 4):
            found = self._part(index - back) & (Part.BEGIN | Part.MID | Part.END | Part.WHOLE)
            if found:
                first, part = index - back, found
                break
            if self._text(index - back) not in {"-", "'"} and not self._part(index - back) & Part.SMALL:
                break
        vague = any(self._part(place) & Part.WEEK for place in range(max(0, index - 3), index))
        if not part and (vague or self._folded(index - 1) == "of"):
            return Expression(index, end, "")  # the second week of April: no day that anybody could name
        after = self._part(end) & (Part.BEGIN | Part.MID | Part.END)
        if after and not part:
            end, part = end + 1, after
        if not part and not self.tokens[index].upper and self.language == "en":
            return None
        post = Part.POST_UNTIL if self.language in {"hu", "et"} and self._folded(end - 1).endswith(("ig", "ni")) else 0
        return Expression(first, end, "month", month=month, year=year, part=part, post=post)

    def _of_weekday(self, index: int, weekday: int, *, short: bool) -> Expression | None:
        place = index + 1
        for _ in range(5):
            text = self._text(place)
            if text == "-" and self._folded(place + 1) == "feira":
                place += 2
            elif (text in {",", ".", "("} and text) or (
                self._part(place) & Part.SMALL and self._number(place) < 0 and not self._month(place)
            ):
                place += 1
            else:
                break
        found = None
        if self._number(place) > 0 or (self._month(place) and not short):
            found = self._numbered(place) if self._number(place) > 0 else self._month_day(place)
        if found is not None and found.kind in {"date", "day"}:
            found.first, found.weekday = index, weekday
            found.weak = False
            return found
        if self._month(place) and short and (named := self._month_day(place)):
            named.first, named.weekday = index, weekday
            return named
        if short and not (self.language == "en" and self.tokens[index].upper):
            return None
        return self._alone(index, weekday, short=short)

    def _alone(self, index: int, weekday: int, *, short: bool) -> Expression:
        end = index + 1
        if self._text(end) == "-" and self._folded(end + 1) == "feira":
            end += 2
        found = Expression(index, end, "weekday", weekday=weekday, weak=short)
        if self.language == "en" and self._part(end) & Part.WEEK:
            found.adds, found.last = 7, end + 1
        elif any(self._part(index - back) & Part.AFTERNEXT for back in (1, 2)):
            found.adds = 7
        elif place := self._next_week_beside(end):
            found.part, found.last = Part.NEXT, place
        if self.language in {"hu", "et"} and self._folded(index).endswith(("ig", "ni")):
            found.post = Part.POST_UNTIL
        return found

    def _bare_day(self, index: int) -> Expression | None:
        """A day of the month by itself: the 24th, den 24., el 24, 21-ig, 24 числа."""
        day = self._number(index)
        text = self._text(index)
        if day < 0 or len(text) > 2 or (self._text(index - 1) in {":", "/", "#", "+", "€", "$"} and index):
            return None
        end = self._ordinal_end(index)
        marked = end > index + 1
        follows, part = self._folded(end), self._part(end)
        if (
            follows in UNITS
            or follows in {":", "%", "/", "€", "$"}
            or (part & (Part.WEEK | Part.DAY | Part.MONTH) and self.language not in {"fi", "lt", "hu"})
        ):
            return None
        if self.tokens[end].number >= 0 if end < self.size else False:
            return None
        if self._month(end):
            return None
        ending = self._folded(end - 1) if marked else ""
        return Expression(index, end, "day", day=day, weak=not marked or ending == ".", post=self._suffix_part(end))


def expressions(sentence: Sentence) -> list[Expression]:
    """The date expressions of a sentence."""
    return Finder(sentence).find()


def lengths(sentence: Sentence) -> Iterator[tuple[int, int, int, int]]:
    """Lengths of time in a sentence: first and last token, count, unit."""
    finder = Finder(sentence)
    for index, token in enumerate(sentence.tokens):
        if token.number >= 0 or (token.word is not None and token.word.number):
            count, unit, end = finder.length(index)
            if unit:
                yield index, end, count, unit
