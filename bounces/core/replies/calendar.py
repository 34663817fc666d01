"""iTIP in mail (RFC 5546, 6047): an answer to an invitation shows that a person acted."""

import re

from bounces.core.mail.headers import readable
from bounces.core.mail.parsing import Part
from bounces.core.reading import CalendarAnswer, CalendarEvent

CALENDAR_TYPES = frozenset({"text/calendar", "application/ics"})
FOLD = re.compile(r"\n[ \t]")
LINE = re.compile(r"^([A-Za-z-]{1,40})((?:;[^:;\n\"]*(?:\"[^\"\n]*\"[^:;\n\"]*)?)*):(.*)$", re.MULTILINE)
PARTSTAT = re.compile(r"PARTSTAT\s*=\s*\"?([A-Za-z-]+)", re.IGNORECASE)
ANSWERS = {
    "ACCEPTED": CalendarAnswer.ACCEPTED, "DECLINED": CalendarAnswer.DECLINED,
    "TENTATIVE": CalendarAnswer.TENTATIVE, "DELEGATED": CalendarAnswer.TENTATIVE,
}  # fmt: skip
LINES_READ = 400


def read_calendar(message: Part, sender: str | None) -> CalendarEvent | None:
    """The calendar answer or invitation in a message. PUBLISH, CANCEL and no method are attachments: None."""
    for part in message.leaves():
        if part.content_type in CALENDAR_TYPES and (event := _event(part, sender)):
            return event
    return None


def _event(part: Part, sender: str | None) -> CalendarEvent | None:
    text = "\n".join(FOLD.sub("", part.text()).split("\n")[:LINES_READ])
    if "BEGIN:VCALENDAR" not in text.upper():
        return None
    lines = [(name.upper(), values, value.strip()) for name, values, value in LINE.findall(text)]
    method = (
        next((value.upper() for name, _, value in lines if name == "METHOD"), "")
        or part.parameters.get("method", "").upper()
    )
    answer = _answer(method, lines, sender)
    if answer is None:
        return None
    summary = next((value for name, _, value in lines if name == "SUMMARY"), "")
    starts = next((_moment(values, value) for name, values, value in lines if name == "DTSTART"), "")
    return CalendarEvent(answer, readable(_unescaped(summary))[:200], starts)


def _answer(method: str, lines: list[tuple[str, str, str]], sender: str | None) -> CalendarAnswer | None:
    if method == "COUNTER":
        return CalendarAnswer.COUNTER
    if method == "REQUEST":
        return CalendarAnswer.INVITED
    if method != "REPLY":
        return None
    attendees = [(values, value.lower()) for name, values, value in lines if name == "ATTENDEE"]
    mine = [values for values, value in attendees if sender and sender.lower() in value] or [
        values for values, _ in attendees
    ]
    stated = next((found[1].upper() for values in mine if (found := PARTSTAT.search(values))), "")
    return ANSWERS.get(stated, CalendarAnswer.TENTATIVE)


def _moment(values: str, value: str) -> str:
    zone = re.search(r"TZID=\"?([^\";:]+)", values)
    found = re.match(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?", value)
    if found is None:
        return ""
    day = f"{found[1]}-{found[2]}-{found[3]}"
    clock = f" {found[4]}:{found[5]}" if found[4] else ""
    return f"{day}{clock} {'UTC' if found[6] else zone[1] if zone else ''}".strip()


def _unescaped(value: str) -> str:
    return value.replace("\\n", " ").replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\")
