"""Where each value of a TOML file stands, which tomllib does not tell. The text must have passed tomllib."""

import re
from dataclasses import dataclass, field

from sequences.core.campaign_file.nodes import Inside, Place

PART = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*""")
STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'",
    re.DOTALL,
)
BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
BRACKETS = {"[": 1, "{": 1, "]": -1, "}": -1}

type Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A key and the text of its value."""

    key: Place
    value: Place
    inside: Inside


@dataclass
class _Walk:
    text: str
    position: int = 0
    table: Path = ()
    counts: dict[Path, int] = field(default_factory=dict)
    found: dict[Path, Found] = field(default_factory=dict)


def toml_places(text: str) -> dict[Path, Found]:
    """Return the places by path, `("steps", 1, "text")` for the text of the second [[steps]].

    What lies inside an inline table or array has no entry of its own: its key's place is the nearest.
    """
    walk = _Walk(text.replace("\r\n", "\n"))
    while True:
        walk.position = _after(BLANK, walk.text, walk.position)
        if walk.position >= len(walk.text):
            return walk.found
        if walk.text[walk.position] == "[":
            _header(walk)
        else:
            _pair(walk)


def _header(walk: _Walk) -> None:
    start = walk.position
    many = walk.text.startswith("[[", start)
    names, walk.position = _dotted(walk.text, start + (2 if many else 1))
    walk.position += 2 if many else 1
    path = _resolved(walk, names[:-1])
    if many:
        count = walk.counts.get((*path, names[-1]), 0)
        walk.counts[*path, names[-1]] = count + 1
        walk.table = (*path, names[-1], count)
    else:
        walk.table = (*path, names[-1])
    place = _place(walk.text, start)
    walk.found.setdefault((*path, names[-1]), Found(place, place, Inside(place, None)))
    walk.found[walk.table] = Found(place, place, Inside(place, None))


def _resolved(walk: _Walk, names: list[str]) -> Path:
    """The path of a table; a name of an array of tables means its newest one."""
    path: Path = ()
    for name in names:
        path = (*path, name)
        if path in walk.counts:
            path = (*path, walk.counts[path] - 1)
    return path


def _pair(walk: _Walk) -> None:
    key = _place(walk.text, walk.position)
    names, walk.position = _dotted(walk.text, walk.position)
    start = _after(re.compile(r"=[ \t]*"), walk.text, walk.position)
    walk.position = _behind_value(walk.text, start)
    value = _place(walk.text, start)
    walk.found[*walk.table, *names] = Found(key, value, _inside(walk.text, start))
    for length in range(1, len(names)):
        walk.found.setdefault((*walk.table, *names[:length]), Found(key, key, Inside(key, None)))


def _dotted(text: str, position: int) -> tuple[list[str], int]:
    names: list[str] = []
    while part := PART.match(text, position):
        names.append(next(group for group in part.groups() if group is not None))
        position = part.end()
        if not text.startswith(".", position):
            break
        position += 1
    return names, position


def _behind_value(text: str, position: int) -> int:
    depth = 0
    while position < len(text):
        string = STRING.match(text, position)
        if string:
            position = string.end()
            continue
        sign = text[position]
        if sign == "#":
            position = _after(re.compile(r"[^\n]*"), text, position)
            continue
        if sign == "\n" and depth == 0:
            return position
        depth += BRACKETS.get(sign, 0)
        position += 1
    return position


def _inside(text: str, start: int) -> Inside:
    for quotes in ('"""', "'''"):
        if text.startswith(quotes, start):
            begin = start + 3 + (1 if text.startswith("\n", start + 3) else 0)
            return Inside(_place(text, begin))
    quoted = text[start : start + 1] in {'"', "'"}
    return Inside(_place(text, start + 1 if quoted else start))


def _after(pattern: re.Pattern[str], text: str, position: int) -> int:
    match = pattern.match(text, position)
    return match.end() if match else position


def _place(text: str, position: int) -> Place:
    return Place(text.count("\n", 0, position) + 1, position - (text.rfind("\n", 0, position) + 1) + 1)
