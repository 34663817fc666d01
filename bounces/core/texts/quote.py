"""The sender's new words: quote, original and signature cut off.

We know our own address, name, subjects and texts. A quote's first line names us in every client and language, so
hardly any table of languages is needed. Every loop is linear and capped: an inbound text is untrusted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bounces.core.reading import Ours
from bounces.core.texts.attribution import (
    ABOVE,
    ARROWS,
    Known,
    attribution_end,
    block_end,
    known_of,
    plain,
    quoted,
    quoted_next,
)
from bounces.core.texts.signature import without_device, without_signature

TEXT_LIMIT = 65_536  # characters
LINE_LIMIT = 2_000  # lines
LONG_LINE = 1_000  # characters of a line that patterns look at
LONG_QUOTE = 55  # characters; a shorter quoted line was not broken for its length
BANNER_LINES = 6

BANNER = re.compile(
    r"^\W{0,6}(?:\[?(?:external|ext|extern)\b(?: (?:e-?mail|sender|message|mail|absender))?\]?[:!\]]?|caution\b|"
    r"warning\b.{0,40}external|"
    r"this (?:e-?mail|message) (?:originated|came|was sent|is) from (?:outside|an external)|"
    r"you don't often get e-?mail from|"
    r"achtung\b.{0,40}extern|vorsicht\b.{0,40}extern|diese (?:e-?mail|nachricht) (?:kommt|stammt|"
    r"wurde) von (?:einem )?(?:außer|extern)|"
    r"attention\b.{0,40}ext(?:é|e)rieur|ce (?:message|courriel) (?:provient|vient) de l'ext|"
    r"atenci[óo]n\b.{0,40}extern|este (?:correo|mensaje) proviene de (?:fuera|un)|attenzione\b.{0,40}estern|"
    r"let op\b.{0,40}extern|aten[çc][ãa]o\b.{0,40}extern|uwaga\b.{0,40}zewn)",
    re.IGNORECASE,
)
RULE = re.compile(r"^[-_=*]{5,}")


@dataclass(frozen=True, slots=True)
class NewText:
    """`text` is what the sender wrote, for people; `words` the same without closing, signature and disclaimer."""

    text: str
    words: str


def new_text(text: str, ours: Ours, sender: str = "") -> NewText:
    """The sender's own words in a text body. `sender` is the name in From, which a signature repeats."""
    lines = text[:TEXT_LIMIT].replace("\u202f", " ").replace("\u200b", "").split("\n")[:LINE_LIMIT]
    kept = without_device(_without_quotes(_without_banner(lines), known_of(ours)))
    return NewText(_joined(kept), _joined(without_signature(kept, sender)))


def _joined(lines: Sequence[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


def _without_banner(lines: list[str]) -> list[str]:
    """The lines without a warning that a gateway put on top: up to the end of its paragraph or its rule."""
    for index, line in enumerate(lines[:4]):
        if BANNER.match(line[:LONG_LINE]):
            last = min(index + BANNER_LINES, len(lines))
            end = next((i for i in range(index, last) if not lines[i].strip() or RULE.match(lines[i])), index)
            return lines[:index] + lines[end + 1 :]
    return lines


def _without_quotes(lines: list[str], known: Known) -> list[str]:
    kept: list[str] = []
    seen = [plain(line) for line in lines]
    below = False
    index = 0
    while index < len(lines):
        line = seen[index]
        if (quoted(line) and not ARROWS.match(line)) or (below and _wrapped(seen, index)):
            below = True
        elif ABOVE.match(line):
            if any(char.isalnum() for one in kept for char in one[:LONG_LINE]):
                return kept
            kept.append(lines[index])
        elif end := block_end(seen, index, known):
            return kept + _foreign(lines[end:], known)
        elif end := attribution_end(seen, index, known):
            below = True
            if not quoted_next(seen, end):
                return kept + _foreign(lines[end:], known)
            index = end
            continue
        elif not (below and known.ours(line)):
            kept.append(lines[index])
        index += 1
    return kept


def _wrapped(lines: list[str], index: int) -> bool:
    """Whether a line is the tail of a quoted one that a mail program broke: it goes on in the middle of a sentence."""
    before, line = lines[index - 1].rstrip() if index else "", lines[index].strip()
    return (
        before.lstrip().startswith(">")
        and len(before) > LONG_QUOTE
        and before[-1] not in ".!?:;"
        and (line[:1].islower() or line.startswith("http"))
    )


def _foreign(lines: list[str], known: Known) -> list[str]:
    """What stands below an unmarked quote and is not ours. Without our text nothing there can be told apart."""
    if not known.sent:
        return []
    own = [index for index, line in enumerate(lines) if known.ours(plain(line))]
    return [line for line in lines[own[-1] + 1 :] if not quoted(plain(line))] if own else []
