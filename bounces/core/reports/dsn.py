"""RFC 3464 and RFC 6533 reports: one line per recipient, as tolerant as real mail systems make necessary."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bounces.core.mail.headers import ADDRESS
from bounces.core.mail.parsing import Part
from bounces.core.reading import Action

STATUS_TYPES = frozenset({"message/delivery-status", "message/global-delivery-status", "text/delivery-status"})
SHOWN_TYPES = frozenset({"text/plain", "text/html", "text/rfc822-headers"})
FILE_LIMIT = 65_536  # bytes; reports are small
RECIPIENT_LIMIT = 500  # recipients of one report; we send to one at a time
FIELD = re.compile(r"[ \t>]{0,4}([A-Za-z][A-Za-z0-9-]{2,40})[ \t]{0,4}:(.*)")
REPORT_FIELDS = re.compile(r"^[ \t>]{0,4}(?:final-recipient|original-recipient)[ \t]*:", re.IGNORECASE | re.MULTILINE)
STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
ESCAPED = re.compile(r"\\x\{([0-9A-Fa-f]{2,6})\}")  # RFC 6533, 3
ACTIONS = {
    "failed": Action.FAILED, "failure": Action.FAILED, "fail": Action.FAILED, "error": Action.FAILED,
    "undeliverable": Action.FAILED, "deliverable": Action.DELIVERED, "bounced": Action.FAILED, "expired": Action.FAILED,
    "delayed": Action.DELAYED, "deferred": Action.DELAYED, "delay": Action.DELAYED,
    "delivered": Action.DELIVERED, "relayed": Action.RELAYED, "expanded": Action.EXPANDED,
}  # fmt: skip
LOCAL_TYPE = "x-unix"  # stays with its words: a program of the receiving host said them, no server
PERSON_FIELDS = ("final-recipient", "original-recipient", "x-actual-recipient")


@dataclass(frozen=True, slots=True)
class Line:
    """One recipient's fields."""

    final: str | None
    original: str | None
    actual: str | None
    action: Action | None
    status: str | None
    diagnostic: str


@dataclass(frozen=True, slots=True)
class Report:
    """A report part. `lines` may be empty: some systems send the part without content."""

    lines: tuple[Line, ...]
    present: bool
    text: str = ""


def has_report(message: Part) -> bool:
    """Whether there is a report part, whatever it holds."""
    return any(part.content_type in STATUS_TYPES for part in message.leaves())


def find_report(message: Part, text: str) -> Report:
    """The delivery report of a message: its part, or its fields where broken MIME left them in the text."""
    present = False
    declared = has_report(message)
    for part in message.leaves():
        if part.content_type in STATUS_TYPES or (not declared and _holds_fields(part)):
            present = True
            if lines := tuple(_lines(part.text())):
                return Report(lines, present=True, text=part.text())
    if REPORT_FIELDS.search(text):
        start = REPORT_FIELDS.search(text)
        if start and (lines := tuple(_lines(text[start.start() :]))):
            return Report(lines, present=True)
    return Report((), present)


def _holds_fields(part: Part) -> bool:
    """Whether a file holds the fields, which some gateways give a type of their own."""
    text = part.content_type in SHOWN_TYPES and not part.attached
    if text or not part.content_type.startswith(("application/", "text/")) or len(part.body) > FILE_LIMIT:
        return False
    return REPORT_FIELDS.search(part.text()) is not None


def _lines(text: str) -> Iterator[Line]:
    for count, fields in enumerate(_groups(text)):
        if count >= RECIPIENT_LIMIT:
            return
        if any(name in fields for name in PERSON_FIELDS):
            yield _line(fields)


def _groups(text: str) -> Iterator[dict[str, str]]:
    """Field groups. A blank line ends one, and so does a recipient that begins anew without it."""
    fields: dict[str, str] = {}
    last = ""
    for line in text.split("\n"):
        found = FIELD.match(line) if line[:1] not in {" ", "\t"} or not last else None
        if not line.strip():
            yield fields
            fields, last = {}, ""
        elif found:
            name = found[1].lower()
            if name in PERSON_FIELDS and name in fields:
                yield fields
                fields = {}
            last = name
            fields.setdefault(name, found[2].strip())
        elif last:
            fields[last] = f"{fields[last]} {line.strip()}"[:4000]
    yield fields


def _line(fields: dict[str, str]) -> Line:
    action = fields.get("action", "").partition("(")[0].strip().lower()
    status = STATUS.search(fields.get("status", ""))
    return Line(
        final=typed_address(fields.get("final-recipient", "")),
        original=typed_address(fields.get("original-recipient", "")),
        actual=typed_address(fields.get("x-actual-recipient", "")),
        action=ACTIONS.get(action) or (Action.DELAYED if "will-retry-until" in fields and not action else None),
        status=status[1] if status else None,
        diagnostic=_words(fields.get("diagnostic-code", "") or fields.get("x-supplementary-info", "")),
    )


def typed_address(value: str) -> str | None:
    """The address of "rfc822; user@example.org", also of the many ways to write it wrongly."""
    _, semicolon, rest = value.partition(";")
    text = ESCAPED.sub(lambda found: chr(min(int(found[1], 16), 0x10FFFF)), rest if semicolon else value)
    text = text.replace("+40", "@") if "@" not in text and "+40" in text else text
    found = ADDRESS.search(text)
    return found[0].strip(".'`") if found else None


def _words(value: str) -> str:
    kind, semicolon, words = value.partition(";")
    typed = semicolon and " " not in kind.strip() and kind.strip().lower() != LOCAL_TYPE
    return " ".join((words if typed else value).split())[:1000]
