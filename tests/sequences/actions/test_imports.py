"""What an import does to people who are known already, and to whom it never writes."""

import io
import threading
from datetime import UTC, datetime

import pytest
from django.db import connection, transaction

from app.actions.attempts import in_transaction
from app.core.errors import Refused
from app.models import Event, Workspace
from bounces.actions.outcomes import Came, record
from bounces.actions.suppressions import suppress_addresses, suppress_domain
from bounces.core.outcomes import EFFECTS, Outcome
from bounces.models import Suppression
from mailboxes.core.address import parse_address, parse_domain
from mailboxes.core.csv_sheet import SheetError
from mailboxes.models import Recipient
from sequences.actions import imports
from sequences.models import Contact, Enrollment, Import, ImportRow, Touch
from tests.factories import a_campaign, a_contact, a_recipient, a_workspace, an_email, enrolled
from tests.plugins.world import World
from tests.sequences.actions.importing import import_file, report, stored, tally

pytestmark = pytest.mark.django_db(transaction=True)

ANN = "email,first_name,company\nann@example.com,Ann,Alpha\n"


def came_back(workspace_id: int, recipient_id: int, kind: Outcome) -> None:
    came = Came(workspace_id=workspace_id, recipient_id=recipient_id, kind=kind, effect=EFFECTS[kind])
    in_transaction(lambda: record(came))


def test_a_row_becomes_a_contact_an_enrollment_and_a_touch_inside_the_window(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace, steps=[an_email(delay=1)])
    done = import_file(workspace, ANN, campaign=campaign)
    assert (tally(done), done.enrolled, done.state) == ((1, 1, 0, 0, 0), 1, "done")
    contact = Contact.objects.get(workspace=workspace)
    enrollment = Enrollment.objects.get(contact=contact)
    touch = Touch.objects.get(enrollment=enrollment)
    assert (contact.import_id, enrollment.import_id, enrollment.state) == (done.id, done.id, "active")
    assert touch.due_at >= datetime(2027, 3, 10, 10, 0, tzinfo=UTC)
    assert touch.eligible_at >= touch.due_at
    assert 8 <= touch.eligible_at.hour < 18
    assert touch.variant_id is not None


def test_only_filled_cells_replace_what_a_contact_has(world: World) -> None:
    workspace = a_workspace()
    a_contact(workspace, "Ann@example.com", first_name="Anna", company="Old", fields={"city": "Kiel", "tag": "x"})
    done = import_file(workspace, "email,first_name,company,city,size\nann@example.com,,Alpha,,12\n")
    assert tally(done) == (1, 0, 1, 0, 0)
    assert stored(workspace, "email", "first_name", "company", "fields") == [
        ("Ann@example.com", "Anna", "Alpha", {"city": "Kiel", "tag": "x", "size": "12"})
    ]


def test_the_same_file_twice_enrols_nobody_twice(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace)
    import_file(workspace, ANN, campaign=campaign)
    again = import_file(workspace, ANN, campaign=campaign)
    assert (tally(again), again.enrolled) == ((1, 0, 1, 0, 0), 0)
    assert report(again) == [(2, "updated", "in the campaign already")]
    assert Enrollment.objects.count() == Touch.objects.count() == 1


def test_a_repeated_address_is_skipped_and_names_the_line_that_counts(world: World) -> None:
    workspace = a_workspace()
    done = import_file(workspace, 'email,note\nann@example.com,"two\nlines"\nben@example.com,\nANN@Example.com,x\n')
    assert tally(done) == (3, 2, 0, 1, 0)
    assert report(done)[2] == (5, "skipped", "repeats line 2")


@pytest.mark.parametrize("entry", ["ann@example.com", "example.com"])
def test_a_suppressed_address_is_skipped_and_never_revived(world: World, entry: str) -> None:
    workspace = a_workspace()
    if "@" in entry:
        suppress_addresses(workspace.id, [parse_address(entry)], reason="typed")
    else:
        suppress_domain(workspace.id, parse_domain(entry), reason="typed")
    done = import_file(workspace, ANN, campaign=a_campaign(workspace))
    assert (tally(done), done.state) == ((1, 0, 0, 1, 0), "done")
    assert report(done) == [(2, "skipped", "suppressed")]
    assert not Contact.objects.exists()
    assert Suppression.objects.get().lifted_at is None


def test_a_row_that_forbids_contact_suppresses_the_address_and_stops_its_campaigns(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace)
    enrollment = enrolled(campaign, a_contact(workspace, "ann@example.com"))
    done = import_file(workspace, "email,do_not_contact\nann@example.com,yes\nben@example.com,no\n", campaign=campaign)
    assert tally(done) == (2, 1, 0, 1, 0)
    assert report(done)[0] == (2, "skipped", "do not contact")
    assert Suppression.objects.get().recipient_id == enrollment.recipient_id
    enrollment.refresh_from_db()
    assert enrollment.state == "stopped"


def test_a_wish_in_a_repeated_row_counts_too(world: World) -> None:
    workspace = a_workspace()
    done = import_file(workspace, "email,unsubscribed\nann@example.com,no\nann@example.com,yes\n")
    assert tally(done) == (2, 0, 0, 2, 0)
    assert Suppression.objects.get().recipient == a_recipient(workspace, "ann@example.com")


def test_an_address_that_bounced_is_skipped(world: World) -> None:
    workspace = a_workspace()
    came_back(workspace.id, a_recipient(workspace, "ann@example.com").id, Outcome.BOUNCED)
    done = import_file(workspace, ANN, campaign=a_campaign(workspace))
    assert report(done) == [(2, "skipped", "bounced")]


def test_who_answered_before_is_written_and_not_enrolled(world: World) -> None:
    workspace = a_workspace()
    came_back(workspace.id, a_recipient(workspace, "ann@example.com").id, Outcome.REPLIED)
    done = import_file(workspace, ANN, campaign=a_campaign(workspace))
    assert (tally(done), done.enrolled) == ((1, 1, 0, 0, 0), 0)
    assert report(done) == [(2, "created", "not enrolled: answered or left before")]


def test_a_failure_of_ours_says_nothing_about_the_person(world: World) -> None:
    workspace = a_workspace()
    came_back(workspace.id, a_recipient(workspace, "ann@example.com").id, Outcome.FAILED)
    assert import_file(workspace, ANN, campaign=a_campaign(workspace)).enrolled == 1


def test_a_warning_stays_with_its_row(world: World) -> None:
    workspace = a_workspace()
    done = import_file(workspace, "email,time zone\nann@example.com,CET\n")
    row = done.importrow_set.get()
    assert (row.verdict, row.column) == ("created", 2)
    assert "time zone" in row.reason


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"ann@example.com,Ann\n"])
def test_a_file_that_is_no_sheet_stores_nothing(world: World, content: bytes) -> None:
    with pytest.raises(SheetError):
        imports.stage(a_workspace(), "bad.csv", io.BytesIO(content))
    assert not Import.objects.exists()


def test_people_are_not_imported_into_a_campaign_that_takes_nobody(world: World) -> None:
    workspace = a_workspace()
    for campaign in (
        a_campaign(workspace, steps=[]),
        a_campaign(workspace, state="archived"),
        a_campaign(a_workspace()),
    ):
        with pytest.raises(Refused):
            import_file(workspace, ANN, campaign=campaign)
    assert not Import.objects.exists()


def test_events_say_what_was_written_in_numbers(world: World) -> None:
    workspace = a_workspace()
    done = import_file(workspace, ANN, campaign=a_campaign(workspace))
    kinds = list(Event.objects.order_by("id").values_list("kind", flat=True))
    assert kinds == ["import.staged", "contact.created", "enrollment.started", "import.finished"]
    last = Event.objects.get(kind="import.finished")
    assert (last.subject_id, last.data["created"], last.data["state"]) == (done.id, 1, "done")


def test_rows_are_emptied_once_written_and_keep_their_person(world: World) -> None:
    workspace = a_workspace()
    import_file(workspace, ANN)
    row = ImportRow.objects.get()
    assert (row.data, row.recipient_id) == ({}, Recipient.objects.get().id)


def people(count: int, *, backwards: bool = False) -> str:
    numbers = range(count, 0, -1) if backwards else range(1, count + 1)
    return "email\n" + "".join(f"person{number}@example.com\n" for number in numbers)


def test_two_imports_at_once_write_everybody_once(world: World) -> None:
    workspace = a_workspace()
    campaign = a_campaign(workspace)
    staged = [
        imports.stage(workspace, "people.csv", io.BytesIO(people(900, backwards=turn).encode()), campaign=campaign)
        for turn in (False, True)
    ]
    run_at_once([one.id for one in staged])
    done = list(Import.objects.order_by("id"))
    assert [one.state for one in done] == ["done", "done"]
    assert sum(one.created for one in done) == sum(one.enrolled for one in done) == Contact.objects.count() == 900
    assert Enrollment.objects.count() == Touch.objects.count() == 900


def test_one_import_run_by_three_workers_counts_each_row_once(world: World) -> None:
    workspace = a_workspace()
    staged = imports.stage(workspace, "people.csv", io.BytesIO(people(900).encode()), campaign=a_campaign(workspace))
    run_at_once([staged.id] * 3)
    done = imports.run(staged.id)
    assert (tally(done), done.enrolled) == ((900, 900, 0, 0, 0), 900)


def run_at_once(import_ids: list[int]) -> None:
    faults: list[BaseException] = []

    def work(import_id: int) -> None:
        try:
            imports.run(import_id)
        except BaseException as fault:  # noqa: BLE001 - told by the main thread
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=[import_id]) for import_id in import_ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert faults == []


def test_staging_waits_for_nobodys_lock(world: World) -> None:
    workspace = a_workspace()
    recipient = a_recipient(workspace, "ann@example.com")
    with transaction.atomic():
        Recipient.objects.select_for_update().get(id=recipient.id)
        thread = threading.Thread(target=stage_elsewhere, args=[workspace.id])
        thread.start()
        thread.join(5)
        assert not thread.is_alive()
    assert Import.objects.get().rows_read == 1


def stage_elsewhere(workspace_id: int) -> None:
    try:
        imports.stage(Workspace.objects.get(id=workspace_id), "ann.csv", io.BytesIO(ANN.encode()))
    finally:
        connection.close()
