"""What a word is to a reader of dates: a month, a weekday, a number, and by language the parts it plays around them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from bounces.core.dates.tables import eastern, germanic, romance, slavic
from bounces.core.dates.tables.names import MONTHS, NUMBERS, SHORT_WEEKDAYS, WEEKDAYS
from bounces.core.language.lexicon import folded

STEM = 4  # letters of the shortest stem
ENDING = 7  # letters that may follow a stem
PUNCTUATION = str.maketrans({"/": None, "'": None, ".": "_", "-": "_"})  # how tokens part what tables join
PREFIXES = {"he": "ובלמהכ", "ar": "وبلف"}  # small words that these scripts write as part of the next one


class Part:
    """The parts that a word may play, as bits: plain numbers, for they are asked for at every word."""

    BACK = 1  # being back, or answering
    REACH = 2  # being reachable: back, and away when it is negated
    AWAY = 4
    NOT = 8
    UNTIL = 16
    FROM = 32
    SINCE = 64
    SENT = 128
    OTHER = 256  # somebody else: a deputy, he, she, also
    CONTACT = 512  # turn to ...
    FIRST = 1024  # the writer, or the writer's office
    EVENT = 2048  # fairs, offers, newsletters
    WORK = 4096  # opening hours
    CONN = 8192  # joins the two ends of a range
    AND = 16384
    BETWEEN = 1 << 15
    SMALL = 1 << 16  # may stand between a word of these parts and its date
    NEXT = 1 << 17
    THIS = 1 << 18
    WEEK = 1 << 19
    DAY = 1 << 20
    MONTH = 1 << 21
    YEAR = 1 << 22
    BEGIN = 1 << 23
    MID = 1 << 24
    END = 1 << 25
    WHOLE = 1 << 26
    TODAY = 1 << 27
    TOMORROW = 1 << 28
    OVERMORROW = 1 << 29
    IN = 1 << 30  # in two weeks
    FOR = 1 << 31  # for two weeks
    BE = 1 << 32  # I am
    LOC = 1 << 33  # in a place
    POST_UNTIL = 1 << 34  # stands behind its date
    POST_FROM = 1 << 35
    AFTERNEXT = 1 << 36
    PLAIN = 1 << 37  # only tells the language
    ALSO = 1 << 38  # somebody else too, unless the writer speaks of themselves
    ME = 1 << 39  # me, my
    FULL = 1 << 40  # up to and including
    PAST = 1 << 41  # was
    GONE = 1 << 42  # left, switched off: an end that nobody returns from


NAMES: dict[str, int] = {name: bit for name, bit in vars(Part).items() if name.isupper()} | {"INN": Part.IN}


@dataclass(frozen=True, slots=True)
class Phrase:
    """Further words that must follow; None stands for up to two of any kind."""

    rest: tuple[str | None, ...]
    language: str
    part: int


@dataclass(frozen=True, slots=True)
class Word:
    """All that one word may be, whatever the language; `months` and `weekdays` by language, `*` for any."""

    folded: str
    months: tuple[tuple[str, int], ...]
    weekdays: tuple[tuple[str, int], ...]
    short_weekday: int
    number: int
    parts: tuple[tuple[str, int], ...]
    phrases: tuple[Phrase, ...]


def _numbered(table: str) -> Iterator[tuple[str, str, int, bool]]:
    for line in table.strip().split("\n"):
        number, *words = line.split()
        for word in words:
            name, _, language = folded(word).partition("/")
            yield name.rstrip("*"), language or "*", int(number), name.endswith("*")


class _Names:
    """A table of names, with stems."""

    def __init__(self, table: str) -> None:
        self.exact: dict[str, dict[str, int]] = {}
        self.stems: dict[str, int] = {}
        for name, language, number, stem in _numbered(table):
            self.exact.setdefault(name, {}).setdefault(language, number)
            if stem:
                self.stems[name] = number

    def of(self, word: str) -> dict[str, int]:
        """By language; `*` for all of them."""
        if word in self.exact:
            return self.exact[word]
        for length in range(len(word) - 1, max(2, len(word) - ENDING), -1):
            if word[:length] in self.stems:
                return {"*": self.stems[word[:length]]}
        return {}

    def any(self, word: str) -> int:
        """Whatever the language."""
        return next(iter(self.of(word).values()), 0)


MONTH_NAMES, WEEKDAY_NAMES = _Names(MONTHS), _Names(WEEKDAYS)
SHORT_NAMES, NUMBER_NAMES = _Names(SHORT_WEEKDAYS), _Names(NUMBERS)


def _tables() -> tuple[dict[str, dict[str, int]], dict[str, dict[str, int]], dict[str, list[Phrase]]]:
    words: dict[str, dict[str, int]] = {}
    stems: dict[str, dict[str, int]] = {}
    phrases: dict[str, list[Phrase]] = {}
    for tables in (germanic.TABLES, romance.TABLES, slavic.TABLES, eastern.TABLES):
        for language, table in tables.items():
            for line in filter(None, table.split("\n")):
                name, _, entries = line.partition(":")
                part = NAMES[name.upper()]
                for entry in folded(entries).translate(PUNCTUATION).split():
                    first, *rest = entry.strip("_").split("_")
                    if rest:
                        steps = tuple(None if one == "~" else one for one in rest)
                        phrases.setdefault(first, []).append(Phrase(steps, language, part))
                    else:
                        table_of = stems if first.endswith("*") else words
                        found = table_of.setdefault(first.rstrip("*"), {})
                        found[language] = found.get(language, 0) | part
    return words, stems, phrases


PART_WORDS, PART_STEMS, PHRASES = _tables()


@lru_cache(maxsize=20_000)
def lookup(word: str) -> Word:
    """What a written word may be."""
    name = folded(word)
    months, weekdays = MONTH_NAMES.of(name), WEEKDAY_NAMES.of(name)
    parts = dict(PART_WORDS.get(name, {}))
    for length in range(STEM, len(name) + 1):
        for language, part in PART_STEMS.get(name[:length], {}).items():
            parts[language] = parts.get(language, 0) | part
    for language, letters in PREFIXES.items():
        if name[0] in letters and len(name) > 3:
            months = months or MONTH_NAMES.of(name[1:])
            weekdays = weekdays or WEEKDAY_NAMES.of(name[1:])
            inner = PART_WORDS.get(name[1:], {}).get(language, 0)
            if inner and language not in parts:
                parts[language] = inner
    return Word(
        name,
        tuple(months.items()),
        tuple(weekdays.items()),
        SHORT_NAMES.any(name),
        NUMBER_NAMES.any(name),
        tuple(parts.items()),
        tuple(PHRASES.get(name, ())),
    )
