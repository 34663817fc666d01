"""Reads Authentication-Results (RFC 8601): what one server says of the authentication of one message.

Input is hostile: it is read once from left to right, nothing is looked at twice, and what is too long or too deep is
left out. Nothing raises; a field that cannot be read says nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 16_384  # characters of one field
MOST = 60  # statements of one field
DEEPEST = 20  # comments in comments
SEPARATORS = ";="


@dataclass(frozen=True, slots=True)
class Statement:
    """method=result with its properties; names in lower case, `header.d` as written with a dot, values as they are."""

    method: str
    result: str
    properties: tuple[tuple[str, str], ...] = ()

    def value(self, name: str) -> str:
        """Return a property's value, "" where it is not given."""
        return next((value for known, value in self.properties if known == name), "")


@dataclass(frozen=True, slots=True)
class Stamp:
    """One field: who says it, in lower case ("" where the server gives no name, as one big provider does), and what."""

    server: str
    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    kind: str  # word, quoted, ; or =


def read_stamp(value: str) -> Stamp | None:
    """Read the value of one field, unfolded or not. None: it is none, or of a version that nobody knows."""
    parts = _parts(list(_tokens(value[:LONGEST])))
    first = parts[0]
    if not first:
        return None
    if _is_statement(first):
        return Stamp("", _statements(parts))
    if len(first) > 2 or any(token.kind == "=" for token in first) or (len(first) == 2 and first[1].text != "1"):
        return None
    return Stamp(first[0].text.lower().rstrip("."), _statements(parts[1:]))


def _statements(parts: list[list[_Token]]) -> tuple[Statement, ...]:
    read = (_statement(part) for part in parts[:MOST])
    return tuple(one for one in read if one is not None)


def _is_statement(part: list[_Token]) -> bool:
    return len(part) >= 3 and part[1].kind == "="


def _statement(part: list[_Token]) -> Statement | None:
    """Read `method[/version] = result` and the pairs behind it; None for `none` and for what is no statement."""
    if not _is_statement(part) or part[0].kind != "word" or part[2].kind not in {"word", "quoted"}:
        return None
    method, _, version = part[0].text.lower().partition("/")
    if version not in {"", "1"}:
        return None
    return Statement(method, part[2].text.lower(), tuple(_pairs(part[3:])))


def _pairs(tokens: list[_Token]) -> Iterator[tuple[str, str]]:
    at = 0
    while at + 2 < len(tokens):
        name, sign, value = tokens[at : at + 3]
        if sign.kind == "=" and name.kind == "word" and value.kind in {"word", "quoted"}:
            yield name.text.lower(), value.text
            at += 3
        else:
            at += 1


def _parts(tokens: list[_Token]) -> list[list[_Token]]:
    parts: list[list[_Token]] = [[]]
    for token in tokens:
        if token.kind == ";":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _tokens(text: str) -> Iterator[_Token]:
    """Yield words, quoted strings and separators; comments and white space are passed over.

    White space or a comment may stand around the dot of `header.d` and the slash of a version: a word that ends or
    begins with one goes together with its neighbour, but for a value.
    """
    name: list[str] = []
    is_value = True  # so is the server's name
    for token in _plain_tokens(text):
        if token.kind == "word" and not is_value and (not name or name[-1][-1] in "./" or token.text[0] in "./"):
            name.append(token.text)
            continue
        if name:
            yield _Token("".join(name), "word")
        name = [token.text] if token.kind == "word" and not is_value else []
        if not name:
            yield token
        is_value = token.kind == "="
    if name:
        yield _Token("".join(name), "word")


def _plain_tokens(text: str) -> Iterator[_Token]:
    at, end = 0, len(text)
    while at < end:
        sign = text[at]
        if sign == "(":
            at = _behind_comment(text, at)
        elif sign == '"':
            word, at = _quoted(text, at + 1)
            yield _Token(word, "quoted")
        elif sign in SEPARATORS:
            yield _Token(sign, sign)
            at += 1
        elif sign.isspace():
            at += 1
        else:
            begin = at
            while at < end and text[at] not in '();="' and not text[at].isspace():
                at += 1
            if at == begin:  # a lone closing bracket
                at += 1
            else:
                yield _Token(text[begin:at], "word")


def _behind_comment(text: str, at: int) -> int:
    """Return where a comment ends; one that never ends, or is nested too deep, takes the rest of the field."""
    depth = 0
    while at < len(text):
        sign = text[at]
        if sign == "\\":
            at += 1
        elif sign == "(":
            depth += 1
            if depth > DEEPEST:
                return len(text)
        elif sign == ")":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return at


def _quoted(text: str, at: int) -> tuple[str, int]:
    found: list[str] = []
    while at < len(text):
        sign = text[at]
        if sign == '"':
            return "".join(found), at + 1
        if sign == "\\" and at + 1 < len(text):
            at += 1
            sign = text[at]
        found.append(sign)
        at += 1
    return "".join(found), at
