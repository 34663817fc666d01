"""Looking at the tokens of a sentence: numbers, months, weekdays and their endings. Finders of dates build on it."""
# ruff: noqa: RUF001 - words of many scripts

from dataclasses import dataclass

from bounces.core.dates.parts import Part
from bounces.core.dates.tokens import Sentence


def words(text: str) -> frozenset[str]:
    """The words of a line."""
    return frozenset(text.split())


PIVOT = 12  # a number above it is no month
YEAR_FILLERS = words("de del of , - / ' ’ . nam עד г")
DASHES = frozenset("-–—~～/+&−‐‑")
UNITS = words("h am pm x k kg km m mm cm s min uhr hrs hr u eur usd kr pln")
HEBREW_DAYS = {"ראשון": 7, "שני": 1, "שלישי": 2, "רביעי": 3, "חמישי": 4, "שישי": 5, "שבת": 6}
VIET_DAYS = {"hai": 1, "ba": 2, "tu": 3, "nam": 4, "sau": 5, "bay": 6}
SUFFIX_UNTIL = words("ig jaig jeig eig aig ni")
SUFFIX_FROM = words("tol jetol jatol etol atol st")


@dataclass(slots=True)
class Expression:
    """A date as it is written. `kind`: date, day, weekday, week, month, today, tomorrow, overmorrow, in, next."""

    first: int  # tokens
    last: int  # exclusive
    kind: str
    day: int = 0
    month: int = 0
    year: int = 0
    turned: bool = False  # numeric: day and month may be the other way round
    slash: bool = False  # numeric with another mark than dots
    weekday: int = 0
    part: int = 0  # of a month or week: BEGIN, MID, END, WHOLE; NEXT, THIS
    count: int = 0  # "in" so many units
    unit: int = 0  # Part.DAY, WEEK, MONTH
    start_day: int = 0  # of a range whose beginning is only a day number
    weak: bool = False  # needs a word of return right before it
    post: int = 0  # what its ending says: POST_UNTIL, POST_FROM
    adds: int = 0  # days to add: "a week from Monday"


class Looking:
    """One sentence, and what stands at each place of it."""

    def __init__(self, sentence: Sentence) -> None:
        self.tokens = sentence.tokens
        self.language = sentence.language
        self.size = len(self.tokens)

    def _text(self, index: int) -> str:
        return self.tokens[index].text if 0 <= index < self.size else ""

    def _folded(self, index: int) -> str:
        if not 0 <= index < self.size:
            return ""
        token = self.tokens[index]
        return token.word.folded if token.word else token.text

    def _number(self, index: int, top: int = 31) -> int:
        """The number there, -1 when there is none up to `top`."""
        if not 0 <= index < self.size or len(self.tokens[index].text) > 4:
            return -1
        number = self.tokens[index].number
        return number if 0 < number <= top else -1

    def _part(self, index: int) -> int:
        return self.tokens[index].part if 0 <= index < self.size else 0

    def _glued(self, index: int) -> bool:
        return index < self.size and self.tokens[index].glued

    def _month(self, index: int) -> int:
        token = self.tokens[index] if 0 <= index < self.size else None
        return token.month(self.language) if token and not token.weekday(self.language) else 0

    def _weekday(self, index: int) -> int:
        if not 0 <= index < self.size:
            return 0
        if (before := self._folded(index - 1)) in {"יום", "ביום", "מיום"}:
            return HEBREW_DAYS.get(self._folded(index), 0)
        if before == "thu" and self.language == "vi":
            return VIET_DAYS.get(self._folded(index), 0)
        return self.tokens[index].weekday(self.language)

    def _length(self, index: int) -> int:
        return len(self._text(index))

    def _suffixed_end(self, index: int) -> int:
        """The index behind an ending that is written with a mark: 21-ig, 21:een, Ağustos'ta."""
        if (
            self._text(index) in {"-", "'", "’", ":"} and self._text(index)
            and self._glued(index) and self._glued(index + 1) and self._text(index + 1).isalpha()
            and not self._month(index + 1)
        ):  # fmt: skip
            return index + 2
        return index

    def _suffix_part(self, end: int) -> int:
        ending = self._folded(end - 1 - (self._text(end - 1) == "."))
        if self.language in {"hu", "et"}:
            return Part.POST_UNTIL if ending in SUFFIX_UNTIL else Part.POST_FROM if ending in SUFFIX_FROM else 0
        return 0

    def _ordinal_end(self, index: int) -> int:
        """The index behind a day number and its ordinal ending."""
        end = index + 1
        for _ in range(2):
            text = self._text(end)
            if (text == "." and self._glued(end)) or (
                text.isalpha()
                and self._glued(end)
                and len(text) <= 4
                and self._folded(end) not in UNITS
                and not self._month(end)
            ):
                end += 1
            elif (after := self._suffixed_end(end)) > end:
                end = after
            elif text in {"°", "º", "ª"} and text:
                end += 1
        return end

    def _joins(self, index: int) -> bool:
        part = self._part(index)
        return (
            (self._text(index) in DASHES and bool(self._text(index)))
            or bool(part & (Part.CONN | Part.AND))
            or self._folded(index) == "the"
        )

    @staticmethod
    def _as_year(text: str) -> int:
        number = int(text)
        return (
            number
            if 2000 <= number < 2100 and len(text) == 4
            else 2000 + number
            if len(text) == 2 and 15 < number < 60
            else 0
        )

    def _year_after(self, index: int) -> tuple[int, int]:
        """A year behind a month, and the index behind it."""
        end = index
        for _ in range(2):
            text = self._text(end)
            if len(text) == 4 and text.isdigit() and self._as_year(text):
                return int(text), end + 1
            if (
                len(text) == 2
                and text.isdigit()
                and self._text(end - 1) in {"'", "’", "-", "/", "."}
                and self._as_year(text)
            ):
                if self._text(end - 1) in {"'", "’"} or self._glued(end):
                    return self._as_year(text), end + 1
                break
            if self._folded(end) not in YEAR_FILLERS:
                break
            end += 1
        return 0, index

    def _month_there(self, index: int) -> tuple[int, int]:
        """A month's name with its ending and full stop, and the index behind it."""
        if self._folded(index) == "thang" and (number := self._number(index + 1, PIVOT)) > 0:
            return number, index + 2
        month = self._month(index)
        if not month:
            return 0, index
        end = self._suffixed_end(index + 1)
        if self._text(end) == "." and self._glued(end) and self._length(index) <= 5:
            end += 1
        return month, end
