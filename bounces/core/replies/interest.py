"""What a person's answer is about: a label for people, never a reason to send anything. Doubt has no label."""
# ruff: noqa: RUF001 - words of many scripts

import re

from bounces.core.language.roles import AGREE, DECLINE, INTEREST, NEG, REFER
from bounces.core.language.vocabulary import LEXICON

TEXT_LIMIT = 2_000  # characters of a script without spaces that are read
REACH = 5  # words between a denial and what it denies

INTERESTED, NOT_INTERESTED, WRONG_PERSON, QUESTION = "interested", "not_interested", "wrong_person", "question"
UNSPACED = (
    (
        WRONG_PERSON,
        re.compile(
            r"担当(?:では|で(?:は)?ありま|が(?:違|別))|担当者(?:は|に)|転送(?:し|いた)|不是负责|不是負責|负责人是|转给|轉給|담당(?:이|자가)\s?아니|담당자는"
        ),
    ),
    (
        NOT_INTERESTED,
        re.compile(
            r"興味(?:は|が)?(?:ありません|ない|ございません)|間に合って|見送|必要(?:あり|ござい)ません|不感兴趣|不感興趣|没有?兴趣|沒有?興趣|没兴趣|不需要|관심\s?없|관심(?:이)?\s?없|필요\s?없"
        ),
    ),
    (
        INTERESTED,
        re.compile(
            r"興味が(?:あり|ござい)|詳し(?:い|く)|ぜひ|資料を(?:送|いただ)|お願いします|感兴趣|感興趣|有兴趣|有興趣|请发|請發|可以谈|관심(?:이)?\s?(?:있|많)|자료(?:를)?\s?보내"
        ),
    ),
    (QUESTION, re.compile(r"[?？]|でしょうか|ですか|吗[。\s]?$|嗎[。\s]?$|나요|까요|습니까", re.MULTILINE)),
)


def label(text: str) -> str:
    """One of the four labels, or nothing: the one that speaks against us wins."""
    loud = 0
    asked = False
    for sentence in LEXICON.sentences(text):
        asked = asked or sentence.asks
        for roles in sentence.languages.values():
            loud |= _heard(roles)
    for name, mask in ((WRONG_PERSON, REFER), (NOT_INTERESTED, DECLINE), (INTERESTED, AGREE)):
        if loud & mask:
            return name
    if not text.isascii() and (found := next((name for name, one in UNSPACED if one.search(text[:TEXT_LIMIT])), "")):
        return found
    return QUESTION if asked else ""


def _heard(roles: tuple[int, ...]) -> int:
    """The union of what a sentence says of interest; a denied interest declines."""
    loud = 0
    for index, role in enumerate(roles):
        loud |= role & (REFER | DECLINE)
        if not role & (AGREE | INTEREST):
            continue
        denied = any(one & NEG for one in roles[max(0, index - REACH) : index])
        if role & AGREE and not denied:
            loud |= AGREE
        if role & INTEREST:
            loud |= DECLINE if denied else AGREE
    return loud & ~AGREE if loud & DECLINE else loud
