"""Bounces without a usable report: who failed, and in which words, read from the notice's own prose.

The mechanism is the same for every system: take the text above the returned mail, find the lines that an
address opens, and give each address the words up to the next one.
"""
# ruff: noqa: RUF001 - words of many scripts

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from bounces.core.mail.headers import ADDRESS, Unreadable, addresses
from bounces.core.mail.parsing import Part
from bounces.core.patterns import any_of
from bounces.core.reports.notice_words import FAILURE, MACHINE, SUBJECT

PROSE_LIMIT = 16_000  # characters; the cause stands near the top
RECIPIENT_LIMIT = 100

OPENING = re.compile(
    r"^[\s>*\-+|•·]{0,20}(?:\d{3}[ -](?:\d\.\d\.\d )?)?(?:(?:failed |original )?(?:recipient|address|"
    r"to)\w*(?:\(s\))?:\s{0,10})?[<\"'(\[]{0,2}("
    + ADDRESS.pattern
    + r")[>\"')\]]{0,2}\s*(?:$|[:;,([]|\.\.\.|\bon\b|-|failed|<|\w{1,4}\s\d|\W{0,3}$)",
    re.IGNORECASE,
)
CUE = re.compile(
    r"(?:user|recipients?|address(?:es)?|mailbox|account|host|to|for|delivery of|full|size|attempts|rcpt to|unknown|"
    r"customer)[^\w@]{1,8}(?:address |recipient )?[<\"'(\[]{0,2}(" + ADDRESS.pattern + ")",
    re.IGNORECASE,
)
ALIAS = re.compile(
    r"(?:generated|expanded|forwarded|redirected|resent|derived) (?:from|by)[^\w@]{1,4}(" + ADDRESS.pattern + ")",
    re.IGNORECASE,
)
NOT_THE_RECIPIENT = re.compile(
    r"contact|support|help|question|assist|mail from[:\s<]{1,3}[^\s@]{0,64}@|sent by|sender|administrat|"
    r"^\s*(?:from|sender|reply-to|cc|return-path)\b|send (?:e-?)?mail to|subject:|message-id|r[ée]f\b|reference|"
    r"identif|kennung|идентиф",
    re.IGNORECASE,
)
GLUED = re.compile(r"^(?:smtp|mailto|rfc822|internet)[=:]", re.IGNORECASE)
# Text beside an address in a language that puts no space there, or in bytes that were read in a wrong charset.
FOREIGN_START = re.compile(r"[^\x00-\x7f]+(?=[!-~]+@)")
FOREIGN_END = re.compile(r"(?<=[a-z0-9])[\u3000-\u9fff\uac00-\ud7a3].*$")
SUBJECT_LINE = re.compile(
    r"^[ \t>*]{0,20}(?:the )?(?:(?:e-?mail |message )?subject(?: of the message is)?|betreff|objet|sujet|asunto|"
    r"oggetto|"
    r"assunto|onderwerp|temat|тема|předmět|předmet|ämne|emne|aihe|tárgy|konu|subiect|件名|題名|主题|主旨|主題|제목)"
    r"[ \t]{0,9}[:：\t].*$",
    re.IGNORECASE | re.MULTILINE,
)
PLAIN_WORD = re.compile(r"\b[^\W\d_]{2,30}\b")
SENTENCE = 4  # words of a line that says something
SUBJECT_AT_LEAST = 8  # characters; shorter ones may be words of the notice
SUMMARY_TO = re.compile(r"^\s{0,12}to:\s", re.IGNORECASE)
DAEMONS = ("mailer-daemon", "postmaster", "mail-daemon", "mailerdaemon", "mdaemon")
ROLES = (
    "mailer-daemon",
    "postmaster",
    "mail-daemon",
    "mailerdaemon",
    "abuse",
    "noreply",
    "no-reply",
    "support",
    "helpdesk",
)
SERVER_WORDS = any_of(  # of lower-cased text
    r"[45](?<![\d.].)\d\d[ \-:]",
    r"\b[45]\.\d{1,2}\.\d{1,2}\b",
    r"\bsaid:|reason|error from remote|#[45]\.\d\.\d",
)


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed recipient of a notice in prose."""

    recipient: str | None
    original: str | None
    words: str


def failed_recipients_header(message: Part) -> tuple[str, ...]:
    """Exim and Gmail name the failed addresses in a header of their own."""
    values = ",".join(message.headers.all("x-failed-recipients"))
    try:
        return tuple(dict.fromkeys(addresses(values)))
    except Unreadable:
        return ()


def is_daemon(message: Part) -> bool:
    """Whether the sender's name or address is one of a mail system."""
    return MACHINE.search(message.headers.words("from").lower()) is not None or "x-failed-recipients" in message.headers


def from_machine(message: Part) -> bool:
    """Whether a mail system is the sender: by its name, or by the null return path that only machines use."""
    return message.headers.get("return-path").strip() == "<>" or is_daemon(message)


def is_newsletter(message: Part) -> bool:
    """Whether it offers to leave a list and no mail system's address sent it: some lists pass bounces on."""
    headers = message.headers
    if "list-unsubscribe" not in headers or "x-failed-recipients" in headers or headers.get("return-path") == "<>":
        return False
    senders = [one.lower() for one in ADDRESS.findall(headers.get("from"))]
    return not any(one.startswith(DAEMONS) for one in senders)


def without_subject(text: str, subject: str, *, returned: bool) -> str:
    """The text without lines that repeat a subject: its words are ours, not the server's.

    `subject` is the one of the `returned` mail, or what follows the prefix of the notice's own: either ours or a cause.
    """
    listed = SUBJECT_LINE.findall(text)
    kept = SUBJECT_LINE.sub("", text) if listed else text
    ours = len(subject) >= SUBJECT_AT_LEAST and (returned or any(subject in line for line in listed))
    return kept.replace(subject, "") if ours else kept


def bounce_subject(message: Part) -> bool:
    """Whether the subject is one that bounces have."""
    return SUBJECT.search(message.headers.words("subject").lower()) is not None


def prose_failures(text: str, outsiders: frozenset[str], written_to: frozenset[str]) -> tuple[Failure, ...]:
    """Who failed according to the notice's own text.

    `outsiders` are addresses that cannot be the recipient, `written_to` those that the returned mail went to.
    """
    lines = text[:PROSE_LIMIT].split("\n")
    opened = [(index, found) for index, line in enumerate(lines) if (found := _opening(line, outsiders, written_to))]
    if opened:
        return _sure(_sections(lines, opened), written_to)
    if alias := ALIAS.search("\n".join(lines)):
        return (Failure(alias[1], None, "\n".join(lines)),)
    named = [(index, line) for index, line in enumerate(lines) if "@" in line and not NOT_THE_RECIPIENT.search(line)]
    ends = {index: following for (index, _), (following, _) in pairwise(named)}
    cued = [
        Failure(one, None, "\n".join(lines[index - (index > 0 and "@" not in lines[index - 1]) : _end(index, ends)]))
        for index, line in named
        for one in map(bare, CUE.findall(line[:1000]))
        if _may_fail(one, outsiders)
    ]
    cued = cued or _only_named(lines, named, outsiders, written_to)
    return tuple({failure.recipient: failure for failure in cued[:RECIPIENT_LIMIT]}.values())


def _end(index: int, ends: dict[int, int]) -> int:
    """Where the words of a line end: at the next one that names somebody, when it begins a list of them."""
    return min(index + 12, ends.get(index, index + 12))


def _only_named(
    lines: list[str], named: list[tuple[int, str]], outsiders: frozenset[str], written_to: frozenset[str]
) -> list[Failure]:
    """The one address that a text names in a language nobody here reads, or those that the mail went to."""
    found = {
        address.lower(): Failure(address, None, "\n".join(lines[index : index + 12]))
        for index, line in named
        for address in map(bare, ADDRESS.findall(line[:1000]))
        if _may_fail(address, outsiders)
    }
    known = [failure for address, failure in found.items() if address in written_to]
    if not known:  # also where it is glued to text in a charset that nobody declared
        told = "\n".join(line for _, line in named).lower()
        known = [Failure(one, None, "\n".join(lines)) for one in sorted(written_to) if one in told]
    return known or (list(found.values()) if len(found) == 1 else [])


def bare(address: str) -> str:
    """The address without what some systems glue to it: "SMTP=pat@birch.example"."""
    address = address.strip(".'`*")
    if address.isascii():
        return GLUED.sub("", address)
    beside = FOREIGN_START.match(address)
    if beside and not all(letter.isalpha() and letter < "\u0250" for letter in beside[0]):
        address = address[beside.end() :]
    return FOREIGN_END.sub("", address)


def _opening(line: str, outsiders: frozenset[str], written_to: frozenset[str]) -> str | None:
    if "@" not in line or SUMMARY_TO.match(line):
        return None
    found = OPENING.match(line[:1000])
    address = bare(found[1]) if found else ""
    return address if address and (_may_fail(address, outsiders) or address.lower() in written_to - outsiders) else None


def _may_fail(address: str, outsiders: frozenset[str]) -> bool:
    folded = address.lower()
    return folded not in outsiders and not folded.startswith(ROLES)


def _sections(lines: list[str], opened: list[tuple[int, str]]) -> tuple[Failure, ...]:
    """Each address with the words up to the next one. An address that comes twice keeps the richer words."""
    found: dict[str, Failure] = {}
    ends = [index for index, _ in opened[1:]] + [len(lines)]
    for (index, address), end in list(zip(opened, ends, strict=True))[:RECIPIENT_LIMIT]:
        words = "\n".join(lines[index : min(end, index + 40)])
        alias = ALIAS.search(words)
        failure = Failure(address, alias[1] if alias else None, words)
        known = found.get(address.lower())
        if known is not None:
            failure = replace(known, words=f"{known.words}\n\n{failure.words}")
        found[address.lower()] = failure
    return tuple(found.values())


def _sure(found: tuple[Failure, ...], written_to: frozenset[str]) -> tuple[Failure, ...]:
    """Without bystanders: where one of ours is among them, the others need words of a failure of their own."""
    ours = [failure for failure in found if (failure.recipient or "").lower() in written_to]
    if not ours or len(ours) == len(found):
        return found
    return tuple(
        one for one in found if one in ours or SERVER_WORDS.search(words := one.words.lower()) or FAILURE.search(words)
    )


def server_words(section: str) -> str:
    """The refusing server's own words inside a section: from the first line with a reply code on."""
    lines = section.split("\n")
    start = next((i for i, line in enumerate(lines) if SERVER_WORDS.search(line.lower())), None)
    if start is None:
        return ""
    if start and len(PLAIN_WORD.findall(ADDRESS.sub("", lines[start - 1]))) >= SENTENCE:
        start -= 1  # it says what was tried when the server answered
    kept = []
    for line in lines[start : start + 8]:
        if not line.strip():
            break
        kept.append(line.strip())
    said = " ".join(kept)[:1000]
    return "" if said.endswith(":") else said  # it announces words that stand elsewhere
