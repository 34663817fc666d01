"""Wishes that name an ending: unsubscribe, remove, take off, stop. Told by the parts that words play."""

from bounces.core.language.lexicon import PAUSES
from bounces.core.language.roles import (
    ADDR,
    CALL,
    CAN,
    CLICK,
    COLLEAGUE,
    COMPANY,
    CONNECTING,
    FIRST,
    GET,
    LIMIT,
    LIST,
    MAIL,
    ME,
    MORE,
    MY,
    OFF,
    OTHER,
    PAST,
    PERF,
    PLEASE,
    SEND,
    STILL,
    THIS,
    TOPIC,
    WANT,
    WHOLE,
    YOUR,
)  # fmt: skip
from bounces.core.replies.clause import IFS, LATE, NEVER_LATE, REACH, STRICT, Clause

SHORT = 7  # words; a sentence of that length has no room for another object
TURNS = frozenset(  # what follows speaks of something else
    "but because and aber und weil mais et car pero y porque ma e perche maar en mas men och ale но и".split()  # noqa: SIM905
)
SPEAKS = frozenset("says said wrote writes reads word button link steht sagt schreibt dit dice".split())  # noqa: SIM905
ARTICLES: dict[str, frozenset[str]] = {  # before a thing that somebody takes away
    "es": frozenset({"la", "el", "los", "las", "un", "una"}), "fr": frozenset({"la", "le", "les", "l", "un", "une"}),
    "it": frozenset({"il", "lo", "la", "i", "gli", "le", "un", "una", "l"}),
    "pt": frozenset({"o", "a", "os", "as", "um", "uma"}),
}  # fmt: skip
OTHERS = (("them",), ("people",), ("him",), ("her",))  # who is unsubscribed is somebody else
PASSIVE = frozenset("be being get getting have having".split())  # noqa: SIM905
THINGS = (("it",), ("them",), ("that",), ("this",), ("the",))  # somebody removed them
CONFIRMS = frozenset("ensure sure confirm verify".split())  # noqa: SIM905
ORDER = 3  # words: delete address
SMALL = 3  # letters; an unknown word of that length is no name


class Endings(Clause):
    """Each method answers whether the word at a place ends our mail to the writer."""

    def _idiom(self, index: int) -> bool:
        asked = self.asks and self.within(index - 3, index, PERF) and self.within(index - 3, index, YOUR)
        return not asked and not self.denied(index)  # did you forget me?

    def _leaves(self, index: int) -> bool:
        role = self.roles[index]
        others = self.language in STRICT and (
            self.words[index + 1 : index + 2] in OTHERS or self.within(index - 1, index, OTHER)
        )
        if role & OTHER or others or self.denied(index) or self.is_instruction(index):
            return False
        turn = next((at for at in range(index, len(self.words)) if self.words[at] in TURNS), len(self.words))
        if self.foreign(index + 1, min(turn, index + REACH + 1)) and not self.within(index + 1, index + 5, ME | LIST):
            return False
        if (self.all & CLICK or self.asks) and not self.all & (ME | FIRST):
            return self.asks and (self._how_to_leave() or self._how_does_one_leave(index))
        if self._is_quoted(index):
            return False
        if role & PAST:
            return self._left_already(index)
        mine = self.all & (ME | FIRST | LIST | WANT | PLEASE) or self.own
        return bool(mine) or self.length <= SHORT

    def _is_quoted(self, index: int) -> bool:
        """Your footer says unsubscribe; you can unsubscribe at any time."""
        if index and self.words[index - 1] in SPEAKS and not self.within(index - 3, index, FIRST):
            return True
        return self.within(index - 3, index, YOUR) and not self.all & (ME | FIRST | PLEASE) and not self.own

    def _how_to_leave(self) -> bool:
        """A question how to leave, in a language that needs no pronoun for "how do I"."""
        return self.language not in STRICT and self.length <= SHORT and not self.all & (YOUR | OTHER | CLICK)

    def _how_does_one_leave(self, index: int) -> bool:
        """Whether it asks how one leaves this list."""
        return self.words[:3] in {("how", "do", "you"), ("how", "does", "one")} and self.within(
            index + 1, index + 4, THIS
        )

    def _left_already(self, index: int) -> bool:
        """A past of leaving is a wish when it is not heeded, or when it still has to happen."""
        if self.within(index - REACH, index, WANT) or (self.all & GET and self.all & (FIRST | ME)):
            return True
        first = index + 1 + (self.words[index + 1 : index + 2] == ("out",))  # opted out
        after = range(first, min(len(self.words), first + 3))
        ours = self.within(index + 1, index + 4, YOUR | THIS) or any(
            self.roles[at] & LIST and self._names_nobody(index, at)
            for at in range(index + 1, min(index + REACH, len(self.words)))
        )
        of_others = not ours and any(
            not self.roles[at] & CONNECTING & ~OFF and self.words[at] not in PAUSES for at in after
        )
        return (
            bool(self.all & (FIRST | ME)) and not of_others and bool(self.all & (STILL | YOUR) or self.length <= SHORT)
        )

    def _removes(self, index: int) -> bool:
        promised = self.language in STRICT and self.words[index + 1 : index + 2] == ("you",)
        ours = index > 1 and self.words[index - 1] == "to" and self.roles[index - 2] & ME  # what you want me to remove
        if ours or self.we_did(index):
            return False
        part = self.words[index + 2 : index + 3] == ("as",)  # remove me as the signatory
        if promised or part or self.denied(index) or self.speaks_of_us(index) or self.is_instruction(index):
            return False
        start, end = self.clause(index, REACH + 3)
        if self.length <= SHORT - 2:
            start, end = 0, len(self.words)
        lists = [at for at in range(start, min(end + REACH, len(self.words))) if self.roles[at] & LIST]
        listed = any(self._names_nobody(min(at, index), max(at, index)) for at in lists)
        he_is_gone = self.words[index + 1 : index + 2] in (("him",), ("her",)) and self.within(index, end, YOUR)
        listed = listed or bool(lists and he_is_gone)
        near = index + 5 + (REACH if self.within(index, end, ADDR) else 0)
        me = self.roles[index] & ME or self.within(max(start, index - 3), min(end, near), ME)
        place = next((at for at in range(index, end) if self.roles[at] & OFF), end) if self.own_at else end
        turned = next((at for at in range(index - 1, start, -1) if self.words[at] in TURNS), start)
        if self.foreign(turned, place) and not (lists and (me or self.own)):
            return False
        if not lists and not self.own and self._takes_something_else(index):
            return False
        short = self.clause(index, SHORT)
        address = self.within(*short, ADDR)
        asked = self.within(*short, PLEASE) and short[1] - short[0] <= SHORT - 2  # please delete address
        bare = address and (asked or (short[0] == index and short[1] - index <= ORDER))
        named = "maildomain" in self.words or (self.all & COMPANY and self.length <= SHORT and not self.all & OTHER)
        firm = bool(named and self.all & WHOLE)
        return (
            bool(me)
            or bare
            or firm
            or self._own_is_object(index)
            or (listed and not self.asks and (end - start <= SHORT or self.within(start, end, YOUR | COMPANY)))
        )

    def _takes_something_else(self, index: int) -> bool:
        """Whether an unknown thing is what is taken away: si nos quitan la subvención."""
        after = range(index + 1, min(index + 4, len(self.words) - 1))
        return self.language in ARTICLES and any(
            self.words[at] in ARTICLES[self.language] and not self.roles[at + 1] & ~TOPIC for at in after
        )

    def _names_nobody(self, start: int, end: int) -> bool:
        """Whether no unknown word, a colleague's name, stands between a verb and the list."""
        between = range(start + 1, end)
        small = 0 if self.language in STRICT else SMALL
        known = all(self.roles[at] & ~TOPIC or len(self.words[at]) <= small for at in between)
        return known and not any(self.roles[at] & COLLEAGUE for at in between)

    def _own_is_object(self, index: int) -> bool:
        """Whether what is to be removed is the sender's, and not something else that is to leave it."""
        if self.language not in STRICT:
            return self.own
        place = next((at for at in range(index, len(self.words)) if self.roles[at] & OFF), len(self.words))
        return any(at < place for at in self.own_at)

    def _wants_to_be_gone(self, index: int) -> bool:
        to_be_shown = self._is_to_be_shown(index)
        if not (self.within(index - REACH, index + 3, WANT | GET | STILL) or to_be_shown) or self.denied(index):
            return False
        if self.within(index - REACH, index, PERF) and not self.all & STILL and not to_be_shown:
            return False
        if self.foreign(index - REACH, index + REACH) or not (to_be_shown or self._is_passive(index)):
            return False
        ours = LIST | MAIL | ADDR | YOUR | THIS | MORE
        elsewhere = self.language in STRICT and self.words[index + 1 : index + 2] == ("from",)
        if elsewhere and not self.within(index + 2, index + REACH, ours):
            return False  # removed from the approval chain
        listed = self.within(index, index + REACH, LIST | (0 if self.language in STRICT else ADDR))
        return (
            self.within(*self.clause(index, len(self.words)), FIRST | ME)
            or self.own
            or (listed and (self.length <= SHORT + 3 or bool(self.all & YOUR)))
            or (self.language in STRICT and bool(self.all & STILL) and self.length <= SHORT)
        )

    def _is_to_be_shown(self, index: int) -> bool:
        """Whether somebody is told to make sure, or to confirm, that something is gone."""
        at = next((at for at in range(index) if self._demands(at)), -1)
        return at >= 0 and not self.within(0, at, FIRST) and not self.asks

    def _demands(self, at: int) -> bool:
        """Whether a word asks to see to something: ensure, please have us removed, see that."""
        word, following = self.words[at], self.words[at + 1 : at + 2]
        if word == "have":
            return at > 0 and all(role & PLEASE for role in self.roles[:at])
        return word in CONFIRMS or (word == "see" and following in (("that",), ("to",)))

    def _is_passive(self, index: int) -> bool:
        """Whether something is to be gone, not: we looked at something like it and dropped it."""
        if self.language not in STRICT or self.all & STILL:
            return True
        if self.words[index + 1 : index + 2] in THINGS:
            return False
        passive = any(word in PASSIVE for word in self.words[max(0, index - REACH) : index])
        mine = self.own_at or self.within(index + 1, index + 3, ME)  # if you removed me, if you deleted my address
        return passive or bool(mine)

    def _takes_off(self, index: int) -> bool:
        promised = self.language in STRICT and self.words[index + 1 : index + 2] in (("you",), *OTHERS)
        if promised or self.denied(index) or self.within(index + 1, index + 2, FIRST):  # nehmen wir: a statement
            return False
        start, end = self.clause(index, 9)
        if self.language in STRICT and self.within(index + 1, index + 2, ME) and self.within(index + 2, index + 3, OFF):
            return not self.foreign(index, end)
        off = [at for at in range(start, end) if self.roles[at] & OFF and at != index]
        ours = "maildomain" in self.words[index:end]
        me = self.within(max(start, index - 2), min(end, index + 5), ME) or self.own or ours
        lists = [at for at in range(start, end) if self.roles[at] & LIST]
        listed = any(self._names_nobody(min(at, index), max(at, index)) for at in lists)
        if not off or not (me or listed) or (self.foreign(start, end) and not listed):
            return False
        last = max(off)
        rest = range(last + 1, self.clause(last, len(self.words))[1])
        closes = sum(not self.roles[at] & (PLEASE | MORE | YOUR) for at in rest) <= self.within(
            index + 1, index + 2, ME
        )
        if lists and any(index < at < last for at in self.own_at):
            return True  # take my details out of whatever database
        mine = any(index < at < last and self.roles[at] & MY for at in self.own_at)
        if mine and self.words[last + 1 : last + 2] not in (("of",), ("from",)):
            return True  # take my name out
        return listed or ours or (closes and last > index) or (self.own and self.length <= SHORT + 2)

    def _off_the_list(self, index: int) -> bool:
        """Off your list please, ik wil van de lijst: a wish without a verb of ending."""
        start, end = self.clause(index, REACH)
        at = next((one for one in range(index + 1, min(index + 4, end)) if self.roles[one] & LIST), 0)
        if not at or (at + 1 < end and not self.roles[at + 1] & PLEASE) or self.denied(index):
            return False
        wants = self.within(index - 2, index, WANT) and self.within(start, index, FIRST | ME)
        return wants or (bool(self.all & PLEASE) and self.length <= SHORT - 2 and not self.all & (SEND | OTHER | FIRST))

    def _is_a_condition(self, index: int) -> bool:
        """If you stop adding surcharges, we have a deal: no wish, unless it asks politely."""
        ifs = IFS.get(self.language, NEVER_LATE)
        return not ifs.isdisjoint(self.words[max(0, index - 3) : index]) and not self.all & (WANT | PLEASE | ME | CAN)

    def _stops(self, index: int) -> bool:
        got = self.within(index + 1, index + 3, GET)  # "how do I stop getting" speaks of us and is a wish
        if (
            self.is_instruction(index)
            or self.denied(index)
            or self.within(index - 3, index, PERF)
            or (self.speaks_of_us(index) and not got)
        ):
            return False
        if self._is_a_condition(index):
            return False
        start, end = max(0, index - REACH), min(len(self.words), index + REACH + 3)
        start = self.clause(index, REACH * 2)[0] if self.language in LATE else start
        pause = next((at for at in range(index + 1, end) if self.words[at] in PAUSES), end)
        if not all(self.roles[at] for at in range(index + 1, pause)):
            end = pause  # what comes after belongs to something else
        if self.foreign(index, end):
            return False
        spoken = self.within(index + 1, end, SEND | CALL | MAIL) or self.within(start, index, SEND | CALL | MAIL)
        if not spoken and self.clause(index, 1)[1] == index + 1:  # I have to ask you to stop
            return self.language in STRICT and self.within(index - 4, index, YOUR) and bool(self.all & (WANT | PLEASE))
        if self.all & CALL and self.all & LIMIT and not self.all & (SEND | MAIL):  # do not ring before nine
            return False
        about = self.all & (ME | YOUR | THIS | MORE | PLEASE) or self.own or self.length <= SHORT
        return spoken and bool(about) and not (self.asks and not (self.all & (ME | PLEASE) or self.own or got))
