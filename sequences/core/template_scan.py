"""Checks the braces of a merge template before Liquid sees it, and says where a fault stands.

Liquid alone lets `Hi {{first_name}} }}` pass and reports an unclosed tag without a place. Braces of CSS and JSON
are text: `}}` in the text is refused only where fewer than two `{` are open before it.
"""

import re
from collections.abc import Iterator

from sequences.core.compose_errors import ComposeError

LONGEST_TEMPLATE = 100_000
"""Characters: Gmail cuts a mail at 102 kB."""

LONGEST_TAG = 500
"""Characters between the braces; Liquid's lexer takes quadratic time on runs of white space."""

MOST_TAGS = 1_000
"""Tags of one template."""

BLOCKS = {"if": ("elsif", "else"), "unless": ("elsif", "else"), "case": ("when", "else"), "comment": ()}
PLAIN_TAGS = frozenset({"assign", "echo", "#"})

_BRACE = re.compile(r"\{\{|\{%|\}\}|[{}]")
_NAME = re.compile(r"-?\s*(#|\w+)")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")


def scan(source: str) -> None:
    """ComposeError with line and column for the first fault; silence when every tag is closed, known and flat."""
    if len(source) > LONGEST_TEMPLATE:
        raise ComposeError(f"the template is longer than {LONGEST_TEMPLATE:,} characters")
    if found := _CONTROL.search(source):
        raise at(source, found.start(), "a control character stands in the template")
    open_blocks: list[tuple[str, int]] = []
    for count, (start, kind, inner) in enumerate(_tags(source)):
        if count >= MOST_TAGS:
            raise at(source, start, f"the template has more than {MOST_TAGS:,} tags")
        if kind == "{%":
            _check_block(source, start, inner, open_blocks)
    if open_blocks:
        name, start = open_blocks[-1]
        raise at(source, start, f"the tag '{name}' is never closed by 'end{name}'")


def at(source: str, index: int, message: str, *, field: str | None = None) -> ComposeError:
    """The error, with line and column of index, both counted from 1."""
    line = source.count("\n", 0, index) + 1
    column = index - (source.rfind("\n", 0, index) + 1) + 1
    return ComposeError(message, line=line, column=column, field=field)


def _tags(source: str) -> Iterator[tuple[int, str, str]]:
    """Each tag as start, opening braces, inside; literal braces are balanced on the way."""
    position = depth = 0
    while found := _BRACE.search(source, position):
        start, brace, position = found.start(), found[0], found.end()
        match brace:
            case "{{" | "{%":
                inner = _inside(source, start, brace)
                position = start + len(inner) + 4
                yield start, brace, inner
            case "}}" if depth < 2:
                raise at(source, start, "'}}' closes a tag that was never opened")
            case "}}":
                depth -= 2
            case "{":
                depth += 1
            case _:
                depth = max(0, depth - 1)


def _inside(source: str, start: int, brace: str) -> str:
    closing = "}}" if brace == "{{" else "%}"
    end = source.find(closing, start + 2, start + LONGEST_TAG + 4)
    inner = source[start + 2 : end if end >= 0 else start + LONGEST_TAG]
    if inner.startswith("{"):
        raise at(source, start, "three braces in a row; write {{ name }} with two")
    if "{{" in inner or "{%" in inner:
        raise at(source, start, f"'{brace}' is not closed before another tag begins")
    if end < 0:
        raise at(source, start, f"'{brace}' is not closed by '{closing}' within {LONGEST_TAG} characters")
    if not inner.strip("- \t\r\n"):
        raise at(source, start, "the tag is empty")
    return inner


def _check_block(source: str, start: int, inner: str, open_blocks: list[tuple[str, int]]) -> None:
    """Known tags only, each block closed by its own end and in order."""
    found = _NAME.match(inner)
    name = found[1] if found else ""
    current = open_blocks[-1][0] if open_blocks else None
    if current == "comment" and name not in {"comment", "endcomment"}:
        return
    if name in BLOCKS:
        open_blocks.append((name, start))
    elif current is not None and name == f"end{current}":
        open_blocks.pop()
    elif name in PLAIN_TAGS or (current is not None and name in BLOCKS[current]):
        return
    elif name.removeprefix("end") in BLOCKS or name in {"else", "elsif", "when"}:
        raise at(source, start, f"the tag '{name}' does not belong here")
    else:
        raise at(source, start, f"unknown tag '{name}'")
