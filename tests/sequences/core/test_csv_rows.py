import csv
import io
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.csv_rows import open_sheet, rows
from mailboxes.core.csv_sheet import LONGEST_LINE, MOST_COLUMNS, Row, RowError, SheetError
from tests.sequences.core.import_files import errors_of, read_sheet, values_of


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_separator_and_line_end_is_found(separator: str, end: str) -> None:
    lines = [["email", "company"], ["a@example.com", "Alpha"], ["b@example.com", "Beta"]]
    content = end.join(separator.join(line) for line in lines)
    assert values_of(content) == [("a@example.com", "Alpha"), ("b@example.com", "Beta")]
    assert read_sheet(content)[0].separator == separator


def test_the_separator_of_the_header_wins_over_commas_in_the_cells() -> None:
    content = "email;company\na@example.com;Alpha, Inc.\nb@example.com;Beta, Gamma, Delta\n"
    assert values_of(content) == [("a@example.com", "Alpha, Inc."), ("b@example.com", "Beta, Gamma, Delta")]


@pytest.mark.parametrize("hint", ["sep=|", '"sep=|"', "SEP=|", "sep=|,,"])
def test_the_sep_line_names_the_separator_in_any_spelling(hint: str) -> None:
    sheet, found = read_sheet(f"{hint}\r\n\r\nemail|name\r\na@example.com|A,B;C\r\n")
    assert (sheet.columns, sheet.first_line) == (("email", "name"), 4)
    assert [row.line for row in found] == [4]


def test_a_sheet_of_one_column_needs_no_separator() -> None:
    assert values_of("email\na@example.com\n\nb@example.com\n") == [("a@example.com",), ("b@example.com",)]


def test_line_ends_may_be_mixed_and_stay_as_they_are_inside_quotes() -> None:
    content = 'email,notes\r\na@example.com,"one\r\ntwo\rthree\nfour"\rb@example.com,x\nc@example.com,y'
    found = [row for row in read_sheet(content)[1] if isinstance(row, Row)]
    assert found[0].values[1] == "one\r\ntwo\rthree\nfour"
    assert [row.line for row in found] == [2, 6, 7]


def test_unicode_line_separators_do_not_end_a_line() -> None:
    content = "email,notes\na@example.com,x\x0by\nb@example.com,x\u2028y\nc@example.com,x\u0085y\nd@example.com,ok\n"
    assert errors_of(content) == [(2, 2), (3, 2), (4, 2)]


@pytest.mark.parametrize(
    "sign", ["\x00", "\x07", "\x1b", "\x7f", "\u0085", "\u2028", "\u202e", "\u2066", "\u200f", "\ufeff"]
)
def test_a_forbidden_character_refuses_its_row_with_line_and_column(sign: str) -> None:
    content = f"email,name,notes\na@example.com,Ann,\nb@example.com,Ben,x{sign}y\nc@example.com,Cyd,\n"
    assert errors_of(content) == [(3, 3)]
    assert len(read_sheet(content)[1]) == 3


def test_a_row_with_too_many_or_too_few_cells_is_refused() -> None:
    content = "email,name\na@example.com\nb@example.com,Ben,surplus\nc@example.com,Cyd\n"
    found = read_sheet(content)[1]
    assert [(one.line, type(one)) for one in found] == [(2, RowError), (3, RowError), (4, Row)]
    assert isinstance(found[0], RowError)
    assert found[0].reason == "The row has 1 cells, the header has 2."
    assert found[0].values == ("a@example.com",)


def test_separators_behind_the_last_column_are_no_cells() -> None:
    assert values_of("email,name\na@example.com,Ann,, \n") == [("a@example.com", "Ann")]


def test_empty_lines_and_rows_of_blank_cells_are_no_rows() -> None:
    content = "\n\nemail,name\n\na@example.com,Ann\n,\n   \n \u00a0, \nb@example.com,Ben\n\n"
    assert [(row.line, row.number) for row in read_sheet(content)[1] if isinstance(row, Row)] == [(5, 1), (9, 2)]


def test_quotes_inside_an_unquoted_cell_are_text() -> None:
    assert values_of('email,size\na@example.com,12" pipe\n') == [("a@example.com", '12" pipe')]


def test_text_behind_a_closing_quote_is_refused() -> None:
    content = 'email,name\na@example.com,"Ann" Oak\nb@example.com,Ben\n'
    assert errors_of(content) == [(2, 2)]
    assert "behind the closing quote" in str(read_sheet(content)[1][0])


def test_a_stray_quote_that_meets_a_quoted_cell_later_is_blamed_and_later_rows_are_read() -> None:
    content = 'email,name,notes\na@example.com,Ann,"open\nb@example.com,Ben,x\nc@example.com,Cyd,"two\nlines"\n'
    found = read_sheet(content)[1]
    assert errors_of(content) == [(2, 3)]
    assert [row.values[2] for row in found if isinstance(row, Row)] == ["x", "two\nlines"]


def test_a_quote_opened_on_the_second_line_of_a_row_is_reported_there() -> None:
    content = 'email,a,b\na@example.com,"one\ntwo","open\nb@example.com,Ben,x\n'
    assert errors_of(content) == [(3, 3)]
    assert [row.line for row in read_sheet(content)[1]] == [3, 4]


def test_two_stray_quotes_do_not_make_a_note_of_the_row_between_them() -> None:
    content = (
        'email,name,size\na@example.com,Ann,"12\nb@example.com,Ben,24\nc@example.com,Cyd,24"\nd@example.com,Dov,1\n'
    )
    found = read_sheet(content)[1]
    assert len(found) == 4
    assert errors_of(content) == [(2, 3), (3, None), (4, None)]
    assert isinstance(found[3], Row)


def test_a_note_that_names_an_address_is_still_a_note() -> None:
    content = 'email,name,notes\na@example.com,Ann,"see also\nb@example.com, her boss"\n'
    assert values_of(content) == [("a@example.com", "Ann", "see also\nb@example.com, her boss")]


def test_many_unclosed_quotes_are_read_in_linear_time() -> None:
    count = 20_000
    found = read_sheet("email,notes\n" + 'a@example.com,"open\n' * count)[1]
    assert len(found) == count
    assert all(isinstance(one, RowError) for one in found)


def test_a_quote_that_is_never_closed_does_not_hold_the_rest_of_the_file() -> None:
    rest = "b@example.com,Ben\n" * 100_000
    found = read_sheet('email,name\na@example.com,"open\n' + rest)[1]
    assert (len(found), len(errors_of('email,name\na@example.com,"open\n' + rest))) == (100_001, 1)


def test_a_cell_beyond_the_limit_is_refused_and_the_next_row_read() -> None:
    content = f"email,notes\na@example.com,{'x' * 200_000}\nb@example.com,ok\n"
    found = read_sheet(content)[1]
    assert isinstance(found[0], RowError)
    assert "131,072" in found[0].reason
    assert isinstance(found[1], Row)


class LongLine(io.RawIOBase):
    """A file with one line of many megabytes that is never in memory as a whole."""

    def __init__(self, megabytes: int, before: bytes, after: bytes) -> None:
        self.size, self.before, self.after, self.at = megabytes << 20, before, after, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        self.at = offset
        return offset

    def tell(self) -> int:
        return self.at

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        middle = len(self.before) + self.size
        if self.at < len(self.before):
            piece = self.before[self.at : self.at + len(buffer)]
        elif self.at < middle:
            piece = b"x" * min(len(buffer), middle - self.at)
        else:
            piece = self.after[self.at - middle : self.at - middle + len(buffer)]
        buffer[: len(piece)] = piece
        self.at += len(piece)
        return len(piece)


@pytest.mark.parametrize("before", [b"email,name\na@example.com,", b'email,name\na@example.com,"'])
def test_a_line_of_fifty_megabytes_is_an_error_with_its_number_and_not_memory(before: bytes) -> None:
    source = io.BufferedReader(LongLine(50, before, b"\nb@example.com,Ben\n"))
    tracemalloc.start()
    found = list(rows(source, open_sheet(source)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [(one.line, type(one)) for one in found] == [(2, RowError), (3, Row)]
    assert peak < 20 << 20


def test_a_header_that_never_ends_is_refused() -> None:
    source = io.BufferedReader(LongLine(20, b"email", b"\n"))
    with pytest.raises(SheetError, match="too long"):
        open_sheet(source)


def test_a_million_columns_are_refused() -> None:
    for count in (1_000_000, MOST_COLUMNS + 1):
        with pytest.raises(SheetError, match=r"too long|columns") as refusal:
            read_sheet(",".join(["c"] * count) + "\n")
        assert refusal.value.line == 1


def test_a_row_of_half_a_million_cells_is_one_error() -> None:
    content = "email,name\n" + "x," * (LONGEST_LINE // 2 - 10) + "\na@example.com,Ann\n"
    found = read_sheet(content)[1]
    assert [type(one) for one in found] == [RowError, Row]
    assert isinstance(found[0], RowError)
    assert len(found[0].values) <= MOST_COLUMNS


@pytest.mark.parametrize(
    ("header", "column"),
    [('email,"open', 2), ("email,na\x00me", 2), ("email,name\u202e", 2), ("a@example.com,Ann", 1)],
)
def test_a_header_that_cannot_be_used_is_refused_with_line_and_column(header: str, column: int) -> None:
    with pytest.raises(SheetError) as refusal:
        read_sheet(f"\n{header}\nb@example.com,Ben\n")
    assert (refusal.value.line, refusal.value.column) == (2, column)


def test_the_source_stays_open_and_may_be_read_again() -> None:
    source = io.BytesIO(b"email,name\na@example.com,Ann\n")
    sheet = open_sheet(source)
    next(rows(source, sheet))
    assert list(rows(source, sheet)) == list(rows(source, sheet))
    assert not source.closed


CELLS = st.text(st.characters(exclude_categories=["C"]) | st.sampled_from(",;|\t\"\r\n' ="), max_size=12)
TABLES = st.integers(2, 5).flatmap(lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=8))


@settings(deadline=None)
@given(TABLES, st.sampled_from(",;\t|"), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["utf-8-sig", "utf-16"]))
def test_what_a_csv_writer_writes_is_read_back(table: list[list[str]], separator: str, end: str, encoding: str) -> None:
    table = [
        ["#", *row]
        for row in table
        if not any("\u2028" <= sign <= "\u2029" or sign == "\ufffd" for sign in "".join(row))
    ]
    width = len(table[0]) if table else 2
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator=end)
    writer.writerows([[f"column {number}" for number in range(width)], *table])
    hinted = f"sep={separator}{end}{out.getvalue()}"
    assert values_of(hinted.encode(encoding)) == [tuple(row) for row in table]


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_give_rows_errors_or_a_sheet_error(content: bytes) -> None:
    try:
        sheet, found = read_sheet(b"email,name\n" + content)
    except SheetError:
        return
    for one in found:
        if isinstance(one, Row):
            assert len(one.values) == len(sheet.columns)
            "".join(one.values).encode()
