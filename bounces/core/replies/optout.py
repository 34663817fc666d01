"""Opt-outs in the sender's own words, told by the parts that words play in a sentence, not by collected sentences."""

import re
import unicodedata
from dataclasses import dataclass

from bounces.core.language.lexicon import PAUSES, Sentence, folded
from bounces.core.language.roles import (
    ADDR,
    AGREE,
    COMPANY,
    FIRST,
    GONE,
    IDIOM,
    INTEREST,
    LIMIT,
    LIST,
    ME,
    MY,
    NEG,
    OFF,
    OTHER,
    PART,
    REFUSE,
    REMOVE,
    SEND,
    STOP,
    THIS,
    UNSUB,
    WHOLE,
    YOUR,
)  # fmt: skip
from bounces.core.language.vocabulary import LEXICON
from bounces.core.language.words.alone import ALONE, AMBIGUOUS, POLITE, misspelt
from bounces.core.language.words.unspaced import ASKS, UNDOES
from bounces.core.replies.clause import REACH
from bounces.core.replies.wishes import WishReader

TEXT_LIMIT = 6_000  # characters of a script without spaces that are read
SENTENCE_LIMIT = 300  # characters of one such sentence
BARK_LENGTH = 80  # characters of an answer that is one word and a sigh
BARK_LIMIT = 8  # its words
STOPS_ELSEWHERE = frozenset("a an the one first next last not to bus tram".split())  # noqa: SIM905
WHOLE_REACH = 4  # words between "all" and the company
ONLY_ME = frozenset("me mich mir moi m mij mig meg mnie mne меня mi".split())  # noqa: SIM905
BESIDES = frozenset(  # what joins others to who asks
    "and und et y e en och og i a not nicht nur only just sowie well pas seulement solo niet alleen inte bara".split()  # noqa: SIM905
)
ALONE_LIMIT = 5  # words of an answer that is one word and manners
UNSPACED_SCRIPTS = re.compile(r"[\u0900-\u09ff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
UNSPACED_ENDS = re.compile(r"[。！？!?.\n।]+")  # noqa: RUF001
UNSPACED_RULES = {name: (re.compile(asks), re.compile(UNDOES[name])) for name, asks in ASKS.items()}
CLAUSES = re.compile(r" [,;:–—] ")  # noqa: RUF001 - dashes part what is said
KEYS = UNSUB | REMOVE | PART | STOP | NEG | REFUSE | IDIOM | GONE
FOLDED_ALONE = frozenset(folded(word) for word in ALONE)


@dataclass(frozen=True, slots=True)
class OptOut:
    """The wish: by which language and rule, and whether it is for everybody at the sender's domain."""

    rule: str
    whole_domain: bool = False


def alone(text: str) -> bool:
    """Whether the whole text is one word that asks to stop, in any case, with any punctuation and politeness."""
    plain = folded(unicodedata.normalize("NFC", text[:200])).replace("opt out", "opt-out").replace("un-sub", "unsub")
    words = [word for word in re.split(r"[^\w\-]+", plain) if word.strip("-_")]
    rest = [word for word in words if word not in POLITE]
    return (
        len(rest) in {1, 2}
        and len(words) <= ALONE_LIMIT
        and all(word in FOLDED_ALONE or misspelt(word) for word in rest)
    )


def _barked(text: str) -> bool:
    """Whether a few words are one that asks to stop and a sigh: stop svp, ras le bol."""
    sentences = LEXICON.sentences(text) if len(text) <= BARK_LENGTH else ()
    words = [word for sentence in sentences for word in sentence.words]
    if not 2 <= sum(1 for word in words if word not in PAUSES) <= BARK_LIMIT or any(one.asks for one in sentences):
        return False
    pause = next((index for index, word in enumerate(words) if word in PAUSES), len(words))
    first = words[:pause]
    plea = any(word in POLITE for word in first)
    others = OTHER | LIMIT | AGREE | INTEREST | (0 if plea else FIRST)
    if any(role & others for one in sentences for roles in one.languages.values() for role in roles):
        return False
    named = AMBIGUOUS.isdisjoint(first) and alone(" ".join(first))
    return named or (words[-1] == "stop" and STOPS_ELSEWHERE.isdisjoint(words))


def opt_out(text: str) -> OptOut | None:
    """The wish to be left alone in a text of the sender's own words, None when there is none."""
    if alone(text) or _barked(text):
        return OptOut("one-word")
    rule, whole, named, written = "", False, False, False
    for sentence in LEXICON.sentences(text):
        wish = _rule(sentence) or ("remove-it" if named and _removes_it(sentence) else "")
        wish = wish or ("do-not" if written and _only_denies(sentence.words) else "")
        written = sentence.asks and any(_writes_to_me(roles) for roles in sentence.languages.values())
        rule = rule or wish
        named = named or any(_names_address(roles) for roles in sentence.languages.values())
        whole = whole or (bool(wish) and _everybody(sentence))
    rule = rule or _unspaced(text[:TEXT_LIMIT])
    return OptOut(rule, whole) if rule else None


def _rule(sentence: Sentence) -> str:
    short = len(sentence.words) <= ALONE_LIMIT and AMBIGUOUS.isdisjoint(sentence.words)
    if short and alone(" ".join(sentence.words)):
        return "one-word-sentence"
    last = CLAUSES.split(" ".join(sentence.words))[-1]
    if sentence.words and len(last.split()) <= 2 and last not in AMBIGUOUS and alone(last):
        return "one-word-clause"
    slip = any(word.startswith("un") and misspelt(word) for word in sentence.words)
    languages = sentence.languages or ({"en": (0,) * len(sentence.words)} if slip else {})
    for language, roles in languages.items():
        here = 0
        for role in roles:
            here |= role
        if slip or here & KEYS or (here & OFF and here & LIST):
            rule = WishReader(sentence, language, roles).rule()
            if rule:
                return f"{language}-{rule}"
    return ""


def _names_address(roles: tuple[int, ...]) -> bool:
    """Whether a sentence speaks of the sender's address, as in: where did you get my address."""
    return any(
        role & (MY | THIS) and any(one & ADDR for one in roles[max(0, index - 2) : index + 5])
        for index, role in enumerate(roles)
    )


def _removes_it(sentence: Sentence) -> bool:
    """Whether a few words ask to remove what the sentence before them named: please delete it."""
    for roles in sentence.languages.values():
        at = next((index for index, role in enumerate(roles) if role & REMOVE or _takes_it(roles, index)), None)
        if at is None or any(role & (OTHER | FIRST) for role in roles):
            continue
        these = any(role & THIS for role in roles[at + 1 : at + 3])
        denied = any(role & NEG for role in (roles[:at] if these else roles))
        if not denied and len(roles) <= (REACH * 3 if these else REACH + 2):
            return True
    return False


def _takes_it(roles: tuple[int, ...], index: int) -> bool:
    """Take it down, take this off."""
    after = roles[index + 1 : index + 3]
    return bool(roles[index] & PART and len(after) > 1 and after[0] & THIS and after[1] & OFF)


def _writes_to_me(roles: tuple[int, ...]) -> bool:
    """Whether a question is about our writing, as in: why do you write to my private address."""
    here = 0
    for role in roles:
        here |= role
    return bool(here & SEND and here & YOUR and here & (ME | MY))


def _only_denies(words: tuple[str, ...]) -> bool:
    """Whether a sentence only says not to, be it with manners."""
    return tuple(word for word in words if word not in POLITE) in {("do", "not"), ("dont",), ("just", "do", "not")}


def _unspaced(text: str) -> str:
    if not UNSPACED_SCRIPTS.search(text):
        return ""
    for sentence in UNSPACED_ENDS.split(text):
        part = sentence[:SENTENCE_LIMIT]
        for language, (asks, undoes) in UNSPACED_RULES.items():
            if asks.search(part) and not undoes.search(part):
                return language
    return ""


def _everybody(sentence: Sentence) -> bool:
    """Whether a wish is for everybody at the sender's company: all my colleagues, nobody in our office, our domain.

    A company that is merely mentioned is none: who asks for themselves beside it has to say "and".
    """
    words = sentence.words
    if not ONLY_ME.isdisjoint(words) and BESIDES.isdisjoint(words):
        return False
    return any(_names_all(roles, index) for roles in sentence.languages.values() for index in _firms(roles))


def _firms(roles: tuple[int, ...]) -> list[int]:
    return [index for index, role in enumerate(roles) if role & COMPANY and not (index and roles[index - 1] & YOUR)]


def _names_all(roles: tuple[int, ...], index: int) -> bool:
    """Whether the company there is meant as a whole."""
    near = roles[max(0, index - WHOLE_REACH) : index + 1]
    whole = any(role & WHOLE for role in near) and not any(role & LIST for role in near)
    return whole or (index > 0 and bool(roles[index - 1] & MY) and bool(roles[index] & ADDR))
