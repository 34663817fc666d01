"""The headless way, from a workspace to sent mail, and what bad input is told: file, line and column."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from app.models import Event, Workspace
from bounces.models import Suppression
from mailboxes.actions import inbound
from mailboxes.models import Delivery, Mailbox
from sequences.actions import imports
from sequences.models import Campaign, Contact, Enrollment, Import, Touch
from tests.factories import a_campaign, a_contact, a_mailbox, a_user, a_workspace, an_email, enrolled
from tests.journeys.running import a_gmail
from tests.plugins.simulator import Simulator
from tests.plugins.world import World
from tests.sequences.core.import_files import FOLDER

pytestmark = pytest.mark.django_db(transaction=True)

MIRA = "mira@other.example"
CAMPAIGN = """\
name: Spring
mailboxes: [nora@nordlicht.example]
window: {days: mon-sun, opens: "00:00", closes: "23:59"}
steps:
  - {kind: email, subject: Hello, text: "Hello {{ first_name | default: 'there' }}"}
"""


def told(*arguments: str | Path) -> str:
    out = io.StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def a_file(folder: Path, content: str, name: str = "people.csv") -> Path:
    path = folder / name
    path.write_text(content)
    return path


def test_from_a_bare_database_to_sent_mail(
    world: World, simulator: Simulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.HEALTH_RESOLVERS = (simulator.dns,)
    world.allow(simulator.endpoints)
    monkeypatch.setenv("FORBEAR_MAILBOX_PASSWORD", "password")
    told("create_workspace", "Nordlicht", "--postal-address", "1 Harbour Street")
    eva = a_user(Workspace.objects.get())
    told("policy", "domain_openers=none", "--by", eva.email)  # the three of the file are of one company
    host, port = simulator.smtp
    server = ("--host", host, "--port", str(port), "--security", "plain")
    assert "is connected" in told("connect_smtp", "nora@nordlicht.example", *server)
    reader = a_gmail(Workspace.objects.get(), simulator, world, address=MIRA)  # receives the mail that measures
    assert "is draft" in told("create_campaign", a_file(tmp_path, CAMPAIGN, "spring.yaml"))
    printed = told("import_contacts", FOLDER / "stray-quote.csv", "--campaign", "Spring")
    assert "stray-quote.csv:3:3: A quote opened here is never closed.\n" in printed
    assert "3 of 4 rows imported: 3 created, 0 updated, 0 skipped, 1 rejected; 3 enrolled." in printed
    assert "is running" in told("start_campaign", "Spring")
    send_for_a_day(world, reader)
    assert "nora@nordlicht.example: passes" in told("check_health", "nora@nordlicht.example")
    accepted = [record["rcpt"] for record in simulator.journal("accept") if record["mailbox"] != MIRA]
    assert sorted(accepted) == [
        "ida@example.com",
        "lena@example.com",
        MIRA,
        "moritz@example.com",
    ]
    assert set(Delivery.objects.values_list("state", flat=True)) == {"accepted"}


def send_for_a_day(world: World, reader: Mailbox) -> None:
    """The planner spreads a day's mails over its window, so each run sends what is due then, before slots are old."""
    for _ in range(24 * 8):
        assert "Nothing is due." in told("run_until_idle")
        if not Touch.objects.filter(state__in=["scheduled", "planned"]).exists():
            return
        world.pass_time(timedelta(minutes=8))
        inbound.poll(reader.id)  # of true time not even the two minutes between two looks have passed


def test_a_running_campaign_is_paused_and_started_again_and_archived(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace, mailboxes=[a_mailbox(workspace)])
    assert "is paused" in told("pause_campaign", campaign.name)
    assert "is running" in told("start_campaign", campaign.name)
    with pytest.raises(CommandError, match="The campaign is running already"):
        told("start_campaign", campaign.name)
    assert "is archived" in told("archive_campaign", campaign.name)
    with pytest.raises(CommandError, match=r"no campaign called 'Sprung'; there are: "):
        told("start_campaign", "Sprung")


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('email,"name\nann@example.com,Ann\n', "1:2: "),
        ("name,city\nAnn,Kiel\n", "1:1: No column is mapped to the address."),
        ("ann@example.com,Ann\n", "1:1: "),
        ("sep=;\nname;city\nAnn;Kiel\n", "2:1: "),
    ],
)
def test_a_bad_file_is_told_by_file_line_and_column_and_changes_nothing(
    tmp_path: Path, content: str, place: str
) -> None:
    a_workspace()
    path = a_file(tmp_path, content)
    with pytest.raises(CommandError) as caught:
        told("import_contacts", path)
    assert str(caught.value).startswith(f"{path}:{place}")
    assert not Import.objects.exists()
    assert not Event.objects.exists()


def test_a_file_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    a_workspace()
    for command, name in (("import_contacts", "no.csv"), ("create_campaign", "no.yaml")):
        with pytest.raises(CommandError, match=f"{name}: No such file or directory"):
            told(command, tmp_path / name)


def test_an_import_without_a_valid_row_ends_with_an_error(tmp_path: Path) -> None:
    a_workspace()
    path = a_file(tmp_path, "email,name\nann,Ann\n")
    with pytest.raises(CommandError, match="0 of 1 rows imported"):
        told("import_contacts", path, "--mapping", "1=address")


def test_columns_are_corrected_by_position_and_shown_before(tmp_path: Path) -> None:
    a_workspace()
    corrections = ["--mapping", "3=custom:salutation", "--mapping", "6=ignore"]
    path = FOLDER / "duplicate-reserved-headers.csv"
    shown = told("import_contacts", path, "--preview", *corrections)
    assert "  3 'title' -> custom:salutation   'Dr.'" in shown
    assert not Import.objects.exists()
    told("import_contacts", path, *corrections)
    assert Contact.objects.get(email="fay@example.com").fields["salutation"] == "Dr."


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("6=address", r"Columns 1 \(email\) and 6 \(email\) are both mapped to address"),
        ("title=company", "Columns 2 and 3 are called 'title'"),
        ("9=company", "There is no column 9"),
        ("city=company", "There is no column called 'city'"),
        ("2=shoe", "'shoe' is no field"),
        ("2", "is not COLUMN=FIELD"),
    ],
)
def test_a_wrong_correction_is_told_and_stores_nothing(word: str, sentence: str) -> None:
    a_workspace()
    words = ["--mapping", "1=address", "--mapping", word]
    with pytest.raises(CommandError, match=sentence):
        told("import_contacts", FOLDER / "duplicate-reserved-headers.csv", *words)
    assert not Import.objects.exists()


def test_skipped_rows_are_counted_by_reason(tmp_path: Path) -> None:
    a_workspace()
    told("suppress", "ann@example.com")
    path = a_file(tmp_path, "email\nann@example.com\nben@example.com\nben@example.com\nben@example.com\n")
    printed = told("import_contacts", path)
    assert "2 skipped: repeat an earlier line\n1 skipped: suppressed\n" in printed
    assert "1 of 4 rows imported: 1 created, 0 updated, 3 skipped, 0 rejected" in printed


def test_an_interrupted_import_goes_on(tmp_path: Path) -> None:
    workspace = a_workspace()
    imports.stage(workspace, "people.csv", io.BytesIO(b"email\nann@example.com\n"))
    printed = told("import_contacts", "--resume")
    assert "people.csv, from row 1 on:" in printed
    assert "1 of 1 rows imported" in printed
    assert told("import_contacts", "--resume") == ""


def test_a_bad_campaign_file_is_told_by_file_line_and_column_and_stores_nothing(tmp_path: Path) -> None:
    a_workspace()
    path = a_file(tmp_path, CAMPAIGN.replace("default:", "nosuch:").replace("name: S", "nome: S"), "bad.yaml")
    with pytest.raises(CommandError) as caught:
        told("create_campaign", path)
    lines = str(caught.value).splitlines()
    assert lines[0] == f"{path}:1:1: The campaign has no 'name'."
    assert lines[1].startswith(f"{path}:1:1: 'nome' is not known here; did you mean 'name'?")
    assert lines[2].startswith(f"{path}:5:64: Unknown filter 'nosuch'")
    assert not Campaign.objects.exists()


@pytest.mark.parametrize(
    ("name", "content", "place"),
    [
        ("spring.yaml", CAMPAIGN.encode(), ":2:13: No mailbox with the address nora@nordlicht.example"),
        ("spring.json", b"{}", ": the name must end in"),
        ("spring.yaml", b"name: x\nsteps: \xff", ":2:8: The file is not UTF-8."),
    ],
)
def test_what_only_the_workspace_objects_to_has_its_place_too(
    tmp_path: Path, name: str, content: bytes, place: str
) -> None:
    a_workspace()
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(CommandError) as caught:
        told("create_campaign", path)
    assert str(caught.value).startswith(f"{path}{place}")


def test_a_campaign_without_a_postal_address_stays_a_draft(tmp_path: Path) -> None:
    a_mailbox(a_workspace(postal_address=""), address="nora@nordlicht.example")
    with pytest.raises(CommandError, match="no postal address"):
        told("create_campaign", a_file(tmp_path, CAMPAIGN, "spring.yaml"), "--start")
    assert Campaign.objects.get().state == "draft"


def test_addresses_and_domains_are_suppressed_and_one_bad_entry_stores_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workspace = a_workspace()
    monkeypatch.setattr("sys.stdin", io.StringIO("ann@example.com\n\n*.example.net\nann@@example.com\n"))
    with pytest.raises(CommandError, match=r"^stdin:4:1: "):
        told("suppress", "-")
    assert not Suppression.objects.exists()
    assert "3 of 3 entries are new" in told("suppress", "Ann@example.com", "example.org", "*.example.net")
    assert "0 of 1 entries are new" in told("suppress", "ann@example.com")
    assert set(Suppression.objects.filter(workspace=workspace).values_list("domain", flat=True)) == {
        "",
        "example.org",
        "*.example.net",
    }


def test_nobody_is_touched_in_another_workspace(tmp_path: Path) -> None:
    one, two = a_workspace(slug="one"), a_workspace(slug="two")
    told("import_contacts", a_file(tmp_path, "email\nann@example.com\n"), "--workspace", "one")
    assert Contact.objects.get().workspace_id == one.id
    assert not Enrollment.objects.exists()
    assert Workspace.objects.get(id=two.id).halted_at is None


def test_before_a_start_it_is_told_whom_a_text_would_hold(world: World) -> None:
    workspace = a_workspace()
    text = "About {{ company }} and {{ city | default: 'you' }}"
    campaign = a_campaign(workspace, mailboxes=[a_mailbox(workspace)], steps=[an_email(text=text)], state="draft")
    for company in ("Alpha", "", "\u200b"):
        enrolled(campaign, a_contact(workspace, company=company, fields={"city": "Hamburg"}))
    shown = told("start_campaign", campaign.name, "--check")
    assert "Step 1: 2 people have no company; it is held for them until it is there." in shown
    assert "Nothing else keeps campaign" in shown
    campaign.refresh_from_db()
    assert campaign.state == "draft"
    assert "city" not in shown
    assert "2 people have no company" in told("start_campaign", campaign.name)
