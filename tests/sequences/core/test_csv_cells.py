import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailboxes.core.csv_cells import csv_line, neutralise, restore
from tests.sequences.core.import_files import contacts_of, file_bytes

TEXTS = st.text() | st.text(st.sampled_from("'\"=+-@\t\r\n＝ a1"), max_size=8)


@pytest.mark.parametrize(
    "text",
    [
        "=cmd|' /C calc'!A0",
        "+1 555 0100",
        "-3",
        "@SUM(1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1+1",
        "＋1",
        "－1",
        "＠a",
        " =1",
        "\u00a0=1",
        '"=1',
        "'=1",
        "''=1",
    ],
)
def test_a_cell_that_a_spreadsheet_would_run_gets_one_apostrophe(text: str) -> None:
    assert neutralise(text) == f"'{text}"
    assert restore(neutralise(text)) == text


@pytest.mark.parametrize("text", ["", "Ann", "'quoted start", "a=b", "1-2", "'", "''", '"Nord" Verlag', " Ann"])
def test_a_harmless_cell_is_left_alone_by_both(text: str) -> None:
    assert neutralise(text) == restore(text) == text


@settings(deadline=None)
@given(TEXTS)
def test_restoring_gives_the_value_back(text: str) -> None:
    assert restore(neutralise(text)) == text


@settings(deadline=None)
@given(TEXTS)
def test_no_exported_cell_begins_with_an_executable_character(text: str) -> None:
    written = csv_line(["x", text])
    cell = next(csv.reader(io.StringIO(written, newline="")))[1]
    assert not cell.lstrip(" \"'")[:1] or cell.startswith("'") or cell.lstrip(" \"'")[0] not in "=+-@\t\r\n＝＋－＠"


def test_an_export_of_the_formula_file_imports_to_the_same_contacts() -> None:
    contacts = contacts_of(file_bytes("formula-cells.csv"))
    lines = [csv_line(["email", "first_name", "company", "phone"])]
    lines += [csv_line([c.address.wire, c.first_name, c.company, c.phone]) for c in contacts]
    assert contacts_of("".join(lines)) == contacts
    assert "'=HYPERLINK" in lines[1]
    assert "'+1 555 0100" in lines[1]


def test_an_address_that_begins_with_a_plus_survives_export_and_import() -> None:
    contacts = contacts_of("email\n" + csv_line(["+tag@example.com"]))
    assert contacts[0].address.wire == "+tag@example.com"
