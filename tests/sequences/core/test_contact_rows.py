import io
import runpy
import sys
from collections import Counter
from pathlib import Path

import pytest

from mailboxes.core.csv_rows import open_sheet, rows
from mailboxes.core.csv_sheet import Row, RowError
from sequences.core.column_names import Target
from sequences.core.columns import Column, Mapping, guess_mapping
from sequences.core.contact_rows import ContactRow, contact_rows
from tests.sequences.core.import_files import FOLDER, contacts_of, import_sheet


def test_a_row_becomes_a_contact_with_every_field_in_its_place() -> None:
    content = (
        "Email,First Name,Last Name,Company,Job Title,Phone,LinkedIn,Country,Time Zone,Unsubscribed,Notes\n"
        "Ann@Example.com,Ann,Oak,Alpha,Buyer,+1 555 0100,https://linkedin.com/in/ann,Norway,europe/oslo,yes,a;b\n"
    )
    contact = contacts_of(content)[0]
    assert contact.address.wire == "Ann@example.com"
    assert (contact.first_name, contact.last_name, contact.company, contact.title) == ("Ann", "Oak", "Alpha", "Buyer")
    assert (contact.phone, contact.country, contact.time_zone) == ("+1 555 0100", "Norway", "Europe/Oslo")
    assert contact.linkedin_url == "https://linkedin.com/in/ann"
    assert contact.do_not_contact
    assert contact.custom == {"notes": "a;b"}


def test_spaces_inside_and_around_a_value_are_kept() -> None:
    assert contacts_of("email,first_name\na@example.com,  Mary  Ann \n")[0].first_name == "  Mary  Ann "


def test_an_empty_custom_value_is_left_out() -> None:
    assert contacts_of("email,a,b\na@example.com,\u00a0,x\n")[0].custom == {"b": "x"}


@pytest.mark.parametrize("column", ["first_name", "last_name", "company", "title", "phone", "country"])
def test_a_line_break_in_a_field_that_may_reach_a_header_refuses_the_row(column: str) -> None:
    found = import_sheet(f'email,{column}\na@example.com,"x\r\nBcc: eve@example.net"\nb@example.com,ok\n')
    assert isinstance(found[0], RowError)
    assert (found[0].line, found[0].column) == (2, 2)
    assert "eve@" not in str(found[0])
    assert isinstance(found[1], ContactRow)


def test_an_invalid_address_is_refused_at_its_cell_without_repeating_it() -> None:
    found = import_sheet(
        "name,email\nAnn,a@example.com\nBen,ben at example\nC,c@example.com\nD,d@example.com\nE,e@e.test\n"
    )
    errors = [one for one in found if isinstance(one, RowError)]
    assert [(error.line, error.column) for error in errors] == [(3, 2)]
    assert "ben at" not in repr(errors)
    assert errors[0].values == ("Ben", "ben at example")


def test_a_state_column_is_obeyed_and_kept() -> None:
    contacts = contacts_of("email,state\na@example.com,Washington\nb@example.com,emailsBounced\n")
    assert [contact.do_not_contact for contact in contacts] == [False, True]
    assert [contact.custom for contact in contacts] == [{"state": "Washington"}, {"state": "emailsBounced"}]


def test_a_refused_row_passes_through_unchanged() -> None:
    error = RowError(7, None, "The row has 1 cells, the header has 2.")
    assert list(contact_rows([error], Mapping((Column(Target.ADDRESS),)))) == [error]


def test_two_thousand_rows_of_the_large_recipe_add_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "rows.csv"
    monkeypatch.setattr(sys, "argv", ["make_200k.py", str(target), "2000"])
    runpy.run_path(str(FOLDER / "make_200k.py"))
    source = io.BytesIO(target.read_bytes())
    sheet = open_sheet(source)
    sample = [row.values for row in rows(source, sheet) if isinstance(row, Row)][:100]
    found = list(contact_rows(rows(source, sheet), guess_mapping(sheet.columns, sample)))
    contacts = Counter(one.address.normalised for one in found if isinstance(one, ContactRow))
    assert (len(contacts), contacts.total() - len(contacts), len(found) - contacts.total()) == (1970, 20, 10)


def test_rows_and_refusals_share_one_count() -> None:
    found = import_sheet(
        "email,name\na@example.com,Ann\nb@example.com\nnone,C\nd@example.com,\x07\nc@e.test,E\nf@e.test,F\n"
    )
    assert [one.number for one in found] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("column", "most"), [("first_name", 200), ("company", 300), ("phone", 100), ("linkedin", 500)])
def test_a_value_longer_than_its_field_refuses_the_row_at_its_cell(column: str, most: int) -> None:
    fits, exceeds = "x" * most, "x" * (most + 1)
    found = import_sheet(f"email,{column}\na@example.com,{fits}\nb@example.com,{exceeds}\n")
    assert isinstance(found[0], ContactRow)
    assert isinstance(found[1], RowError)
    assert (found[1].line, found[1].column) == (3, 2)
