"""One sentence in one language: does it hold the wish to be left alone? Told by the parts that its words play.

A verb of ending or a denied verb of sending, a first person, a thing to be taken off: enough of them, near each
other. It must be a wish: not denied, not past, not about somebody else's mail.
"""

import re

from bounces.core.lexicon import PAUSES, Sentence
from bounces.core.roles import (
    ADDR,
    CLICK,
    FILLER,
    FIRST,
    GET,
    GONE,
    HES,
    IDIOM,
    INTEREST,
    LIMIT,
    LIST,
    MAIL,
    ME,
    MORE,
    MY,
    NEED,
    NEG,
    OFF,
    OTHER,
    PART,
    PAST,
    PERF,
    PLEASE,
    REFUSE,
    REMOVE,
    SEND,
    SENT,
    STILL,
    STOP,
    THIS,
    UNSUB,
    WANT,
    WORD,
    YOUR,
)  # fmt: skip
from bounces.core.words.alone import misspelt

SHORT = 7  # words; a sentence of that length has no room for another object
REACH = 6  # words between the parts of a wish
STRICT = frozenset({"en"})  # languages whose small words are all known: nothing unknown may stand inside a wish
LATE: dict[str, frozenset[str]] = {  # languages that deny a verb after it
    "de": frozenset({"nicht", "nie"}), "nl": frozenset({"niet", "nooit"}), "sv": frozenset({"inte", "ej"}),
    "da": frozenset({"ikke"}), "no": frozenset({"ikke"}), "fr": frozenset({"pas"}),
}  # fmt: skip
PURPOSE = frozenset("to um pour para per om for aby чтобы щоб za".split())  # noqa: SIM905
PURPOSE_REACH = 4  # words between it and the verb
NEVER_LATE: frozenset[str] = frozenset()
YOU = frozenset(
    "you u sie ihr du vous tu ustedes usted voi lei jullie je voce voces ni dere pan pani вы ви".split()  # noqa: SIM905
)
ENCLITICS = {"es": re.compile(r".{3,}(?:me|nos)\Z"), "it": re.compile(r".{3,}(?:mi|ci)\Z")}
FIRST_PERSON = {  # endings of verbs whose subject is the writer
    "es": re.compile(r".+(?:mos|(?<!nd)o)\Z"), "it": re.compile(r".+(?:iamo|(?<!nd)o)\Z"),
    "pt": re.compile(r".+(?:mos|(?<!nd)(?<!a)o)\Z"), "fr": re.compile(r".+ons\Z"), "pl": re.compile(r".+(?:my|em)\Z"),
    "ro": re.compile(r".+m\Z"), "ru": re.compile(r".+(?:ем|им|ю)\Z"),
}  # fmt: skip


class WishReader:
    """One sentence in one language. Every rule answers whether the sentence holds its kind of wish."""

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
        self.length = sum(1 for word in self.words if word not in PAUSES)
        self.all = 0
        for role in self.roles:
            self.all |= role
        self.own = self._own_things()

    def rule(self) -> str:
        pointless = (
            self.asks and not self.all & (ME | FIRST) and not self.own
        )  # a question that is not about its writer
        rules = (
            ("idiom", IDIOM, self._idiom), ("leave", UNSUB, self._leaves), ("remove", REMOVE, self._removes),
            ("gone", GONE, self._wants_to_be_gone), ("particle", PART, self._takes_off), ("stop", STOP, self._stops),
            ("refuse", REFUSE, self._refuses), ("no-more", NEG, self._no_more), ("unwanted", NEG, self._unwanted),
            ("not-send", NEG, self._not_to_send),
        )  # fmt: skip
        for name, role, holds in rules:
            if pointless and role not in {IDIOM, UNSUB}:
                break
            if self.all & role and any(self.roles[index] & role and holds(index) for index in range(len(self.roles))):
                return name
        return ""

    # What is where

    def _within(self, start: int, end: int, mask: int) -> bool:
        return any(role & mask for role in self.roles[max(0, start) : max(0, end)])

    def _clause(self, index: int, reach: int) -> tuple[int, int]:
        """The bounds around a word that no pause crosses, at most `reach` words to either side."""
        start = end = index
        while start > 0 and index - start < reach and self.words[start - 1] not in PAUSES:
            start -= 1
        while end < len(self.words) and end - index <= reach and self.words[end] not in PAUSES:
            end += 1
        return start, end

    def _own_things(self) -> bool:
        """Whether the sentence names something of the sender's: my address, adresa mea, this address."""
        for index, role in enumerate(self.roles):
            if role & MY and (role & ADDR or self._within(index - 2, index + 4, ADDR)):
                return True
            if role & THIS and self._within(index + 1, index + 3, ADDR):
                return True
        return False

    def _connected(self, start: int, end: int) -> bool:
        """Whether nothing between two words parts them: no pause, no manners, no word that means something else."""
        unknown = 0
        for index in range(start + 1, end):
            role = self.roles[index]
            if self.words[index] in PAUSES or role & (PLEASE | INTEREST):
                return False
            unknown += not role & ~(OTHER | WORD)
        return unknown <= (0 if self.language in STRICT else 1)

    def _denied(self, index: int) -> bool:
        """Whether the verb is denied, before it or, where a language does so, after it."""
        if any(self.roles[at] & NEG and self._connected(at, index) for at in range(max(0, index - REACH), index)):
            unheeded = (
                self.all & STILL and self.all & (ME | FIRST) and (self.all & PERF or self.roles[index] & (GONE | PAST))
            )
            return not unheeded
        late = LATE.get(self.language, NEVER_LATE)
        _, end = self._clause(index, 10)
        return any(
            self.words[at] in late and (at + 1 >= end or self.roles[at + 1] & (OFF | UNSUB | REMOVE | GONE))
            for at in range(index + 1, end)
        )

    def _is_instruction(self, index: int) -> bool:
        """Whether a sentence begins with the purpose of what it tells others to do: to stop these mails, click here."""
        return 0 < index <= PURPOSE_REACH and self.words[0] in PURPOSE and not self.all & (FIRST | WANT | PLEASE)

    def _foreign(self, start: int, end: int) -> bool:
        return self._within(start, end, OTHER)

    def _speaks_of_us(self, index: int) -> bool:
        """Whether the first person is the subject of a verb: "we do not write" is no refusal to be written to."""
        ending = FIRST_PERSON.get(self.language)
        if ending and not self.roles[index] & (ME | NEG) and ending.match(self.words[index]):
            return True
        for at in range(index - 1, max(-1, index - REACH), -1):
            if self.words[at] in PAUSES or self.words[at] in YOU or self.roles[at] & WANT:
                return False
            if self.roles[at] & FIRST and not self.roles[at] & (ME | MY):
                return True
        return False

    # Kinds of wishes

    def _idiom(self, index: int) -> bool:
        return not self._denied(index)

    def _leaves(self, index: int) -> bool:
        role = self.roles[index]
        if role & OTHER or self._denied(index) or self._is_instruction(index):
            return False
        if self._foreign(index + 1, index + REACH + 1) and not self._within(index + 1, index + 5, ME | LIST):
            return False
        if (self.all & CLICK or self.asks) and not self.all & (ME | FIRST):
            return self.asks and self._how_to_leave()
        if role & PAST:
            return self._left_already(index)
        mine = self.all & (ME | FIRST | LIST | WANT | PLEASE) or self.own
        return bool(mine) or self.length <= SHORT

    def _how_to_leave(self) -> bool:
        """A question how to leave, in a language that needs no pronoun for "how do FIRST"."""
        return self.language not in STRICT and self.length <= SHORT and not self.all & (YOUR | OTHER | CLICK)

    def _left_already(self, index: int) -> bool:
        """A past of leaving is a wish when it is not heeded, or when it still has to happen."""
        if self._within(index - REACH, index, WANT) or (self.all & GET and self.all & (FIRST | ME)):
            return True
        after = range(index + 1, min(len(self.words), index + 4))
        ours = self._within(index + 1, index + 6, YOUR | THIS | LIST)
        of_others = not ours and any(not self.roles[at] & ~OFF and self.words[at] not in PAUSES for at in after)
        return (
            bool(self.all & (FIRST | ME)) and not of_others and bool(self.all & (STILL | YOUR) or self.length <= SHORT)
        )

    def _removes(self, index: int) -> bool:
        if self._denied(index) or self._speaks_of_us(index) or self._is_instruction(index):
            return False
        start, end = self._clause(index, REACH + 3)
        listed = self._within(start, end + REACH, LIST)
        near = index + 5 + (REACH if self._within(index, end, ADDR) else 0)
        me = self.roles[index] & ME or self._within(max(start, index - 3), min(end, near), ME)
        if self._foreign(start, end) and not (listed and (me or self.own)):
            return False
        return (
            bool(me)
            or self.own
            or (listed and not self.asks and (end - start <= SHORT or self._within(start, end, YOUR)))
        )

    def _wants_to_be_gone(self, index: int) -> bool:
        if not self._within(index - REACH, index + 3, WANT | GET | STILL) or self._denied(index):
            return False
        if self._foreign(index - REACH, index + REACH):
            return False
        listed = self._within(index, index + REACH, LIST)
        return (
            bool(self.all & (FIRST | ME))
            or self.own
            or (listed and (self.length <= SHORT + 3 or bool(self.all & YOUR)))
        )

    def _takes_off(self, index: int) -> bool:
        if self._denied(index):
            return False
        start, end = self._clause(index, 9)
        off = [at for at in range(start, end) if self.roles[at] & OFF and at != index]
        me = self._within(max(start, index - 2), min(end, index + 5), ME) or self.own
        listed = self._within(start, end, LIST)
        if not off or not (me or listed) or (self._foreign(start, end) and not listed):
            return False
        last = max(off)
        rest = range(last + 1, self._clause(last, len(self.words))[1])
        closes = all(self.roles[at] & (PLEASE | MORE | YOUR) for at in rest)
        return listed or (closes and last > index) or (self.own and self.length <= SHORT + 2)

    def _stops(self, index: int) -> bool:
        got = self._within(index + 1, index + 3, GET)  # "how do FIRST stop getting" speaks of us and is a wish
        if (
            self._is_instruction(index)
            or self._denied(index)
            or self._within(index - 3, index, PERF)
            or (self._speaks_of_us(index) and not got)
        ):
            return False
        start, end = max(0, index - REACH), min(len(self.words), index + REACH + 1)
        if self._foreign(index, end):
            return False
        spoken = self._within(index + 1, end, SEND | MAIL) or self._within(start, index, SEND | MAIL)
        about = self.all & (ME | YOUR | THIS | MORE | PLEASE) or self.own or self.length <= SHORT
        return spoken and bool(about) and not (self.asks and not (self.all & ME or self.own or got))

    def _refuses(self, index: int) -> bool:
        start, end = self._clause(index, REACH)
        return not self._within(start, end, OTHER | LIMIT)

    def _no_more(self, neg: int) -> bool:
        """No more mails, keine weiteren E-Mails: a refusal without a verb."""
        start, end = self._clause(neg, REACH)
        if self._within(start, end, HES):
            return False
        for at in range(neg + 1, min(neg + 5, end)):
            if (
                not self.roles[at] & MAIL
                or self._foreign(neg, end)
                or (self._speaks_of_us(neg) and not self.all & PLEASE)
            ):
                continue
            if all(role & ~FILLER for role in self.roles[neg + 1 : at]) or self._connected(neg, at):
                more = self._within(neg, end, MORE) or self._within(start, end, PLEASE) or self.roles[neg] & MORE
                return (
                    bool(more)
                    and not self.all & PERF
                    and self.length <= (SHORT + SHORT + REACH if self.all & MORE else SHORT)
                )
        return False

    def _unwanted(self, neg: int) -> bool:
        """I do not want to hear from you, wir möchten keine weiteren Nachrichten."""
        start, end = self._clause(neg, 12)
        if self.asks or self._within(start, end, HES | OTHER) or self._within(neg, end, LIMIT):
            return False
        wants = [at for at in range(max(start, neg - 5), min(end, neg + 6)) if self.roles[at] & (WANT | INTEREST)]
        got = self._within(neg, end, GET) or self._within(start, neg, GET)
        sent = self._within(start, end, SENT)
        ours = self._within(start, end, MORE | YOUR | THIS | ME)
        if not wants:
            return sent and self._within(neg, end, MORE | YOUR) and not self.all & (PERF | FIRST)
        if not self._connected(min(neg, wants[0]), max(neg, wants[0])):
            return False
        thing = self._within(start, end, MAIL | SEND)
        more = self._within(neg, end, MORE)
        if got and ((more and self._within(neg, end, YOUR | THIS)) or self._gets_these(neg, end)):
            return True
        return sent or (
            thing
            and ((ours and (got or more or self._within(neg, end, YOUR | THIS))) or (got and self.length <= SHORT))
        )

    def _gets_these(self, start: int, end: int) -> bool:
        """I would rather not get these: what is got is nothing but our mail."""
        return any(
            self.roles[at - 1] & GET
            and self.roles[at] & THIS
            and all(role & (PLEASE | MORE) for role in self.roles[at + 1 : end])
            for at in range(start + 1, end)
        )

    def _not_to_send(self, neg: int) -> bool:
        """Do not write to me again, schreiben Sie mir nicht mehr."""
        late = self.words[neg] in LATE.get(self.language, NEVER_LATE) or self.language == "de"
        start, end = self._clause(neg, REACH)
        for at in range(max(start, neg - REACH) if late else neg + 1, min(end, neg + REACH)):
            if at == neg or not self.roles[at] & SEND or (self.roles[at] & PART and self._within(at, end, OFF)):
                continue
            if self._is_refusal(neg, at):
                return True
        return False

    def _is_refusal(self, neg: int, verb: int) -> bool:
        first, last = min(neg, verb), max(neg, verb)
        start, end = self._clause(last, REACH)
        if not self._connected(first, last) or self._within(min(start, first), end, HES | OTHER | PERF | LIMIT):
            return False
        if (
            self._speaks_of_us(first)
            or self._speaks_of_us(verb)
            or (self._within(first - 2, end, NEED) and not self._within(first, end, MORE))
        ):
            return False
        if self.all & ADDR and self.all & THIS and "mailaddress" in self.words:
            return False  # another address is given for the one that is not to be used
        told = self._within(first, end, ME | MORE | MAIL) or self.own
        return told or self.length <= SHORT
