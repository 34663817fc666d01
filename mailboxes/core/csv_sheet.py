"""What a CSV file is to us: a sheet of named columns, rows counted by physical line, and what was refused."""

from dataclasses import dataclass, field

LONGEST_LINE = 1_000_000
"""Characters of one physical line, and of one row that spans several: beyond it a row is refused, never held."""

MOST_COLUMNS = 500
"""Columns of one sheet; the widest export of another tool that we know has about 120."""


class SheetError(ValueError):
    """The file as a whole cannot be read; str() is a sentence, `line` and `column` count from 1 where known."""

    def __init__(self, message: str, *, line: int | None = None, column: int | None = None) -> None:
        """Keep where the fault lies beside the sentence."""
        super().__init__(message)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Sheet:
    """How to read one file: what open_sheet found out."""

    columns: tuple[str, ...]
    encoding: str
    separator: str
    first_line: int
    """Physical line, from 1, on which the rows begin: behind the `sep=` line, empty lines and the header."""
    certain: bool = True
    """False when the encoding is a guess that a person should confirm against the sample."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row with as many values as the sheet has columns."""

    line: int
    """Physical line, from 1, on which the row begins."""
    number: int
    """Count of rows, refused ones included, from 1."""
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowError:
    """One row that is not imported, and why; `column` counts from 1 and is None when the row as a whole is at fault."""

    line: int
    column: int | None
    reason: str
    """A sentence of at most 200 characters without any value of the row, fit for a log."""
    number: int = 0
    """Count of rows as in Row; rows() sets it."""
    values: tuple[str, ...] = field(default=(), repr=False)
    """The cells as read, for the list of refused rows; empty when they could not be told apart."""
