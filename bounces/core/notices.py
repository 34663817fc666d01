"""Bounces without a usable report: who failed, and in which words, read from the notice's own prose.

The mechanism is the same for every system: take the text above the returned mail, find the lines that an
address opens, and give each address the words up to the next one.
"""

import re
from dataclasses import dataclass, replace

from bounces.core.headers import ADDRESS, Unreadable, addresses
from bounces.core.parsing import Part

PROSE_LIMIT = 16_000  # characters; the cause stands near the top
RECIPIENT_LIMIT = 100

MACHINE = re.compile(
    r"mailer-?daemon|mail[ .-]?deliver|delivery[ -](?:sub)?system|post-?master|mail (?:administrat|system)|mdaemon|"
    r"mail-?daemon|system administrator|bounce|undeliver|failure notice|symantec|interscan|anti-?virus|"
    r"microsoft exchange|"
    r"mail gateway|no-?reply@sns\.|returned? mail|pmdf",
    re.IGNORECASE,
)
SUBJECT = re.compile(
    r"undeliver|(?:mail|message|e-?mail|delivery)\b.{0,40}(?:fail|error|delay|problem|could not|"
    r"not (?:been )?deliver|status|warning|not accepted|aborted)|"
    r"fail(?:ed|ure)\b.{0,20}(?:deliver|notice|mail)|return(?:ed|ing)\b.{0,30}(?:mail|message|to sender)|"
    r"non[- ]?deliver|delivery (?:status )?notification|"
    r"bounce|not delivered|can(?:not|'t) be delivered|unzustellbar|non remis|non[- ]distribu|"
    r"no se (?:ha )?p(?:uede|udo) entregar|non recapitabile|onbestelbaar|"
    r"não é possível entregar|niedostarczal|kan (?:inte|ikke) leveres|ei voitu toimittaa|nedoručitel|"
    r"не доставлен|недоставлен|teslim edilemedi|配信不能|配送不能|送信エラー|无法送达|退信|投递失败|"
    r"error (?:sending|delivering)",
    re.IGNORECASE,
)
FAILURE = re.compile(
    r"(?:not|n't|never|cannot|unable to|failed to|failure|impossible|problem|trouble|"
    r"error)\b.{0,60}\b(?:be(?:en)? )?(?:deliver|reach|sent|receive|accept|complete)\w*|"
    r"deliver\w*\b.{0,60}\b(?:fail|error|not|impossible|problem|abort|postpone|delay|refus|reject)\w*|"
    r"undeliver\w*|unknown (?:user|recipient|address)|"
    r"user unknown|no such (?:user|recipient)|permanent(?:ly)? (?:fatal )?(?:error|fail\w*)|(?:mailbox|"
    r"quota)\b.{0,40}(?:full|exceed)|"
    r"(?:addresses|recipients?)\b.{0,30}\b(?:fail|error|reject|refus)\w*|reject(?:ed|s)\b.{0,30}(?:recipient|"
    r"message|mail)|failure reason|transcript of session|"
    r"remote host said|returned (?:to sender|mail|message)|has been (?:postponed|delayed)|is delayed|not listed in|"
    r"konnte nicht|nicht zugestellt|unzustellbar|n'a pas pu|pas (?:été |pu )?(?:être )?(?:remis|délivr|distribu)|"
    r"no (?:se )?(?:ha |pudo |puede ).{0,30}entreg|non (?:è stato|può).{0,30}(?:consegn|recapit)|"
    r"kon niet|niet (?:worden )?(?:bezorgd|afgeleverd)|não (?:pôde|foi).{0,30}entreg|nie (?:można|mogła|"
    r"został).{0,30}dor[ęe]cz|не (?:может быть |была? |было )?доставлен|не удалось|送信できません|配信できません|"
    r"配送できません|"
    r"届けられません|无法(?:发送|送达|投递)|投递失败|失败",
)
DELAY = re.compile(
    r"(?:will|shall) (?:continue|keep|be retr|retry|try again|attempt)|(?:still|keep(?:s)?) (?:being )?(?:trying|"
    r"tried|retry)|not yet (?:been )?deliver|"
    r"attempts? (?:will|to deliver).{0,30}(?:continue|be made)|(?:has|have) been (?:delayed|postponed)|"
    r"is delayed|delayed (?:for |more |by )?\w* ?\d+ hours?|only a (?:warning|temporary)|"
    r"just a warning|temporary failure report|do not need to re-?send|will be (?:retried|tried)|"
    r"no action is required|(?:delivery|message) (?:status )?(?:delayed|incomplete)|"
    r"wird (?:weiterhin|erneut)|zustellversuch\w* (?:wird|werden).{0,30}fortgesetzt|verz[öo]gert|"
    r"nouvelle tentative|a été retard|se seguir[áa] intent|verrà ritentat|配信を再試行|再送を試み|будут? продолж",
)
GIVEN_UP = re.compile(
    r"permanent(?:ly)? (?:fatal )?(?:error|fail)|giv(?:ing|en) up|no further|failed permanently|"
    r"will not be (?:retried|delivered)|not going to try again|returned to sender",
)
OPENING = re.compile(
    r"^[\s>*\-+|•·]{0,20}(?:\d{3}[ -](?:\d\.\d\.\d )?)?(?:(?:failed |original )?(?:recipient|address|"
    r"to)\w*(?:\(s\))?:\s{0,10})?[<\"'(\[]{0,2}("
    + ADDRESS.pattern
    + r")[>\"')\]]{0,2}\s*(?:$|[:;,([]|\.\.\.|\bon\b|-|failed|<)",
    re.IGNORECASE,
)
CUE = re.compile(
    r"(?:user|recipients?|address(?:es)?|mailbox|account|to|for|delivery of|full|size|attempts|rcpt to|unknown|"
    r"customer)[^\w@]{1,8}(?:address |recipient )?[<\"'(\[]{0,2}(" + ADDRESS.pattern + ")",
    re.IGNORECASE,
)
ALIAS = re.compile(
    r"(?:generated|expanded|forwarded|redirected|resent|derived) (?:from|by)[^\w@]{1,4}(" + ADDRESS.pattern + ")",
    re.IGNORECASE,
)
NOT_THE_RECIPIENT = re.compile(
    r"contact|support|help|question|assist|mail from|^\s*(?:from|sender|reply-to|cc|return-path)\b|sent by|"
    r"sender|administrat|send (?:e-?)?mail to|subject:|message-id|reference",
    re.IGNORECASE,
)
SUMMARY_TO = re.compile(r"^\s{0,12}to:\s", re.IGNORECASE)
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
SERVER_WORDS = re.compile(
    r"(?<![\d.])[45]\d\d[ \-:]|\b[45]\.\d{1,2}\.\d{1,2}\b|\bsaid:|reason|error from remote|#[45]\.\d\.\d", re.IGNORECASE
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


def from_machine(message: Part) -> bool:
    """Whether a mail system is the sender: by its name, or by the null return path that only machines use."""
    sender = message.headers.words("from")
    return (
        MACHINE.search(sender) is not None
        or message.headers.get("return-path").strip() == "<>"
        or "x-failed-recipients" in message.headers
    )


def bounce_subject(message: Part) -> bool:
    """Whether the subject is one that bounces have."""
    return SUBJECT.search(message.headers.words("subject")) is not None


def prose_failures(text: str, outsiders: frozenset[str]) -> tuple[Failure, ...]:
    """Who failed according to the notice's own text. `outsiders` are addresses that cannot be the recipient."""
    lines = text[:PROSE_LIMIT].split("\n")
    opened = [(index, found) for index, line in enumerate(lines) if (found := _opening(line, outsiders))]
    if opened:
        return _sections(lines, opened)
    if alias := ALIAS.search("\n".join(lines)):
        return (Failure(alias[1], None, "\n".join(lines)),)
    cued: list[Failure] = []
    for index, line in enumerate(lines):
        if NOT_THE_RECIPIENT.search(line):
            continue
        cued += [
            Failure(one, None, "\n".join(lines[max(0, index - 1) : index + 12]))
            for one in CUE.findall(line[:1000])
            if _may_fail(one, outsiders)
        ]
    return tuple({failure.recipient: failure for failure in cued[:RECIPIENT_LIMIT]}.values())


def _opening(line: str, outsiders: frozenset[str]) -> str | None:
    if "@" not in line or SUMMARY_TO.match(line):
        return None
    found = OPENING.match(line[:1000])
    return found[1].strip(".'") if found and _may_fail(found[1], outsiders) else None


def _may_fail(address: str, outsiders: frozenset[str]) -> bool:
    folded = address.strip(".'").lower()
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
            failure = replace(known, words=f"{known.words}\n{failure.words}")
        found[address.lower()] = failure
    return tuple(found.values())


def server_words(section: str) -> str:
    """The refusing server's own words inside a section: from the first line with a reply code on."""
    lines = section.split("\n")
    start = next((i for i, line in enumerate(lines) if SERVER_WORDS.search(line)), None)
    if start is None:
        return ""
    kept = []
    for line in lines[start : start + 8]:
        if not line.strip():
            break
        kept.append(line.strip())
    return " ".join(kept)[:1000]
