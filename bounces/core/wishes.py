"""One sentence in one language: does it hold the wish to be left alone? Told by the parts that its words play.

A verb of ending or a denied verb of sending, a first person, a thing to be taken off: enough of them, near each
other. It must be a wish: not denied, not past, not about somebody else's mail.
"""

from bounces.core.clause import LATE, NEVER_LATE, PURPOSE, REACH, STRICT, Clause
from bounces.core.lexicon import PAUSES
from bounces.core.roles import (
    ADDR,
    AUTO,
    CALL,
    CLICK,
    COLLEAGUE,
    COND,
    CONNECTING,
    FILLER,
    FIRST,
    GET,
    GONE,
    HES,
    IDIOM,
    INSTRUCT,
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
    USE,
    WANT,
    WHOLE,
    YOUR,
)  # fmt: skip

PLACES = 8  # words of one part that are looked at; a sentence made of them is bait
SHORT = 7  # words; a sentence of that length has no room for another object
TURNS = frozenset(  # what follows speaks of something else
    "but because and aber und weil mais et car pero y porque ma e perche maar en mas men och ale но и".split()  # noqa: SIM905
)
DEGREES = frozenset("so such too zu si tan tanto cosi zo tao sa quite that".split())  # noqa: SIM905
SPEAKS = frozenset("says said wrote writes reads word button link steht sagt schreibt dit dice".split())  # noqa: SIM905
ARTICLES: dict[str, frozenset[str]] = {  # before a thing that somebody takes away
    "es": frozenset({"la", "el", "los", "las", "un", "una"}), "fr": frozenset({"la", "le", "les", "l", "un", "une"}),
    "it": frozenset({"il", "lo", "la", "i", "gli", "le", "un", "una", "l"}),
    "pt": frozenset({"o", "a", "os", "as", "um", "uma"}),
}  # fmt: skip
IT: dict[str, frozenset[str]] = {  # what the writer has already
    "en": frozenset({"it"}), "es": frozenset({"lo", "la", "los", "las"}), "fr": frozenset({"le", "la", "les"}),
    "it": frozenset({"lo", "la"}), "nl": frozenset({"het", "deze"}), "pt": frozenset({"o", "a"}),
}  # fmt: skip
OTHERS = (("them",), ("people",), ("him",), ("her",))  # who is unsubscribed is somebody else
PARTICLES = frozenset({"back", "up", "out"})  # write back, follow up
CARE = frozenset("sure ensure see dafur zorg zorgt".split())  # noqa: SIM905 - what somebody is asked to take
SMALL = 3  # letters; an unknown word of that length is no name
SINGULAR = frozenset(  # who speaks for themselves, and not for a company that writes to its readers
    "i me mich mir ich moi je j m mi yo me io mij ik eu mnie ja mig jag meg jeg minua minut я меня мне mne".split()  # noqa: SIM905
)


class WishReader(Clause):
    """Every rule answers whether the sentence holds its kind of wish."""

    def rule(self) -> str:
        if self._is_for_readers():
            return ""
        pointless = (
            self.asks and not self.all & (ME | FIRST) and not self.own
        )  # a question that is not about its writer
        rules = (
            ("idiom", IDIOM, self._idiom), ("leave", UNSUB, self._leaves), ("remove", REMOVE, self._removes),
            ("gone", GONE, self._wants_to_be_gone), ("particle", PART, self._takes_off), ("stop", STOP, self._stops),
            ("off-list", OFF, self._off_the_list), ("refuse", REFUSE, self._refuses), ("no-more", NEG, self._no_more),
            ("unwanted", NEG, self._unwanted),
            ("not-send", NEG, self._not_to_send), ("not-use", USE, self._not_to_use),
        )  # fmt: skip
        for name, role, holds in rules:
            if pointless and role not in {IDIOM, UNSUB}:
                break
            if role == NEG and self.all & AUTO and not self.all & (ME | FIRST):
                break  # do not reply to this automatic mail
            places = [index for index, one in enumerate(self.roles) if one & role] if self.all & role else []
            if any(holds(index) for index in places[:PLACES]):
                return name
        return ""

    # Kinds of wishes

    def _is_for_readers(self) -> bool:
        """Whether the sentence tells others how to leave, as a footer does, ours or anybody's."""
        if self.all & COND and not self._speaks_for_itself() and not (self.asks and self.own):
            return True
        if self.all & INSTRUCT and not self.all & (ME | FIRST):
            return True
        return bool(self.words) and self.words[0] in PURPOSE and not self.all & (FIRST | WANT | PLEASE | ME)

    def _speaks_for_itself(self) -> bool:
        """Whether somebody speaks of themselves; "mails from me" are those of who wrote the footer."""
        return any(
            word in SINGULAR and not (index and self.roles[index - 1] & OFF) for index, word in enumerate(self.words)
        )

    def _idiom(self, index: int) -> bool:
        return not self.denied(index)

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
            return self.asks and self._how_to_leave()
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

    def _left_already(self, index: int) -> bool:
        """A past of leaving is a wish when it is not heeded, or when it still has to happen."""
        if self.within(index - REACH, index, WANT) or (self.all & GET and self.all & (FIRST | ME)):
            return True
        after = range(index + 1, min(len(self.words), index + 4))
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
        if promised or self.denied(index) or self.speaks_of_us(index) or self.is_instruction(index):
            return False
        start, end = self.clause(index, REACH + 3)
        if self.length <= SHORT - 2:
            start, end = 0, len(self.words)
        lists = [at for at in range(start, min(end + REACH, len(self.words))) if self.roles[at] & LIST]
        listed = any(self._names_nobody(min(at, index), max(at, index)) for at in lists)
        near = index + 5 + (REACH if self.within(index, end, ADDR) else 0)
        me = self.roles[index] & ME or self.within(max(start, index - 3), min(end, near), ME)
        place = next((at for at in range(index, end) if self.roles[at] & OFF), end) if self.own_at else end
        if self.foreign(start, place) and not (lists and (me or self.own)):
            return False
        if not lists and not self.own and self._takes_something_else(index):
            return False
        short = self.clause(index, SHORT)
        bare = (  # please delete address
            short[1] - short[0] <= SHORT - 2 and self.within(*short, PLEASE) and self.within(*short, ADDR)
        )
        firm = "maildomain" in self.words and bool(self.all & WHOLE)
        return (
            bool(me)
            or bare
            or firm
            or self._own_is_object(index)
            or (listed and not self.asks and (end - start <= SHORT or self.within(start, end, YOUR)))
        )

    def _takes_something_else(self, index: int) -> bool:
        """Whether an unknown thing is what is taken away: si nos quitan la subvención."""
        after = range(index + 1, min(index + 4, len(self.words) - 1))
        return self.language in ARTICLES and any(
            self.words[at] in ARTICLES[self.language] and not self.roles[at + 1] for at in after
        )

    def _names_nobody(self, start: int, end: int) -> bool:
        """Whether no unknown word, a colleague's name, stands between a verb and the list."""
        between = range(start + 1, end)
        small = 0 if self.language in STRICT else SMALL
        known = all(self.roles[at] or len(self.words[at]) <= small for at in between)
        return known and not any(self.roles[at] & COLLEAGUE for at in between)

    def _own_is_object(self, index: int) -> bool:
        """Whether what is to be removed is the sender's, and not something else that is to leave it."""
        if self.language not in STRICT:
            return self.own
        place = next((at for at in range(index, len(self.words)) if self.roles[at] & OFF), len(self.words))
        return any(at < place for at in self.own_at)

    def _wants_to_be_gone(self, index: int) -> bool:
        if not self.within(index - REACH, index + 3, WANT | GET | STILL) or self.denied(index):
            return False
        if self.within(index - REACH, index, PERF) and not self.all & STILL:
            return False
        if self.foreign(index - REACH, index + REACH):
            return False
        listed = self.within(index, index + REACH, LIST)
        return (
            self.within(*self.clause(index, len(self.words)), FIRST | ME)
            or self.own
            or (listed and (self.length <= SHORT + 3 or bool(self.all & YOUR)))
        )

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

    def _stops(self, index: int) -> bool:
        got = self.within(index + 1, index + 3, GET)  # "how do I stop getting" speaks of us and is a wish
        if (
            self.is_instruction(index)
            or self.denied(index)
            or self.within(index - 3, index, PERF)
            or (self.speaks_of_us(index) and not got)
        ):
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
        return spoken and bool(about) and not (self.asks and not (self.all & ME or self.own or got))

    def _refuses(self, index: int) -> bool:
        start, end = self.clause(index, REACH)
        return not self.within(start, end, OTHER | LIMIT)

    def _no_more(self, neg: int) -> bool:
        """No more mails, keine weiteren E-Mails: a refusal without a verb."""
        start, end = self.clause(neg, REACH)
        if self.within(start, end, HES):
            return False
        for at in range(neg + 1, min(neg + 5, end)):
            if self.roles[at] & THIS and at + 1 == end and self.within(neg + 1, at, MORE) and self.connected(neg, at):
                return not self.speaks_of_us(neg)
            if (
                not self.roles[at] & MAIL
                or self.foreign(neg, end)
                or (self.speaks_of_us(neg) and not self.all & PLEASE)
            ):
                continue
            if all(role & CONNECTING & ~FILLER for role in self.roles[neg + 1 : at]) or self.connected(neg, at):
                more = self.within(neg, end, MORE) or self.within(start, end, PLEASE) or self.roles[neg] & MORE
                return (
                    bool(more)
                    and not self.within(start, end, PERF)
                    and min(self.length, end - start + 1) <= (SHORT + SHORT + REACH if self.all & MORE else SHORT)
                )
        return False

    def _unwanted(self, neg: int) -> bool:
        """I do not want to hear from you, wir möchten keine weiteren Nachrichten."""
        start, end = self.clause(neg, 12)
        asked = self.asks and not self.all & PLEASE
        sent_twice = self.language == "de" and self.words.count("sie") > 1 and not self.all & (ME | MAIL)
        if asked or sent_twice or self.within(start, end, HES | OTHER) or self.within(neg, end, LIMIT):
            return False
        wants = [at for at in range(max(start, neg - 5), min(end, neg + 6)) if self.roles[at] & (WANT | INTEREST)]
        got = self.within(neg, end, GET) or self.within(start, neg, GET)
        sent = self.within(start, end, SENT)
        ours = self.within(start, end, MORE | YOUR | THIS | ME)
        if not wants:
            return self._is_not_to_happen(neg, start, end)
        if not self.connected(min(neg, wants[0]), max(neg, wants[0])):
            return False
        if self._not_to_be_listed(start, end):
            return True
        thing = self.within(start, end, MAIL | SEND)
        more = self.within(neg, end, MORE)
        if got and ((more and self.within(neg, end, YOUR | THIS)) or self._gets_these(neg, end)):
            return True
        return sent or (
            thing
            and (
                (ours and (got or more or self.within(neg, end, YOUR | THIS)))
                or ((got or self.length < SHORT - 1) and (self.length <= SHORT or abs(neg - wants[0]) <= 2))
            )
        )

    def _is_not_to_happen(self, neg: int, start: int, end: int) -> bool:
        """Make sure that we do not get any more of these; nobody here is to be contacted by you."""
        if self.within(neg, end, GET) and self.within(neg, end, MORE | THIS) and not CARE.isdisjoint(self.words[:neg]):
            return self.within(neg - 3, neg, FIRST)
        sent = self.within(start, end, SENT)
        by_you = any(role & SENT and self.words[at - 1] == "you" for at, role in enumerate(self.roles) if at)
        personal = PERF | (0 if self.all & PLEASE else FIRST)
        return sent and not by_you and self.within(neg, end, MORE | YOUR) and not self.all & personal

    def _not_to_be_listed(self, start: int, end: int) -> bool:
        """I do not want to be on your list."""
        listed = self.within(start, end, LIST) and self.within(start, end, YOUR | WHOLE)
        return listed and end - start <= SHORT + 3 and not self.within(start, end, OTHER | REMOVE | GONE | UNSUB)

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
        start, end = self.clause(neg, REACH)
        for at in range(max(start, neg - REACH) if late else neg + 1, min(end, neg + REACH)):
            noun = self.roles[at] & MAIL and self.within(at - 1, at, YOUR)  # your mail will not be read
            if (
                at == neg
                or noun
                or not self.roles[at] & (SEND | CALL)
                or (self.roles[at] & PART and self.within(at, end, OFF))
            ):
                continue
            if self._is_refusal(neg, at):
                return True
        return False

    def _not_to_use(self, index: int) -> bool:
        """My address is not to be used for this: a denied use of what is the sender's, as a wish or an order."""
        start, end = self.clause(index, 12)
        late = LATE.get(self.language, NEVER_LATE)
        denied = [
            at
            for at in range(start, end)
            if (self.roles[at] & (NEG | STOP) and at < index) or (self.words[at] in late and at > index)
        ]
        if not denied or not self.own or self.follows_us(index) or self.within(start, end, OTHER | LIMIT):
            return False
        ordered = all(role & (PLEASE | FILLER | THIS) for role in self.roles[start : denied[0]])
        return bool(self.all & (WANT | PLEASE)) or (ordered and denied[0] < index)

    def _was_if(self, neg: int) -> bool:
        """I would be glad if you did not: no past, but a wish."""
        before = self.words[max(0, neg - REACH) : neg]
        return "did" in before and not {"if", "rather"}.isdisjoint(before)

    def _denies_little(self, neg: int, verb: int) -> bool:
        """Whether the denial is of something else: not such long mails; could you not send; do not send it again."""
        its = {self.words[verb - 1], *self.words[verb + 1 : verb + 2]} & IT.get(self.language, NEVER_LATE)
        twice = self.words.count("sie") > 1 if self.language == "de" else "twice" in self.words
        has_it = (its or twice) and not (self.all & ME and not twice)
        degree = self.words[neg + 1 : neg + 2] and self.words[neg + 1] in DEGREES
        return bool(degree or has_it) or (neg < verb and self.is_manners(neg, verb))

    def _spares_somebody_else(self, verb: int, end: int) -> bool:
        """Do not contact Kim; do not write, call."""
        named = self.language in STRICT and any(
            not self.roles[at] and self.words[at] not in PARTICLES for at in range(verb + 1, min(verb + 4, end))
        )
        return named or self.within(end, len(self.words), CALL)

    def _is_refusal(self, neg: int, verb: int) -> bool:
        first, last = min(neg, verb), max(neg, verb)
        start, end = self.clause(last, REACH)
        past = 0 if self._was_if(neg) else PERF
        if not self.connected(first, last) or self.within(min(start, first), end, HES | OTHER | past | LIMIT):
            return False
        if self._denies_little(neg, verb) or self.speaks_of_us(first) or self.speaks_of_us(verb):
            return False
        if self.within(first - 2, end, NEED) and not self.within(first, end, MORE):
            return False
        if self.all & ADDR and self.all & THIS and "mailaddress" in self.words:
            return False  # another address is given for the one that is not to be used
        if not self.roles[verb] & SEND:  # a call
            return self.within(first, end, MORE)
        things = ME | MORE | MAIL
        told = self.within(first, verb, things) or self.within(verb + 1, end, things) or self.own
        brief = bool(self.all & PLEASE) and self.clause(first, len(self.words))[1] - first < SHORT - 1
        return told or ((brief or self.length <= SHORT) and not self._spares_somebody_else(verb, end))
