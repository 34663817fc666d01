"""Reading the input files of the import cases, and sheets written in a test."""

import io
from pathlib import Path

from mailboxes.core.csv_rows import open_sheet, rows
from mailboxes.core.csv_sheet import Row, RowError, Sheet
from sequences.core.columns import check_mapping, guess_mapping
from sequences.core.contact_rows import ContactRow, contact_rows

FOLDER = Path(__file__).parents[2] / "data" / "imports"


def file_bytes(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def read_sheet(content: bytes | str, *, encoding: str | None = None) -> tuple[Sheet, list[Row | RowError]]:
    source = io.BytesIO(content.encode() if isinstance(content, str) else content)
    sheet = open_sheet(source, encoding=encoding)
    return sheet, list(rows(source, sheet))


def values_of(content: bytes | str) -> list[tuple[str, ...]]:
    """Return the values of a sheet in which every row must be readable."""
    found = read_sheet(content)[1]
    assert [error for error in found if isinstance(error, RowError)] == []
    return [row.values for row in found if isinstance(row, Row)]


def errors_of(content: bytes | str) -> list[tuple[int, int | None]]:
    return [(error.line, error.column) for error in read_sheet(content)[1] if isinstance(error, RowError)]


def import_sheet(content: bytes | str) -> list[ContactRow | RowError]:
    """Read a sheet the way an import does when nobody changes the guessed mapping."""
    sheet, found = read_sheet(content)
    mapping = guess_mapping(sheet.columns, [row.values for row in found if isinstance(row, Row)])
    check_mapping(mapping, sheet.columns)
    return list(contact_rows(found, mapping))


def contacts_of(content: bytes | str) -> list[ContactRow]:
    """Return the contacts of a sheet in which every row must become one."""
    found = import_sheet(content)
    assert [error for error in found if isinstance(error, RowError)] == []
    return [contact for contact in found if isinstance(contact, ContactRow)]
