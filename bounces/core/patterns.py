"""Many phrases in one fast pattern.

The standard engine tries every alternative at every character. Arranged by their first letter, a long list costs a
third: most letters of a text begin none of the phrases. Only whether something matches stays the same, not which.
"""

import re
from collections.abc import Iterator

QUANTIFIERS = "?*+{"
EXPANSION_LIMIT = 4_000  # alternatives; a longer list is searched as it is written


def any_of(*phrases: str) -> re.Pattern[str]:
    """A pattern that finds any of some phrases in lower-cased text. A gap, `.{0,n}`, ends with its sentence."""
    source = "|".join(phrases).replace(".{0,", "[^.!?]{0,")
    by_letter: dict[str, list[str]] = {}
    others: list[str] = []
    for whole_word, phrase in _expanded(source):
        letter, rest = phrase[:1], phrase[1:]
        if letter.isalnum() and not rest.startswith(tuple(QUANTIFIERS)):
            by_letter.setdefault(letter, []).append(f"(?<!\\w{letter}){rest}" if whole_word else rest)
        else:
            others.append(f"\\b{phrase}" if whole_word else phrase)
    return re.compile("|".join([*(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items()), *others]))


def _expanded(source: str) -> Iterator[tuple[bool, str]]:
    """Every alternative, opening groups and classes spelled out, with whether it must begin a word."""
    waiting = [(False, one) for one in reversed(_alternatives(source))]
    count = 0
    while waiting:
        whole_word, phrase = waiting.pop()
        count += 1
        if phrase.startswith("\\b"):
            waiting.append((True, phrase[2:]))
        elif count < EXPANSION_LIMIT and (opened := _opened(phrase)) is not None:
            waiting.extend((whole_word, one) for one in reversed(opened))
        else:
            yield whole_word, phrase


def _opened(phrase: str) -> list[str] | None:
    """The alternatives of a phrase that begins with a group or a small class, None when it does not."""
    if phrase.startswith("(?:"):
        end = _closing(phrase)
        inner, rest = _alternatives(phrase[3:end]), phrase[end + 1 :]
    elif phrase.startswith("[") and re.match(r"\[\w{1,10}\]", phrase):
        end = phrase.index("]")
        inner, rest = list(phrase[1:end]), phrase[end + 1 :]
    else:
        return None
    if rest.startswith("?"):
        return [*(one + rest[1:] for one in inner), rest[1:]]
    return None if rest.startswith(tuple(QUANTIFIERS)) else [one + rest for one in inner]


def _alternatives(source: str) -> list[str]:
    """What stands between the bars of the outermost level."""
    found, start = [], 0
    for place, mark, depth in _marks(source):
        if mark == "|" and depth == 0:
            found.append(source[start:place])
            start = place + 1
    return [*found, source[start:]]


def _closing(phrase: str) -> int:
    """The index of the bracket that closes the first group."""
    return next(place for place, mark, depth in _marks(phrase) if mark == ")" and depth == 0)


def _marks(source: str) -> Iterator[tuple[int, str, int]]:
    """Brackets and bars that are no characters of the text, with the depth after them."""
    depth, place, in_class = 0, 0, False
    while place < len(source):
        mark = source[place]
        if mark == "\\":
            place += 1
        elif in_class:
            in_class = mark != "]"
        elif mark == "[":
            in_class = True
            place += source[place + 1 : place + 2] in {"]", "^"}
        elif mark in "()|":
            depth += {"(": 1, ")": -1, "|": 0}[mark]
            yield place, mark, depth
        place += 1
