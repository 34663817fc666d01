"""Whether 02/03 is the second of March or the third of February: what the mail betrays of its writer."""

import re
from datetime import datetime, timedelta

from bounces.core.dates.values import valid
from bounces.core.mail.headers import Headers

PIVOT = 12
NUMERIC = re.compile(r"(?<![\d./])(\d{1,2})([/.-])(\d{1,2})(?:\2(20\d\d|\d\d))?(?![\d/]|[.,]\d)")
ENGLISH = re.compile(
    r"\b(?:the|office|will|until|with|and|i|i'm|i'll|for|to|my|you|from|when|back|on|out|of|away|leave|through)\b",
    re.IGNORECASE,
)
AMERICAN = re.compile(
    r"\bPTO\b|\bvacation|\+1[ (.\-]|\(\d{3}\) ?\d{3}-\d{4}|\b\d{3}[-.]\d{3}[-.]\d{4}\b|\bUSA\b|\bInc\b|\bZIP\b|organiz|"
    r"\b(?:favor|color|center)\b|toll-free|thanksgiving|\b[A-Z][a-z]+, [A-Z]{2} \d{5}\b",
    re.IGNORECASE,
)
BRITISH = re.compile(
    r"annual leave|\bholidays?\b|fortnight|\+(?:44|353|61|64|27|91|3\d|4\d)\b|\bLtd\b|\bPty\b|\(?\b0\d{2,4}\)? \d{3}|"
    r"organis|\b(?:favour|colour|centre|whilst)\b|bank holiday|out of hours|mobile:|\bPlc\b",
    re.IGNORECASE,
)
DAY_FIRST_ENDINGS = re.compile(
    r"\.(?:uk|ie|au|nz|za|in|sg|hk|de|at|ch|fr|it|es|nl|be|pl|se|dk|no|fi|cz|pt|gr|eu|my|ng|ke|il|ae|tr|ru)$"
)
MONTH_FIRST_ENDINGS = re.compile(r"\.(?:us|gov|mil|edu|ph)$")
WEST = (timedelta(hours=-10), timedelta(hours=-4))
EAST = timedelta(hours=1)


def day_first(text: str, headers: Headers, sender: str, sent: datetime) -> bool | None:
    """The order of a numeric date: other dates of the text, then its language, then hints of the sender; None: open."""
    by_dates = _by_other_dates(text, sent)
    if by_dates is not None:
        return by_dates
    if len(ENGLISH.findall(text[:1000])) < 2:
        return True
    return _by_hints(text, headers.get("content-language").lower(), sender, sent)


def _by_other_dates(text: str, sent: datetime) -> bool | None:
    """An order that another date proves: by a number above twelve, or by being the day on which the mail was sent."""
    for match in NUMERIC.finditer(text):
        a, b = int(match[1]), int(match[3])
        if match[2] == "." or not (match[4] or match[2] == "/") or (a, b) == (24, 7):
            continue
        if PIVOT < a <= 31 and b <= PIVOT:
            return True
        if PIVOT < b <= 31 and a <= PIVOT:
            return False
        if match[4] and a != b:
            year = int(match[4][-2:]) + 2000
            near = [valid(year, month, day) for month, day in ((b, a), (a, b))]
            said = [one is not None and abs((one - sent.date()).days) <= 1 for one in near]
            if said[0] != said[1] and not _returns(text, match):
                return said[0]
    return None


def _returns(text: str, match: re.Match[str]) -> bool:
    """Whether the date may be one of an absence, which is no proof even when it is near the mail's."""
    return (
        re.search(r"\b(?:sent|vom|date[d]?|received)\b[^\n]{0,20}$", text[max(0, match.start() - 30) : match.start()])
        is None
    )


def _by_hints(text: str, language: str, sender: str, sent: datetime) -> bool | None:
    """An English writer's order, by what the mail betrays of the place; None when nothing does."""
    if re.match(r"en-(?:us|ph)", language):
        return False
    if re.match(r"en-(?!ca)\w|(?!en)\w\w\b", language):
        return True
    british, american = BRITISH.search(text) is not None, AMERICAN.search(text) is not None
    if british != american:
        return british
    domain = sender.rpartition("@")[2]
    if DAY_FIRST_ENDINGS.search(domain) or MONTH_FIRST_ENDINGS.search(domain):
        return DAY_FIRST_ENDINGS.search(domain) is not None
    offset = sent.utcoffset()
    if offset is not None and WEST[0] <= offset <= WEST[1]:
        return False
    return True if offset is not None and offset >= EAST and offset != timedelta(hours=8) else None
