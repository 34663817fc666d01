"""Complaints in the sender's own words: spam as a charge, a broken law, whom it is reported to, lawyers, abuse.

A law, a lawyer or a spam folder that is merely mentioned is none: it takes somebody who charges, demands or threatens.
"""

import re

from bounces.core.language.roles import (
    ABUSE,
    ACT,
    ADDR,
    AUTHORITY,
    ELSE,
    FIRST,
    FOLDER,
    GET,
    HARASS,
    LAW,
    LAWYER,
    MAIL,
    ME,
    MORE,
    MY,
    NEED,
    NEG,
    OTHER,
    PLEASE,
    REPORT,
    RIGHT,
    SEND,
    SPAM,
    STILL,
    STOP,
    THIS,
    THREAT,
    TOPIC,
    VIOLATE,
    WAS,
    YOUR,
)  # fmt: skip
from bounces.core.language.vocabulary import LEXICON
from bounces.core.language.words.unspaced import CHARGES, HARMLESS
from bounces.core.replies.clause import IFS
from bounces.core.replies.optout import UNSPACED_SCRIPTS, opt_out

TEXT_LIMIT = 6_000  # characters of a script without spaces that are read
UNSPACED_RULES = {name: (re.compile(charge), re.compile(HARMLESS[name])) for name, charge in CHARGES.items()}
REACH = 6  # words between a charge and whom it is laid on
WHERE = frozenset(  # before the word, they tell a place
    "in into to my our the im en dans au i w v no na nei nello nella nel op het do v у в из from mijn".split()  # noqa: RUF001, SIM905
)
EVERY_IF = frozenset().union(*IFS.values(), ("or", "unless", "otherwise", "oder", "sonst", "ou", "o", "of", "anders"))
HARSH = RIGHT | LAW | AUTHORITY | LAWYER | THREAT | HARASS | ABUSE | SPAM | VIOLATE


def complaint(text: str) -> str:
    """The rule by which a text is a complaint, empty when it is none."""
    named, loud = False, 0
    for sentence in LEXICON.sentences(text):
        for roles in sentence.languages.values():
            here = _union(roles)
            if not here & (HARSH | ELSE) or (sentence.asks and not (here & THREAT and here & ME and here & YOUR)):
                continue
            rule = _charge(sentence.words, roles, here)
            if rule:
                return rule
            named = named or bool(here & (LAW | AUTHORITY) and not here & OTHER)
            loud |= here
    if named and (loud & (VIOLATE | HARASS) or opt_out(text)):
        return "law"
    return _unspaced(text[:TEXT_LIMIT])


def _union(roles: tuple[int, ...]) -> int:
    here = 0
    for role in roles:
        here |= role
    return here


def _unspaced(text: str) -> str:
    if not UNSPACED_SCRIPTS.search(text):
        return ""
    return next((f"charge-{name}" for name, (is_one, is_none) in UNSPACED_RULES.items()
                 if is_one.search(is_none.sub("", text))), "")  # fmt: skip


def _charge(words: tuple[str, ...], roles: tuple[int, ...], here: int) -> str:
    """What a sentence that asks nothing charges us with. `here` is the union of its roles."""
    ours, plain = here & (YOUR | THIS | MAIL), not here & OTHER
    rules = (
        ("abuse", here & ABUSE and (ours or here & (ME | STOP) or len(roles) <= REACH)),
        ("spam", here & SPAM and not here & FOLDER and not _was_reported(roles) and _charged_with_spam(words, roles)),
        ("regulator", here & AUTHORITY and here & REPORT and (plain or here & FIRST) and not _was_reported(roles)),
        ("regulator", plain and here & AUTHORITY and here & FIRST and _unless_it_stops(here)),
        ("threat", plain and here & ELSE and _would_act(here)),
        ("legal", plain and (here & THREAT or (here & LAWYER and _lawyer_acts(words, roles)))),
        ("harassment", plain and here & HARASS and (ours or here & ME)),
        (
            "law",
            plain and here & LAW and (here & (VIOLATE | RIGHT | REPORT) or (here & NEED and here & YOUR and here & ME)),
        ),
        ("law", plain and here & ADDR and here & MY and sum(1 for role in roles if role & RIGHT) > 1),
        (
            "law",
            plain
            and here & VIOLATE
            and here & (MAIL | SPAM | SEND)
            and not here & NEG
            and _is_ours_or_doubled(roles, here),
        ),
    )
    return next((name for name, holds in rules if holds), "")


def _would_act(here: int) -> bool:
    """Whether the writer tells what they do if we go on: lawyers and authorities, or a report of us."""
    mine = here & (FIRST | MY) and here & (AUTHORITY | LAWYER)
    return bool(here & (THREAT | ACT) or mine) and not here & TOPIC


def _unless_it_stops(here: int) -> bool:
    """Whether a sentence says what happens if we go on: one more mail and, stop or."""
    return bool(here & (MORE | STILL | STOP) and here & (SEND | MAIL | STOP))


def _is_ours_or_doubled(roles: tuple[int, ...], here: int) -> bool:
    """Whether a breach is laid on us, or called one twice."""
    return bool(here & (YOUR | THIS)) or sum(1 for role in roles if role & VIOLATE) > 1


def _was_reported(roles: tuple[int, ...]) -> bool:
    """Whether it is the writer who was reported."""
    return any(
        role & REPORT and roles[index - 1] & WAS and any(one & FIRST for one in roles[max(0, index - 3) : index])
        for index, role in enumerate(roles)
    )


def _lawyer_acts(words: tuple[str, ...], roles: tuple[int, ...]) -> bool:
    """Whether somebody's own lawyer turns to us, not to a contract."""
    for index, role in enumerate(roles):
        if role & LAWYER:
            mine = any(one & (MY | FIRST) for one in roles[max(0, index - 5) : index + 3])
            ours = any(one & (YOUR | REPORT) for one in roles)
            again = any(one & (GET | SEND | MAIL) for one in roles) and (
                any(one & (MORE | STILL) for one in roles[:index])
                or (not EVERY_IF.isdisjoint(words) and any(one & (MORE | STILL) for one in roles))
            )
            return mine and (ours or again) and not any(one & TOPIC for one in roles)
    return False


def _charged_with_spam(words: tuple[str, ...], roles: tuple[int, ...]) -> bool:
    """Whether somebody calls our mail spam or says that it was reported as such; where it was found is no charge."""
    for index, role in enumerate(roles):
        if not role & SPAM or (index and words[index - 1] in WHERE):
            continue
        if index > 1 and words[index - 2] == "to" and roles[index - 1] & STOP:  # to avoid spam, new senders must
            continue
        before = roles[max(0, index - REACH) : index]
        if any(one & NEG for one in before):
            return False
        near = (*roles[max(0, index - 4) : index], *roles[index + 1 : index + 3])
        reported = any(one & REPORT for one in roles[max(0, index - REACH - 3) : index])
        told = (
            reported
            and not any(one & OTHER for one in roles)
            and (len(roles) <= REACH or any(one & (FIRST | ME | YOUR | THIS) for one in roles))
        )
        if any(one & (THIS | YOUR | STOP) for one in near) or told or len(roles) <= 2:
            return True
        if role & SEND and any(one & (ME | PLEASE) for one in roles):
            return True
    return False
