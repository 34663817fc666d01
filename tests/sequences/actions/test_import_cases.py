"""The acceptance cases of area IMP, from file to database; what needs no database is in core/test_csv_cases.py."""

import io
import json
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from app import failpoints
from app.failpoints import FailpointHit
from sequences.actions import imports
from sequences.core.column_names import Target
from sequences.core.columns import Column, Mapping, MappingError
from sequences.models import Contact, Enrollment, Import, ImportRow, Touch
from tests.factories import a_campaign, a_contact, a_workspace
from tests.faults.processes import ROOT, environment
from tests.plugins.world import World
from tests.sequences.actions.importing import import_file, report, stored, tally
from tests.sequences.core.import_files import FOLDER, file_bytes

pytestmark = pytest.mark.django_db(transaction=True)


def everything_stored() -> str:
    """All text of the tables an import writes."""
    rows = [list(model.objects.values()) for model in (Contact, Import, ImportRow)]
    return json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False)


def test_imp_01_a_byte_order_mark_reaches_no_table() -> None:
    quoted = file_bytes("bom-quoted-header.csv")
    header, rest = quoted.split(b"\r\n", 1)
    for content in (quoted, header.replace(b'"', b"") + b"\r\n" + rest):
        workspace = a_workspace()
        done = import_file(workspace, content)
        assert tally(done) == (2, 2, 0, 0, 0)
        assert done.columns == ["Email", "First Name", "Company"]
        assert stored(workspace, "email", "first_name") == [
            ("alma@example.com", "Alma"),
            ("bjorn@example.com", "Björn"),
        ]
    assert "\ufeff" not in everything_stored()


def test_imp_02_the_hint_line_is_no_row_and_carriage_returns_end_lines() -> None:
    workspace = a_workspace()
    assert tally(import_file(workspace, file_bytes("sep-line-semicolon.csv"))) == (2, 2, 0, 0, 0)
    assert stored(workspace, "company") == ["Alpha, Beta; Co", "Gamma, Inc."]
    assert tally(import_file(workspace, file_bytes("classic-mac-cr.csv"))) == (3, 3, 0, 0, 0)


def test_imp_02_an_import_without_one_valid_row_has_failed() -> None:
    mapping = Mapping((Column(Target.ADDRESS), Column(Target.FIRST_NAME)))
    done = import_file(a_workspace(), "email,name\nnobody,Ann\nnobody at all,Ben\n", mapping=mapping)
    assert done.state == Import.State.FAILED
    assert tally(done) == (2, 0, 0, 0, 2)
    assert not Contact.objects.exists()


def test_imp_03_windows_1252_is_stored_code_point_for_code_point() -> None:
    workspace = a_workspace()
    assert tally(import_file(workspace, file_bytes("cp1252-names.csv"))) == (4, 4, 0, 0, 0)
    assert stored(workspace, "first_name") == ["Jürgen", "Renée", "Siân", "Zoë"]
    assert stored(workspace, "company") == ["“Nord” Verlag", "O’Hara & Sons", "Meyer – Söhne", "€uro Bau"]
    text = everything_stored()
    assert not any(sign == "\ufffd" or "\x80" <= sign <= "\x9f" for sign in text)


def test_imp_04_rows_are_counted_not_lines() -> None:
    workspace = a_workspace()
    done = import_file(workspace, file_bytes("quoted-newlines.csv"))
    assert tally(done) == (3, 3, 0, 0, 0)
    assert done.mark == done.rows_read
    notes = ["met at the fair\nstand 12\nwants a call", 'said "later", twice', "line one\n\nline three"]
    assert stored(workspace, "fields__notes") == notes


def test_imp_04_an_unclosed_quote_is_rejected_at_its_line_and_swallows_nobody() -> None:
    workspace = a_workspace()
    done = import_file(workspace, file_bytes("stray-quote.csv"))
    assert tally(done) == (4, 3, 0, 0, 1)
    assert report(done)[1] == (3, "rejected", "A quote opened here is never closed.")
    assert stored(workspace, "email") == ["ida@example.com", "lena@example.com", "moritz@example.com"]
    assert "@example.com" not in json.dumps(stored(workspace, "fields"))


def test_imp_05_columns_are_mapped_by_position_and_reserved_names_become_fields() -> None:
    workspace = a_workspace()
    other = a_contact(workspace, "gerd@example.com", first_name="Gerd")
    content = file_bytes("duplicate-reserved-headers.csv").replace(b",7,", b",%d," % other.id)
    targets = [Target.ADDRESS, Target.TITLE, Target.CUSTOM, Target.CUSTOM, Target.CUSTOM, Target.IGNORE]
    mapping = Mapping(tuple(map(Column, targets, ["", "", "salutation", "file", "id", ""])))
    done = import_file(workspace, content, mapping=mapping)
    assert tally(done) == (2, 2, 0, 0, 0)
    fay = Contact.objects.get(email="fay@example.com")
    assert (fay.title, fay.fields) == ("Head of Sales", {"salutation": "Dr.", "file": "notes.pdf", "id": str(other.id)})
    before = vars(other)["fields"]
    other.refresh_from_db()
    assert (other.first_name, other.fields) == ("Gerd", before)


def test_imp_05_two_columns_mapped_to_the_address_store_nothing() -> None:
    source = io.BytesIO(file_bytes("duplicate-reserved-headers.csv"))
    guess = imports.preview(source).mapping
    twice = Mapping((*guess.columns[:5], Column(Target.ADDRESS)))
    with pytest.raises(MappingError, match=r"Columns 1 \(email\) and 6 \(email\)"):
        imports.stage(a_workspace(), "twice.csv", source, mapping=twice)
    assert not Import.objects.exists()


def many_rows(folder: Path, rows: int) -> bytes:
    target = folder / "many.csv"
    subprocess.run([sys.executable, FOLDER / "make_200k.py", target, str(rows)], check=True, capture_output=True)
    return target.read_bytes()


@pytest.mark.parametrize("point", ["imports.before_commit", "imports.after_batch"])
def test_imp_06_an_import_killed_in_the_middle_ends_with_every_row_once(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace)
    source = io.BytesIO(many_rows(tmp_path, 2000))
    staged = imports.stage(workspace, "many.csv", source, campaign=campaign)
    monkeypatch.setattr(failpoints, "ARMED", {point: (5, "raise")})
    monkeypatch.setattr(failpoints, "_passed", Counter())
    with pytest.raises(FailpointHit):
        imports.run(staged.id)
    interrupted = Import.objects.get(id=staged.id)
    assert interrupted.state == "running"
    assert 0 < interrupted.mark < 2000
    assert interrupted.created == Contact.objects.count()
    assert imports.unfinished() == [staged.id]
    assert tally(imports.run(staged.id)) == (2000, 1970, 0, 20, 10)
    assert Contact.objects.count() == Contact.objects.values("recipient").distinct().count() == 1970
    assert Enrollment.objects.count() == Touch.objects.count() == 1970
    assert imports.unfinished() == []
    assert "example" not in json.dumps(list(ImportRow.objects.values_list("data", "reason")))


def test_imp_06_an_import_survives_the_death_of_its_process(world: World, tmp_path: Path) -> None:
    workspace = a_workspace()
    staged = imports.stage(workspace, "many.csv", io.BytesIO(many_rows(tmp_path, 1000)))
    armed = environment(FORBEAR_FAILPOINTS="imports.before_commit@3=kill")
    died = subprocess.run(
        [sys.executable, "manage.py", "import_contacts", "--resume"], cwd=ROOT, env=armed, check=False
    )
    assert died.returncode == -signal.SIGKILL
    assert Import.objects.get(id=staged.id).mark == 400
    assert tally(imports.run(staged.id)) == (1000, 985, 0, 10, 5)
    assert Contact.objects.count() == 985
