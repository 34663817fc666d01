"""Opt-outs in words: built from lists per language, not from collected sentences.

Two of three within one sentence are enough: an ending verb or a refusal to be written to, a first person, a
thing to be taken off. It must be a wish: not negated, not past, not about somebody else's mail.
"""
# ruff: noqa: RUF001 - words of many scripts

import re
import unicodedata
from dataclasses import dataclass

from bounces.core.optout_words import ALONE, LANGUAGES, Words

TEXT_LIMIT = 6_000  # characters of the new text that are read
SENTENCE_LIMIT = 400
SHORT = 60  # characters; a sentence of that length that refuses has no room for another object
SENTENCES = re.compile(r"[.!?;]+(?=\s|$)|[。！？\n]+")
NOT_SPACED = frozenset({"ja", "zh", "ko"})

# Things in English that look like an opt-out and are none; other languages share the mechanism, not the idioms.
TRAPS = re.compile(
    r"(?:don'?t|do not|never|not|please don'?t) (?:\w+ ){0,2}(?:remove|delete|unsubscribe|drop|take (?:me|"
    r"us) off)|\bi (?:have )?(?:already )?unsubscribed from (?!you\b|this|your (?:list|mail|e-?mail|newsletter))|"
    r"\b(?:handle|manage|process|offer|support)s? (?:\w+ ){0,3}(?:unsubscrib|opt[- ]?out)|"
    r"(?:remove|delete) (?:the|that|those) (?!list|name|address|e-?mail|contact|following)\w|(?:send|write|"
    r"mail) (?:this|it|that) to|(?:use|but|instead|rather|just|only) (?:\w+ ){0,3}(?:address|e-?mail|write|call|"
    r"contact)|opt(?:ing)? out of (?:the|our|"
    r"my) (?:\w+ )?(?:plan|contract|subscription|program|trial|auto)|stop by|non-?stop|stop losing|"
    r"delete (?:this|the) (?:message|e-?mail) (?:and|if|immediately|from)|from your system|"
    r"to unsubscribe from (?:our|the)|nehmen sie (?:mich )?(?:bitte )?(?:doch )?(?:auf|mit|kontakt)|(?:to|"
    r"can) remove (?:the|your|these)|bitte nicht (?:löschen|entfernen|streichen)|ne me (?:retirez|supprimez|"
    r"désabonnez) pas|no me (?:elimin|borr|quit|d[eé] de baja)\w*|"
    r"(?:do|does|did) (?:you|your|it|they)\b|\b(?:customers?|users?|clients?)\b|do not reply|don't reply|"
    r"nicht (?:auf diese|antworten)|ne pas répondre|no responda|"
    r"didn'?t (?:receive|get)|did not (?:receive|get)|haven'?t (?:received|gotten|heard)|can'?t (?:send|receive|"
    r"email)|(?:don'?t|do not) (?:hesitate|forget)|nicht (?:erhalten|bekommen)|pas reçu|no (?:he )?recib[ií]",
    re.IGNORECASE,
)
WHOLE_DOMAIN = re.compile(
    r"(?:any(?:one|body)|everyone|everybody|all (?:of )?(?:us|our)|whole|entire|"
    r"complete) (?:\w+ ){0,4}(?:company|domain|team|organi[sz]ation|firm|@)|(?:our|the) (?:whole |"
    r"entire )?(?:domain|company)\b|gesamte\w* (?:firma|domain|unternehmen)|toute (?:l'entreprise|la société)|"
    r"toda la empresa|all our (?:addresses|employees|staff)",
    re.IGNORECASE,
)
KEYWORDLESS = re.compile(
    r"\blose (?:my|this|our) (?:e-?mail|address|number|contact)|(?:forget|scratch) (?:my|this) (?:e-?mail|"
    r"address)|leave (?:me|us) alone|(?:leave|keep) (?:me|us) out of (?:this|your)|laissez-moi tranquille|"
    r"lassen sie mich in ruhe|déjame en paz|lasciatemi in pace|laat me met rust|оставьте меня",
    re.IGNORECASE,
)
WISH_TO_GO = re.compile(
    r"\b(?:unsubscribe|unsub|opt me out|solicito (?:la|mi) baja|(?:like|want|wish|prefer|need) to (?:opt[- ]?out|"
    r"be (?:removed|taken off|deleted))|take me off|remove me|désabonnez-moi|darme de baja|d[ée]me de baja|"
    r"uitschrijven|abmelden|avregistrera|отписаться|отпишите)\b",
    re.IGNORECASE,
)


# Verbs that have many other uses: only with a person and a thing. "Stop" and "remove" need one of the two.
WEAK = re.compile(
    r"(?:no longer|do|nehm|trag|tir|meld|schrijf|haal|dej|deix|tag|ta\b(?! bort)|tar|par|cancel|retir|sluta|avsluta|"
    r"вычеркн|снимите|togli|smett|arr|cess|stopp?\b|zrus|sil|kald)",
    re.IGNORECASE,
)
# Manners around a single word. "No" answers our question, not the wish.
POLITE = frozenset(
    """
    please pls plz no nein non nee venligst hi hello hola hallo bonjour just immediately sofort bitte merci
    svp por favor per favore graag proszę thanks thank you tack danke me now all takk tak пожалуйста お願いします
    """.split()  # noqa: SIM905 - a list of quoted words would be unreadable
)
ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}")


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


def folded(text: str) -> str:
    """The text without accents: many people write without them. Scripts that compose syllables stay as they are."""
    plain = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(char for char in plain if not "\u0300" <= char <= "\u036f"))


def _compiled(words: Words, *, spaced: bool) -> _Lists:
    edge = r"(?<!\w)" if spaced else ""
    lists = (words.ending, words.negated, words.me, words.thing)
    return _Lists(*(re.compile(f"{edge}(?:{folded(one)})", re.IGNORECASE) for one in lists))


COMPILED = {name: _compiled(words, spaced=name not in NOT_SPACED) for name, words in LANGUAGES.items()}


def alone(text: str) -> bool:
    """Whether the whole text is one word that asks to stop, in any case, with any punctuation and politeness."""
    plain = unicodedata.normalize("NFC", text).lower()
    plain = plain.replace("opt out", "opt-out")
    words = [word for word in re.split(r"[^\w\-]+", plain[:200]) if word.strip("-_")]
    rest = [word for word in words if word not in POLITE]
    return len(rest) in {1, 2} and all(word in ALONE or word.startswith("unsub") for word in rest) and len(words) <= 5


def opt_out(text: str) -> OptOut | None:
    """The wish to be left alone in a text of the sender's own words, None when there is none."""
    head = unicodedata.normalize("NFC", text[:TEXT_LIMIT]).replace("’", "'")
    if alone(head):
        return OptOut("one-word")
    whole = WHOLE_DOMAIN.search(head) is not None
    for sentence in SENTENCES.split(
        " ".join(head.split("\n")) if len(head) < SENTENCE_LIMIT else re.sub(r"(?<!\n)\n(?!\n)", " ", head)
    ):
        words = sentence.strip()[:SENTENCE_LIMIT]
        if not words or TRAPS.search(words):
            continue
        if alone(words):
            return OptOut("one-word-sentence", whole)
        if KEYWORDLESS.search(words):
            return OptOut("idiom", whole)
        if name := next((name for name, lists in COMPILED.items() if _asks(folded(words), lists)), ""):
            return OptOut(name, whole)
    return None


def _asks(sentence: str, lists: _Lists) -> bool:
    refused = lists.negated.search(sentence)
    me = lists.me.search(sentence) or ADDRESS.search(sentence)
    thing = lists.thing.search(sentence)
    if refused and (me or thing or len(sentence) < SHORT):
        return True
    if WISH_TO_GO.search(sentence) and (me or thing or len(sentence) < SHORT):
        return True
    for ending in lists.ending.finditer(sentence):
        if (me and thing) or ((me or thing) and not WEAK.match(ending[0])):
            return True
    return False
