"""Opt-outs in words: built from lists per language, not from collected sentences.

Two of three within one sentence are enough: an ending verb or a refusal to be written to, a first person, a
thing to be taken off. It must be a wish: not negated, not past, not about somebody else's mail.
"""

import re
import unicodedata
from dataclasses import dataclass

from bounces.core.optout_words import ALONE, LANGUAGES, Words

TEXT_LIMIT = 6_000  # characters of the new text that are read
SENTENCE_LIMIT = 400
SENTENCES = re.compile(r"[.!?。！？;\n]+")
NOT_SPACED = frozenset({"ja", "zh", "ko"})

# Things in English that look like an opt-out and are none; other languages share the mechanism, not the idioms.
TRAPS = re.compile(
    r"(?:don'?t|do not|never|not|please don'?t) (?:\w+ ){0,2}(?:remove|delete|unsubscribe|drop|take (?:me|us) off)|\bi (?:have )?(?:already )?unsubscribed from (?!you|this|your)|\b(?:handle|manage|process|offer|support)s? (?:\w+ ){0,3}(?:unsubscrib|opt[- ]?out)|"
    r"(?:remove|delete) the (?:attach|file|link|image|second|first|last)|opt(?:ing)? out of (?:the|our|my) (?:\w+ )?(?:plan|contract|subscription|program|trial|auto)|stop by|non-?stop|stop losing|delete (?:this|the) (?:message|e-?mail) (?:and|if|immediately|from)|from your system|"
    r"to unsubscribe from (?:our|the)|nehmen sie (?:mich )?(?:bitte )?(?:doch )?(?:auf|mit|kontakt)|(?:to|can) remove (?:the|your|these)|bitte nicht (?:löschen|entfernen|streichen)|ne me (?:retirez|supprimez|désabonnez) pas|no me (?:elimin|borr|quit|d[eé] de baja)\w*|"
    r"didn'?t (?:receive|get)|did not (?:receive|get)|haven'?t (?:received|gotten|heard)|can'?t (?:send|receive|email)|(?:don'?t|do not) (?:hesitate|forget)|nicht (?:erhalten|bekommen)|pas reçu|no (?:he )?recib[ií]",
    re.IGNORECASE,
)
WHOLE_DOMAIN = re.compile(
    r"(?:any(?:one|body)|everyone|everybody|all (?:of )?(?:us|our)|whole|entire|complete) (?:\w+ ){0,4}(?:company|domain|team|organi[sz]ation|firm|@)|(?:our|the) (?:whole |entire )?(?:domain|company)\b|gesamte\w* (?:firma|domain|unternehmen)|toute (?:l'entreprise|la société)|toda la empresa|all our (?:addresses|employees|staff)",
    re.IGNORECASE,
)
KEYWORDLESS = re.compile(r"\blose (?:my|this|our) (?:e-?mail|address|number|contact)|(?:forget|scratch) (?:my|this) (?:e-?mail|address)|leave (?:me|us) alone|(?:leave|keep) (?:me|us) out of (?:this|your)|laissez-moi tranquille|lassen sie mich in ruhe|déjame en paz|lasciatemi in pace|laat me met rust|оставьте меня", re.IGNORECASE)
WISH_TO_GO = re.compile(r"\b(?:unsubscribe|unsub|opt me out|take me off|remove me|désabonnez-moi|darme de baja|d[ée]me de baja|uitschrijven|abmelden|avregistrera|отписаться|отпишите)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OptOut:
    """The wish: by which language's lists or rule, and whether it is for everybody at the sender's domain."""

    rule: str
    whole_domain: bool = False


@dataclass(frozen=True, slots=True)
class _Lists:
    ending: re.Pattern[str]
    negated: re.Pattern[str]
    me: re.Pattern[str]
    thing: re.Pattern[str]


def _compiled(words: Words, *, spaced: bool) -> _Lists:
    edge = r"(?<!\w)" if spaced else ""
    return _Lists(*(re.compile(f"{edge}(?:{one})", re.IGNORECASE) for one in (words.ending, words.negated, words.me, words.thing)))


COMPILED = {name: _compiled(words, spaced=name not in NOT_SPACED) for name, words in LANGUAGES.items()}


def alone(text: str) -> bool:
    """Whether the whole text is one word that asks to stop, in any case, with any punctuation and politeness."""
    plain = unicodedata.normalize("NFC", text).lower()
    words = [word for word in re.split(r"[^\w\-]+", plain[:200]) if word.strip("-_")]
    polite = {"please", "pls", "bitte", "merci", "svp", "por", "favor", "per", "favore", "graag", "proszę", "thanks", "thank", "you", "tack", "danke", "me", "now", "all", "takk", "tak", "пожалуйста", "お願いします"}
    rest = [word for word in words if word not in polite]
    return len(rest) in {1, 2} and all(word in ALONE for word in rest) and len(words) <= 5  # noqa: PLR2004 - a word and manners


def opt_out(text: str) -> OptOut | None:
    """The wish to be left alone in a text of the sender's own words, None when there is none."""
    head = unicodedata.normalize("NFC", text[:TEXT_LIMIT]).replace("’", "'")
    if alone(head):
        return OptOut("one-word")
    whole = WHOLE_DOMAIN.search(head) is not None
    for sentence in SENTENCES.split(" ".join(head.split("\n")) if len(head) < SENTENCE_LIMIT else re.sub(r"(?<!\n)\n(?!\n)", " ", head)):
        words = sentence.strip()[:SENTENCE_LIMIT]
        if not words or TRAPS.search(words):
            continue
        if alone(words):
            return OptOut("one-word-sentence", whole)
        if KEYWORDLESS.search(words):
            return OptOut("idiom", whole)
        if name := next((name for name, lists in COMPILED.items() if _asks(words, lists)), ""):
            return OptOut(name, whole)
    return None


def _asks(sentence: str, lists: _Lists) -> bool:
    refused = lists.negated.search(sentence)
    me = lists.me.search(sentence)
    thing = lists.thing.search(sentence)
    if refused and (me or thing):
        return True
    ending = lists.ending.search(sentence)
    if ending is None:
        return False
    if WISH_TO_GO.search(sentence) and (me or thing or len(sentence) < 60):  # noqa: PLR2004 - a bare wish
        return True
    return bool(me and thing)
