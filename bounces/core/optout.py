"""Opt-outs in the sender's own words, told by the parts that words play in a sentence, not by collected sentences."""

import re
import unicodedata
from dataclasses import dataclass

from bounces.core.clause import REACH
from bounces.core.lexicon import Sentence, folded
from bounces.core.roles import (
    ADDR,
    COMPANY,
    FIRST,
    GONE,
    IDIOM,
    LIST,
    MY,
    NEG,
    OFF,
    OTHER,
    PART,
    REFUSE,
    REMOVE,
    STOP,
    THIS,
    UNSUB,
    WHOLE,
)  # fmt: skip
from bounces.core.vocabulary import LEXICON
from bounces.core.wishes import WishReader
from bounces.core.words.alone import ALONE, AMBIGUOUS, POLITE, misspelt
from bounces.core.words.unspaced import ASKS, UNDOES

TEXT_LIMIT = 6_000  # characters of a script without spaces that are read
SENTENCE_LIMIT = 300  # characters of one such sentence
ALONE_LIMIT = 5  # words of an answer that is one word and manners
UNSPACED_SCRIPTS = re.compile(r"[\u0900-\u09ff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
UNSPACED_ENDS = re.compile(r"[。！？!?.\n।]+")  # noqa: RUF001
UNSPACED_RULES = {name: (re.compile(asks), re.compile(UNDOES[name])) for name, asks in ASKS.items()}
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


def opt_out(text: str) -> OptOut | None:
    """The wish to be left alone in a text of the sender's own words, None when there is none."""
    if alone(text):
        return OptOut("one-word")
    rule, whole, named = "", False, False
    for sentence in LEXICON.sentences(text):
        rule = rule or _rule(sentence) or ("remove-it" if named and _removes_it(sentence) else "")
        named = named or any(_names_address(roles) for roles in sentence.languages.values())
        whole = whole or any(_everybody(roles) for roles in sentence.languages.values())
    rule = rule or _unspaced(text[:TEXT_LIMIT])
    return OptOut(rule, whole) if rule else None


def _rule(sentence: Sentence) -> str:
    short = len(sentence.words) <= ALONE_LIMIT and AMBIGUOUS.isdisjoint(sentence.words)
    if short and alone(" ".join(sentence.words)):
        return "one-word-sentence"
    last = " ".join(sentence.words).replace(";", ",").rpartition(" , ")[2]
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
        role & (MY | THIS) and any(one & ADDR for one in roles[index : index + 4]) for index, role in enumerate(roles)
    )


def _removes_it(sentence: Sentence) -> bool:
    """Whether a few words ask to remove what the sentence before them named: please delete it."""
    return len(sentence.words) <= REACH + 2 and any(
        any(role & REMOVE for role in roles) and not any(role & (NEG | OTHER | FIRST) for role in roles)
        for roles in sentence.languages.values()
    )


def _unspaced(text: str) -> str:
    if not UNSPACED_SCRIPTS.search(text):
        return ""
    for sentence in UNSPACED_ENDS.split(text):
        part = sentence[:SENTENCE_LIMIT]
        for language, (asks, undoes) in UNSPACED_RULES.items():
            if asks.search(part) and not undoes.search(part):
                return language
    return ""


def _everybody(roles: tuple[int, ...]) -> bool:
    """Whether a sentence speaks of the sender's whole company."""
    firms = [index for index, role in enumerate(roles) if role & COMPANY]
    return any(
        any(role & WHOLE for role in roles[max(0, index - REACH) : index + REACH])
        or (index > 0 and bool(roles[index - 1] & MY) and bool(roles[index] & ADDR))
        for index in firms
    )
