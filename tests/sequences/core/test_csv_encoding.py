import codecs

import pytest

from mailboxes.core.csv_encoding import ENCODINGS
from mailboxes.core.csv_sheet import RowError, SheetError
from tests.sequences.core.import_files import errors_of, read_sheet, values_of

TEXT = "email,first_name\nzoe@example.com,Zoë\nolga@example.com,Ольга\n"
ROWS = [("zoe@example.com", "Zoë"), ("olga@example.com", "Ольга")]


@pytest.mark.parametrize(
    "content",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
    ],
    ids=["utf-8", "utf-8 marked", "utf-16 le", "utf-16 be", "utf-16 le unmarked", "utf-16 be unmarked"],
)
def test_every_spelling_of_unicode_gives_the_same_rows(content: bytes) -> None:
    assert values_of(content) == ROWS
    assert read_sheet(content)[0].columns == ("email", "first_name")


def test_a_code_page_other_than_the_western_one_is_recognised_and_marked_as_a_guess() -> None:
    names = ["Ольга", "Дмитрий", "Екатерина", "Владимир", "Наталья"] * 4
    lines = [f"person{number}@example.com,{name},Продажи и маркетинг" for number, name in enumerate(names)]
    sheet, found = read_sheet("\n".join(["email,first_name,department", *lines]).encode("cp1251"))
    assert not sheet.certain
    assert [row.values[1] for row in found if not isinstance(row, RowError)] == names


def test_a_person_can_choose_the_encoding() -> None:
    content = "email,company\nann@example.com,Łódź Sp.\n".encode("cp1250")
    sheet, found = read_sheet(content, encoding="cp1250")
    assert sheet.certain
    assert [row.values for row in found] == [("ann@example.com", "Łódź Sp.")]


def test_a_chosen_encoding_that_the_bytes_do_not_fit_is_refused_or_refuses_the_row() -> None:
    for name in ENCODINGS:
        try:
            found = read_sheet(b"email,name\na@example.com,Zo\xff\x81\x20\x80\n", encoding=name)[1]
        except SheetError:
            continue
        assert "\ufffd" not in repr(found)


@pytest.mark.parametrize("name", ["utf-7", "unicode_escape", "base64", "no such codec"])
def test_an_encoding_that_is_not_offered_is_refused(name: str) -> None:
    with pytest.raises(SheetError):
        read_sheet(b"email\nann@example.com\n", encoding=name)


def test_one_damaged_byte_in_a_utf8_file_refuses_its_row_and_no_other() -> None:
    rows = [f"p{number}@example.com,Zoë Ångström".encode() for number in range(20)]
    rows[7] = b"p7@example.com,Zo\xeb"
    content = b"\n".join([b"email,first_name", *rows])
    assert errors_of(content) == [(9, 2)]
    assert read_sheet(content)[0].encoding == "utf-8"


def test_a_damaged_byte_far_behind_the_start_is_still_seen() -> None:
    plain = b"".join(b"p%d@example.com,Ann\n" % number for number in range(100_000))
    content = b"email,first_name\n" + plain + "zoe@example.com,Zoë\n".encode("cp1252")
    assert read_sheet(content)[0].encoding == "cp1252"
    assert read_sheet(content)[1][-1].values == ("zoe@example.com", "Zoë")


def test_a_wide_file_cut_inside_a_character_refuses_its_last_row() -> None:
    content = codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le") + b"a\x00b"
    found = read_sheet(content)[1]
    assert [row.values for row in found[:2]] == ROWS
    assert isinstance(found[2], RowError)


def test_a_lone_surrogate_in_a_wide_file_refuses_its_row() -> None:
    content = codecs.BOM_UTF16_LE + "email,name\na@example.com,".encode("utf-16-le") + b"\x00\xd8\n\x00"
    assert errors_of(content) == [(2, 2)]


def test_text_that_was_lost_before_is_refused_not_stored() -> None:
    assert errors_of("email,name\na@example.com,Zo\ufffd\n") == [(2, 2)]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\x03\x04\x14\x00\x06\x00", "This is an Excel workbook: save it as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "This is an Excel workbook: save it as CSV"),
        (b"%PDF-1.7", "PDF"),
        (b"\x1f\x8b\x08", "compressed"),
        (b"\xef\xbb\xbf<html><table>", "web page"),
        (TEXT.encode("utf-32"), "UTF-32"),
        (b"", "empty"),
        (b"\xef\xbb\xbf", "column names"),
        (b"\n\r\n  \n", "column names"),
    ],
)
def test_a_file_that_is_no_csv_is_refused_with_a_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(SheetError, match=sentence):
        read_sheet(content)
