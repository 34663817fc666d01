"""Finds the separator of a CSV file: from its `sep=` line, else from the first lines."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence

SEPARATORS = (",", ";", "\t", "|")

HINT = re.compile(r'"?sep=([^\w"\'\r\n ])"?[ \t,;]*(?:\r\n|\r|\n|$)', re.IGNORECASE)
"""The line by which Excel is told the separator; it is neither header nor row."""


def hinted_separator(first_line: str) -> str | None:
    """Return the separator named by a `sep=` line, or None when the line is none."""
    hint = HINT.fullmatch(first_line.lstrip("\ufeff"))
    return hint.group(1) if hint else None


def guess_separator(lines: Sequence[str]) -> str:
    """Choose the separator under which the header has several columns and most sample rows have as many.

    A sheet of one column holds no separator at all; it reads the same under each, so the comma serves.
    """
    return max(SEPARATORS, key=lambda separator: _fitness(lines, separator))


def read_strictly(lines: Iterable[str], separator: str) -> "Iterator[list[str]]":
    """Read rows so that a quote out of place is a csv.Error instead of a guess."""
    return csv.reader(lines, delimiter=separator, strict=True)


def place_of_open_quote(lines: Sequence[str], separator: str) -> tuple[int, int]:
    """Return line (from 0) and column (from 1) of the quoted cell that is not closed as it should be."""
    inside, at_start, place, column = False, True, (0, 1), 1
    for index, line in enumerate(lines):
        after_quote = False
        for character in line:
            if after_quote and character == '"':
                after_quote = False
            elif after_quote and character not in (separator, "\r", "\n"):
                return place
            elif inside and not after_quote:
                after_quote = character == '"'
            elif character == '"' and at_start:
                inside, place = True, (index, column)
            elif character == separator:
                inside, after_quote, column = False, False, column + 1
            at_start = character == separator and not inside
        inside = inside and not after_quote
    return place


def _fitness(lines: Sequence[str], separator: str) -> tuple[bool, float, int]:
    try:
        rows = [row for row in csv.reader(lines, delimiter=separator) if row]
    except csv.Error:
        return False, 0.0, 0
    width = len(rows[0]) if rows else 0
    agreeing = sum(len(row) == width for row in rows)
    return width > 1, agreeing / max(1, len(rows)), width
