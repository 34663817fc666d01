"""One sentence in one language: does it hold the wish to be left alone? Told by the parts that its words play.

A verb of ending or a denied verb of sending, a first person, a thing to be taken off: enough of them, near each
other. It must be a wish: not denied, not past, not about somebody else's mail.
"""

from bounces.core.language.roles import (
    ADDR,
    AUTO,
    CALL,
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
    NEED,
    NEG,
    OFF,
    OTHER,
    PART,
    PERF,
    PLEASE,
    REFUSE,
    REMOVE,
    SEND,
    SENT,
    STOP,
    THIS,
    TOPIC,
    UNSUB,
    USE,
    WANT,
    WHOLE,
    YOUR,
)  # fmt: skip
from bounces.core.replies.clause import LATE, NEVER_LATE, PURPOSE, REACH, STRICT
from bounces.core.replies.endings import SHORT, Endings

PLACES = 8  # words of one part that are looked at; a sentence made of them is bait
DEGREES = frozenset("so such too zu si tan tanto cosi zo tao sa quite that".split())  # noqa: SIM905
IT: dict[str, frozenset[str]] = {  # what the writer has already
    "en": frozenset({"it"}), "es": frozenset({"lo", "la", "los", "las"}), "fr": frozenset({"le", "la", "les"}),
    "it": frozenset({"lo", "la"}), "nl": frozenset({"het", "deze"}), "pt": frozenset({"o", "a"}),
}  # fmt: skip
AIMS = frozenset({"que", "qu", "pour"})  # what is to come about: that I get no more of these
PARTICLES = frozenset({"back", "up", "out"})  # write back, follow up
CARE = frozenset("so sure ensure see dafur zorg zorgt".split())  # noqa: SIM905 - what somebody is asked to take
SINGULAR = frozenset(  # who speaks for themselves, and not for a company that writes to its readers
    "i me mich mir ich moi je j m mi yo me io mij ik eu mnie ja mig jag meg jeg minua minut я меня мне mne".split()  # noqa: SIM905
)


class WishReader(Endings):
    """Every rule answers whether the sentence holds its kind of wish."""

    def rule(self) -> str:
        if self._is_for_readers():
            return ""
        asked = self.all & PLEASE and self.all & (THIS | YOUR)  # could you please stop these mails
        # a question that is not about its writer
        pointless = self.asks and not self.all & (ME | FIRST) and not self.own and not asked
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
        if self.all & INSTRUCT and not (self.all & (ME | FIRST) or self.own):
            return True
        first = self.words[:1]
        purpose = bool(self.words) and first[0] in PURPOSE and not (self.language in STRICT and first == ("for",))
        return purpose and not self.all & (FIRST | WANT | PLEASE | ME)

    def _speaks_for_itself(self) -> bool:
        """Whether somebody speaks of themselves; "mails from me" are those of who wrote the footer."""
        return any(
            word in SINGULAR and not (index and self.roles[index - 1] & OFF) for index, word in enumerate(self.words)
        )

    def _refuses(self, index: int) -> bool:
        start, end = self.clause(index, REACH)
        return not self.within(start, end, OTHER | LIMIT)

    def _no_more(self, neg: int) -> bool:
        """No more mails, keine weiteren E-Mails: a refusal without a verb."""
        start, end = self.clause(neg, REACH)
        limited = self.within(neg, end, LIMIT) and not self.within(neg, end, MORE)
        if self.within(start, end, HES) or limited or self._wants_else(end):
            return False
        if neg == 0 and len(self.words) == 2 and self.roles[1] & MAIL and self.language not in STRICT:
            return not self.asks  # keine Werbung!
        for at in range(neg + 1, min(neg + 5, end)):
            if self.roles[at] & THIS and at + 1 == end and self.within(neg + 1, at, MORE) and self.connected(neg, at):
                return not self.speaks_of_us(neg)
            if (
                not self.roles[at] & MAIL
                or self.foreign(neg, end)
                or (self.speaks_of_us(neg) and not self.all & PLEASE and AIMS.isdisjoint(self.words[:neg]))
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
        if (
            self._wants_else(end)
            or asked
            or sent_twice
            or self.within(start, end, HES | OTHER)
            or self.within(neg, end, LIMIT)
        ):
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
        ends = bool(self.roles[end - 1] & GET) and self.length <= SHORT  # I do not want to receive
        if got and (ends or self._gets_these(neg, end) or (more and self._is_from_us(start, neg, end))):
            return True
        brief = self.length < SHORT - 1 or (
            self.language not in STRICT and end - start <= SHORT and self.within(neg, end, MAIL)
        )
        return sent or (
            thing
            and (
                (ours and (got or more or self.within(neg, end, YOUR | THIS)))
                or ((got or brief) and (self.length <= SHORT or abs(neg - wants[0]) <= 2))
            )
        )

    def _wants_else(self, end: int) -> bool:
        """Whether what follows wants something else: no more words, I want a meeting."""
        rest = self.roles[end + 1 : end + 3]
        return any(role & WANT and not role & PLEASE for role in rest) and not any(role & NEG for role in rest)

    def _is_not_to_happen(self, neg: int, start: int, end: int) -> bool:
        """Make sure that we do not get any more of these; nobody here is to be contacted by you."""
        if self.within(neg, end, GET) and self.within(neg, end, MORE | THIS) and not CARE.isdisjoint(self.words[:neg]):
            return self.within(neg - 3, neg, FIRST) and not self.within(neg, end, TOPIC)
        if not CARE.isdisjoint(self.words[:neg]) and self._not_to_be_listed(neg, end):
            return self.within(0, neg, FIRST)
        if self.own and self.within(neg, end, GET) and self._not_to_be_listed(start, end):
            return not self.asks  # my address should not be on your list
        sent = self.within(start, end, SENT)
        by_you = any(role & SENT and self.words[at - 1] == "you" for at, role in enumerate(self.roles) if at)
        personal = PERF | (0 if self.all & PLEASE else FIRST)
        return sent and not by_you and self.within(neg, end, MORE | YOUR) and not self.all & personal

    def _not_to_be_listed(self, start: int, end: int) -> bool:
        """I do not want to be on your list."""
        listed = self.within(start, end, LIST) and self.within(start, end, YOUR | WHOLE | THIS)
        return listed and end - start <= SHORT + 3 and not self.within(start, end, OTHER | REMOVE | GONE | UNSUB)

    def _is_from_us(self, start: int, neg: int, end: int) -> bool:
        """Whether what is no longer to be received is ours, or nothing else is named that might be meant."""
        if self.within(neg, end, YOUR | THIS) or (self.language in LATE and self.within(start, neg, YOUR)):
            return True
        got = next((at for at in range(max(neg - REACH, 0), end) if self.roles[at] & GET), neg)
        rest = self.roles[max(neg, got) + 1 : end]
        return all(role & (MORE | NEG | PLEASE | MAIL | WHOLE | THIS | ME) for role in rest)

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
        named = "name" in self.words and not self.all & MAIL
        if not denied or named or not self.own or self.follows_us(index) or self.within(start, end, OTHER | LIMIT):
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

    def _ends_with(self, neg: int) -> bool:
        """Whether a denial is the whole object: send me nothing more, and no brochure."""
        end = self.clause(neg, REACH)[1]
        return all(role & (MORE | PLEASE) for role in self.roles[neg + 1 : end])

    def _is_refusal(self, neg: int, verb: int) -> bool:
        first, last = min(neg, verb), max(neg, verb)
        start, end = self.clause(last, REACH)
        past = 0 if self._was_if(neg) else PERF
        if not self.connected(first, last, politely=verb < neg and self._ends_with(neg)) or self.within(
            min(start, first), end, HES | OTHER | past | LIMIT
        ):
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
        told = (
            self.roles[verb] & ME or self.within(first, verb, things) or self.within(verb + 1, end, things) or self.own
        )
        brief = bool(self.all & PLEASE) and self.clause(first, len(self.words))[1] - first < SHORT - 1
        return bool(told) or ((brief or self.length <= SHORT) and not self._spares_somebody_else(verb, end))
