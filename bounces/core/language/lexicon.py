"""Words of many languages and the parts they play in a sentence: one look at each word finds them all.

A table names, for a role, the words that play it: `remov*` is a stem, `*urlaub` an
ending, `leave_me/us_alone` a phrase, in which `~`
stands for up to two words; `^` and `$` bind it to the beginning and the end of a sentence. Words are compared
without case and accents; many people write without them.
"""
# ruff: noqa: RUF001 - words of many scripts

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bounces.core.language.roles import REFUSE, SEND
from bounces.core.language.spelling import SHORTHAND, slip_of

ANY = "*"  # the language of words that are used in all of them
TEXT_LIMIT = 8_000  # characters that are read
SENTENCE_LIMIT = 80  # words of one sentence
WORD_LIMIT = 40  # characters
SHORT_LINE = 50  # characters; a line that ends before was ended on purpose
FILLER = 2  # words that `~` may stand for
BEGINNING = 2  # words of manners before the first one: please, hi
WORDS_KEPT = 20_000  # of all mails read by a process
TEXTS_KEPT = 4  # of the mail that is read
SHARE = 0.75  # of the words that the likeliest language knows: below it another is not asked

ACCENTS = dict.fromkeys((*range(768, 880), *range(1425, 1480), *range(1611, 1619), 8203, 1600))
LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "æ": "ae", "ß": "ss", "đ": "d", "’": "'", "‘": "'", "´": "'"})
ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]{0,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
DOMAIN = re.compile(
    r"(?<![\w.@-])[a-z\d-]{2,63}(?:\.[a-z\d-]{2,63}){0,3}\.(?:com|org|net|example|test|info|biz|io|eu|co\.uk|com\.au|"
    r"com\.br|de|fr|nl|pl|cz|dk|ch|se|fi)\b(?!\.[a-z])"
)
BRACKETED = re.compile(r"[(<\[]\s{0,3}(mailaddress|maildomain)\s{0,3}[)>\]]")  # ours (a@b.example) is one thing
CENSORED = re.compile(r"(?<!\w)f[*]{1,3}(?:ck|k)?(?!\w)")
DASH = re.compile(r"(?<=\s)--?(?=\s)")
LINK = re.compile(r"(?:https?://|www\.)\S{1,300}")
JOINED = re.compile(r"\b(e|un|opt|re)-(?=mail|post|poš|sub|out|in)")
ABBREVIATION = re.compile(r"\b(art|abs|nr|bzw|inkl|ca|tel|str|dr|mr|mrs|ms|hr|sr|sra|sig|evtl|ggf|vgl|lit|ст|ул)\.")
NOT = re.compile(r"n't\b")
TOKEN = re.compile(r"(?:\d{1,2}[./:-]){1,4}\d{0,4}|[^\W_]+|[,;:()?!.\n\"“”„«»¿—–。！？、，]")
ENDS = frozenset(".!?;\n。！？")
QUESTION = frozenset("?？")
PAUSES = frozenset(",;:()—–、，")
AN_ADDRESS, A_DOMAIN = " mailaddress ", " maildomain "  # what any address, and a bare @domain, is read as
NEGATING = {"lt": ("nebe", "ne"), "lv": ("ne",)}  # languages that write "not" as the beginning of the verb
LETTER_PREFIXES = {"he": "והבלמשכ", "ar": "والبفكل"}  # small words that these scripts write as part of the next


def folded(text: str) -> str:
    """The text in lower case, without accents. Scripts that compose syllables stay as they are."""
    plain = text.lower()
    if plain.isascii():
        return plain
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", plain).translate(ACCENTS)).translate(LETTERS)


@dataclass(frozen=True, slots=True)
class Step:
    """One word of a phrase: whole words and stems that may stand there."""

    words: frozenset[str]
    stems: tuple[str, ...]

    def holds(self, word: str) -> bool:
        """Whether a word may stand there."""
        return word in self.words or (bool(self.stems) and word.startswith(self.stems))


@dataclass(frozen=True, slots=True)
class Phrase:
    """What must follow the first word of a phrase; each step holds stems and whole words, None is a filler."""

    steps: tuple[Step | None, ...]
    language: str
    role: int
    first: bool  # only where the sentence begins
    last: bool  # only where it ends


@dataclass(frozen=True, slots=True)
class Word:
    """What a word may be: its roles by language, and the phrases that it may begin."""

    roles: tuple[tuple[str, int], ...]
    phrases: tuple[Phrase, ...]


NOTHING = Word((), ())


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its folded words with punctuation, and for each likely language the roles of every word."""

    words: tuple[str, ...]
    languages: Mapping[str, tuple[int, ...]]
    asks: bool  # whether it ends with a question mark


class Lexicon:
    """All tables, compiled. `tables` maps a language to lines `role: word word`; `roles` names the bits.

    `sentences(text)` is what it is for: the sentences of a text, each with the roles of its words.
    """

    def __init__(self, roles: Mapping[str, int], tables: Iterable[Mapping[str, str]]) -> None:
        self._exact: dict[str, dict[str, int]] = {}
        self._stems: dict[str, dict[str, int]] = {}
        self._endings: dict[str, dict[str, int]] = {}
        self._phrases: dict[str, list[Phrase]] = {}
        self._phrase_stems: dict[str, list[Phrase]] = {}
        for table in tables:
            for language, lines in table.items():
                for line in filter(None, (one.strip() for one in lines.splitlines())):
                    name, _, words = line.partition(":")
                    for word in words.split():
                        self._add(folded(word), language, roles[name.strip()])
        self.word = lru_cache(maxsize=WORDS_KEPT)(self._word)
        self.meant = lru_cache(maxsize=WORDS_KEPT)(self._meant)
        self.sentences = lru_cache(maxsize=TEXTS_KEPT)(self._read)  # several rules ask for the same text

    def _add(self, word: str, language: str, role: int) -> None:
        begins, ends = word.startswith("^"), word.endswith("$")
        first, *rest = word.strip("^$").split("_")
        steps = tuple(None if one == "~" else _step(one.split("/")) for one in rest)
        for start in first.split("/"):
            stem = start.endswith("*")
            key = start.strip("*")
            if rest or begins or ends:
                table = self._phrase_stems if stem else self._phrases
                table.setdefault(key, []).append(Phrase(steps, language, role, begins, ends))
            else:
                known = self._stems if stem else self._endings if start.startswith("*") else self._exact
                found = known.setdefault(key, {})
                found[language] = found.get(language, 0) | role

    def _meant(self, word: str) -> str:
        """The word as it was meant, when it is an abbreviation or a slip of the finger."""
        if short := SHORTHAND.get(word):
            return short
        return word if self.word(word) is not NOTHING else slip_of(word) or word

    def _word(self, word: str) -> Word:
        roles: dict[str, int] = {}
        phrases = list(self._phrases.get(word, ()))
        for language, role in self._exact.get(word, {}).items():
            roles[language] = roles.get(language, 0) | role
        for length in range(1, len(word) + 1):
            start = word[:length]
            for language, role in self._stems.get(start, {}).items():
                roles[language] = roles.get(language, 0) | role
            for language, role in self._endings.get(word[-length:], {}).items():
                roles[language] = roles.get(language, 0) | role
            phrases += self._phrase_stems.get(start, ())
        for language, letters in LETTER_PREFIXES.items():
            if word[0] in letters and len(word) > 3:
                for inner_language, role in self.word(word[1:]).roles:
                    if inner_language == language:
                        roles[language] = roles.get(language, 0) | role
        self._negate(word, roles)
        return Word(tuple(roles.items()), tuple(phrases)) if roles or phrases else NOTHING

    def _negate(self, word: str, roles: dict[str, int]) -> None:
        """A verb of sending that its prefix denies is a refusal."""
        for language, prefixes in NEGATING.items():
            for prefix in prefixes:
                verb = word[len(prefix) :] if word.startswith(prefix) else ""
                if verb.endswith("u"):
                    continue  # the first person
                if len(verb) > len(prefix) and dict(self.word(verb).roles).get(language, 0) & SEND:
                    roles[language] = roles.get(language, 0) | REFUSE

    def _read(self, text: str) -> tuple[Sentence, ...]:
        return tuple(self._sentence(words, asks=asks) for words, asks in _split(text))

    def _sentence(self, words: list[str], *, asks: bool) -> Sentence:
        words = [self.meant(word) for word in words]
        known = [self.word(word) for word in words]
        phrases = list(_phrases(known, words))
        counts: dict[str, int] = {}
        for word in known:
            for language, _ in word.roles:
                counts[language] = counts.get(language, 0) + 1
        for _, phrase in phrases:
            counts[phrase.language] = counts.get(phrase.language, 0) + 1
        found = {language: [0] * len(words) for language in _likely(counts)}
        for index, word in enumerate(known):
            for language, role in word.roles:
                for one in found.values() if language == ANY else [found[language]] if language in found else []:
                    one[index] |= role
        for index, phrase in phrases:
            if phrase.language in found:
                found[phrase.language][index] |= phrase.role
        return Sentence(tuple(words), {language: tuple(roles) for language, roles in found.items()}, asks)


def _phrases(known: list[Word], words: list[str]) -> Iterator[tuple[int, Phrase]]:
    """The phrases that a sentence holds, with their places."""
    for index, word in enumerate(known):
        for phrase in word.phrases:
            if not (phrase.first and index > BEGINNING) and _follows(phrase, phrase.steps, words, index + 1):
                yield index, phrase


def _likely(counts: dict[str, int]) -> list[str]:
    """The languages that a sentence may be in, by how many of its words each knows."""
    shared = counts.pop(ANY, 0)
    most = max(counts.values(), default=0)
    if most <= 1 and ("en" in counts or (shared and not counts)):
        return ["en"]
    least = min(most * SHARE, most - 1)  # of a few words each may be chance
    return [language for language, count in counts.items() if count >= least]


def _step(words: list[str]) -> Step:
    return Step(
        frozenset(one for one in words if not one.endswith("*")), tuple(one[:-1] for one in words if one.endswith("*"))
    )


def _follows(phrase: Phrase, steps: tuple[Step | None, ...], words: list[str], index: int) -> bool:
    for number, step in enumerate(steps):
        if step is None:
            rest = steps[number + 1 :]
            return any(_follows(phrase, rest, words, index + skipped) for skipped in range(FILLER + 1))
        if index >= len(words) or not step.holds(words[index]):
            return False
        index += 1
    return not phrase.last or index >= len(words) or words[index] in PAUSES


def _split(text: str) -> Iterator[tuple[list[str], bool]]:
    words: list[str] = []
    for token in TOKEN.findall(_prepared(text)):
        if token in ENDS or len(words) >= SENTENCE_LIMIT:
            if words:
                yield words, token in QUESTION
            words = []
        if token not in ENDS:
            words.append(token[:WORD_LIMIT])
    if words:
        yield words, False


def _prepared(text: str) -> str:
    lines = unicodedata.normalize("NFC", text[:TEXT_LIMIT]).split("\n")
    joined = "".join(line + _between(line, after.strip()) for line, after in zip(lines, [*lines[1:], ""], strict=True))
    plain = NOT.sub(" not", ABBREVIATION.sub(r"\1 ", JOINED.sub(r"\1", folded(joined))))
    if "@" in plain:
        plain = ADDRESS.sub(lambda found: A_DOMAIN if found[0][0] == "@" else AN_ADDRESS, plain)
        plain = BRACKETED.sub(r" \1 ", plain)
    if "*" in plain:
        plain = CENSORED.sub("fuck", plain)
    plain = DASH.sub(" – ", plain)
    plain = LINK.sub(" ", plain)
    return DOMAIN.sub(A_DOMAIN, plain) if "." in plain else plain


def _between(line: str, after: str) -> str:
    """What a line break is: the end of a sentence, or a line that a mail program broke."""
    short = len(line) < SHORT_LINE
    return "\n" if not after or line.rstrip()[-1:] in ENDS or (short and not after[0].islower()) else " "
