"""The sender's new words: quote, original and signature cut off.

We know our own address, name, subjects and texts. A quote's first line names us in every client and language, so
hardly any table of languages is needed. Every loop is linear and capped: an inbound text is untrusted.
"""
# ruff: noqa: RUF001 - words of many scripts

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bounces.core.reading import Ours

TEXT_LIMIT = 65_536  # characters
LINE_LIMIT = 2_000  # lines
LONG_LINE = 1_000  # characters of a line that patterns look at
ATTRIBUTION_LINES = 4
LONG_QUOTE = 55  # characters; a shorter quoted line was not broken for its length
ATTRIBUTION_LENGTH = 400
OWN_LINE_AT_LEAST = 12  # letters; shorter lines occur in anybody's mail

WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|a [ée]crit|escribi[óo]|ha scritto|schreef|escreveu|napisał(?:\(a\)|a)?|skrev|"
    r"kirjoitti|napsal(?:\(a\)|a)?|написал\w*|пишет|"
    r"написав|yazdı|şunları yazdı|írta|a scris|έγραψε|je napisao|napísal|viết|כתב|كتب)\b|写道|写到|寫道|のメール|"
    r"書きました|작성|님이",
    re.IGNORECASE,
)
WHEN = re.compile(r"\d{4}|\d{1,2}[.:]\d{2}|\d{1,2}[/.-]\d{1,2}")
NAMED_ADDRESS = re.compile(r"<[^<>@\s]{1,100}@[^<>@\s]{1,100}>\s*[:：]$")
SEPARATOR = re.compile(
    r"^[\s>]*(?:[-_=*]{2,} ?(?:original(?:e|nachricht| message| appointment)?|urspr\w+|message d'origine|"
    r"mensaje original|messaggio originale|oorspronkelijk\w*|"
    r"mensagem original|wiadomość oryginalna|ursprungligt|oprindelig|opprinnelig|исходное|пересылаемое|původní|"
    r"eredeti|forwarded|weitergeleitete|transféré|"
    r"reply|(?:antwort|begin)|原始|元の|원본)[^\n]{0,60}|_{20,}|-{10,}|={20,}|原始邮件|-{2,}原始邮件-{2,}|"
    r"begin forwarded message:?|> ?message du \d.*)\s*$",
    re.IGNORECASE,
)
ORIGINAL = re.compile(
    r"original|urspr|origine|oorspronk|oryginaln|исходн|原始|元の|원본|eredeti|původn|oprinde|opprinn|message du|"
    r"forwarded",
    re.IGNORECASE,
)
LABEL = re.compile(r"^[\s>*|]{0,8}([\w .\-'’()]{2,24}?)[*\s]{0,3}[:：][*\s]{0,3}(\S.*)$")
HEADER_LABELS = re.compile(
    r"^[\s>*|]{0,6}(?:from|sent|to|cc|subject|date|von|gesendet|an|betreff|datum|de|envoyé|à|objet|date|enviado|"
    r"para|asunto|fecha|da|inviato|a|oggetto|data|van|verzonden|"
    r"aan|onderwerp|assunto|od|wysłano|do|temat|från|skickat|till|ämne|fra|sendt|til|emne|lähettäjä|"
    r"vastaanottaja|aihe|lähetetty|от|отправлено|кому|тема|дата|odesláno|komu|předmět|"
    r"kimden|gönderildi|kime|konu|feladó|címzett|tárgy|差出人|送信日時|宛先|件名|发件人|发送时间|收件人|主题|"
    r"보낸 사람|제목)[*\s]{0,3}[:：]",
    re.IGNORECASE,
)
BANNER = re.compile(
    r"^\W{0,6}(?:\[?(?:external|ext|extern)\b\]?|caution\b|warning\b.{0,40}external|this (?:email|"
    r"message) (?:originated|came|was sent) from (?:outside|an external)|achtung\b.{0,40}extern)",
    re.IGNORECASE,
)
MOBILE = re.compile(
    r"^\W{0,3}(?:sent (?:from|via|with) (?:my|the|outlook|yahoo|mail|proton|samsung|gmail|windows)|"
    r"get outlook for|von mein\w* .{1,30} gesendet|gesendet (?:von|mit)|envoyé (?:de|depuis|à partir)|"
    r"enviado (?:desde|do|a partir)|inviato da|"
    r"verzonden (?:vanaf|met|via)|verstuurd vanaf|wysłane z|wysłano z|skickat från|sendt fra|lähetetty|"
    r"отправлено (?:с|из)|odesláno z|iPhoneから|我的|发自我的|나의 iPhone|downloaded .{0,30}outlook|yahoo mail|"
    r"holen sie sich outlook)",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"^\W{0,3}(?:(?:best|kind|warm|many)? ?(?:regards|wishes)|best|cheers|sincerely|thanks(?: again| and .*)?|"
    r"thank you|yours|mit (?:freundlichen|besten|herzlichen) gr(?:ü|ue)(?:ß|ss)en|(?:viele|beste|liebe|"
    r"freundliche|schöne) gr(?:ü|ue)(?:ß|ss)e|lg|mfg|vg|"
    r"(?:bien )?cordialement|bien à vous|salutations|(?:un )?saludos?(?: cordial\w*)?|atentamente|(?:cordiali|"
    r"distinti) saluti|saluti|(?:met )?(?:vriendelijke|hartelijke) groet\w*|groet\w*|atenciosamente|cumprimentos|"
    r"abraços?|pozdrawiam|z poważaniem|"
    r"(?:vänliga|med vänliga|bästa|varma)? ?hälsningar|mvh|(?:venlig|med venlig|bedste|vennlig|"
    r"med vennlig) hils\w*|ystävällisin terveisin|terveisin|s pozdravem|с уважением|saygılar\w*|üdvözlettel|敬具|"
    r"よろしくお願いいたします|此致)[\s,.!;:]*$",
    re.IGNORECASE,
)
CARD = re.compile(
    r"\s\|\s|\+\d{2}[ \d]|\b(?:tel|phone|mob|mobile|fon|telefon|tél)\b[.: ]|\b(?:GmbH|Ltd|LLC|Inc|AB|AG|B\.?V\.?|"
    r"S\.?r\.?l|S\.?A\.?|Sp\. z o\.o|ApS|AS|Oy|KG)\b|www\.|https?://|HRB \d",
    re.IGNORECASE,
)
CARD_LINES, CARD_WIDTH = 8, 90
DISCLAIMER = re.compile(
    r"confidential|intended (?:only )?(?:for|recipient)|vertraulich|confidentiel|confidencial|riservat|"
    r"vertrouwelijk|legally privileged|unsubscribe from (?:our|the)|registered (?:office|in)|amtsgericht|"
    r"geschäftsführer",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NewText:
    """`text` is what the sender wrote, for people; `words` the same without closing, signature and disclaimer."""

    text: str
    words: str


@dataclass(frozen=True, slots=True)
class _Known:
    address: str
    name: str
    subjects: tuple[str, ...]
    sent: str

    def names_us(self, text: str) -> bool:
        folded = text.lower()
        return bool((self.address and self.address in folded) or (self.name and self.name in folded))


def new_text(text: str, ours: Ours) -> NewText:
    """The sender's own words in a text body."""
    lines = text[:TEXT_LIMIT].replace("\u202f", " ").replace("\u200b", "").split("\n")[:LINE_LIMIT]
    known = _Known(
        ours.address.lower(), ours.display_name.strip().lower(), tuple(s.lower() for s in ours.subjects if len(s) > 4),
        "".join(_letters(sent) for sent in ours.sent_texts),
    )  # fmt: skip
    kept = _without_quotes(_without_banner(lines), known)
    kept = _cut_mobile(kept)
    shown = _joined(kept)
    return NewText(shown, _joined(_without_signature(kept)))


def _joined(lines: Sequence[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()


def _without_banner(lines: list[str]) -> list[str]:
    for index, line in enumerate(lines[:4]):
        if BANNER.match(line[:LONG_LINE]):
            end = next(
                (
                    i
                    for i in range(index, min(index + 5, len(lines)))
                    if not lines[i].strip() or re.match(r"^[-_=*]{5,}", lines[i])
                ),
                index,
            )
            return lines[:index] + lines[end + 1 :]
    return lines


def _without_quotes(lines: list[str], known: _Known) -> list[str]:
    kept: list[str] = []
    below = False
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.lstrip()[:1] in {">", "＞"} or (below and _wrapped(lines, index)):
            below = True
        elif end := _block_end(lines, index, known):
            return kept + _foreign(lines[end:], known)
        elif end := _attribution_end(lines, index, known):
            below = True
            if not _quoted_next(lines, end):
                return kept + _foreign(lines[end:], known)
            index = end
            continue
        elif not (below and known.sent and _ours(line, known)):
            kept.append(line)
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


def _foreign(lines: list[str], known: _Known) -> list[str]:
    """What stands below an unmarked quote and is not ours. Without our text nothing there can be told apart."""
    if not known.sent:
        return []
    rest = list(lines)
    own = [index for index, line in enumerate(rest) if _ours(line, known)]
    return [line for line in rest[own[-1] + 1 :] if not line.lstrip().startswith(">")] if own else []


def _letters(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", text).lower() if char.isalnum())


def _ours(line: str, known: _Known) -> bool:
    letters = _letters(line[:LONG_LINE])
    return len(letters) >= OWN_LINE_AT_LEAST and letters in known.sent


def _quoted_next(lines: list[str], index: int) -> bool:
    following = next((line for line in lines[index : index + 4] if line.strip()), "")
    return following.lstrip().startswith((">", "＞"))


def _attribution_end(lines: list[str], index: int, known: _Known) -> int:
    """The index after an attribution that begins here, 0 when none does: the shortest run of lines that is one."""
    run = ""
    for end in range(index, min(index + ATTRIBUTION_LINES, len(lines))):
        line = lines[end].strip()
        if not line:
            return 0
        run = f"{run} {line}".strip()
        if len(run) > ATTRIBUTION_LENGTH:
            return 0
        if run.endswith((":", "：", "---")) or (WROTE.search(run) and known.names_us(run) and WHEN.search(run)):
            return end + 1 if _is_attribution(run, known, quoted=_quoted_next(lines, end + 1)) else 0
    return 0


def _is_attribution(run: str, known: _Known, *, quoted: bool) -> bool:
    wrote = WROTE.search(run) is not None
    when = WHEN.search(run) is not None
    if known.address and known.address in run.lower():
        return when or wrote
    named = known.names_us(run)
    if NAMED_ADDRESS.search(run) and len(WHEN.findall(run)) > 1:
        return True  # a date, a time and somebody's address: an attribution without a verb
    return (when and (wrote or named) and (wrote or quoted or len(run) < ATTRIBUTION_LENGTH // 2)) or (
        quoted and (wrote or named)
    )


def _block_end(lines: list[str], index: int, known: _Known) -> int:
    """The index after a header block or a separator that begins a quote here, 0 when none does."""
    if SEPARATOR.match(lines[index][:LONG_LINE]):
        after = next((i for i in range(index + 1, min(index + 4, len(lines))) if lines[i].strip()), 0)
        if ORIGINAL.search(lines[index]) or (
            after and (_header_block(lines, after, known) or _attribution_end(lines, after, known))
        ):
            return index + 1
    return _header_block(lines, index, known)


def _header_block(lines: list[str], index: int, known: _Known) -> int:
    """Three header lines in a row of which one names us or our subject, or of which all bear known labels."""
    if not HEADER_LABELS.match(lines[index][:LONG_LINE]) and not LABEL.match(lines[index][:LONG_LINE]):
        return 0
    end, labelled, known_labels, mine = index, 0, 0, False
    while end < len(lines) and end < index + 16:
        if not lines[end].strip():
            if not (labelled and end + 1 < len(lines) and HEADER_LABELS.match(lines[end + 1][:LONG_LINE])):
                break
            end += 1
        line = lines[end][:LONG_LINE]
        if LABEL.match(line) or HEADER_LABELS.match(line):
            labelled += 1
            known_labels += HEADER_LABELS.match(line) is not None
            mine = mine or known.names_us(line) or any(subject in line.lower() for subject in known.subjects)
        elif end == index or not labelled:
            return 0
        end += 1
    return end if labelled >= 3 and (mine or known_labels >= 3) else 0


def _cut_mobile(lines: list[str]) -> list[str]:
    return [line for line in lines if not MOBILE.match(line[:LONG_LINE])]


def _contact_block(lines: list[str]) -> int:
    """The index of a last paragraph that is a visiting card, the number of lines when there is none."""
    end = len(lines)
    for _ in range(3):
        while end and not lines[end - 1].strip():
            end -= 1
        start = end
        while start and lines[start - 1].strip():
            start -= 1
        paragraph = lines[start:end]
        if not start or len(paragraph) > CARD_LINES or any(len(line) > CARD_WIDTH for line in paragraph):
            return len(lines)
        if any(CARD.search(line[:LONG_LINE]) for line in paragraph):
            return start
        end = start
    return len(lines)


def _without_signature(lines: list[str]) -> list[str]:
    """The lines before a signature. A closing with words of its own below it is only skipped."""
    lines = lines[: _contact_block(lines)]
    for index, line in enumerate(lines):
        if line.rstrip() == "--" or (line.startswith("-- ") and not line.strip("- ")):
            return lines[:index]
        if CLOSING.match(line[:LONG_LINE]) and index > 0 and any(one.strip() for one in lines[:index]):
            rest = [one for one in lines[index + 1 :] if one.strip()]
            if len(rest) <= 12:
                return lines[:index]
        if len(line) > 40 and DISCLAIMER.search(line[:LONG_LINE]) and index > 0:
            return lines[:index]
    return lines
