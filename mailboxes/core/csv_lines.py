"""Physical lines of a text, each bounded, counted from 1, and given again when a row turns out not to be one."""

import io
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from mailboxes.core.csv_encoding import Encoding
from mailboxes.core.csv_sheet import LONGEST_LINE

OVERLONG = "line too long"
"""Stands for a line whose text was thrown away while it was read; told apart by identity."""


class LineTooLongError(Exception):
    """A line, or the lines of one row together, passed LONGEST_LINE characters."""


@contextmanager
def opened_text(source: BinaryIO, encoding: Encoding) -> Iterator[io.TextIOWrapper]:
    """Read the source from its start as text with its own line ends; the source stays open."""
    source.seek(0)
    text = io.TextIOWrapper(source, encoding=encoding.name, errors=encoding.errors, newline="")
    try:
        yield text
    finally:
        with suppress(ValueError):  # the caller closed the source first
            text.detach()


class Lines:
    """Iterator of lines ended by CRLF, LF or CR; remembers those of the row being read."""

    def __init__(self, text: io.TextIOWrapper) -> None:
        """Start before line 1 of the text."""
        self._text = text
        self._again: deque[str] = deque()
        self._ended = False
        self._size = 0
        self.taken: list[str] = []
        self.first = 1

    def __iter__(self) -> "Lines":
        """Return itself: the csv module asks."""
        return self

    def __next__(self) -> str:
        """Return the next line with its end; raises LineTooLongError and stands behind that line then."""
        line = self._again.popleft() if self._again else self.read_line()
        if not line:
            raise StopIteration
        self.taken.append(line)
        self._size += len(line)
        if line is OVERLONG or self._size > LONGEST_LINE:
            raise LineTooLongError
        return line

    def begin_row(self) -> None:
        """Forget the lines of the last row; `first` is the line on which the coming row begins."""
        self.first += len(self.taken)
        self.taken.clear()
        self._size = 0

    def give_again(self, kept: int) -> None:
        """Keep the first `kept` lines as the row and give the others again."""
        self._again.extendleft(reversed(self.taken[kept:]))
        del self.taken[kept:]

    def read_line(self) -> str:
        """Return the next unread line, OVERLONG in place of one that is too long, and nothing at the end."""
        if self._ended:
            return ""
        try:
            line = self._text.readline(LONGEST_LINE)
            if len(line) == LONGEST_LINE and not line.endswith(("\n", "\r")):
                self._skip_rest_of_line()
                return OVERLONG
        except UnicodeDecodeError:  # a wide encoding that stops inside a character
            self._ended = True
            return "\udc80"
        return line

    def _skip_rest_of_line(self) -> None:
        piece = self._text.readline(LONGEST_LINE)
        while piece and not piece.endswith(("\n", "\r")):
            piece = self._text.readline(LONGEST_LINE)
