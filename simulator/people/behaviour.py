"""Who behaves how: by the prefix of the address, else by lot, always the same for an address."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from simulator.chance import chance_for


class Behaviour(StrEnum):
    """What a person does with mail; the value is also the prefix that forces it (`reply-…@`)."""

    REPLY = "reply"  # writes back, interested
    DECLINE = "decline"  # writes back, not interested
    OOO = "ooo"  # out of office, no date
    OOOBACK = "oooback"  # out of office with a return date
    TICKET = "ticket"  # a help desk's receipt
    BOUNCE = "bounce"  # does not exist: accepted, then a report
    REFUSE = "refuse"  # does not exist: refused at RCPT on SMTP, a report on Gmail
    LATE = "late"  # does not exist either, which its server finds out days later
    DELAYED = "delayed"  # a report that it is late
    UNSUB = "unsub"  # one-click POST
    MAILTO = "mailto"  # mail to the List-Unsubscribe address
    WORDS = "words"  # asks in words to be left alone
    COMPLAIN = "complain"  # presses "this is spam"
    SILENT = "silent"


# For a demo of some 300 people in which everything is seen, but what pauses a campaign or a mailbox (more than 4 %
# opt-outs, a third complaint) so rarely that it goes on; what is left is silence.
LIVELY: Mapping[Behaviour, float] = {
    Behaviour.REPLY: 0.12,
    Behaviour.DECLINE: 0.07,
    Behaviour.OOO: 0.04,
    Behaviour.OOOBACK: 0.08,
    Behaviour.TICKET: 0.03,
    Behaviour.BOUNCE: 0.015,
    Behaviour.REFUSE: 0.01,
    Behaviour.DELAYED: 0.02,
    Behaviour.UNSUB: 0.008,
    Behaviour.MAILTO: 0.0035,
    Behaviour.WORDS: 0.0065,
    Behaviour.COMPLAIN: 0.0035,
}

KIND_OF = {  # what a perfect reader of the answer would say
    Behaviour.REPLY: "human_reply",
    Behaviour.DECLINE: "human_reply",
    Behaviour.OOO: "out_of_office",
    Behaviour.OOOBACK: "out_of_office",
    Behaviour.TICKET: "auto_reply",
    Behaviour.BOUNCE: "bounce",
    Behaviour.REFUSE: "bounce",
    Behaviour.LATE: "bounce",
    Behaviour.DELAYED: "delayed",
    Behaviour.MAILTO: "unsubscribe",
    Behaviour.WORDS: "unsubscribe",
    Behaviour.COMPLAIN: "complaint",
}

_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)
DELAYS: Mapping[Behaviour, tuple[timedelta, timedelta]] = {  # world time, shortest and longest
    Behaviour.REPLY: (1 * _HOUR, 48 * _HOUR),
    Behaviour.DECLINE: (1 * _HOUR, 48 * _HOUR),
    Behaviour.OOO: (_MINUTE / 4, 3 * _MINUTE),
    Behaviour.OOOBACK: (_MINUTE / 4, 3 * _MINUTE),
    Behaviour.TICKET: (_MINUTE, 10 * _MINUTE),
    Behaviour.BOUNCE: (_MINUTE / 6, 30 * _MINUTE),
    Behaviour.REFUSE: (_MINUTE / 6, 30 * _MINUTE),
    Behaviour.LATE: (24 * _HOUR, 72 * _HOUR),
    Behaviour.DELAYED: (4 * _HOUR, 5 * _HOUR),
    Behaviour.UNSUB: (_HOUR / 2, 24 * _HOUR),
    Behaviour.MAILTO: (_HOUR / 2, 24 * _HOUR),
    Behaviour.WORDS: (1 * _HOUR, 36 * _HOUR),
    Behaviour.COMPLAIN: (1 * _HOUR, 24 * _HOUR),
}

EVERY_TIME = {
    Behaviour.TICKET,
    Behaviour.BOUNCE,
    Behaviour.REFUSE,
    Behaviour.LATE,
}  # machines; people act once per sender
UNHURRIED = {Behaviour.REPLY, Behaviour.DECLINE, Behaviour.UNSUB, Behaviour.WORDS}  # some act on a later mail only
LANGUAGES = ("en", "de", "fr", "es")
_LANGUAGE_SHARES = (0.55, 0.2, 0.15, 0.1)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an address; `acts_on` is the number of the mail that moves them, from 1."""

    address: str
    behaviour: Behaviour
    language: str
    acts_on: int


def meet(address: str, *, seed: int, mode: str, shares: Mapping[Behaviour, float]) -> Person:
    """Tell who lives at an address; `mode` is auto, forced (prefixes only) or silent."""
    words = address.partition("@")[0].lower().split("-")
    chance = chance_for(seed, "person", address.lower())
    lot, lot_language, lot_mail = chance.random(), chance.random(), chance.random()
    language = _by_lot(dict(zip(LANGUAGES, _LANGUAGE_SHARES, strict=True)), lot_language) or "en"
    if len(words) > 1 and words[1] in LANGUAGES:
        language = words[1]
    if mode == "silent":
        return Person(address, Behaviour.SILENT, language, 1)
    if len(words) > 1 and words[0] in set(Behaviour):
        return Person(address, Behaviour(words[0]), language, 1)
    if mode == "forced":
        return Person(address, Behaviour.SILENT, language, 1)
    behaviour = _by_lot(shares, lot) or Behaviour.SILENT
    acts_on = (_by_lot({"1": 0.6, "2": 0.25, "3": 0.15}, lot_mail) or "3") if behaviour in UNHURRIED else "1"
    return Person(address, behaviour, language, int(acts_on))


def _by_lot[K](shares: Mapping[K, float], lot: float) -> K | None:
    """Pick by a number in [0, 1); None when it lies beyond all shares."""
    for key, share in shares.items():
        lot -= share
        if lot < 0:
            return key
    return None
