"""The given cases of the area IMP through the pages: uploaded, looked at, counted, confirmed, and what came of it."""

import csv
import html
import io
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.test import Client
from openpyxl import Workbook

from app.models import Event, Workspace
from sequences import actors
from sequences.actions import import_undo, imports, uploads
from sequences.models import Contact, ContactTag, Enrollment, Import, ImportPiece, ImportRow, Touch
from tests.factories import a_campaign, a_contact, a_user, a_workspace
from tests.plugins.world import World
from tests.sequences.core.import_files import file_bytes

pytestmark = pytest.mark.django_db(transaction=True)

SAID = {"source": "Bought from nobody", "basis": "interest", "scope": "update"}


@pytest.fixture(autouse=True)
def work_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker's part, done when it is asked for."""
    monkeypatch.setattr(actors.read_import, "send", uploads.read)
    monkeypatch.setattr(actors.run_import, "send", imports.run)
    monkeypatch.setattr(actors.undo_import, "send", import_undo.undo)


class Wizard:
    """Somebody who imports through the pages."""

    def __init__(self, workspace: Workspace, role: str = "member") -> None:
        self.workspace, self.client = workspace, Client()
        self.client.force_login(a_user(workspace, role=role))
        self.path = ""

    def upload(self, content: bytes, *, name: str = "people.csv", kind: str = "text/csv") -> str:
        """The page with the columns."""
        answer = self.client.post("/contacts/imports/add/", {"file": SimpleUploadedFile(name, content, kind)})
        assert answer.status_code == 302, answer.content.decode()
        self.path = answer["Location"]
        return self.page()

    def page(self, query: str = "", status: int = 200) -> str:
        answer = self.client.get(self.path + query)
        assert answer.status_code == status
        return " ".join(answer.content.decode().split())

    def columns(self) -> dict[str, str]:
        """What the form says, as a browser would send it."""
        page = self.page()
        chosen = dict(re.findall(r'<select id="(column-\d+)".*?<option value="([a-z_]+)" selected', page))
        return chosen | dict(re.findall(r'<input id="(field-\d+)"[^>]*?value="([^"]*)"', page))

    def answer(self, changes: dict[str, str] | None = None, status: int = 302) -> str:
        told = SAID | self.columns() | (changes or {})
        answer = self.client.post(f"{self.path}answer/", told)
        assert answer.status_code == status, answer.content.decode()
        return " ".join(answer.content.decode().split())

    def confirm(self) -> Import:
        assert self.client.post(f"{self.path}confirm/").status_code == 302
        return self.one

    @property
    def one(self) -> Import:
        return Import.objects.get(id=int(self.path.strip("/").rpartition("/")[2]))

    def whole(self, content: bytes, **how: str) -> Import:
        self.upload(content, **how)
        self.answer()
        return self.confirm()


@pytest.fixture
def wizard(world: World) -> Wizard:
    return Wizard(a_workspace())


def names(page: str) -> list[str]:
    return re.findall(r'<th scope="row"><span class="muted">\d+</span> (.*?)</th>', page)


def everything_stored() -> str:
    rows = [list(model.objects.values()) for model in (Contact, Import, ImportRow)]
    return json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False)


@pytest.mark.parametrize("quoted", [True, False])
def test_imp_01_a_byte_order_mark_is_seen_by_nobody(wizard: Wizard, quoted: bool) -> None:
    content = file_bytes("bom-quoted-header.csv")
    header, rest = content.split(b"\r\n", 1)
    page = wizard.upload(content if quoted else header.replace(b'"', b"") + b"\r\n" + rest)
    assert names(page) == ["Email", "First Name", "Company"]
    assert wizard.columns()["column-1"] == "address"
    wizard.answer()
    assert Contact.objects.count() == 0
    done = wizard.confirm()
    assert (done.state, done.created, done.rejected) == ("done", 2, 0)
    assert "\ufeff" not in everything_stored()


@pytest.mark.parametrize("kind", ["text/csv", "application/octet-stream", "application/vnd.ms-excel"])
def test_imp_02_separators_and_line_ends_are_found_whatever_the_upload_calls_itself(wizard: Wizard, kind: str) -> None:
    page = wizard.upload(file_bytes("sep-line-semicolon.csv"), kind=kind)
    assert names(page) == ["email", "first_name", "company"]
    wizard.answer()
    assert wizard.confirm().created == 2
    assert set(Contact.objects.values_list("company", flat=True)) == {"Alpha, Beta; Co", "Gamma, Inc."}
    assert wizard.whole(file_bytes("classic-mac-cr.csv"), kind=kind).created == 3


def test_imp_02_a_file_without_one_valid_row_has_failed(wizard: Wizard) -> None:
    wizard.upload(b"email,name\nnobody,Ann\nnobody at all,Ben\n")
    wizard.answer({"column-1": "address"})
    done = wizard.confirm()
    assert done.state == "failed"
    assert "0 of 2 rows imported" in wizard.page()
    assert not Contact.objects.exists()


def test_imp_03_a_code_page_is_found_or_chosen_and_the_rows_are_shown_again(wizard: Wizard) -> None:
    page = wizard.upload(file_bytes("cp1252-names.csv"))
    assert "Zoë" in page
    assert "Zoë" not in wizard.page("?encoding=cp1251")
    assert "Zoë" in wizard.page("?encoding=cp1252")
    wizard.answer()
    assert wizard.confirm().created == 4
    companies = set(Contact.objects.values_list("company", flat=True))
    assert companies == {"“Nord” Verlag", "O’Hara & Sons", "Meyer – Söhne", "€uro Bau"}
    assert not any(sign == "\ufffd" or "\x80" <= sign <= "\x9f" for sign in everything_stored())


def test_imp_04_progress_counts_rows_and_an_unclosed_quote_swallows_nobody(wizard: Wizard) -> None:
    done = wizard.whole(file_bytes("quoted-newlines.csv"))
    assert (done.rows_read, done.created, done.mark) == (3, 3, 3)
    broken = wizard.whole(file_bytes("stray-quote.csv"))
    assert (broken.rows_read, broken.created, broken.rejected) == (4, 3, 1)
    assert "A quote opened here is never closed." in wizard.page()
    assert "@example.com" not in json.dumps(list(Contact.objects.values("company", "first_name", "fields")))


def test_imp_05_columns_are_told_apart_by_position(wizard: Wizard) -> None:
    other = a_contact(wizard.workspace, "gerd@example.com", first_name="Gerd")
    page = wizard.upload(file_bytes("duplicate-reserved-headers.csv").replace(b",7,", b",%d," % other.id))
    assert names(page) == ["email", "title", "title", "file", "id", "email"]
    refused = wizard.answer({"column-6": "address"}, 422)
    assert "Columns 1 (email) and 6 (email)" in refused
    named = {"column-3": "custom", "field-3": "Salutation", "field-4": "file", "field-5": "id"}
    wizard.answer(named | {"column-6": "ignore"})
    assert wizard.confirm().created == 2
    fay = Contact.objects.get(email="fay@example.com")
    assert (fay.title, fay.fields) == ("Head of Sales", {"salutation": "Dr.", "file": "notes.pdf", "id": str(other.id)})
    before = other.fields
    other.refresh_from_db()
    assert (other.first_name, other.fields) == ("Gerd", before)


def test_imp_06_what_was_uploaded_goes_and_an_interrupted_file_is_read_from_its_beginning(wizard: Wizard) -> None:
    wizard.upload(b"email\n" + b"".join(b"p%d@example.com\n" % number for number in range(450)))
    assert ImportPiece.objects.exists()
    wizard.answer()
    assert not ImportPiece.objects.exists()
    assert uploads.to_be_read() == []
    assert imports.unfinished() == []  # nobody said yes yet
    assert wizard.confirm().created == 450
    assert not ImportRow.objects.exclude(data={}).exists()


def test_a_workbook_is_read_like_a_file(wizard: Wizard) -> None:
    book, kept = Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in (["Email", "First Name", "Employees"], ["ada@example.com", "Ada", 120.0], ["=1+1", "Nobody", None]):
        sheet.append(row)
    book.save(kept)
    done = wizard.whole(kept.getvalue(), name="people.xlsx")
    assert (done.created, done.rejected) == (1, 1)
    assert Contact.objects.get().fields == {"employees": "120"}


def test_a_list_of_companies_is_refused_by_that_name(wizard: Wizard) -> None:
    page = wizard.upload(b"Company Name,Website,Industry\nAlpha,alpha.example,Tools\n")
    assert "This is a list of companies, it has no people" in page
    assert "list of companies" in wizard.answer(status=422)
    assert not Contact.objects.exists()


EXPORT = (
    b"First Name,Last Name,Company Name for Emails,Email,Email Status,Email Bounced,Replied,Lifecycle Stage,Lists\n"
    b"Ada,A,Acme,ada@example.com,Verified,false,false,Lead,x\n"
    b"Ben,B,Acme,ben@example.com,Extrapolated,false,false,Lead,x\n"
    b"Cat,C,Acme,cat@example.com,Verified,true,false,Lead,x\n"
    b"Dee,D,Acme,dee@example.com,Verified,false,true,Lead,x\n"
    b"Eve,E,Acme,eve@example.com,Verified,false,false,Customer,x\n"
    b"Fay,F,Acme,not an address,Verified,false,false,Lead,=cmd\n"
)


def test_what_another_tool_knew_holds_or_forbids(wizard: Wizard) -> None:
    campaign = a_campaign(wizard.workspace, state="running")
    page = wizard.upload(EXPORT)
    assert "an export of Apollo" in page
    wizard.answer({"campaign": str(campaign.id), "tag": "Spring", "verified_on": "2026-11-02"})
    page = wizard.page()
    assert re.search(r"New people</dt><dd>4<.*Already mailed by you</dt><dd>0<.*Never again</dt><dd>1<", page)
    assert "3 people wait for your decision" in page
    done = wizard.confirm()
    assert (done.created, done.skipped, done.rejected, done.enrolled) == (4, 1, 1, 4)
    held = dict(Touch.objects.values_list("enrollment__contact__first_name", "hold_reason"))
    assert held == {"Ada": "", "Ben": "risky_address", "Dee": "answered_elsewhere", "Eve": "protected"}
    ben = Contact.objects.get(first_name="Ben")
    assert (ben.verification, str(ben.verified_on), ben.source) == ("risky", "2026-11-02", "Bought from nobody")
    assert ContactTag.objects.filter(tag__name="Spring").count() == 4
    again = Wizard(wizard.workspace)
    again.upload(EXPORT)
    again.answer()
    assert re.search(r"New people</dt><dd>0<", again.page())
    assert "4 people are in the campaign" in again.page()


def test_rejected_rows_are_handed_out_with_reasons_and_run_in_no_spreadsheet(wizard: Wizard) -> None:
    wizard.whole(EXPORT)
    answer = wizard.client.get(f"{wizard.path}rejected/")
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0][:3] == ["line", "column", "reason"]
    assert rows[1][:2] == ["7", "Email"]
    assert rows[1][-1] == "'=cmd"
    Import.objects.update(finished_at="2026-01-01T00:00:00Z")
    uploads.forget()
    assert not ImportRow.objects.exclude(data={}).exists()


def test_an_import_is_taken_back_but_for_whom_another_campaign_has(wizard: Wizard, world: World) -> None:
    campaign = a_campaign(wizard.workspace)
    old = a_contact(wizard.workspace, "old@example.com", first_name="Old")
    wizard.upload(b"email,first_name\nada@example.com,Ada\nben@example.com,Ben\nold@example.com,New\n")
    wizard.answer({"campaign": str(campaign.id)})
    wizard.confirm()
    kept = Contact.objects.get(email="ben@example.com")
    other = a_campaign(wizard.workspace)
    Enrollment.objects.create(
        workspace=wizard.workspace, campaign=other, contact=kept, recipient=kept.recipient, enrolled_at=world.now()
    )
    wizard.client.post(f"{wizard.path}undo/")
    assert wizard.one.state == "undone"
    assert set(Contact.objects.values_list("email", flat=True)) == {"ben@example.com", old.email}
    page = wizard.page()
    assert "1 contact was removed." in page
    assert "1 contact stays" in page
    assert not Enrollment.objects.filter(campaign=campaign).exists()
    assert Event.objects.filter(kind="import.undone").exists()


@pytest.mark.parametrize(("scope", "kept"), [("fill", "Old"), ("update", "New"), ("skip", "Old")])
def test_who_is_a_contact_already_is_filled_changed_or_left(wizard: Wizard, scope: str, kept: str) -> None:
    old = a_contact(wizard.workspace, "old@example.com", first_name="Old", company="")
    wizard.upload(b"email,first_name,company\nold@example.com,New,Acme\n")
    wizard.answer({"scope": scope})
    wizard.confirm()
    old.refresh_from_db()
    assert (old.first_name, old.company) == (kept, "" if scope == "skip" else "Acme")


def test_a_file_is_forgotten_before_it_begins_and_after_a_day(wizard: Wizard) -> None:
    wizard.upload(b"email\nada@example.com\n")
    assert wizard.client.post(f"{wizard.path}cancel/").status_code == 302
    wizard.upload(b"email\nada@example.com\n")
    Import.objects.update(started_at="2026-01-01T00:00:00Z")
    assert uploads.forget() == 1
    assert not Import.objects.exists()
    assert not ImportPiece.objects.exists()


def test_rows_may_be_pasted_and_an_empty_form_says_so(wizard: Wizard) -> None:
    assert wizard.client.post("/contacts/imports/add/", {}).status_code == 422
    answer = wizard.client.post("/contacts/imports/add/", {"rows": "Email\tName\nada@example.com\tAda\n"})
    wizard.path = answer["Location"]
    assert names(wizard.page()) == ["Email", "Name"]


def test_a_file_that_cannot_be_read_to_its_end_says_why_and_is_over(wizard: Wizard) -> None:
    wizard.upload(b"email\nada@example.com\n")
    Import.objects.update(state="reading", encoding="utf-8", separator=",", mapping=[["address", ""]])
    ImportPiece.objects.update(data=b"\xff\xfe\x00\x00 nothing")
    uploads.read(wizard.one.id)
    assert wizard.one.state == "failed"
    assert wizard.one.said in html.unescape(wizard.page())
    assert not ImportPiece.objects.exists()
    assert Event.objects.filter(kind="import.finished", subject_id=wizard.one.id).exists()


def test_two_workers_read_one_file_once(wizard: Wizard) -> None:
    wizard.upload(b"email\n" + b"".join(b"p%d@example.com\n" % number for number in range(300)))
    Import.objects.update(
        state="reading", encoding="utf-8", separator=",", mapping=[["address", ""]], columns=["email"]
    )
    import_id = wizard.one.id

    def read() -> None:
        uploads.read(import_id)
        connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: read(), range(2)))
    assert wizard.one.state == "read"
    assert ImportRow.objects.filter(batch_id=import_id).count() == 300
    assert Event.objects.filter(kind="import.read").count() == 1
