"""Lists of whom nobody may contact come in as files, row by row, and go out so that they can come in again."""

import csv
import io
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from app.actions import clock
from app.models import Event, Workspace
from bounces.actions import spellings, suppressions
from bounces.actions.suppression_lists import Report, take_in
from bounces.models import Suppression
from mailboxes.core.address import parse_address, parse_domain
from mailboxes.core.csv_sheet import SheetError
from mailboxes.models import Delivery, DeliveryBody, Recipient
from sequences.actions import erasure
from sequences.actions.suppression_export import export_lines
from sequences.models import Enrollment
from tests.factories import a_campaign, a_contact, a_mailbox, a_recipient, a_user, a_workspace, enrolled
from tests.sequences.actions.importing import import_file, report

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace(db: None) -> Workspace:
    return a_workspace()


def taken(workspace: Workspace, text: str | bytes) -> Report:
    return take_in(workspace.id, io.BytesIO(text.encode() if isinstance(text, str) else text))


def counts(done: Report) -> tuple[int, int, int, int]:
    return done.rows, done.new, done.known, done.bad


def blocked(workspace: Workspace, address: str) -> bool:
    return suppressions.blocks(workspace.id, parse_address(address)) is not None


FILES = {
    "plain lines": "Vera@example.com\nfoo.example\n*.bar.example\n\n@baz.example\n",
    "one column of any name": "who\nvera@example.com\nfoo.example\n*.bar.example\nbaz.example\n",
    "lemlist": "email\nvera@example.com\nfoo.example\n*.bar.example\n@baz.example\n",
    "two columns": "domain;email\n;vera@example.com\nfoo.example;\n*.bar.example;\nbaz.example;\n",
    "made safe for a spreadsheet": "value,note\nvera@example.com,x\nfoo.example,\n*.bar.example,\n'@baz.example,\n",
    "UTF-16 of a spreadsheet": "Email\r\nvera@example.com\r\nfoo.example\r\n*.bar.example\r\nbaz.example\r\n".encode(
        "utf-16"
    ),
}


@pytest.mark.parametrize("text", FILES.values(), ids=list(FILES))
def test_files_of_many_makers_are_understood(workspace: Workspace, text: str | bytes) -> None:
    assert counts(taken(workspace, text)) == (4, 4, 0, 0)
    assert all(blocked(workspace, one) for one in ("VERA@example.com", "x@foo.example", "x@a.bar.example"))
    assert blocked(workspace, "x@baz.example")
    assert not blocked(workspace, "x@bar.example")
    assert set(Suppression.objects.values_list("reason", "source")) == {("imported", "import")}


def test_a_bad_row_is_told_by_line_and_keeps_nobody_else_out(workspace: Workspace) -> None:
    rows = (
        "ann@example.com,unsubscribed",
        "nobody,",
        '"a\nb",',
        "ben@example.com,x,y",
        "ann@example.com,",
        "cid@example.com,",
    )
    done = taken(workspace, "\n".join(["email,reason", *rows, ""]))
    assert counts(done) == (6, 2, 1, 3)
    assert [(error.line, error.reason) for error in done.errors] == [
        (3, "The domain has no dot."),
        (4, "The address holds a line break, a control character or an invisible character."),
        (6, "The row has 3 cells, the header has 2."),
    ]
    assert set(Suppression.objects.values_list("reason", flat=True)) == {"unsubscribed", "imported"}


@pytest.mark.parametrize("text", ["", "name,phone\nAnn,1\n", b"PK\x03\x04"])
def test_what_is_no_list_is_refused_whole(workspace: Workspace, text: str | bytes) -> None:
    with pytest.raises(SheetError):
        taken(workspace, text)
    assert not Suppression.objects.exists()


def test_every_entry_has_its_event_and_ends_who_is_in_a_campaign(workspace: Workspace) -> None:
    ann = enrolled(a_campaign(workspace), a_contact(workspace, "ann@example.com"))
    lines = "".join(f"person{number}@example.net\n" for number in range(250))
    assert counts(taken(workspace, f"email\nann@example.com\n{lines}")) == (251, 251, 0, 0)
    assert Enrollment.objects.get(id=ann.id).state == "stopped"
    made = Event.objects.filter(kind="recipient.suppressed")
    assert set(made.values_list("subject_id", flat=True)) == set(Suppression.objects.values_list("id", flat=True))
    assert counts(taken(workspace, f"email\nann@example.com\n{lines}")) == (251, 0, 251, 0)
    assert made.count() == 251


def exported(workspace: Workspace) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(export_lines(workspace.id)), newline="")))


def test_the_export_is_safe_and_comes_in_again_with_reasons_and_erased_people(workspace: Workspace) -> None:
    kept, gone = a_contact(workspace, "+kept@example.com"), a_contact(workspace, "gone@example.com")
    for person in (kept, gone):
        suppressions.suppress_addresses(workspace.id, [parse_address(person.email)], reason="unsubscribed")
    suppressions.suppress_domain(workspace.id, parse_domain("foo.example"), reason="by_person")
    erasure.erase(gone)
    rows = exported(workspace)
    assert [(row["entry"], row["kind"], row["reason"], row["source"]) for row in rows] == [
        ("'+kept@example.com", "address", "unsubscribed", "person"),
        ("", "address", "unsubscribed", "person"),
        ("foo.example", "domain", "by_person", "person"),
    ]
    text = "".join(export_lines(workspace.id))
    assert "gone@" not in text
    Suppression.objects.all().delete()  # a backup from before was restored
    assert counts(taken(workspace, text)) == (3, 3, 0, 0)
    assert [row["reason"] for row in exported(workspace)] == ["by_person", "unsubscribed", "unsubscribed"]
    assert all(blocked(workspace, one) for one in ("+kept@example.com", "GONE@example.com", "x@foo.example"))
    again = import_file(workspace, "email\ngone@example.com\n", campaign=a_campaign(workspace))
    assert [row[1:] for row in report(again)] == [("skipped", "suppressed")]


def test_the_commands_take_in_and_write_out(
    workspace: Workspace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given, written = tmp_path / "in.csv", tmp_path / "out.csv"
    given.write_text("email\nann@example.com\nnobody\n")
    call_command("suppress", "--file", str(given))
    printed = capsys.readouterr()
    assert "2 rows: 1 new, 0 on the list before, 1 not understood." in printed.out
    assert "line 3: The domain has no dot." in printed.err
    call_command("export_suppressions", str(written))
    assert written.read_text().count("\n") == 2
    for wrong in ([], ["ann@example.com", "--file", str(given)], ["--file", str(given) + "x"]):
        with pytest.raises(CommandError):
            call_command("suppress", *wrong)


def test_spellings_become_one_by_who_may_decide_it(workspace: Workspace, capsys: pytest.CaptureFixture[str]) -> None:
    suppressions.suppress_addresses(workspace.id, [parse_address("ann@example.com")], reason="by_person")
    member, owner = a_user(workspace, role="member"), a_user(workspace)
    with pytest.raises(CommandError):
        call_command("alike_addresses", "on", "--by", member.email)
    assert not blocked(workspace, "ann+news@example.com")
    call_command("alike_addresses", "on", "--by", owner.email)
    assert blocked(workspace, "ann+news@example.com")
    assert Event.objects.get(kind="workspace.spellings").data == {"state": "on", "by": owner.id}
    call_command("alike_addresses")
    assert "cover every spelling" in capsys.readouterr().out


def mailed(workspace: Workspace, address: str) -> None:
    """A mail to somebody who is no contact."""
    person = a_recipient(workspace, address)
    delivery = Delivery.objects.create(
        workspace=workspace, recipient=person, mailbox=a_mailbox(workspace), token="t", created_at=clock.now()
    )
    DeliveryBody.objects.create(delivery=delivery, address=address)


@pytest.mark.parametrize("known_by", ["a contact", "a mail", "an import afterwards"])
def test_an_opt_out_from_before_spellings_were_kept_covers_the_plain_address_too(
    workspace: Workspace, known_by: str
) -> None:
    spelled = parse_address("ann+news@example.com")
    if known_by == "a mail":
        mailed(workspace, spelled.wire)
    elif known_by == "a contact":
        a_contact(workspace, spelled.wire)
    suppressions.suppress_addresses(workspace.id, [spelled], reason="unsubscribed")
    Recipient.objects.update(alike=None)  # as rows were made then
    spellings.choose(workspace.id, alike=True)
    if known_by == "an import afterwards":
        assert not blocked(workspace, "ann@example.com")
        taken(workspace, "email\nann+news@example.com\n")
    assert blocked(workspace, "ann@example.com")


def test_an_entry_that_a_list_names_too_does_not_go_with_a_message_that_was_read_wrongly(workspace: Workspace) -> None:
    person = a_contact(workspace, "vera@example.com").recipient_id
    suppressions.suppress_person(workspace.id, person, reason="bounced", outcome_id=7)
    assert counts(taken(workspace, "email,reason\nvera@example.com,unsubscribed\n")) == (1, 0, 1, 0)
    entry = Suppression.objects.get()
    assert (entry.outcome_id, entry.reason, entry.source, entry.lifted_at) == (None, "unsubscribed", "import", None)
