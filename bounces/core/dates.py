"""The day on which an absent person is back: find the phrase first, then parse only the date in it.

The day named in the text is returned unchanged; a stated day of return beats a last day away (REPLIES.md 6).
A wrong guess is worth less than none.
"""
# ruff: noqa: RUF001 - words of many scripts

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bounces.core.absence import AWAY
from bounces.core.date_finding import (
    MONTH_NAMES,
    NUMERIC,
    PIVOT,
    WEEKDAY,
    Conventions,
    Found,
    dates_in,
    next_weekday,
)
from bounces.core.date_words import AWAY_AFTER, AWAY_BEFORE, BACK_AFTER, BACK_BEFORE, FOREIGN, MONTHS, WEEKDAYS
from bounces.core.headers import Headers

TEXT_LIMIT = 4_000  # characters of a notice that are read
BACK, AWAY_UNTIL, NEAR, NOTHING = 3, 2, 1, 0
WEEKDAY_GAP = r"(?:[^\W\d_]+day|\w{2,12})?[.,]?\s*(?:\(|on |the |den |dem |le |el |lunes |am )?"

SENTENCES = re.compile(r"\n\s*\n|[!?。！？]|(?<=[^\W\d_]{3})\.(?=\s)|(?<=\d{4})\.(?=\s+[A-ZÄÖÜÉ])")
BEFORE_BACK = re.compile(
    rf"(?:^|[^\w])(?:{BACK_BEFORE})\s*(?:on|the|at|am|den|le|el|il|em|na|no|dia|día|op|w|v|dne|der|,|\()*\s*{WEEKDAY_GAP}\s*$",
    re.IGNORECASE,
)
BEFORE_AWAY = re.compile(
    rf"(?:^|[^\w])(?:{AWAY_BEFORE})\s*(?:and including|including|the|den|el|il|le|o|dia|den|de|,)?\s*{WEEKDAY_GAP}\s*$",
    re.IGNORECASE,
)
AFTER_BACK = re.compile(rf"^\s*\(?[^\W\d_]?\)?\s*(?:{BACK_AFTER})", re.IGNORECASE)
AFTER_AWAY = re.compile(rf"^\s*(?:\([^)]{{1,3}}\))?\s*(?:{AWAY_AFTER})", re.IGNORECASE)
FOREIGN_NEAR = re.compile(FOREIGN, re.IGNORECASE)
SUBJECT_RETURNING = re.compile(
    r"\((?:returning|back|retour|rückkehr|zurück)[^)]{0,10}\s([^)]{4,40})\)|(?:returning|"
    r"back) (?:on )?([^)]{4,30})$",
    re.IGNORECASE,
)
WEEKDAY_CUE = re.compile(
    r"(?:back|return\w*|until|till|again|available|bis|wieder|zurück|ab|retour|jusqu'à|jusqu’à|reviens|hasta|"
    r"vuelvo|regreso|fino a|rientr\w+|torn\w+|tot|terug|até|volto|tillbaka|tilbage|tilbake|til|do|wracam|zpět|до|"
    r"вернусь)\b(?: [\w']{1,12}){0,4}(?: (?:the office|in the office|in|on|at|work|next|nächsten?|kommenden?|den|"
    r"am|le|el|til|på|kontoret|to|coming|of|im|büro|au|bureau|prochain|no)){0,5}\s*$",
    re.IGNORECASE,
)
TOMORROW = re.compile(
    r"\b(?:back|return\w*|available|again|reply|respond)\b[^.\n]{0,30}\btomorrow\b|\bmorgen wieder\b|"
    r"\bab morgen\b|de retour demain",
    re.IGNORECASE,
)
NEXT_WEEK = re.compile(
    r"\b(?:back|return\w*|again|reply|respond)\b[^.\n]{0,30}\bnext week\b|nächste woche wieder|semaine prochaine",
    re.IGNORECASE,
)
MONTH_ONLY = re.compile(
    r"\b(?:until|till|through|back in|return(?:ing)? in|before|bis|ab|jusqu'(?:à|en|au)|retour en|hasta|fino a|"
    r"tot|até|"
    r"till|til|do|до)\s(?:the )?(?P<part>(?:end|mid|middle|beginning|start|early|late|ende|mitte|anfang|fin|mi|début|"
    r"finales|mediados|principios|fine|metà|inizio|eind|midden|begin|fim|meados|início|slutet|mitten|början|"
    r"slutningen|"
    r"midten|starten|końca|połowy|koniec|конца|середины|начала)\b[\s-]?(?:of |de |di |van |av |af |do )?)?"
    rf"(?P<month>{MONTH_NAMES})[^\W\d_]{{0,8}}(?:\s(?P<year>20\d\d))?(?!\s?\d)",
    re.IGNORECASE,
)
RANGE_OPENS = re.compile(
    r"\W*(?:\([^)]{1,12}\)\W*)?(?:-|–|—|to|until|through|till|and|bis(?: \w+)?|au|al|a|tot(?: en met)?|t/m|"
    r"até|do|till?(?: og med| och med)?|до|по|から|～|~|至|到|และ|und|et|y|e)(?:\W+\w+){0,3}?\W*",
    re.IGNORECASE,
)
MIDDLE = re.compile(r"mid|mitte|mi\b|mediados|metà|meados|mitten|połowy|середины")
EARLY = re.compile(r"beginning|start|early|anfang|début|principios|inizio|begin|início|början|начала")
WEEKS = re.compile(
    r"\b(?:KW|kalenderwoche|vecka|veckorna|v\.|uge|uke|weeks?|semaines?|"
    r"settimane?) ?(?P<first>\d{1,2})(?:\s?(?:-|–|/|till|bis|to|und|och|"
    r"og)\s?(?:KW )?(?P<last>\d{1,2}))?\b(?! ?(?:days|weeks|hours))",
    re.IGNORECASE,
)
AMERICAN = re.compile(r"\bPTO\b|\bvacation\b|\+1[ (.\-]|\(\d{3}\) ?\d{3}-\d{4}|\bUSA\b|\bInc\b", re.IGNORECASE)
BRITISH = re.compile(r"annual leave|\bholidays?\b|fortnight|\+44|\bLtd\b|\(?0\d{3,4}\)? \d{3}", re.IGNORECASE)
ENGLISH = re.compile(r"\b(?:the|office|will|until|with|and|i|i'm|i'll|for|to|my|you|from|when|back)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scored:
    """A date with how sure its phrase is."""

    day: date
    score: int


def return_date(text: str, subject: str, headers: Headers, sent: datetime, *, phrased: bool = False) -> date | None:
    """The day of return that a notice names, None when it names none. `phrased`: only with words that say so.

    A person's mail is full of other dates, so there the nearness of an absence is not enough.
    """
    head = text[:TEXT_LIMIT]
    day = sent.date()
    conventions = Conventions(_day_first(head, headers, sent), day)
    named = SUBJECT_RETURNING.search(subject)
    if named and (found := dates_in(named[1] or named[2], conventions)):
        return found[0].day
    scored: list[Scored] = []
    for sentence in SENTENCES.split(f"{head}\n\n{subject}"):
        scored += _scored(" ".join(sentence.split()), conventions)
    best = max((one.score for one in scored), default=NOTHING)
    if best > (NEAR if phrased else NOTHING):
        fitting = [one.day for one in scored if one.score == best]
        return fitting[0] if best == BACK else max(fitting[:3])
    return _in_month(head, day) or _weeks(head, day) or _relative(head, day)


def _in_month(text: str, sent: date) -> date | None:
    """A month by itself: its first day, the 15th of its middle, the last day of its end."""
    for match in MONTH_ONLY.finditer(text):
        part, number = (match["part"] or "").lower(), MONTHS[match["month"].lower()]
        year = int(match["year"]) if match["year"] else sent.year + (number < sent.month)
        if MIDDLE.match(part):
            return date(year, number, 15)
        if part and not EARLY.match(part):
            return date(year + number // 12, number % 12 + 1, 1) - timedelta(days=1)
        return date(year, number, 1)
    return None


def _weeks(text: str, sent: date) -> date | None:
    """ISO weeks as an absence end on the Sunday of the last one."""
    match = WEEKS.search(text)
    if match is None:
        return None
    try:
        last = date.fromisocalendar(sent.year, int(match["last"] or match["first"]), 7)
        return last if last >= sent else date.fromisocalendar(sent.year + 1, int(match["last"] or match["first"]), 7)
    except ValueError:
        return None


def _scored(sentence: str, conventions: Conventions) -> list[Scored]:
    found = dates_in(sentence, conventions)
    away = AWAY.search(sentence) is not None
    return [
        Scored(one.day, score)
        for index, one in enumerate(found)
        if (score := _score(sentence, found, index, away=away)) > NOTHING
    ]


def _score(sentence: str, found: list[Found], index: int, *, away: bool) -> int:
    one = found[index]
    left = sentence[found[index - 1].end if index else 0 : one.start][-60:]
    right = sentence[one.end : found[index + 1].start if index + 1 < len(found) else len(sentence)][:25]
    opens_range = index + 1 < len(found) and RANGE_OPENS.fullmatch(right) is not None
    if opens_range or FOREIGN_NEAR.search(left):
        return NOTHING
    if AFTER_BACK.search(right) or BEFORE_BACK.search(left):
        return BACK
    if AFTER_AWAY.search(right) or BEFORE_AWAY.search(left):
        return AWAY_UNTIL
    return NEAR if away else NOTHING


def _relative(text: str, sent: date) -> date | None:
    """A weekday, tomorrow or next week, stated as a return. A weekday that is the absence itself names none."""
    for match in WEEKDAY.finditer(text):
        if WEEKDAY_CUE.search(text[max(0, match.start() - 60) : match.start()]):
            return next_weekday(sent, WEEKDAYS[match["weekday"].lower()])
    if TOMORROW.search(text):
        return sent + timedelta(days=1)
    return next_weekday(sent, 1) if NEXT_WEEK.search(text) else None


def _day_first(text: str, headers: Headers, sent: datetime) -> bool | None:
    """The order of a numeric date: other dates of the text, then language, then hints of the sender."""
    for match in NUMERIC.finditer(text):
        if match["sep"] == "/" and int(match["a"]) > PIVOT:
            return True
        if match["sep"] == "/" and int(match["b"]) > PIVOT:
            return False
    if len(ENGLISH.findall(text[:1000])) < 2:
        return True
    return _by_hints(text, headers.get("content-language").lower(), sent)


def _by_hints(text: str, language: str, sent: datetime) -> bool | None:
    """An English writer's order, by what the mail betrays of the place; None when nothing does."""
    if language.startswith("en-"):
        return not language.startswith("en-us")
    if BRITISH.search(text):
        return True
    offset = sent.utcoffset()
    west = offset is not None and timedelta(hours=-10) <= offset <= timedelta(hours=-4)
    return False if west or AMERICAN.search(text) else None
