"""Where a quote begins: a line that says who wrote, a block of header lines, a separator; in any language.

Our own address, name, subjects and text are the best signs; tables of words only help where they are unknown.
"""
# ruff: noqa: RUF001 - words of many scripts

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bounces.core.reading import Ours

LONG_LINE = 1_000  # characters of a line that patterns look at
ATTRIBUTION_LINES = 4
ATTRIBUTION_LENGTH = 400
VERB_LENGTH = 24
OWN_LINE_AT_LEAST = 12  # letters; shorter lines occur in anybody's mail
GREETING = 5  # lines in which a quote says more than a greeting
BLOCK_LINES = 16
WRAPPED = 3  # lines of one header field
LABELS_AT_LEAST, KNOWN_AT_LEAST = 3, 4
NEAR = 4  # lines below a separator in which its block begins
MARKS = dict.fromkeys((0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF, 0xAD)) | {
    0xA0: " ", 0x202F: " ", 0x2007: " ", 0x2009: " ", 0x3000: " ",
}  # fmt: skip

WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|geschrieben|a [ée]crit|[ée]crit|escribi[óo]|escribe|ha scritto|scrive|"
    r"schreef|"
    r"geschreven|escreveu|escreve|napisał(?:\(a\)|a)?|napisan[ae]|pisze|skrev|skriver|kirjoitti|napsal(?:\(a\)|"
    r"a)?|napísal(?:\(a\)|a)?|"
    r"написал\w*|пишет|написав\w*|пише|написа\w{0,3}|napisao|napisala|napisal|yazdı|írta|a scris|έγραψε|rašė|"
    r"parašė|rakstīja|"
    r"kirjutas|skrifaði|va escriure|menulis|đã viết|viết|כתב\w{0,2}|نوشت|كتب\w{0,2}|تمت كتابة)(?!\w)|写道|写到|寫道|"
    r"のメール|書きました|"
    r"さんは?書|작성|님이",
    re.IGNORECASE,
)
QUOTING = re.compile(
    r"^\W{0,3}(?:quoting|citando(?: a)?|zitat von|zitiere|citat(?: från| fra| av)?|citation de|en citant|citeren van|"
    r"missatge de|"
    r"mensaje de|message from|nachricht von|cytat|cituji|цитата|цитирую|lainaus)\b",
    re.IGNORECASE,
)
MYSELF = re.compile(r"^\W{0,3}(?:i|ich|je|j'ai|ik|jag|jeg|io|yo|eu|я|minä)\b", re.IGNORECASE)
WHEN = re.compile(r"\d{4}|\d{1,2}[.:]\d{2}|\d{1,2}[/.-]\d{1,2}")
IN_BRACKETS = re.compile(r"[<(\[]\s?(?:mailto:)?[^<>()@\s]{1,100}@[^<>()@\s]{1,100}[>)\]]")
ENDS = re.compile(r"(?:[:：]|-{3,}|>{1,2})\s*$|(?:[:：]|-{3,})\W{0,3}$")
SEPARATOR = re.compile(
    r"^[\s>]{0,8}(?:([-_=*~]{3,}) ?\[? ?([^\W\d_][^\n]{0,60}?)\]? ?[-_=*~]{3,}|_{10,}|-{10,}|={20,}|\*{20,})\s*$"
)
ORIGINAL = re.compile(
    r"original|urspr|origine|origem|oorspronk|oryginaln|исходн|пересыла|переслан|вихідн|原始|元の|원본|eredeti|původn|"
    r"pôvodn|oprinde|"
    r"opprinn|alkuper|αρχικ|özgün|orijinal|izvorn|izvirn|algn|sākotn|pradin|nguyên|asal|מקורית|הודעה|الأصلية|"
    r"message du|forwarded|"
    r"weitergeleit|transf[ée]r|reenviad|inoltrat|doorgestuurd|encaminhad|przekazan|vidarebefordrat|videresendt|"
    r"välitetty|"
    r"přeposlan|転送|转发|轉寄|전달|reply|antwort|begin",
    re.IGNORECASE,
)
STANDS_ALONE = re.compile(
    r"^[\s>]{0,4}(?:begin forwarded message:?|> ?message du \d.*|原始邮件|[^\n]{2,60} -{3}\d[\d./: -]{8,25}(?:AM|"
    r"PM)?-{3}.*|anfang der weitergeleiteten (?:nachricht|e-?mail):?)\s*$",
    re.IGNORECASE,
)
ABOVE = re.compile(
    r"^[\s>]{0,4}\W{0,8}(?:please )?(?:(?:type|write|enter|reply|respond|add)\b.{0,25}\babove\b.{0,10}\bline|"
    r"bitte .{0,40}(?:über|oberhalb) dieser? (?:linie|zeile)|répond\w+ au-dessus de cette ligne|"
    r"(?:escriba|responda) .{0,25}(?:encima|arriba) de esta línea|rispond\w+ sopra questa (?:linea|riga)|"
    r"(?:typ|antwoord|reageer).{0,25}boven deze (?:lijn|regel)|(?:escreva|responda) .{0,25}acima desta linha)",
    re.IGNORECASE,
)
LABEL = re.compile(r"^[\s>*|•-]{0,8}([^\W\d_][\w .\-'’()]{0,24}?)[*\s]{0,3}[:：][*\s]{0,3}(\S.*)$")
BARE_LABEL = re.compile(r"^[\s>*|]{0,8}[^\W\d_][\w .\-'’()]{0,24}?[*\s]{0,3}[:：][*\s]{0,3}$")
HEADER_WORDS = (
    r"from|sent|to|cc|subject|date|von|gesendet|an|betreff|datum|de|envoyé|à|objet|enviado(?: el)?|para|"
    r"asunto|fecha|da|inviato|a|oggetto|data|van|verzonden|aan|onderwerp|assunto|enviada(?: em)?|od|wysłano|"
    r"do|temat|från|skickat|till|ämne|fra|sendt|til|emne|lähettäjä|vastaanottaja|aihe|lähetetty|päivämäärä|от|"
    r"отправлено|кому|тема|дата|від|надіслано|odesláno|odoslané|komu|předmět|predmet|kimden|gönderildi|kime|"
    r"konu|tarih|feladó|elküldve|címzett|tárgy|de la|trimis|către|subiect|από|στάλθηκε|προς|θέμα|מאת|נשלח|אל|"
    r"נושא|من|تم الإرسال|إلى|الموضوع|šalje|poslano|prima|zadeva|изпратено|до|относно|nuo|išsiųsta|kam|no|"
    r"nosūtīts|tēma|saatja|saadetud|teema|từ|đã gửi|đến|chủ đề|dari|dikirim|kepada|subjek|差出人|送信日時|"
    r"宛先|件名|发件人|发送时间|收件人|主题|寄件者|寄件日期|收件者|主旨|日期|보낸 사람|보낸 날짜|받는 사람|"
    r"제목|날짜|보낸이|받는이"
)
HEADER_LABELS = re.compile(rf"^[\s>*|]{{0,6}}(?:{HEADER_WORDS})[*\s]{{0,3}}[:：]", re.IGNORECASE)
HEADERS_IN_A_LINE = re.compile(rf"(?:^|(?<=\s))(?:{HEADER_WORDS})\s?[:：]", re.IGNORECASE)
ARROWS = re.compile(r"^>>> ?[^>\n].{2,160}>>>\s*$")


@dataclass(frozen=True, slots=True)
class Known:
    """What we know of our side, folded: it makes a quote recognisable in every language."""

    address: str
    name: str
    subjects: tuple[str, ...]
    sent: str

    def names_us(self, text: str) -> bool:
        """Whether a text holds our address or our name."""
        folded = text.lower()
        return bool((self.address and self.address in folded) or (self.name and self.name in folded))

    def ours(self, line: str) -> bool:
        """Whether a line is one that we sent."""
        if not self.sent:
            return False
        found = letters(line[:LONG_LINE])
        return len(found) >= OWN_LINE_AT_LEAST and found in self.sent


def known_of(ours: Ours) -> Known:
    """Our side, folded."""
    subjects = tuple(subject.lower() for subject in ours.subjects if len(subject) > 4)
    sent = "".join(letters(text) for text in ours.sent_texts)
    return Known(ours.address.lower(), ours.display_name.strip().lower(), subjects, sent)


def letters(text: str) -> str:
    """Only the letters and digits, folded."""
    return "".join(char for char in unicodedata.normalize("NFKC", text).lower() if char.isalnum())


def plain(line: str) -> str:
    """A line as patterns look at it: no invisible marks, all spaces alike, capped."""
    return line[:LONG_LINE].replace("&nbsp;", " ").translate(MARKS)


def quoted(line: str) -> bool:
    """Whether a line bears a quote mark."""
    return line.lstrip()[:1] in {">", "＞"}


def quoted_next(lines: Sequence[str], index: int) -> bool:
    """Whether the next line with words bears a quote mark."""
    return quoted(next((line for line in lines[index : index + 4] if line.strip()), ""))


def attribution_end(lines: Sequence[str], index: int, known: Known) -> int:
    """The index behind an attribution that begins here, 0 when none does: the shortest run of lines that is one."""
    run = ""
    for end in range(index, min(index + ATTRIBUTION_LINES, len(lines))):
        line = lines[end].strip()
        if not line or quoted(line):
            return 0
        run = f"{run} {line}".strip()
        if len(run) > ATTRIBUTION_LENGTH:
            return 0
        if ENDS.search(run[-VERB_LENGTH:]) or _verb_last(run):
            return end + 1 + _verb_below(lines, end + 1) if _is_attribution(run, lines, end + 1, known) else 0
    return 0


def _verb_below(lines: Sequence[str], index: int) -> int:
    """1 where a mail program broke an attribution before its verb, so that "wrote:" has a line of its own; else 0."""
    line = lines[index].strip() if index < len(lines) else ""
    return int(len(line) < VERB_LENGTH and line.endswith((":", "：")) and WROTE.match(line) is not None)


def _verb_last(run: str) -> bool:
    tail = run[-VERB_LENGTH:]
    return tail[-1:].isalpha() and any(match.end() == len(tail) for match in WROTE.finditer(tail))


def _is_attribution(run: str, lines: Sequence[str], after: int, known: Known) -> bool:
    wrote, when = WROTE.search(run) is not None, WHEN.search(run) is not None
    named = known.names_us(run)
    address = IN_BRACKETS.search(run) is not None
    following = next((line for line in lines[after : after + 4] if line.strip()), "")
    below = quoted(following) or any(known.ours(line) for line in lines[after : after + GREETING])
    if MYSELF.match(run) and not (below and address):
        return False
    if address and (when or wrote or below or QUOTING.search(run)):
        return named or wrote or below or QUOTING.search(run) is not None or len(WHEN.findall(run)) > 1
    short = len(run) < ATTRIBUTION_LENGTH // 3
    if short and (named + below + (len(WHEN.findall(run)) > 1)) > 1:
        return True  # a ticket system's "NAME, 8 October 2026, 09:41:", or whatever stands right above our words
    if below and wrote:
        return named or when
    return when and (wrote or (named and run.endswith("---"))) and (named or short)


def block_end(lines: Sequence[str], index: int, known: Known) -> int:
    """The index behind a header block or a separator that begins a quote here, 0 when none does."""
    line = lines[index]
    if STANDS_ALONE.match(line) or ARROWS.match(line) or _in_a_line(line, known):
        return index + 1
    if found := SEPARATOR.match(line):
        after = next((i for i in range(index + 1, min(index + NEAR, len(lines))) if lines[i].strip()), 0)
        if found[2] and ORIGINAL.search(found[2]):
            return index + 1
        if after and (header_block(lines, after, known, least=2) or attribution_end(lines, after, known)):
            return index + 1
        if after and found[2] and (known.names_us(lines[after]) or known.ours(lines[after])):
            return index + 1
        return 0
    return header_block(lines, index, known)


def _in_a_line(line: str, known: Known) -> bool:
    """Whether a whole header block stands in one line."""
    if "@" not in line or len(HEADERS_IN_A_LINE.findall(line)) < LABELS_AT_LEAST:
        return False
    return HEADER_LABELS.match(line) is not None and (known.names_us(line) or IN_BRACKETS.search(line) is not None)


def header_block(lines: Sequence[str], index: int, known: Known, *, least: int = LABELS_AT_LEAST) -> int:
    """The index behind some header lines in a row that name us, our subject or an address, or bear known labels."""
    if not (LABEL.match(lines[index]) or HEADER_LABELS.match(lines[index])):
        return 0
    end, count, gaps, familiar, mine, dated = index, 0, 0, 0, False, False
    while end < len(lines) and end < index + BLOCK_LINES:
        line = lines[end]
        if not line.strip():
            following = lines[end + 1] if end + 1 < len(lines) else ""
            gaps += 1
            if gaps != count or not HEADER_LABELS.match(following) or not _alone(lines, end + 1):
                break  # only where a blank line follows each of them
        elif LABEL.match(line) or HEADER_LABELS.match(line) or BARE_LABEL.match(line):
            count += 1
            familiar += HEADER_LABELS.match(line) is not None
            mine = mine or known.names_us(line) or any(subject in line.lower() for subject in known.subjects)
            mine = mine or (count <= LABELS_AT_LEAST and IN_BRACKETS.search(line) is not None)
            dated = dated or WHEN.search(line) is not None
        elif not count or len(line) > ATTRIBUTION_LENGTH // 2 or count >= KNOWN_AT_LEAST:
            break
        end += 1
    enough = (mine and (familiar > 1 or dated)) or familiar >= KNOWN_AT_LEAST
    return end if count >= least and enough else 0


def _alone(lines: Sequence[str], index: int) -> bool:
    """Whether a header line has its paragraph for itself, whatever its value was wrapped to."""
    following = lines[index + 1 : index + 1 + WRAPPED]
    end = next((place for place, line in enumerate(following) if not line.strip()), len(following))
    return not any(LABEL.match(line) for line in following[:end])
