"""One sentence in one language, and what stands where in it: the questions that every kind of wish asks."""

import re

from bounces.core.language.lexicon import PAUSES, Sentence
from bounces.core.language.roles import (
    ADDR,
    CAN,
    CONNECTING,
    FIRST,
    GET,
    GONE,
    HES,
    INTEREST,
    ME,
    MORE,
    MY,
    NEG,
    OFF,
    OTHER,
    PART,
    PAST,
    PERF,
    PLEASE,
    REMOVE,
    SEND,
    STILL,
    THIS,
    UNSUB,
    WANT,
    YOUR,
)  # fmt: skip
from bounces.core.language.words.alone import misspelt

REACH = 6  # words between the parts of a wish
STRICT = frozenset({"en"})  # languages whose small words are all known: nothing unknown may stand inside a wish
LATE: dict[str, frozenset[str]] = {  # languages that deny a verb after it
    "de": frozenset({"nicht", "nie"}), "nl": frozenset({"niet", "niets", "niks", "nooit", "niemand"}),
    "sv": frozenset({"inte", "ej", "inget"}),
    "da": frozenset({"ikke"}), "no": frozenset({"ikke"}), "fr": frozenset({"pas"}),
}  # fmt: skip
PURPOSE = frozenset("to um pour para per om for aby чтобы щоб za".split())  # noqa: SIM905
POLITE_REACH = 4  # words between a denial and the "could you" after it
PURPOSE_REACH = 4  # words between it and the verb
NEVER_LATE: frozenset[str] = frozenset()
YOU = frozenset(
    "you u sie ihr du vous tu ustedes usted voi lei jullie je voce voces ni dere pan pani вы ви".split()  # noqa: SIM905
)
ENCLITICS = {"es": re.compile(r".{3,}(?:me|nos)\Z"), "it": re.compile(r".{3,}(?:mi|ci)\Z")}
FIRST_PERSON = {  # endings of verbs whose subject is the writer
    "es": re.compile(r".+(?:mos|(?<!nd)(?<![adenr]l)o)\Z"), "it": re.compile(r".+(?:iamo|(?<!nd)(?<![aei]l)o)\Z"),
    "pt": re.compile(r".+(?:mos|(?<!nd)(?<!a)o)\Z"), "fr": re.compile(r".+ons\Z"), "pl": re.compile(r".+(?:my|em)\Z"),
    "ro": re.compile(r".+m\Z"), "ru": re.compile(r".+(?:ем|им|ю)\Z"),
}  # fmt: skip

PAST_ENDINGS = {"pl": re.compile(r".+l(?:ismy|ysmy|em|am|i|y)\Z")}  # they, or we, gave something up
IFS: dict[str, frozenset[str]] = {
    "en": frozenset({"if"}), "fr": frozenset({"si"}), "es": frozenset({"si"}), "it": frozenset({"se"}),
    "pt": frozenset({"se"}), "de": frozenset({"wenn", "falls", "sofern"}), "nl": frozenset({"als"}),
    "pl": frozenset({"jesli", "jak"}), "ru": frozenset({"если"}),
}  # fmt: skip
FIRST_HAVE = frozenset(  # I have, we have
    "ai avons he hemos ho abbiamo habe heb temos tenho am avem have ive mam mamy".split()  # noqa: SIM905
)


class Clause:
    """One sentence in one language, with the parts that its words play."""

    def __init__(self, sentence: Sentence, language: str, roles: tuple[int, ...]) -> None:
        self.words, self.language, self.asks = sentence.words, language, sentence.asks
        self.roles = list(roles)
        for index, word in enumerate(self.words):
            if misspelt(word):
                self.roles[index] |= UNSUB
            if (
                (clitic := ENCLITICS.get(language))
                and roles[index] & (REMOVE | SEND | UNSUB | GET)
                and clitic.match(word)
            ):
                self.roles[index] |= ME
            if (past := PAST_ENDINGS.get(language)) and self.roles[index] & UNSUB and past.match(word):
                self.roles[index] |= PAST
        if language == "fr" and "plus" in self.words:
            self._deny_without_ne()
        if language == "en" and "of" in self.words:
            self._take_me_of()
        self.length = sum(1 for word in self.words if word not in PAUSES)
        self.all = 0
        for role in self.roles:
            self.all |= role
        self.own_at = self.own_things()
        self.own = bool(self.own_at)

    def _deny_without_ne(self) -> None:
        """M'envoyez plus rien: in speech and in haste "plus" denies alone, and "plus de" never does."""
        for index, word in enumerate(self.words):
            if word == "plus" and index > 1 and self.words[index - 1].endswith("z") and self.roles[index - 1] & SEND:
                more = self.words[index + 1 : index + 2] in (("de",), ("d",))
                self.roles[index] |= NEG if self.roles[index - 2] & ME and not more else 0

    def _take_me_of(self) -> None:
        """Take me of your list: in haste "off" loses a letter."""
        for index in range(2, len(self.words)):
            if self.words[index] == "of" and self.roles[index - 1] & ME and self.roles[index - 2] & PART:
                self.roles[index] |= OFF

    def within(self, start: int, end: int, mask: int) -> bool:
        """Whether a word from `start` to before `end` plays one of the parts."""
        return any(role & mask for role in self.roles[max(0, start) : max(0, end)])

    def clause(self, index: int, reach: int) -> tuple[int, int]:
        """The bounds around a word that no pause crosses, at most `reach` words to either side."""
        start = end = index
        while start > 0 and index - start < reach and self.words[start - 1] not in PAUSES:
            start -= 1
        while end < len(self.words) and end - index <= reach and self.words[end] not in PAUSES:
            end += 1
        return start, end

    def own_things(self) -> list[int]:
        """Where the sentence names something of the sender's: my address, adresa mea, this address."""
        return [
            index
            for index, role in enumerate(self.roles)
            if (role & MY and (role & ADDR or self.within(index - 2, index + 4, ADDR)))
            or (role & THIS and self.within(index + 1, index + 3, ADDR))
        ]

    def connected(self, start: int, end: int, *, politely: bool = False) -> bool:
        """Whether nothing between two words parts them: no pause, no manners, no word that means something else."""
        unknown, apart = 0, INTEREST if politely else PLEASE | INTEREST
        for index in range(start + 1, end):
            role = self.roles[index]
            if self.words[index] in PAUSES or role & apart:
                return False
            unknown += not role & CONNECTING
        return unknown <= (0 if self.language in STRICT else 1)

    def denied(self, index: int) -> bool:
        """Whether the verb is denied, before it or, where a language does so, after it."""
        before = range(max(0, index - REACH), index)
        if any(self.roles[at] & NEG and self.connected(at, index) and not self.is_manners(at, index) for at in before):
            unheeded = (
                self.all & STILL and self.all & (ME | FIRST) and (self.all & PERF or self.roles[index] & (GONE | PAST))
            )
            return not unheeded
        late = LATE.get(self.language, NEVER_LATE)
        _, end = self.clause(index, 10)
        return any(
            self.words[at] in late and (at + 1 >= end or self.roles[at + 1] & (OFF | UNSUB | REMOVE | GONE))
            for at in range(index + 1, end)
        )

    def is_manners(self, neg: int, verb: int) -> bool:
        """Whether a denial only makes a request polite: vil du ikke slette mig, do not hesitate."""
        if self.within(neg - 2, verb, HES):
            return True
        if self.language in STRICT:  # can't you, why don't you; "can you not" denies
            return self.asks and self.within(neg - 2, neg, CAN) and self.words[neg + 1 : neg + 2] == ("you",)
        if self.within(neg - 1, neg, PLEASE) or self.within(neg + 1, verb + REACH, MORE):
            return False
        start = self.clause(neg, REACH)[0]
        asked = self.within(start, neg + POLITE_REACH, CAN) and self.asks
        return asked or bool(self.roles[start] & CAN and (self.words[start + 1] in YOU or self.roles[start + 1] & YOUR))

    def is_instruction(self, index: int) -> bool:
        """Whether a sentence begins with the purpose of what it tells others to do: to stop these mails, click here."""
        if self.language in STRICT and self.words[0] == "for":  # for heaven's sake, and no purpose
            return False
        return 0 < index <= PURPOSE_REACH and self.words[0] in PURPOSE and not self.all & (FIRST | WANT | PLEASE)

    def foreign(self, start: int, end: int) -> bool:
        """Whether these words speak of what has nothing to do with our mail."""
        return self.within(start, end, OTHER)

    def speaks_of_us(self, index: int) -> bool:
        """Whether the first person is the subject of a verb: "we do not write" is no refusal to be written to."""
        ending = FIRST_PERSON.get(self.language)
        if ending and not self.roles[index] & (ME | NEG) and ending.match(self.words[index]):
            return True
        return self.follows_us(index)

    def we_did(self, index: int) -> bool:
        """Whether the first person has done what a verb says: nous avons supprimé ce poste. Not yet done is a wish."""
        before = self.words[max(self.clause(index, 3)[0], index - 3) : index]
        return not FIRST_HAVE.isdisjoint(before) and not self.all & STILL

    def follows_us(self, index: int) -> bool:
        """Whether "I" or "we" stands before a verb as its subject."""
        for at in range(index - 1, max(-1, index - REACH), -1):
            you = self.words[at] in YOU and not self.roles[at] & FIRST  # je is I, or you
            if self.words[at] in PAUSES or you or self.roles[at] & WANT:
                return False
            if self.roles[at] & FIRST and not self.roles[at] & (ME | MY):
                return not self.within(at - 1, at, WANT)  # bitte ich
        return False
