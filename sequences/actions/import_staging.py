"""The rows of a file into the database, each with its line, in one COPY: memory does not grow with the file."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import connection

from app.actions import clock
from mailboxes.core.csv_sheet import RowError
from sequences import queries
from sequences.core.contact_rows import ContactRow
from sequences.core.import_rows import waiting
from sequences.models import ImportRow

COPY = """
COPY sequences_importrow (batch_id, number, line, data, verdict, reason, "column") FROM STDIN
"""

Staged = tuple[int, int, int, str, str, str, int | None]


def copy_rows(import_id: int, rows: Iterable[ContactRow | RowError], *, keep_cells: bool = False) -> None:
    """Stage every row; a refused one has its verdict at once, and a repeated address names the line that counts.

    keep_cells: of refused rows too, for a while, so that a person can mend them.
    """
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for row in _staged(import_id, rows, keep_cells=keep_cells):
            copy.write_row(row)
    queries.rows("import_repeats", {"import_id": import_id})


def _staged(import_id: int, rows: Iterable[ContactRow | RowError], *, keep_cells: bool) -> Iterator[Staged]:
    year = clock.now().year
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    rejected = ImportRow.Verdict.REJECTED.value
    for row in rows:
        if isinstance(row, RowError):
            cells = encode({"cells": _cells(row)}) if keep_cells else "{}"
            yield import_id, row.number, row.line, cells, rejected, row.reason[:200], row.column
            continue
        warning = row.warnings[0] if row.warnings else None
        reason, column = (warning.reason[:200], warning.column) if warning else ("", None)
        yield import_id, row.number, row.line, encode(waiting(row, year)), "", reason, column


def _cells(row: RowError) -> list[str]:
    """Return the cells as they can be stored: without NUL and without halves of characters."""
    return [cell.replace("\x00", "").encode("utf-8", "replace").decode() for cell in row.values]


def tally(import_id: int) -> dict[str, Any]:
    """Return rows_read, created, updated, skipped and rejected as the rows themselves say."""
    return queries.rows("import_tally", {"import_id": import_id})[0]
