"""From written dates to days: the missing year, the order of numbers, both ends of a range, lengths of time."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from bounces.core.dates.looking import DASHES, Expression
from bounces.core.dates.parts import Part
from bounces.core.dates.tokens import Sentence, Token

FORGOTTEN = timedelta(days=60)  # a date so long before the mail is a notice that nobody switched off
AMBIGUOUS_APART = timedelta(days=60)
BETWEEN_ENDS = 5  # tokens between the two ends of a range
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Conventions:
    """What is known of the writer's habits. `day_first` None: undecided."""

    day_first: bool | None
    sent: date


@dataclass(frozen=True, slots=True)
class Found:
    """A date with the day that it is as a return, as an "until", and as the last day away; and its range's start."""

    written: Expression
    back: date
    until: date
    through: date
    start: date | None = None
    opens: bool = False  # the first end of a range
    ends: bool = False  # the last one


def found_in(sentence: Sentence, written: list[Expression], conventions: Conventions) -> list[Found]:
    """The days of the written dates of one sentence, in order; what is no day is left out."""
    found: list[Found] = []
    previous: Expression | None = None
    for one in _with_weekdays(sentence.tokens, written, conventions):
        pair = _range(previous, one, conventions) if previous and joined(sentence.tokens, previous, one) else None
        if pair is not None and found and found[-1].written is previous:
            found[-1:] = pair
        elif value := _alone(one, conventions):
            found.append(value)
        previous = one
    return found


def _with_weekdays(tokens: list[Token], written: list[Expression], conventions: Conventions) -> list[Expression]:
    """The dates, each with the weekday that is written behind it: 16 listopada (poniedziałek)."""
    merged: list[Expression] = []
    for one in written:
        before = merged[-1] if merged else None
        if before is not None and _behind(tokens, before, one):
            day = day_of(replace(before, weekday=one.weekday), conventions)
            if day is not None and day.isoweekday() == one.weekday:
                merged[-1] = replace(before, last=one.last, weekday=one.weekday, weak=False)
                continue
        merged.append(one)
    return merged


def _behind(tokens: list[Token], before: Expression, one: Expression) -> bool:
    between = tokens[before.last : one.first]
    dated = before.kind in {"date", "day"} and not before.weekday
    near = len(between) <= 2 and all(token.text in {",", "(", "."} or token.part & Part.SMALL for token in between)
    return one.kind == "weekday" and dated and near


def joined(tokens: list[Token], one: Expression, other: Expression) -> bool:
    """Whether two written dates are the ends of a range, or neighbours in a list."""
    between = tokens[one.last : other.first]
    if not between:
        return bool(
            (one.post & Part.POST_FROM and other.post & Part.POST_UNTIL) or (one.weekday and other.weekday)
        ) or (
            other.last < len(tokens)
            and bool(tokens[other.last].part & Part.POST_UNTIL)
            and one.kind == other.kind == "date"
        )
    if len(between) > BETWEEN_ENDS:
        return False
    joins = False
    both = False
    for token in between:
        part = token.part
        if token.text in DASHES or part & (Part.CONN | Part.UNTIL):
            joins = True
        elif part & Part.AND:
            joins = both = True
        elif (
            token.text not in {",", "(", ")", ".", "*"}
            and not part & Part.SMALL
            and not (part & Part.POST_FROM and one.post)
        ):
            if part & Part.POST_FROM and not both:
                joins = True
                continue
            return False
        if both and part & (Part.FROM | Part.UNTIL) and not part & (Part.AND | Part.CONN):
            return False
    return joins


def _alone(one: Expression, conventions: Conventions) -> Found | None:
    sent = conventions.sent
    if one.kind in {"date", "day"}:
        return _of_day(one, conventions)
    if one.kind == "weekday":
        day = next_weekday(sent, one.weekday) + timedelta(days=one.adds)
        if one.part & Part.NEXT:
            day = _monday(sent) + timedelta(days=6 + one.weekday)
        return Found(one, day, day, day)
    near = {"today": 0, "tomorrow": 1, "overmorrow": 2}
    if one.kind in near:
        day = sent + timedelta(days=near[one.kind])
        return Found(one, day, day, day)
    if one.kind == "in":
        day = later(sent, one.count, one.unit)
        return Found(one, day, day, day)
    if one.kind == "week":
        return _week(one, sent)
    return _month(one, sent) if one.kind == "month" else _period(one, sent)


def _of_day(one: Expression, conventions: Conventions) -> Found | None:
    day = day_of(one, conventions)
    if day is None:
        return None
    start = None
    if one.start_day:
        start = _before(day, one.start_day)
    if one.unit & Part.WEEK:
        return Found(one, day, day, _monday(day) + timedelta(days=6), start)
    return Found(one, day, day, day, start, ends=start is not None)


def day_of(one: Expression, conventions: Conventions, after: date | None = None) -> date | None:
    """The day that a date or a day of the month names; the first one from `after` on where its year is missing."""
    sent = conventions.sent
    if one.kind == "day":
        return _day_of_month(one, after or sent)
    if not one.turned:
        return _dated(one.year, one.month, one.day, sent, after)
    readings = [
        day for month, number in ((one.month, one.day), (one.day, one.month))
        if (day := _dated(one.year, month, number, sent, after))
    ]  # fmt: skip
    if len(readings) < 2:
        return readings[0] if readings else None
    for reading in readings:
        if one.weekday and reading.isoweekday() == one.weekday and readings[0].isoweekday() != readings[1].isoweekday():
            return reading
    if conventions.day_first is not None:
        return readings[0 if conventions.day_first else 1]
    early, late = sorted(readings)
    return late if early < sent or late - early <= AMBIGUOUS_APART else early


def _dated(year: int, month: int, day: int, sent: date, after: date | None) -> date | None:
    """The named day. Without a year it is the nearest after the mail, unless it has only just passed."""
    if year:
        return valid(year, month, day)
    earliest = after or sent - FORGOTTEN
    candidates = (valid(sent.year + offset, month, day) for offset in range(-1, 5))
    return next((one for one in candidates if one and one >= earliest), None)


def _day_of_month(one: Expression, earliest: date) -> date | None:
    candidates = []
    for ahead in range(13):
        month = earliest.month - 1 + ahead
        found = valid(earliest.year + month // 12, month % 12 + 1, one.day)
        if found and found >= earliest:
            candidates.append(found)
    fitting = [day for day in candidates[:4] if one.weekday and day.isoweekday() == one.weekday]
    return next(iter(fitting or candidates), None)


def _before(day: date, number: int) -> date | None:
    """The last such day of a month that is not after another."""
    first = day.replace(day=1)
    for _ in range(3):
        if (found := valid(first.year, first.month, number)) and found <= day:
            return found
        first = (first - DAY).replace(day=1)
    return None


def _range(one: Expression, other: Expression, conventions: Conventions) -> list[Found] | None:
    """Both ends. The month or the year may stand only on one side."""
    if conventions.day_first is None and (one.turned or other.turned):
        for order in (True, False):
            pair = _range(one, other, replace(conventions, day_first=order))
            if pair and pair[0].back <= pair[1].back and (pair[1].back - pair[0].back).days < 60:
                return pair
    begin, end = _ends(one, other, conventions)
    if begin is None or end is None:
        return None
    start = begin.start or begin.back
    return [replace(begin, opens=True), replace(end, start=start, ends=True)]


def _ends(one: Expression, other: Expression, conventions: Conventions) -> tuple[Found | None, Found | None]:
    if one.kind == "day" and other.kind in {"date", "day"}:
        end = _alone(other, conventions)
        start = _before(end.back, one.day) if end else None
        return (Found(one, start, start, start) if start else None), end
    begin = _alone(one, conventions)
    if begin is None or other.kind not in {"date", "day", "weekday"}:
        return begin, _alone(other, conventions)
    if other.kind == "weekday":
        last = next_weekday(max(begin.back, conventions.sent) - DAY, other.weekday)
        return begin, Found(other, last, last, last)
    if one.kind == "date" and not one.year and other.year and (end_day := day_of(other, conventions)):
        start = _start_before(one, end_day, conventions) or begin.back
        return Found(one, start, start, start), Found(other, end_day, end_day, end_day)
    end_day = day_of(other, conventions, begin.back)
    return begin, Found(other, end_day, end_day, end_day) if end_day else None


def _start_before(one: Expression, end: date, conventions: Conventions) -> date | None:
    for year in (end.year, end.year - 1):
        day = day_of(replace(one, year=year), conventions)
        if day and day <= end:
            return day
    return None


def _week(one: Expression, sent: date) -> Found | None:
    try:
        monday = date.fromisocalendar(sent.year, one.day, 1)
        sunday = date.fromisocalendar(sent.year, one.count, 7)
        if sunday < sent - timedelta(days=30):
            monday = date.fromisocalendar(sent.year + 1, one.day, 1)
            sunday = date.fromisocalendar(sent.year + 1, one.count, 7)
    except ValueError:
        return None
    return Found(one, monday, sunday, sunday, monday)


def _month(one: Expression, sent: date) -> Found | None:
    """A month by itself: its first day, the 15th of its middle, the last day of its end."""
    year = one.year or sent.year + (one.month < sent.month and (sent.month - one.month > 2 or not one.part))
    first = valid(year, one.month, 1)
    if first is None:
        return None
    last = _last_of_month(first)
    if not one.part:
        return Found(one, first, first, last)
    if one.part & (Part.END | Part.WHOLE):
        return Found(one, last, last, last)
    day = first.replace(day=15) if one.part & Part.MID else first
    if not one.year and day < sent - FORGOTTEN:
        day = day.replace(year=day.year + 1)
    return Found(one, day, day, day)


def _last_of_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - DAY


def _period(one: Expression, sent: date) -> Found | None:
    """Next week, the end of the month, this week."""
    ahead = bool(one.part & Part.NEXT)
    if one.unit & Part.WEEK:
        monday = _monday(sent) + timedelta(days=7 * ahead)
        begin, end = monday, monday + timedelta(days=6)
    elif one.unit & Part.MONTH:
        first = sent.replace(day=1)
        begin = _last_of_month(first) + DAY if ahead else first
        end = _last_of_month(begin)
    else:
        begin = date(sent.year + ahead, 1, 1)
        end = date(sent.year + ahead, 12, 31)
    if one.part & Part.END:
        return Found(one, end, end, end)
    if one.part & Part.MID:
        middle = begin + (end - begin) // 2
        return Found(one, middle, middle, middle)
    if not ahead or one.part & Part.WHOLE:
        return Found(one, end, end, end)
    return Found(one, begin, begin, begin if one.part & Part.BEGIN else end)


def later(day: date, count: int, unit: int) -> date:
    """A day so many days, weeks or months later."""
    if unit & Part.MONTH:
        month = day.month - 1 + count
        first = date(day.year + month // 12, month % 12 + 1, 1)
        return min(first + timedelta(days=day.day - 1), _last_of_month(first))
    return day + timedelta(days=count * (7 if unit & Part.WEEK else 1))


def valid(year: int, month: int, day: int) -> date | None:
    """That day, None when the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def next_weekday(sent: date, weekday: int) -> date:
    """The first such day strictly after the mail."""
    return sent + timedelta(days=(weekday - sent.isoweekday() - 1) % 7 + 1)
