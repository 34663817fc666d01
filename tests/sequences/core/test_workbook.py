"""Workbooks to CSV: values as people see them, and nothing hostile gets far."""

import io
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time

import pytest
from openpyxl import Workbook

from mailboxes.core.csv_sheet import SheetError
from sequences.core import workbook
from sequences.core.workbook import as_csv, is_workbook


def a_book(*rows: Sequence[object], hidden: bool = False) -> io.BytesIO:
    book, kept = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    if hidden:
        book.create_sheet("more")
        sheet.sheet_state = "hidden"
    book.save(kept)
    return kept


def read(source: io.BytesIO) -> str:
    return b"".join(as_csv(source)).decode()


def test_values_are_told_as_people_see_them() -> None:
    moment = datetime(2026, 3, 1, 9, 30)  # noqa: DTZ001 - a sheet knows no zones
    row = [12.0, 1.5, True, date(2026, 3, 1), moment, time(8, 0), None, "a,b"]
    assert read(a_book(["x"] * 8, list(row))).splitlines()[1] == (
        '12,1.5,TRUE,2026-03-01,2026-03-01T09:30:00,08:00:00,,"a,b"'
    )


def test_a_formula_is_its_stored_value_and_never_run() -> None:
    assert read(a_book(["email"], ["=1+1"])).splitlines()[1] == ""


def test_a_hidden_sheet_is_passed_over() -> None:
    assert read(a_book(["email"], ["ada@example.com"], hidden=True)).strip() == ""


def test_cells_behind_the_last_value_are_none() -> None:
    assert read(a_book(["a", None, None], ["b"])) == "a\r\nb\r\n"


def packed(**parts: bytes) -> io.BytesIO:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), content)
    return kept


def test_what_is_only_a_zip_archive_is_called_so() -> None:
    with pytest.raises(SheetError, match="zip archive and no workbook"):
        read(packed(a=b"x"))


def test_a_small_archive_that_claims_much_is_not_unpacked() -> None:
    with pytest.raises(SheetError, match="too large"):
        read(packed(xl__workbook_xml=b"0" * (workbook.UNPACKED + 1)))


@pytest.mark.parametrize("content", [b"PK\x03\x04 and no more", b"PK\x03\x04" + b"\x00" * 200])
def test_a_broken_archive_is_a_sentence(content: bytes) -> None:
    assert is_workbook(content)
    with pytest.raises(SheetError, match="cannot be read"):
        read(io.BytesIO(content))


def test_a_workbook_whose_parts_are_nonsense_is_a_sentence() -> None:
    with pytest.raises(SheetError, match="cannot be read"):
        read(packed(xl__workbook_xml=b"<not closed"))


def test_a_sheet_with_too_many_cells_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_CELLS", 20)
    with pytest.raises(SheetError, match="too large"):
        read(a_book(*[["a", "b", "c"] for _ in range(20)]))


def test_thousands_of_empty_rows_are_the_end_of_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_EMPTY_ROWS", 3)
    found = read(a_book(["a"], *[[None] for _ in range(9)], ["z"]))
    assert "z" not in found
