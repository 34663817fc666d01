"""Finds date expressions in a text. It never decides what a date means; that is `dates`."""
# ruff: noqa: RUF001 - words of many scripts

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from bounces.core.date_words import MONTHS, WEEKDAYS

FORGOTTEN = timedelta(days=60)  # a date so long before the mail is a notice that nobody switched off
AMBIGUOUS_APART = timedelta(days=60)
PIVOT = 12  # a number above it is no month

MONTH_NAMES = "|".join(re.escape(stem) for stem in sorted(MONTHS, key=len, reverse=True))
_WEEKDAY = "|".join(re.escape(stem) for stem in sorted(WEEKDAYS, key=len, reverse=True))
_YEAR = r"(?:[,.]?\s{0,2}(?:de |del |року |года |г\. ?|-)?(?P<year>20\d\d)\b)?"

DAY_MONTH = re.compile(
    r"(?<![\d.:/])(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|ª|-?го|\.)?[\s-]{0,2}"
    rf"(?:(?:of|de|den|di|da|dnia)\s)?(?:the )?(?P<month>{MONTH_NAMES})[^\W\d_]{{0,8}}\.?{_YEAR}",
    re.IGNORECASE,
)
MONTH_DAY = re.compile(
    rf"(?<![^\W\d_])(?P<month>{MONTH_NAMES})[^\W\d_]{{0,8}}\.?[\s-]{{1,2}}(?:the )?(?P<first>\d{{1,2}})"
    rf"(?:st|nd|rd|th|\.)?(?:\s?(?:-|–|to|until|through)\s?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?)?(?![\d:]){_YEAR}",
    re.IGNORECASE,
)
YEAR_FIRST = re.compile(
    r"(?<!\d)(?P<year>20\d\d)(?:[-/.]\s?|年\s?|년\s?)(?P<month>\d{1,2})(?:[-/.]\s?|月\s?|월\s?)(?P<day>\d{1,2})(?!\d)"
)
CJK = re.compile(r"(?<![\d年])(?P<month>\d{1,2})\s?[月월]\s?(?P<day>\d{1,2})\s?[日일号號]")
HUNGARIAN = re.compile(rf"(?P<year>20\d\d)\.?\s(?P<month>{MONTH_NAMES})\w{{0,8}}\.?\s(?P<day>\d{{1,2}})", re.IGNORECASE)
NUMERIC = re.compile(
    r"(?<![\d.:/+\-(])(?P<a>\d{1,2})(?P<sep>[./\-])\s?(?P<b>\d{1,2})(?:(?P=sep)\s?(?P<year>20\d\d|\d\d)(?![\d:]))?(?![\d/:%€$]|[.,]\d)"
)
ORDINAL = re.compile(r"\bthe (?P<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|floor|century))", re.IGNORECASE)
WEEKDAY = re.compile(rf"(?<![^\W\d_])(?P<weekday>{_WEEKDAY})[^\W\d_]{{0,6}}", re.IGNORECASE)
WEEKDAY_BEFORE = re.compile(
    rf"(?:{_WEEKDAY})[^\W\d_]{{0,6}}[.,]?\s{{0,2}}(?:\(|the |den |le |dem |d\. ?)?$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Conventions:
    """What is known of the writer's habits. `day_first` None: undecided."""

    day_first: bool | None
    sent: date


@dataclass(frozen=True, slots=True)
class Found:
    """A date and where it stands. `flagged` marks one that rests on a guess."""

    day: date
    start: int
    end: int


def dates_in(text: str, conventions: Conventions) -> list[Found]:
    """Every date in a text in order, without overlaps."""
    taken: list[Found] = []
    for found in _all(text, conventions):
        if not any(found.start < other.end and other.start < found.end for other in taken):
            taken.append(found)
    return sorted(taken, key=lambda found: found.start)


def _all(text: str, conventions: Conventions) -> Iterator[Found]:
    for pattern in (YEAR_FIRST, HUNGARIAN, CJK, DAY_MONTH, MONTH_DAY):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            month = groups["month"]
            number = int(month) if month.isdigit() else MONTHS[month.lower()]
            day = _day(groups.get("year"), number, int(groups["day"] or groups.get("first") or 0), conventions.sent)
            if day:
                yield Found(day, match.start(), match.end())
    for match in NUMERIC.finditer(text):
        if day := _numeric(match, text, conventions):
            yield Found(day, match.start(), match.end())
    for match in ORDINAL.finditer(text):
        if day := _next_day_of_month(int(match["day"]), conventions.sent):
            yield Found(day, match.start(), match.end())


def _numeric(match: re.Match[str], text: str, conventions: Conventions) -> date | None:
    a, b, separator = int(match["a"]), int(match["b"]), match["sep"]
    if separator == "-" and match["year"] is None:
        return None
    year = match["year"] and (match["year"] if len(match["year"]) == 4 else f"20{match['year']}")
    readings = [one for one in (_day(year, b, a, conventions.sent), _day(year, a, b, conventions.sent)) if one]
    if a > PIVOT or b > PIVOT or len(readings) < 2:
        return readings[0] if readings else None
    day_first, month_first = readings
    before = WEEKDAY_BEFORE.search(text[max(0, match.start() - 24) : match.start()])
    if before:
        weekday = WEEKDAYS.get(
            next((w for w in sorted(WEEKDAYS, key=len, reverse=True) if before[0].lower().startswith(w)), "")
        )
        for reading in readings:
            if reading.isoweekday() == weekday:
                return reading
    if separator == "." or conventions.day_first:
        return day_first
    if conventions.day_first is False:
        return month_first
    early, late = sorted(readings)
    return late if late - early <= AMBIGUOUS_APART else early


def _day(year: str | None, month: int, day: int, sent: date) -> date | None:
    """The named day. Without a year it is the nearest after the mail, unless it has only just passed."""
    if year:
        return _valid(int(year), month, day)
    candidates = [one for offset in (-1, 0, 1) if (one := _valid(sent.year + offset, month, day))]
    return next((one for one in candidates if one >= sent - FORGOTTEN), None)


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _next_day_of_month(day: int, sent: date) -> date | None:
    for ahead in range(3):
        month = (sent.month - 1 + ahead) % 12 + 1
        found = _valid(sent.year + (sent.month - 1 + ahead) // 12, month, day)
        if found and found >= sent:
            return found
    return None


def next_weekday(sent: date, weekday: int) -> date:
    """The first such day strictly after the mail."""
    return sent + timedelta(days=(weekday - sent.isoweekday() - 1) % 7 + 1)
