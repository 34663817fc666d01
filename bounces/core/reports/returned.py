"""The mail that a report returns: found in a part or in the text, and cut off before anybody looks for a cause.

A bounce that quotes our campaign must never become a "block" because the quote mentions one.
"""

import re
from dataclasses import dataclass

from bounces.core.mail.charsets import storable
from bounces.core.mail.headers import Headers, Unreadable, addresses, message_id, readable
from bounces.core.mail.parsing import Part, split_message

RETURNED_TYPES = frozenset({
    "message/rfc822", "message/global", "text/rfc822-headers", "message/rfc822-headers", "message/global-headers",
    "text/rfc822", "message/partial",
})  # fmt: skip
SUBJECT_LIMIT = 500  # characters
OUR_HEADER = "x-entity-ref"

# A returned mail in plain text begins with a rule that says so, or with its header block.
SEPARATOR = re.compile(
    r"(?:(?:this is a copy of|below this line|start of|begin(?:ning)? of|(?:copy|text|headers?) of)\b.{0,60}"
    r"\b(?:message|mail|headers?)\b|"
    r"(?:the |your |full |included )?(?:original|returned|rejected|undelivered|bounced|failed|unsent) "
    r"(?:message|mail|e-mail)(?: (?:headers?|text|body|follows?|contents?|begins?|is|was|included|attached))*|"
    r"(?:the )?(?:message|mail)? ?(?:headers?|text|body|contents?) (?:follows?|of the)|"
    r"message header|received message).{0,40}$"
)
RULE = ' \t>*-=_+#"'  # what such a line is drawn with
RULE_LIMIT = 240  # characters
MARK_AT_LEAST = 10
FIELD_LINE = re.compile(
    r"^[ \t>|]{0,6}(?:return-path|received|from|to|cc|subject|date|message-id|mime-version|content-type|reply-to|"
    r"sender|"
    r"x-[a-z0-9-]{1,40}|dkim-signature|delivered-to|content-transfer-encoding|in-reply-to|references|"
    r"authentication-results)"
    r"[ \t]{0,3}:",
    re.IGNORECASE,
)
ANY_FIELD = re.compile(r"^[A-Za-z][A-Za-z0-9-]{2,40}:[ \t]")
SURE_FIELD = re.compile(
    r"^[ \t>|]{0,6}(?:received|return-path|message-id|mime-version|x-mailer)[ \t]{0,3}:", re.IGNORECASE
)
SAID_BELOW = re.compile(
    r"\b[45]\d\d[ -][45]\.\d\.\d|^[ \t]{0,20}<[^<>\s]{1,200}@[^<>\s]{1,200}>[ \t]{0,4}:", re.MULTILINE
)
# Fields that a summary does not repeat, and words that follow one.
TRAVELLED = re.compile(
    r"[ \t>|]{0,6}(?:received|return-path|mime-version|content-|x-|dkim-|delivered-to)", re.IGNORECASE
)
TELLS = re.compile(
    r"\b(?:recipient address|following (?:recipient|address)|not be (?:delivered|reached)|undeliverable\b)"
)
SUMMARY_LIMIT = 14  # lines
SEPARATED = 3  # lines above a mail in which its rule stands
QUOTE_MARKS = re.compile(r"^[ \t]*[>|] ?", re.MULTILINE)
INDENT = re.compile(r"^[ \t]{1,8}(?=[A-Za-z-]{2,40}:)", re.MULTILINE)
BLOCK_AT_LEAST = 3  # header fields in a row; prose has none or one


@dataclass(frozen=True, slots=True)
class Returned:
    """What is known of the returned mail."""

    message_id: str | None = None
    entity_refs: tuple[str, ...] = ()
    subject: str = ""
    recipients: tuple[str, ...] = ()
    sender: str | None = None
    found: bool = False


def cut_returned(text: str, *, summarised: bool = False) -> tuple[str, str]:
    """The notice's own words and the returned mail below them (empty when there is none)."""
    lines = text.split("\n")
    start = _block_start(lines)
    if not summarised and (end := _summary_end(lines, start)):
        above, below = cut_returned("\n".join(lines[end:]), summarised=True)
        return "\n".join([*lines[:start], above]), below or "\n".join(lines[start:end])
    own = lines[:start]
    mark = next((i for i, line in enumerate(own) if _is_separator(line)), 0)
    above, below = "\n".join(own[:mark]), "\n".join(own[mark + 1 :])
    if above.strip() and not _says_more(below):
        return above, "\n".join(lines[mark + 1 :])
    return "\n".join(own), "\n".join(lines[start:])


def _is_separator(line: str) -> bool:
    if len(line) > RULE_LIMIT or len(bare := line.lstrip(RULE)) < MARK_AT_LEAST:
        return False
    return SEPARATOR.match(bare.lower()) is not None


def _block_start(lines: list[str]) -> int:
    """The index of the first header block of a mail, the number of lines when there is none."""
    run, sure, first = 0, False, 0
    for index, line in enumerate(lines):
        if ":" in line and FIELD_LINE.match(line):
            first = index if run == 0 else first
            run += 1
            sure = sure or SURE_FIELD.match(line) is not None
        elif not run or not line.strip() or not (line[0] in " \t>" or ANY_FIELD.match(line)):
            run, sure = 0, False
        if sure and run >= BLOCK_AT_LEAST:
            return first
    return len(lines)


def _summary_end(lines: list[str], start: int) -> int:
    """Where a mere summary of our mail ends, above the notice's own words; 0 when the mail itself begins at `start`."""
    if start == len(lines) or any(_is_separator(line) for line in lines[max(0, start - SEPARATED) : start]):
        return 0
    end = next((i for i in range(start, min(start + SUMMARY_LIMIT, len(lines))) if not lines[i].strip()), 0)
    if not end or any(TRAVELLED.match(line) for line in lines[start:end]):
        return 0
    rest = "\n".join(lines[end : end + SUMMARY_LIMIT]).lower()
    return end if TELLS.search(rest) else 0


def _says_more(rest: str) -> bool:
    """Whether server words follow a separator: some notices announce the mail first and give the cause after it."""
    return SAID_BELOW.search(rest) is not None


def find_returned(message: Part, below: str) -> Returned:
    """The returned mail of a report, from its part or from the text below the notice."""
    for part in message.leaves():
        if part.content_type in RETURNED_TYPES and (headers := _headers_of(part)).fields:
            return _known(headers)
        if part is not message and "from" in part.headers and ("subject" in part.headers or "received" in part.headers):
            return _known(part.headers)  # some systems put the mail itself where a part belongs
    for part in message.leaves():
        if part.attached and part.content_type == "text/plain" and (listed := cut_returned(part.text())[1].strip()):
            return _known(_headers_in(listed))
    if below.strip():
        plain = INDENT.sub("", QUOTE_MARKS.sub("", below)).lstrip()
        return _known(_headers_in(plain))
    return Returned()


def _headers_of(part: Part) -> Headers:
    try:
        return split_message(part.content().replace(b"\r\n", b"\n").lstrip(b"\n"))[0]
    except Unreadable:
        return Headers()


def _headers_in(text: str) -> Headers:
    """Header fields of a mail that begins somewhere in the text."""
    lines = text.split("\n")
    start = next((i for i, line in enumerate(lines) if FIELD_LINE.match(line)), len(lines))
    block = "\n".join(lines[start : start + 400]).encode("utf-8", "replace")
    try:
        return split_message(block)[0]
    except Unreadable:
        return Headers()


def _known(headers: Headers) -> Returned:
    named = [one for name in ("to", "cc", "bcc") for value in headers.all(name) for one in _addresses(value)]
    sender = _addresses(headers.get("from"))
    return Returned(
        message_id=message_id(headers.get("message-id")),
        entity_refs=tuple(value.strip() for value in headers.all(OUR_HEADER) if value.strip()),
        subject=storable(headers.words("subject"))[:SUBJECT_LIMIT],
        recipients=tuple(dict.fromkeys(named)),
        sender=sender[0] if sender else None,
        found=bool(headers.fields),
    )


def _addresses(value: str) -> list[str]:
    try:
        return addresses(value) or addresses(readable(value))
    except Unreadable:
        return []
