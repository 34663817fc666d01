"""Bytes of a CSV file to numbered rows, streaming: memory does not grow with the file or with its longest line.

Nothing is guessed inside a row. A row with a quote out of place, too many or too few cells or a forbidden character is
a RowError at its line, and reading goes on behind it; every row of the file is either a Row or a RowError. Empty lines
and rows of blank cells are no rows; blank cells beyond the last column are dropped.
"""

import csv
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from mailboxes.core.address import is_address
from mailboxes.core.csv_cells import fault_of_cell, is_blank, restore
from mailboxes.core.csv_dialect import guess_separator, hinted_separator, place_of_open_quote, read_strictly
from mailboxes.core.csv_encoding import Encoding, chosen_encoding, find_encoding
from mailboxes.core.csv_lines import OVERLONG, Lines, LineTooLongError, opened_text
from mailboxes.core.csv_sheet import LONGEST_LINE, MOST_COLUMNS, Row, RowError, Sheet, SheetError

SAMPLE_LINES = 40
"""Physical lines by which the separator is guessed."""

type Found = Row | RowError


def open_sheet(source: BinaryIO, *, encoding: str | None = None, separator: str | None = None) -> Sheet:
    """Read encoding, separator and header of a seekable file; `encoding` and `separator` override the guess.

    Raises SheetError with a sentence for people when the file is no CSV or its header cannot be read.
    """
    found = chosen_encoding(source, encoding) if encoding else find_encoding(source)
    with opened_text(source, found) as text:
        first_line, hint = _first_line(Lines(text))
    with opened_text(source, found) as text:
        sample = _sample(Lines(text))[first_line - 1 :]
    separator = separator or hint or guess_separator(sample)
    with opened_text(source, found) as text:
        lines = Lines(text)
        _skip(lines, first_line - 1)
        columns = _header(lines, separator)
        lines.begin_row()
        return Sheet(columns, found.name, separator, lines.first, certain=found.certain)


def rows(source: BinaryIO, sheet: Sheet) -> Iterator[Found]:
    """Yield every row of the file in order; the source is read from its start and stays open."""
    encoding = Encoding(sheet.encoding, certain=sheet.certain)
    with opened_text(source, encoding) as text:
        lines = Lines(text)
        _skip(lines, sheet.first_line - 1)
        for number, found in enumerate(_records(lines, sheet), start=1):
            yield replace(found, number=number) if isinstance(found, RowError) else Row(found[0], number, found[1])


def _first_line(lines: Lines) -> tuple[int, str | None]:
    """Return the line on which the header begins, behind empty lines, and the separator if a hint line names it."""
    hint = None
    for number in range(1, SAMPLE_LINES):
        line = lines.read_line()
        named = hinted_separator(line) if hint is None else None
        if line is OVERLONG:
            raise SheetError("The line of column names is too long.", line=number)
        if not named and not is_blank(line.replace("\ufeff", "")):
            return number, hint
        hint = named or hint
    raise SheetError("The file holds no line of column names.")


def _sample(lines: Lines) -> list[str]:
    sample: list[str] = []
    for _ in range(SAMPLE_LINES):
        line = lines.read_line()
        if not line or line is OVERLONG or sum(map(len, sample)) > LONGEST_LINE:
            break
        sample.append(line)
    return sample


def _skip(lines: Lines, count: int) -> None:
    for _ in range(count):
        next(lines, None)
        lines.begin_row()


def _header(lines: Lines, separator: str) -> tuple[str, ...]:
    try:
        cells = next(read_strictly(lines, separator))
    except LineTooLongError as error:
        raise SheetError("The line of column names is too long.", line=lines.first) from error
    except csv.Error as error:
        index, column = place_of_open_quote(lines.taken, separator)
        message = "A quote in the column names is not closed."
        raise SheetError(message, line=lines.first + index, column=column) from error
    if len(cells) > MOST_COLUMNS:
        raise SheetError(f"The file has more than {MOST_COLUMNS} columns.", line=lines.first)
    names = tuple(restore(cell.lstrip("\ufeff").strip()) for cell in cells)
    _check_header(names, lines.first)
    return names


def _check_header(names: tuple[str, ...], line: int) -> None:
    for column, name in enumerate(names, start=1):
        fault = fault_of_cell(name)
        if fault:
            raise SheetError(f"The name of column {column} cannot be used. {fault}", line=line, column=column)
        if is_address(name):
            message = f"Column {column} of the first line holds a mail address: put a line of column names above it."
            raise SheetError(message, line=line, column=column)


def _records(lines: Lines, sheet: Sheet) -> Iterator[tuple[int, tuple[str, ...]] | RowError]:
    """Yield (first line, cells) or a refusal for each row that is not empty."""
    reader = read_strictly(lines, sheet.separator)
    width = len(sheet.columns)
    while True:
        lines.begin_row()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except (csv.Error, LineTooLongError) as error:
            yield _unreadable(lines, sheet.separator, error)
            continue
        joined = "".join(cells)
        if is_blank(joined):
            continue
        if len(cells) == width and joined.isprintable() and "\ufffd" not in joined:
            yield lines.first, tuple(cells)
            continue
        yield from _checked(lines, cells, sheet)


def _unreadable(lines: Lines, separator: str, error: Exception) -> RowError:
    """Refuse the row whose quote does not close or whose line is too long, and give the lines behind it again."""
    readable = [line for line in lines.taken if line is not OVERLONG]
    if not readable or (len(lines.taken) == 1 and isinstance(error, LineTooLongError)):
        return RowError(lines.first, None, f"The line is longer than {LONGEST_LINE:,} characters.")
    index, column = place_of_open_quote(readable, separator)
    spanned = len(lines.taken) - index
    lines.give_again(index + 1)
    if "limit" in str(error) and spanned == 1:
        return RowError(lines.first + index, None, f"A cell is longer than {csv.field_size_limit():,} characters.")
    if spanned == 1 and "end of data" not in str(error):
        return RowError(lines.first + index, column, "A cell begins with a quote and goes on behind the closing quote.")
    return RowError(lines.first + index, column, "A quote opened here is never closed.")


def _checked(lines: Lines, cells: list[str], sheet: Sheet) -> Iterator[tuple[int, tuple[str, ...]] | RowError]:
    width, line = len(sheet.columns), lines.first
    if len(cells) > width and is_blank("".join(cells[width:])):
        del cells[width:]
    values = tuple(cells)
    if len(cells) != width:
        reason = f"The row has {len(cells)} cells, the header has {width}."
        yield RowError(line, None, reason, values=values[:MOST_COLUMNS])
        return
    for column, cell in enumerate(cells, start=1):
        fault = fault_of_cell(cell)
        if fault:
            yield RowError(line, column, fault, values=values)
            return
        if len(lines.taken) > 1 and _swallows_a_row(cell, sheet):
            yield RowError(line, column, "A quote opened here takes in the next row.", values=values)
            yield from _not_read(lines)
            return
    yield line, values


def _swallows_a_row(cell: str, sheet: Sheet) -> bool:
    """Say whether a line inside the cell looks like a row of this sheet, address and all.

    Two stray quotes make one well-formed cell out of the rows between them. Those rows are not read on their own: the
    text may as well be a note about people whom nobody meant to import.
    """
    if "@" not in cell or len(sheet.columns) == 1:
        return False
    pieces = (line.split(sheet.separator) for line in cell.splitlines()[1:] if "@" in line)
    return any(len(piece) == len(sheet.columns) and any(map(is_address, piece)) for piece in pieces)


def _not_read(lines: Lines) -> Iterator[RowError]:
    for offset in range(1, len(lines.taken)):
        yield RowError(lines.first + offset, None, f"Not read: it lies inside the quote opened on line {lines.first}.")
