"""A text without what is not said to us: closing, signature, visiting card, disclaimer. It is cut for the rules only.

A wish that stands below a closing line is kept: only lines that look like a signature go.
"""
# ruff: noqa: RUF001 - words of many scripts

import re
from collections.abc import Sequence

LONG_LINE = 1_000  # characters of a line that patterns look at
CARD_LINES, CARD_WIDTH = 10, 90
NAME_WORDS = 5
WISH_WORDS = 4  # a line of so many words that ends like a sentence is one
PARAGRAPHS = 4  # at the end of a text that may be cards

MOBILE = re.compile(
    r"^\W{0,3}(?:sent (?:from|via|with|using) (?:my|the|outlook|yahoo|mail|proton|samsung|gmail|windows|ipad|"
    r"iphone|android|myMail)|"
    r"get outlook for|von mein\w* .{1,30} gesendet|gesendet (?:von|mit|aus)|diese nachricht wurde von mein|"
    r"envoyé (?:de|depuis|à partir|avec)|télécharger outlook|enviado (?:desde|do|a partir|de mi|con)|enviada do|"
    r"obtener outlook|"
    r"inviato da|scarica outlook|verzonden (?:vanaf|met|via|vanuit)|verstuurd (?:vanaf|via|met)|wysłane z|"
    r"wysłano (?:z|za)|"
    r"skickat från|skickades från|sendt fra|lähetetty (?:iphone|ipad|android|laitteesta)|отправлено (?:с|из)|"
    r"надіслано з|"
    r"odesláno z|odoslané z|iphone['’]?umdan gönderildi|.{0,20}(?:iPhone|iPad)から送信|發自我的|发自我的|"
    r"我的 ?iphone|나의 iPhone에서|"
    r".{0,20}iPhone에서 보냄|trimis de pe|στάλθηκε από|küldve |iphone-omról|נשלח מה|أُرسلت من|أرسل من|"
    r"downloaded .{0,30}outlook|"
    r"yahoo mail|holen sie sich outlook|outlook (?:für|for|pour|para|per) (?:ios|android))",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"^\W{0,3}(?:(?:with )?(?:best|kind|warm|kindest|warmest|many)? ?(?:regards|wishes)|all the best|best|cheers|"
    r"ta|(?:yours )?sincerely|"
    r"yours(?: truly| faithfully)?|respectfully|take care|thanks(?: again| so much| and (?:best|kind) regards|"
    r" in advance)?|thank you|thx|"
    r"many thanks|rgds|br|kr|mit (?:freundlichen|besten|herzlichen|vielen|lieben) gr(?:ü|ue)(?:ß|ss)en|"
    r"(?:viele|beste|liebe|freundliche|schöne|herzliche|sonnige)? ?gr(?:ü|ue)(?:ß|ss)e?(?: aus .{1,25})?|gruß|"
    r"gruss|lg|mfg|vg|bg|"
    r"(?:bien )?(?:très )?cordialement|bien à (?:vous|toi)|(?:sincères |meilleures )?salutations|cdlt|bàv|"
    r"(?:un )?(?:cordial )?saludos?(?: cordial\w*)?|atentamente|atte|(?:cordiali|distinti|tanti)? ?saluti|"
    r"cordialmente|"
    r"(?:met )?(?:vriendelijke|hartelijke|beste)? ?groet\w*|mvg|atenciosamente|att|(?:melhores |"
    r"com os melhores )?cumprimentos|"
    r"abraços?|obrigad[oa]|pozdrawiam(?: serdecznie)?|z poważaniem|(?:z )?pozdrowieni\w+|"
    r"(?:(?:med )?(?:vänliga|bästa|varma))? ?hälsningar|mvh|vh|hälsar|(?:(?:med )?(?:venlig|bedste|vennlig|beste|"
    r"kærlig))? ?hils\w{0,6}|"
    r"(?:ystävällisin |parhain )?terveisin|terv|s (?:přátelským )?pozdravem|s pozdravom|с уважением|з повагою|"
    r"с поздрав\w*|"
    r"(?:iyi çalışmalar|saygılar\w*(?: sunarım)?|selamlar)|(?:üdvözlettel|tisztelettel)|cu (?:stimă|respect)|"
    r"(?:με εκτίμηση|φιλικά)|lijep pozdrav|(?:s |lep )poštovanjem|srdačan pozdrav|lep pozdrav|lugupidamisega|"
    r"ar cieņu|pagarbiai|בברכה|בכבוד רב|תודה|مع (?:أطيب )?(?:التحيات|التحية)|مع تحياتي|تحياتي|trân trọng|"
    r"hormat (?:saya|kami)|"
    r"salam|敬具|よろしくお願い(?:いた|致)?し?ます|以上|此致|敬礼|顺祝商祺|祝好|감사합니다|"
    r"드림)[\s,.!;:、。]*(?P<name>.{0,40})$",
    re.IGNORECASE,
)
CARD = re.compile(
    r"\s[|·•]\s|\+\d{1,3}[ \d(.-]|\b(?:tel|phone|ph|mob|mobile|cell|fon|telefon|telefoon|telefono|teléfono|"
    r"telefone|tél|fax|handy|gsm|"
    r"växel|puh|тел|τηλ|m|t|f|p|w|e)\b ?[.:] ?[+(\d]|\b(?:tel|telefon|telefoon|tél|mob|mobile|phone|fax|office|"
    r"växel)\b\.? ?\+?[(\d]|"
    r"\b(?:GmbH|mbH|Ltd|Limited|LLC|LLP|Inc|Corp|PLC|AB|AG|B\.?V|N\.?V|S\.?r\.?l|S\.?p\.?A|S\.?A\.?S?|SARL|Lda|"
    r"Ltda|Sp\. ?z ?o|ApS|A/S|AS|"
    r"Oyj?|KG|OHG|e\.K|eG|s\.r\.o|a\.s|d\.o\.o|Kft|Zrt|Bt|A\.Ş|Ş?ti|ООО|ЗАО|АО|Pty|UG|Co\. KG)\b\.?|www\.|"
    r"https?://|\bHRB\b|\bUSt-?Id|\bKvK\b|"
    r"\bVAT\b|\bSIREN\b|\bP\.? ?IVA\b|\bCIF\b|\bNIP\b|\bCVR\b|\bIČO?\b|@[\w-]{1,60}\.\w{2,12}|株式会社|有限公司|"
    r"電話|TEL|"
    r"\b(?:street|road|lane|avenue|strasse|straße|platz|weg|rue|calle|via|rua|ulica|ul\.)\b[^.!?]{0,30}\d|"
    r"\d{4,5} [A-ZÄÖÜ]\w{2,}",
    re.IGNORECASE,
)
TITLE = re.compile(
    r"\b(?:manager|director|head of|officer|engineer|partner|sales|marketing|purchasing|buyer|lead|assistant|"
    r"consultant|founder|owner|"
    r"c[efmito]o|president|leiter\w*|geschäftsführ\w+|einkauf|vertrieb|inhaber\w*|gérante?|directeur|directrice|"
    r"responsable|"
    r"responsabile|direttore|direttrice|gerente|director[a]?|jefe|jefa|inkoper|directie|hoofd|chef|dyrektor|"
    r"kierownik|specjalista|"
    r"obchodní|oddělení|ředitel|jednatel|johtaja|päällikkö|müdür\w*|iletişim|отдел|директор|менеджер|igazgató|"
    r"vezető|部|課|経理|总监)\b",
    re.IGNORECASE,
)
DISCLAIMER = re.compile(
    r"confidential|intended (?:only )?(?:for|recipient|solely)|vertraulich|confidentiel|confidencial|riservat|"
    r"vertrouwelijk|"
    r"legally privileged|to unsubscribe from (?:our|this|the)|unsubscribe (?:from our|at any time)|"
    r"subscribe to our|sign up to our|"
    r"registered (?:office|in)|amtsgericht|geschäftsführer:|think before you print|consider the environment|"
    r"environnement avant|"
    r"\bpoufn|důvěrn|gizli|конфиденциальн|poufne|luottamuksell|konfidentiell|fortrolig|if you (?:are not|"
    r"have received this)|"
    r"sollten sie nicht der|si vous n'êtes pas le|si usted no es el|se non siete|follow us on|folgen sie uns|"
    r"virus-?free",
    re.IGNORECASE,
)
DELIMITER = re.compile(r"^(?:--|—|––|__|\*\*|~~|-{2,3} ?|_{3,9})\s*$")
SENTENCE = re.compile(r"[.!?。！？…]\W{0,3}$")
RULED = re.compile(r"^\W{3,}$")


def without_device(lines: Sequence[str]) -> list[str]:
    """The lines without those that a mobile program adds."""
    return [line for line in lines if not MOBILE.match(line[:LONG_LINE])]


def without_signature(lines: Sequence[str], sender: str = "") -> list[str]:
    """The lines before a signature, and what below it is no signature. `sender` is the name in From."""
    body = _without_disclaimers(list(lines))
    cut = _closing(body)
    if cut is None:
        return body[: _cards(body, sender)]
    return body[:cut] + [line for line in _after_closing(body, cut) if not _looks_signed(line, sender)]


def _after_closing(body: list[str], cut: int) -> list[str]:
    """What stands below a closing. Behind a delimiter line nothing is said to us."""
    rest = body[cut + 1 :]
    return (
        []
        if DELIMITER.match(body[cut])
        else rest[: next((i for i, one in enumerate(rest) if DELIMITER.match(one)), len(rest))]
    )


def _closing(body: list[str]) -> int | None:
    """The line at which the signature begins; the first words of a text are none."""
    said = False
    for index, line in enumerate(body):
        if not line.strip():
            continue
        if said and DELIMITER.match(line) and index + 1 < len(body):
            return index
        if said and len(line) <= CARD_WIDTH and (found := CLOSING.match(line)) and _is_name(found["name"]):
            return index
        said = True
    return None


def _is_name(text: str) -> bool:
    words = text.split()
    if not words:
        return True
    return (
        len(words) <= NAME_WORDS
        and not SENTENCE.search(text)
        and all(word[:1].isupper() or word in {"&", "|", "/"} or not word[:1].isalpha() for word in words)
    )


def _looks_signed(line: str, sender: str) -> bool:
    """Whether a line below a closing belongs to the signature: a name, a title, a card, nothing that is a sentence."""
    text = line[:LONG_LINE].strip()
    if not text or RULED.match(text):
        return True
    words = text.split()
    if SENTENCE.search(text) and len(words) >= WISH_WORDS and not CARD.search(text):
        return False
    lower = sum(word[:1].islower() for word in words)
    return (
        bool(CARD.search(text) or TITLE.search(text) or _named(text, sender))
        or len(words) <= NAME_WORDS
        or lower <= len(words) // 2
    )


def _named(text: str, sender: str) -> bool:
    first = next(iter(sender.lower().split()), "")
    return bool(first) and text.lower().strip(" ,.-") in {first, sender.lower()}


def _without_disclaimers(lines: list[str]) -> list[str]:
    """The lines without paragraphs of fine print below the first words."""
    kept: list[str] = []
    skipping = False
    for line in lines:
        if not line.strip():
            skipping = False
        elif any(one.strip() for one in kept) and len(line) > 30 and DISCLAIMER.search(line[:LONG_LINE]):
            skipping = True
        if not skipping:
            kept.append(line)
    return kept


def _cards(lines: list[str], sender: str) -> int:
    """The index at which the last paragraphs are visiting cards or the sender's own name."""
    end = len(lines)
    cut = end
    for _ in range(PARAGRAPHS):
        while end and not lines[end - 1].strip():
            end -= 1
        start = end
        while start and lines[start - 1].strip():
            start -= 1
        paragraph = lines[start:end]
        if not paragraph or not start or not _is_card(paragraph, sender):
            break
        cut = end = start
    return _own_name(lines, cut, sender)


def _is_card(paragraph: list[str], sender: str) -> bool:
    if len(paragraph) > CARD_LINES or any(len(line) > CARD_WIDTH for line in paragraph):
        return False
    wishes = any(
        SENTENCE.search(line) and len(line.split()) >= WISH_WORDS and not CARD.search(line[:LONG_LINE])
        for line in paragraph
    )
    signed = any(CARD.search(line[:LONG_LINE]) or _named(line, sender) for line in paragraph)
    return signed and not wishes


def _own_name(lines: list[str], cut: int, sender: str) -> int:
    """The cut, moved up over a line that is only the sender's name, and a title below it."""
    last = cut
    while last and not lines[last - 1].strip():
        last -= 1
    for index in range(last - 1, max(last - 4, 0), -1):
        if _named(lines[index], sender):
            return index
        if len(lines[index].split()) > NAME_WORDS + 2 or SENTENCE.search(lines[index].strip()):
            break
    return cut
