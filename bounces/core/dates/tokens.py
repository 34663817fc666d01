"""A text as sentences of tokens, each with the parts that it plays in the sentence's language. Linear and capped."""
# ruff: noqa: RUF001 - words of many scripts

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from bounces.core.dates.parts import Part, Phrase, Word, lookup

TEXT_LIMIT = 4_000  # characters of a notice that are read
WORD_LIMIT = 40
SENTENCE_LIMIT = 120  # tokens
SHORT_LINE = 50  # characters; a shorter line was ended on purpose
MAY_BEGIN = 0.2  # what a word that may begin a phrase says of the language
FILLER = 2  # words that `~` may stand for
MARKS = dict.fromkeys((*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF, 0xAD))
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w.-]{1,80}|(?:https?://|www\.)\S{1,200}")
TOKEN = re.compile(r"\d+|(?:[^\W\d_]|[\u0300-\u036f])+|\n+|[^\s\w]|_")
ENDS = frozenset("!?;¿¡。！？؟")
ABBREVIATED = 4  # letters; a short word before a full stop may be an abbreviation
AN_ADDRESS = "\ue000"
NAMES_OF_BUT = "but however aber jedoch allerdings mais pero ma maar men mas ale lecz jednak но але ama mutta однако"
GOVERNING = Part.SMALL | Part.UNTIL | Part.FROM | Part.FULL | Part.CONN  # what may stand right before a date
BUT = frozenset(NAMES_OF_BUT.split())


@dataclass(slots=True)
class Token:
    """One word, number or mark. `glued`: nothing stands between it and the one before."""

    text: str
    number: int  # -1 for none
    glued: bool
    word: Word | None  # None for numbers and marks
    part: int = 0

    @property
    def upper(self) -> bool:
        """Whether it is written with a capital."""
        return self.text[0].isupper()

    def month(self, language: str) -> int:
        """The month that it names in a language, 0 for none."""
        return _of(self.word.months, language) if self.word else 0

    def weekday(self, language: str) -> int:
        """The ISO weekday that it names in a language, 0 for none."""
        return _of(self.word.weekdays, language) if self.word else 0


def _of(names: tuple[tuple[str, int], ...], language: str) -> int:
    return next((number for one, number in names if one in {"*", language}), 0) if names else 0


@dataclass(slots=True)
class Sentence:
    """The tokens of one sentence in the language that knows most of them."""

    tokens: list[Token]
    language: str


def cleaned(text: str) -> str:
    """The text in its plainest form: no invisible marks, full-width and foreign digits as ASCII."""
    plain = text[:TEXT_LIMIT]
    if not plain.isascii():
        plain = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", plain.translate(MARKS)))
        plain = "".join(str(unicodedata.digit(c)) if c.isdigit() and c > "\x7f" else c for c in plain)
    return ADDRESS.sub(AN_ADDRESS, plain)


def sentences(text: str) -> list[Sentence]:
    """All sentences of a cleaned text."""
    cut = list(_cut(_tokens(text)))
    overall: dict[str, int] = {}
    for tokens in cut:
        for token in tokens:
            if token.word is not None:
                for language, _ in token.word.parts:
                    overall[language] = overall.get(language, 0) + 1
    return [_spoken(tokens, overall) for tokens in cut]


def _tokens(text: str) -> list[Token]:
    found: list[Token] = []
    end = 0
    for match in TOKEN.finditer(text):
        piece, start = match[0], match.start()
        if piece[0] == "\n" and _break(text, match) == " ":
            continue
        digit = piece[0].isdigit()
        number = int(piece) if digit and len(piece) < 9 else -1
        word = lookup(piece[:WORD_LIMIT]) if piece[0].isalpha() else None
        found.append(Token(piece[0] if piece[0] == "\n" else piece, number, start == end, word))
        end = match.end()
    return found


def _break(text: str, match: re.Match[str]) -> str:
    """What a line break is: the end of a sentence, or nothing where a mail program broke a line."""
    if len(match[0]) > 1:
        return "\n"
    start = text.rfind("\n", 0, match.start()) + 1
    following = text[match.end() : match.end() + 40].lstrip()
    if not following or text[match.end() : match.end() + 80].strip() == "":
        return "\n"
    short = match.start() - start < SHORT_LINE
    return "\n" if short and (following[0].isupper() or not (following[0].isalnum() or following[0] == "(")) else " "


def _cut(tokens: list[Token]) -> Iterator[list[Token]]:
    current: list[Token] = []
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if token.text == "\n" or token.text in ENDS or len(current) >= SENTENCE_LIMIT:
            if current:
                yield current
            current = []
        elif token.text == "." and _ends(current, following):
            yield [*current, token]
            current = []
        elif token.text == "," and following is not None and following.word and following.word.folded in BUT:
            yield current
            current = []
        else:
            current.append(token)
    if current:
        yield current


def _ends(before: list[Token], following: Token | None) -> bool:
    """Whether a full stop ends a sentence: not behind a day, an abbreviation or a month's short name."""
    if following is None or following.text == "\n":
        return bool(before)
    if not before or following.glued:
        return False
    last = before[-1]
    word = following.word
    named = word is not None and bool(word.months or word.weekdays or any(part & Part.WEEK for _, part in word.parts))
    if last.number >= 0:
        return following.word is not None and following.upper and not named
    if following.number >= 0:
        return len(last.text) > ABBREVIATED and not (last.word and last.word.months)
    if len(last.text) == 1 and last.text.isalpha():
        return False
    return not (named and len(last.text) <= ABBREVIATED) and (following.upper or not following.text.isascii())


def _spoken(tokens: list[Token], overall: dict[str, int]) -> Sentence:
    """The tokens with their parts in the likeliest language."""
    counts: dict[str, float] = {}
    for token in tokens:
        if token.word is not None:
            for language, _ in token.word.parts:
                counts[language] = counts.get(language, 0) + 1
            for phrase in token.word.phrases:
                counts[phrase.language] = counts.get(phrase.language, 0) + MAY_BEGIN
    language = max(counts, key=lambda one: counts[one] + min(overall.get(one, 0), 30) / 20, default="en")
    for index, token in enumerate(tokens):
        if token.word is not None:
            token.part |= next((part for one, part in token.word.parts if one == language), 0)
            for phrase in token.word.phrases:
                if phrase.language == language:
                    _mark(tokens, index, phrase)
    return Sentence(tokens, language)


def _mark(tokens: list[Token], index: int, phrase: Phrase) -> None:
    """Give the words of a phrase their parts, if the rest of it follows."""
    end = _follows(phrase.rest, tokens, index + 1)
    if end:
        tokens[index].part |= phrase.part
        if phrase.part & GOVERNING:
            for inner in tokens[index + 1 : end]:
                inner.part |= Part.SMALL


def _follows(rest: tuple[str | None, ...], tokens: list[Token], index: int) -> int:
    """The index after the rest of a phrase, 0 when it does not follow. Marks inside abbreviations do not count."""
    for number, step in enumerate(rest):
        if step is None:
            tries = (_follows(rest[number + 1 :], tokens, index + skipped) for skipped in range(FILLER + 1))
            return next((end for end in tries if end), 0)
        while index < len(tokens) and tokens[index].text in ".-'’/" and tokens[index].word is None:
            index += 1
        if index >= len(tokens):
            return 0
        word = tokens[index].word
        if word is None or word.folded != step:
            return 0
        index += 1
    return index
