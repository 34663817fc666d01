"""A workbook (XLSX) to the text of a CSV file: the values of its first sheet, row by row, within fixed limits.

Formulas are never evaluated: the value that the spreadsheet stored beside one counts. What a zip archive claims to hold
is looked at before anything is unpacked.
"""

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import BinaryIO

from mailboxes.core.csv_sheet import MOST_COLUMNS, SheetError

LARGEST = 20 * 1024 * 1024
"""Bytes of the archive."""

UNPACKED = 80 * 1024 * 1024
"""Bytes that all its parts together may say they unpack to."""

MOST_PARTS = 2_000
MOST_CELLS = 1_000_000
MOST_EMPTY_ROWS = 1_000
"""Rows without a value, one after another: behind them a sheet is over, however far its format goes."""

BEGINS = b"PK\x03\x04"

TOO_LARGE = "This workbook is too large to be read here: save the sheet as CSV."
NO_WORKBOOK = "This workbook cannot be read: save the sheet as CSV."
PIECE = 256 * 1024


def is_workbook(head: bytes) -> bool:
    """Say whether a file that begins so is a zip archive, as workbooks are."""
    return head.startswith(BEGINS)


def as_csv(source: BinaryIO) -> Iterator[bytes]:
    """Yield the first sheet with rows as UTF-8 CSV, in pieces. Raises SheetError with a sentence."""
    _check(source)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in _rows(source):
        writer.writerow(row)
        if out.tell() >= PIECE:
            yield _taken(out)
    yield _taken(out)


def _taken(out: io.StringIO) -> bytes:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text.encode("utf-8", "surrogatepass")


def _check(source: BinaryIO) -> None:
    """Look at the table of contents alone."""
    size = source.seek(0, io.SEEK_END)
    source.seek(0)
    try:
        with zipfile.ZipFile(source) as archive:
            parts = archive.infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise SheetError(NO_WORKBOOK) from error
    if size > LARGEST or len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > UNPACKED:
        raise SheetError(TOO_LARGE)
    if "xl/workbook.xml" not in {part.filename for part in parts}:
        raise SheetError("This is a zip archive and no workbook: unpack it first.")
    if any(part.flag_bits & 1 for part in parts):
        raise SheetError("This workbook is locked by a password: save it without one.")


def _rows(source: BinaryIO) -> Iterator[list[str]]:
    from openpyxl import load_workbook  # a quarter of a second, and most processes never need it  # noqa: PLC0415

    source.seek(0)
    try:
        book = load_workbook(source, read_only=True, data_only=True, keep_links=False)
        for sheet in [one for one in book.worksheets if one.sheet_state == "visible"][:1]:
            yield from _counted(sheet.iter_rows(max_col=MOST_COLUMNS + 1, values_only=True))
    except SheetError:
        raise
    except Exception as error:  # whatever a broken archive makes of a library
        raise SheetError(NO_WORKBOOK) from error


def _counted(found: Iterator[tuple[object, ...]]) -> Iterator[list[str]]:
    cells = empty = 0
    for row in found:
        values = [_text(value) for value in row]
        while values and not values[-1]:
            values.pop()
        empty = 0 if values else empty + 1
        cells += len(values) + 1
        if cells > MOST_CELLS:
            raise SheetError(TOO_LARGE)
        if empty > MOST_EMPTY_ROWS:
            return
        yield values


def _text(value: object) -> str:
    """Return what a person sees in a cell, or nearly: whole numbers without a point, days as ISO days."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case datetime() if value.time() == time.min:
            return value.date().isoformat()
        case datetime() | date() | time():
            return value.isoformat()
        case _:
            return str(value)
