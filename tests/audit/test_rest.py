"""Walls between workspaces, the log's own triggers, the numbers of imports, and what the audit says where."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, models, transaction

from app.actions import snapshots
from app.models import Event
from sequences.actions import audit
from sequences.actions.audit_walls import pointers
from sequences.core.walls import BY_COLUMN, ELSEWHERE, SUBJECTS
from sequences.models import Campaign, Contact
from tests.audit.conftest import Ledger, broken, reported

pytestmark = pytest.mark.django_db(transaction=True)

CROSSINGS = [
    "UPDATE mailboxes_delivery SET campaign_id = $other_campaign WHERE id = $first",
    "UPDATE mailboxes_delivery SET recipient_id = $other_person WHERE id = $first",
    "UPDATE admission_permit SET campaign_id = $other_campaign WHERE id = $permit",
    "UPDATE admission_permit SET step_id = $other_step WHERE id = $permit",
    "UPDATE admission_ledgerline SET step_id = $other_step WHERE delivery_id = $first",
    "UPDATE admission_ledgerline SET workspace_id = $other WHERE delivery_id = $first",
    "UPDATE sequences_touch SET campaign_id = $other_campaign WHERE id = $touch",
    "UPDATE sequences_enrollment SET contact_id = $other_contact WHERE id = $enrollment",
    "$outcome UPDATE bounces_outcome SET workspace_id = $other, delivery_id = $first",
    "UPDATE app_event SET recipient_id = $other_person WHERE kind = 'permit.granted'",
    "UPDATE app_event SET workspace_id = $other WHERE kind = 'delivery.accepted'",
    "UPDATE app_event SET workspace_id = $other WHERE kind = 'enrollment.started'",
]


@pytest.mark.parametrize("statement", CROSSINGS)
def test_a_row_that_leads_into_another_workspace_is_reported(elsewhere: Ledger, statement: str) -> None:
    campaign = Campaign.objects.exclude(workspace=elsewhere.workspace).get()
    contact = Contact.objects.exclude(workspace=elsewhere.workspace).get()
    names = {
        "other_campaign": campaign.id,
        "other_step": campaign.step_set.get().id,
        "other_person": contact.recipient_id,
        "other_contact": contact.id,
        "other": campaign.workspace_id,
    }
    for name, value in sorted(names.items(), reverse=True):
        statement = statement.replace(f"${name}", str(value))
    assert reported() == set()
    broken(statement, elsewhere)
    assert ("I19", "walls") in reported()


def test_every_column_that_looks_like_an_id_is_looked_at() -> None:
    found = {(table, column) for table, column, _ in pointers()}
    tables = {model._meta.db_table: model for model in apps.get_models()}
    for table, model in tables.items():
        columns = {field.column for field in model._meta.local_concrete_fields}
        if "workspace_id" not in columns:
            continue
        loose = {
            (table, str(field.column))
            for field in model._meta.local_concrete_fields
            if str(field.column).endswith("_id") and not isinstance(field, models.ForeignKey)
        }
        assert loose - found - set(ELSEWHERE) - {(table, "workspace_id")} == set()
    assert set(BY_COLUMN.values()) | set(SUBJECTS.values()) <= set(tables)


def test_every_kind_of_event_names_its_subject(ledger: Ledger) -> None:
    for kind in Event.objects.values_list("kind", flat=True).distinct():
        assert kind in SUBJECTS or kind.partition(".")[0] in SUBJECTS, kind


@contextmanager
def undone() -> Iterator[None]:
    """What happens in here to tables and their rules is rolled back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("trigger", ["event_is_append_only", "event_is_not_truncated"])
def test_a_log_that_can_be_changed_is_reported(ledger: Ledger, trigger: str) -> None:
    with undone(), connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE app_event DISABLE TRIGGER {trigger}")
        assert reported() == {("I16", "log_open")}


def test_an_import_whose_numbers_do_not_add_up_is_reported(ledger: Ledger) -> None:
    with undone(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE sequences_import DROP CONSTRAINT rows_add_up")
        broken("$import UPDATE sequences_import SET rows_read = 7", ledger)
        assert ("I18", "imports") in reported()


def test_who_stands_behind_the_last_free_place_of_a_day_is_no_silent_stall(ledger: Ledger) -> None:
    broken("$due UPDATE mailboxes_mailbox SET daily_cap = 2", ledger)
    assert ("I12", "unplaced") not in reported()
    broken("UPDATE mailboxes_mailbox SET daily_cap = 4", ledger)  # one place is taken by a slot
    (row,) = audit.violations()["I12"]
    assert (row["check"], row["place"]) == ("unplaced", 1)


def test_the_command_prints_the_rows_and_ends_with_1(ledger: Ledger) -> None:
    broken("UPDATE mailboxes_delivery SET attempts = 2 WHERE id = $first", ledger)
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("audit", stdout=out)
    assert ended.value.code == 1
    assert f"check=attempts delivery_id={ledger.first.delivery_id} attempts=2 permits=1" in out.getvalue()
    assert "@" not in out.getvalue()


def test_the_audit_writes_nothing(ledger: Ledger) -> None:
    with snapshots.read_only(), connection.cursor() as cursor, pytest.raises(Exception, match="read-only"):
        cursor.execute("DELETE FROM mailboxes_delivery")


def test_without_commit_times_nothing_is_claimed(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "_commit_times_kept", lambda: False)
    assert {("I5", "stops"), ("I11", "suppressed"), ("I8", "in_flight")} == reported()
